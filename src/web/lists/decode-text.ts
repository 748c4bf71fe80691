import { UnreadableFile } from './table.ts'

/** The text of a file, in whichever of the encodings that Excel and editors on Polish machines save. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes)
  const text = new TextDecoder(encoding).decode(bytes)
  // A picture or a database has bytes no text has; a list of them would only puzzle.
  if (text.includes('\0')) throw new UnreadableFile('not_text')
  return text
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  // Digits and Latin letters in UTF-16 have a zero in every other byte, even when the mark at the start is missing.
  const sample = bytes.subarray(0, 1024)
  const zeros = [0, 1].map((odd) => sample.filter((byte, at) => byte === 0 && at % 2 === odd).length)
  if (zeros[1]! > sample.length / 4 && zeros[0] === 0) return 'utf-16le'
  if (zeros[0]! > sample.length / 4 && zeros[1] === 0) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    // What is not UTF-8 on a Polish machine is Windows-1250: "CSV" of Excel.
    return 'windows-1250'
  }
}
