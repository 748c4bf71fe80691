/** One code of a code cell as printed, with its `ex`. */
export interface PrintedCode {
  readonly printed: string
  /** All printed digits, padding zeros included; a range has both its ends, `27101231-27101259`. */
  readonly digits: string
  readonly ex: boolean
}

const CODE = /^(ex\.?\s*)?(\d{2}(?:\s?\d{2}){0,4})$/i
const RANGE = /^(?:from|od)\s+(\d{4}(?:\s?\d{2}){0,3})\s+(?:till|to|do)\s+(\d{4}(?:\s?\d{2}){0,3})$/i
const CHAPTER = /^(?:chapter|dział)\s+(\d{1,2})$/i
/** What separates the codes of one cell. */
const SEPARATOR = /\s*[,;]\s*|\s+(?:or|and|lub|albo|i|oraz)\s+/i

/** The codes of a cell, or null when it holds anything else. `ex` alone on a line belongs to the next line. */
export function readCodes(lines: readonly string[]): readonly PrintedCode[] | null {
  const parts: string[] = []
  let ex = ''
  for (const line of lines) {
    if (/^ex\.?$/i.test(line)) {
      if (ex !== '') return null
      ex = `${line} `
      continue
    }
    const range = RANGE.exec(line)
    if (range) parts.push(line)
    else parts.push(...(ex + line).split(SEPARATOR).filter((part) => part !== ''))
    ex = ''
  }
  if (ex !== '' || parts.length === 0) return null
  const codes: PrintedCode[] = []
  for (const part of parts) {
    const range = RANGE.exec(part)
    const chapter = CHAPTER.exec(part)
    const code = CODE.exec(part)
    if (range) codes.push({ printed: part, digits: `${digitsIn(range[1]!)}-${digitsIn(range[2]!)}`, ex: false })
    else if (chapter) codes.push({ printed: part, digits: chapter[1]!.padStart(2, '0'), ex: false })
    else if (code) codes.push({ printed: part, digits: digitsIn(code[2]!), ex: code[1] !== undefined })
    else return null
  }
  // "ex 8419 50 20, 8419 50 80": one `ex` before several codes applies to all of them.
  const [first] = codes
  if (codes.length > 1 && first?.ex && codes.slice(1).every((code) => !code.ex)) {
    return codes.map((code) => (code.ex ? code : { ...code, printed: `ex ${code.printed}`, ex: true }))
  }
  return codes
}

const digitsIn = (text: string): string => text.replace(/\D/g, '')

/** The line is almost certainly a tariff code; years and running numbers are not. */
export const looksLikeCode = (line: string): boolean =>
  /^(?:ex\.?\s*)?\d{4}(?:\s?\d{2}){0,3}$/i.test(line) && !/^(?:19(?:0[6-9]|[1-9]\d)|20[1-9]\d)$/.test(line)
