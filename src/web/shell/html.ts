/** Markup that is safe to send: made only by `html`, which escapes whatever is put into it. */
export interface Html {
  readonly markup: string
}

/** What may stand in a template: texts are escaped, markup and lists of it are kept, nothing is nothing. */
export type Piece = Html | string | number | false | null | undefined | readonly Piece[]

/** ``html`<p>${text}</p>` ``: the only way to make markup. Attributes must be written in double quotes. */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  let markup = strings[0] ?? ''
  for (const [at, piece] of pieces.entries()) markup += render(piece) + (strings[at + 1] ?? '')
  return { markup }
}

function render(piece: Piece): string {
  if (piece === false || piece === null || piece === undefined) return ''
  if (typeof piece === 'string') return escaped(piece)
  if (typeof piece === 'number') return String(piece)
  return 'markup' in piece ? piece.markup : piece.map(render).join('')
}

const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => SIGNS[sign]!)
