import { UnreadableFile } from './table.ts'

/** The text of a file in one of the encodings that Excel and editors write on Polish computers. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes)
  const text = new TextDecoder(encoding).decode(bytes)
  // Binary files such as pictures contain NUL, texts do not.
  if (text.includes('\0')) throw new UnreadableFile('not_text')
  return text
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  // UTF-16 without a byte order mark: in digits and Latin letters every other byte is zero.
  const sample = bytes.subarray(0, 1024)
  const zeros = [0, 1].map((odd) => sample.filter((byte, at) => byte === 0 && at % 2 === odd).length)
  if (zeros[1]! > sample.length / 4 && zeros[0] === 0) return 'utf-16le'
  if (zeros[0]! > sample.length / 4 && zeros[1] === 0) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    // Polish Excel saves "CSV" as Windows-1250.
    return 'windows-1250'
  }
}
