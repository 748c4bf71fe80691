/** One code of a code cell as printed, with its `ex`. */
export interface PrintedCode {
  readonly printed: string
  /** All printed digits, padding zeros included; a range has both its ends, `27101231-27101259`. */
  readonly digits: string
  readonly ex: boolean
}

/** An act once printed `ex ex2825`. */
const CODE = /^((?:ex\.?\s*)+)?(\d{2}(?:\s?\d{2}){0,4})$/i
const RANGE =
  /^(ex\.?\s*)?(?:(?:from|od)\s+)?(\d{4}(?:\s?\d{2}){0,3})(?:\s+(?:till|to|do)\s+|\s*[–—-]\s*)(?:ex\.?\s*)?(\d{4}(?:\s?\d{2}){0,3})$/i
const CHAPTER = /^(ex\.?\s*)?(?:chapter|dział)\s+(\d{1,2})$/i
/** What separates the codes of one cell. */
const SEPARATOR = /\s*[,;]\s*|\s+(?:or|and|lub|albo|i|oraz)\s+|(?<=\d)\s+(?=ex\b)/i
/** Subheadings that stand behind each other with nothing between them: a new one begins with four digits. */
const RUN = /^\d{4}(?:\s\d{2}){1,3}(?:\s\d{4}(?:\s\d{2}){1,3})+$/

/** The codes of a cell, or null when it holds anything else. `ex` alone on a line belongs to the next line. */
export function readCodes(lines: readonly string[]): readonly PrintedCode[] | null {
  const codes: PrintedCode[] = []
  let ex = ''
  for (const line of lines) {
    if (/^ex\.?$/i.test(line)) {
      if (ex !== '') return null
      ex = `${line} `
      continue
    }
    if (ex !== '' && /^ex/i.test(line)) return null
    const found = RANGE.test(line)
      ? [readCode(line)]
      : (ex + line).split(SEPARATOR).filter(Boolean).flatMap(ofRun).map(readCode)
    if (!found.every((code) => code !== null)) return null
    // "ex 8419 50 20, 8419 50 80": one `ex` before several codes of a line applies to all of them.
    const all = found.length > 1 && found[0]?.ex && found.slice(1).every((code) => !code.ex)
    codes.push(
      ...(all ? found.map((code) => (code.ex ? code : { ...code, printed: `ex ${code.printed}`, ex: true })) : found),
    )
    ex = ''
  }
  return ex !== '' || codes.length === 0 ? null : codes
}

const ofRun = (text: string): string[] => (RUN.test(text) ? text.split(/\s(?=\d{4})/) : [text])

function readCode(text: string): PrintedCode | null {
  const range = RANGE.exec(text)
  const chapter = CHAPTER.exec(text)
  const code = CODE.exec(text)
  if (range) {
    const [from, to] = [digitsIn(range[2]!), digitsIn(range[3]!)]
    return from.length === to.length && from < to
      ? { printed: text, digits: `${from}-${to}`, ex: range[1] !== undefined }
      : null
  }
  if (chapter) return { printed: text, digits: chapter[2]!.padStart(2, '0'), ex: chapter[1] !== undefined }
  return code && { printed: text, digits: digitsIn(code[2]!), ex: code[1] !== undefined }
}

const digitsIn = (text: string): string => text.replace(/\D/g, '')

/** The line is almost certainly a tariff code; years and running numbers are not. */
export const looksLikeCode = (line: string): boolean =>
  /^(?:ex\.?\s*)?\d{4}(?:\s?\d{2}){0,3}$/i.test(line) && !/^(?:19(?:0[6-9]|[1-9]\d)|20[1-9]\d)$/.test(line)
