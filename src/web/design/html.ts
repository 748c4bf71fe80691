/** Markup that is safe to send: only `html` makes it, and it escapes every value. */
export interface Html {
  readonly markup: string
}

/** What a template may contain: texts are escaped, markup and lists are inserted, false, null and undefined are empty. */
export type Piece = Html | string | number | false | null | undefined | readonly Piece[]

/** ``html`<p>${text}</p>` ``: the only way to make markup. Attributes must be written in double quotes. */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  let markup = strings[0] ?? ''
  for (const [at, piece] of pieces.entries()) markup += render(piece) + (strings[at + 1] ?? '')
  return { markup }
}

/** Pieces with a separator between them. */
export const joined = (pieces: readonly Piece[], separator: Piece): Piece =>
  pieces.map((piece, at) => (at === 0 ? piece : [separator, piece]))

/** A choice of a `select`. */
export const option = (value: string | number, label: string, chosen: string | number | null = ''): Html =>
  html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`

function render(piece: Piece): string {
  if (piece === false || piece === null || piece === undefined) return ''
  if (typeof piece === 'string') return escapeText(piece)
  if (typeof piece === 'number') return String(piece)
  return 'markup' in piece ? piece.markup : piece.map(render).join('')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeText = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!)
