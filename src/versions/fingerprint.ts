import { statSync } from 'node:fs'
import { join } from 'node:path'
import { listLaw, statText } from '../law/read/law-directory.ts'

/** Names, sizes and times of the files that are read as a law, and of no others: another text means that it may have changed. */
export function fingerprint(place: string): string {
  if (!isDirectory(place)) return statText(place, statSync)
  const { files, folders, mistakes } = listLaw(place)
  return [
    ...files.map((path) => `${path} ${statText(join(place, path))}`),
    // What keeps the law from being read is watched too, so that it is noticed when it goes.
    ...mistakes.map(({ path, what }) => `${path} ${path === '' ? '' : statText(join(place, path))} ${what}`),
    ...folders,
  ].join('\n')
}

function isDirectory(place: string): boolean {
  try {
    return statSync(place).isDirectory()
  } catch {
    return false
  }
}
