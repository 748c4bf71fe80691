import { createReadStream } from 'node:fs'
import { UsageError } from './shell.ts'

/** The content of a file, or of standard input for `-`. Reading ends as soon as there is more than may be. */
export async function readInput(place: string, what: string, atMost: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of place === '-' ? process.stdin : createReadStream(place)) {
      bytes += chunk.length
      if (bytes > atMost) throw new UsageError(`${place} is too large to be ${what}: at most ${atMost} bytes are read.`)
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof UsageError) throw error
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown'
    throw new UsageError(
      code === 'ENOENT' ? `There is no file ${place}; ${what} was expected.` : `${place} cannot be read: ${code}`,
    )
  }
  return Buffer.concat(chunks)
}
