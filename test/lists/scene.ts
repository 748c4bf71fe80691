import { type Answerer, buildAnswerer } from '../../src/answer/answer.ts'
import type { Entry } from '../../src/law/dataset/dataset.ts'
import { loadDataset } from '../../src/law/load.ts'
import { type ListItem, NO_FIELDS } from '../../src/store/lists/list-queries.ts'
import type { Store } from '../../src/store/store.ts'
import { smallLaw } from '../small-law.ts'

/** The law as it is shipped with a small tariff. */
const lawOfToday = await loadDataset(smallLaw())

/** A law, served. Without some entries it is a law of another version. */
export function lawWithout(name: string, isOut: (entry: Entry) => boolean = () => false): Answerer {
  const law = lawOfToday
  const entries = law.entries.filter((entry) => !isOut(entry))
  return buildAnswerer({ ...law, version: `${law.version}-${name}`, entries }, 'cn-sanctions test')
}

/** A law without computers, and the law with them. */
export const twoLaws = (): [before: Answerer, after: Answerer] => [
  lawWithout('before', ({ code }) => code.startsWith('8471')),
  lawWithout('after'),
]

/** Records a law in the store as whoever serves or publishes it does; again, if it was recorded before. */
export async function introduce({ datasets }: Store, { dataset }: Answerer, at: Date): Promise<void> {
  const after = (await datasets.latest())?.version ?? null
  await datasets.introduce({ version: dataset.version, law: Buffer.alloc(0), published: true, after, changes: [], at })
}

export const item = (id: string, q: string, over: Partial<ListItem> = {}): ListItem => ({
  id,
  q,
  ...NO_FIELDS,
  ...over,
})

/** Every list may be written. */
export const ANY = () => true
