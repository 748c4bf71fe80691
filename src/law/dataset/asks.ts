import type { Text } from '../../base/language.ts'
import type { Placed, RegimeLaw } from '../read/law.ts'
import type { AskData, AskedFact, AskOccasion } from '../terms/law.ts'

/** A question to whoever asks about a deal. One object serves all provisions that ask for the same. */
export interface Ask {
  /** `833-2014.3g(1)(d)`: the regime, the provision and, where that is not enough, a word. */
  readonly id: string
  readonly fact: AskedFact
  /** The only deals that it is for; null: every deal that its provision concerns. */
  readonly when: AskOccasion | null
  readonly text: Text
}

/** What may ask: a regime, goods without codes, a measure or a grant. */
interface Asking {
  readonly asks?: readonly AskData[]
  readonly asked_as?: readonly string[]
}

/** Every part of a regime that may ask, with the provision that it asks for; a regime as a whole has none. */
export const askingParts = (source: RegimeLaw): readonly { cited: string | null; part: Placed<Asking> }[] => [
  { cited: null, part: source.regime },
  ...source.uncoded.map((part) => ({ cited: uncodedArticle(source, part.value), part })),
  ...source.measures.map((part) => ({ cited: part.value.article, part })),
  ...source.grants.map((part) => ({ cited: part.value.ref, part })),
]

/** The id of a question within its regime. Citations such as `3g(1)(a), (b)` give it their first provision. */
export const askName = (cited: string | null, { id }: Pick<AskData, 'id'>): string =>
  [cited?.split(/[, ]/)[0], id].filter(Boolean).join('.')

export const uncodedArticle = (
  { measures }: Pick<RegimeLaw, 'measures'>,
  { article, measures: ids }: { readonly article?: string | null; readonly measures: readonly string[] },
): string | null =>
  article ??
  (ids.flatMap((id) => measures.find(({ value }) => value.id === id)?.value.article ?? []).join(', ') || null)

export type AsksOf = (part: Asking) => readonly Ask[]

/** Finds the questions of a part of the regime, its own and those that it shares with other provisions. */
export function asksOf(source: RegimeLaw): AsksOf {
  const named = new Map<string, Ask>()
  const own = new Map<AskData, Ask>()
  for (const { cited, part } of askingParts(source)) {
    for (const data of part.value.asks ?? []) {
      const name = askName(cited, data)
      const { fact, when = null, pl, en } = data
      const ask = Object.freeze({ id: `${source.folder}.${name}`, fact, when, text: { pl, en } })
      named.set(name, ask)
      own.set(data, ask)
    }
  }
  return ({ asks = [], asked_as = [] }) =>
    asks.length + asked_as.length === 0
      ? NOTHING_ASKED
      : Object.freeze([
          ...asks.flatMap((data) => own.get(data) ?? []),
          ...asked_as.flatMap((name) => named.get(name) ?? []),
        ])
}

const NOTHING_ASKED: readonly Ask[] = Object.freeze([])
