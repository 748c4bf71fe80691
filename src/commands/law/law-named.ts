import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Shell, UsageError } from '../shell.ts'

/** A directory or dataset file of that name if there is one, else a revision of the git repository that LAW_DIR is in. */
export async function lawNamed(place: string, shell: Shell) {
  const { contentsAt } = await import('../../law/read/law-source.ts')
  // A checkout of this repository is accepted as well as the law/ in it.
  if (existsSync(join(place, 'law', 'acts.yaml'))) return contentsAt(join(place, 'law'))
  if (existsSync(place)) return contentsAt(place)
  const { lawAtRevision } = await import('../../versions/git-law.ts')
  return lawAtRevision(shell.lawDir(), place).catch((error: Error) => {
    throw new UsageError(`${place} is no directory, no dataset file and no revision: ${error.message}`)
  })
}
