import { readdirSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'

/** Names, sizes and times of the files of a law, without reading them: another text means that it may have changed. */
export function fingerprint(place: string): string {
  const own = known(place)
  if (!own?.isDirectory()) return described('', own)
  return namesIn(place)
    .filter((name) => /\.(tsv|yaml)$/.test(name))
    .toSorted()
    .map((name) => described(name, known(join(place, name))))
    .join('\n')
}

const described = (name: string, file: Stats | undefined): string =>
  file ? `${name} ${file.ino} ${file.size} ${file.mtimeMs}` : `${name} gone`

// A file can go between two looks; then the next look shows it.
function known(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory, { recursive: true, encoding: 'utf8' })
  } catch {
    return []
  }
}
