import { statSync } from 'node:fs'
import { join } from 'node:path'
import { listLaw, statText } from '../law/read/law-directory.ts'

/**
 * The names, sizes and times of exactly the files that are read as a law. When it differs, the law may have changed. Throws
 * when the system does not tell, which is no change.
 */
export function fingerprint(place: string): string {
  if (!statSync(place, { throwIfNoEntry: false })?.isDirectory()) return statText(place, statSync)
  const { files, folders, mistakes } = listLaw(place)
  return [
    ...files.map((path) => `${path} ${statText(join(place, path))}`),
    // Entries that keep the law from being read are part of it too, so that their removal is noticed.
    ...mistakes.map(({ path, what }) => `${path} ${path === '' ? '' : statText(join(place, path))} ${what}`),
    ...folders,
  ].join('\n')
}
