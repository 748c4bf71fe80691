/**
 * Characters that a single line of text must not hold: control characters (line breaks and tabs too), line and paragraph separators,
 * and the marks that turn the direction of writing (https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing).
 */
export const NOT_PLAIN = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u

const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

/**
 * A stranger's text as one line that is safe to print in a terminal or a cell: line breaks and tabs become a space,
 * other control characters U+FFFD, and format characters, which have no shape (bidi marks, zero-width and soft
 * hyphens), are dropped.
 */
export function printable(text: string): string {
  if (!UNPRINTABLE.test(text)) return text
  return text
    .toWellFormed()
    .replace(/\r\n|[\t\n\v\f\r\u0085\u2028\u2029]/g, ' ')
    .replace(/\p{Cc}/gu, '\uFFFD')
    .replace(/\p{Cf}/gu, '')
}

/** JSON that is safe to print: JSON.stringify leaves DEL, C1 controls and format characters as they are. */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) => sign.split('').map(escaped).join(''))

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Breaks a text between words into lines of at most `width`; the first keeps its indent, the others get `indent`. */
export function wrap(text: string, width: number, indent = 0): string[] {
  const own = text.length - text.trimStart().length
  const lines: string[] = []
  let line = ' '.repeat(own)
  for (const word of text.trimStart().split(' ')) {
    if (line.trim() !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = ' '.repeat(indent) + word
    } else line = line.trim() === '' ? line + word : `${line} ${word}`
  }
  return [...lines, line]
}
