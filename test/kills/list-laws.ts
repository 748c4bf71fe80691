import { type Answerer, buildAnswerer } from '../../src/answer/answer.ts'
import { loadDataset } from '../../src/law/load.ts'
import { contentsOf } from '../../src/law/read/law-source.ts'
import { type ListItem, NO_FIELDS } from '../../src/store/lists/list-queries.ts'
import { HEADINGS, tinyLaw } from './tiny-law.ts'

const answererOf = async (listed: readonly string[]): Promise<Answerer> =>
  buildAnswerer(await loadDataset(contentsOf('tiny', tinyLaw(listed))), 'cn-sanctions test')

/** Two laws between which lists go back and forth: the second lists half of the goods besides. */
export const listLaws = async (): Promise<[before: Answerer, after: Answerer]> => [
  await answererOf(HEADINGS.slice(0, HEADINGS.length / 4)),
  await answererOf(HEADINGS.slice(0, (HEADINGS.length * 3) / 4)),
]

export const ITEMS = 48

/** Items that ask for every heading of the tiny law. Their ids say which content they belong to. */
export const listContent = (number: number): ListItem[] =>
  Array.from({ length: ITEMS }, (_, at) => ({
    id: `${number}.${at}`,
    q: HEADINGS[at % HEADINGS.length]!,
    ...NO_FIELDS,
  }))

/** How many items of a list change with every change of the law. */
export const CHANGING_ITEMS = ITEMS / 2
