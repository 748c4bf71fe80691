/** The part of saxen that is used; the package brings no types. */
declare module 'saxen' {
  type Decode = (text: string) => string
  export class Parser {
    on(
      event: 'openTag',
      handler: (name: string, attributes: () => Record<string, string> | false, decode: Decode) => void,
    ): this
    on(event: 'closeTag', handler: (name: string) => void): this
    on(event: 'text', handler: (text: string, decode: Decode) => void): this
    on(event: 'cdata' | 'comment' | 'attention', handler: (text: string) => void): this
    on(event: 'error', handler: (error: Error) => void): this
    parse(xml: string): void
    write(xml: string): this
    end(): void
  }
}
