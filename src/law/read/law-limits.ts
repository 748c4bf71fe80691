/**
 * How large a law may be. Without limits a compressed file of a few kilobytes could exhaust the memory of the service.
 * In 2026 the law has 131 files and 6 MB, its largest file 2 MB, its longest line 1,400 characters.
 */
const MB = 1_000_000

export const LIMITS = {
  /** All files together. */
  lawBytes: 32 * MB,
  fileBytes: 8 * MB,
  /** A dataset file as it is stored, compressed. */
  packedBytes: 16 * MB,
  files: 1_000,
  lineLength: 20_000,
} as const

export const megabytes = (bytes: number): string => `${(bytes / MB).toFixed(1).replace(/\.0$/, '')} MB`

export const tooLargeFile = (bytes: number): string =>
  `${megabytes(bytes)}, a file of a law may have ${megabytes(LIMITS.fileBytes)}`

export const TOO_LARGE_LAW = `the law has more than ${megabytes(LIMITS.lawBytes)}`
export const TOO_MANY_FILES = `the law has more than ${LIMITS.files} files`

/** The number of the first line that is too long, from 1; null when there is none. */
export function tooLongLineIn(text: string): number | null {
  let line = 1
  for (let start = 0; start < text.length; line++) {
    const end = text.indexOf('\n', start)
    const next = end < 0 ? text.length : end
    if (next - start > LIMITS.lineLength) return line
    start = next + 1
  }
  return null
}
