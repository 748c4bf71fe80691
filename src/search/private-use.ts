import { type Sentence, type Span, writtenBetween } from './sentence.ts'

/** The words by which a text speaks of private use: own things on a journey, presents, goods for the family. Trade is none. */
export function privateUseIn(sentence: Sentence): string | null {
  const { spans, words } = sentence
  const valued = (kind: Span['kind'], value: string) => spans.filter((one) => one.kind === kind && one.value === value)
  if (valued('verb', 'trade').length > 0) return null
  const shown = (one: Span, start = one.start): string => writtenBetween(sentence, start, one.end)
  const isWork = valued('private', 'work').length > 0
  const always = valued('private', 'always')[0]
  if (always && !isWork) return shown(always)
  const isFrom = (one: Span) => words.slice(Math.max(0, one.start - 2), one.start).some(({ word }) => FROM.has(word))
  const brought = valued('verb', 'brought').length > 0
  const family = valued('person', 'family').find((one) => !isFrom(one) || brought)
  if (family) return shown(family, FOR.has(words[family.start - 1]?.word ?? '') ? family.start - 1 : family.start)
  if (isWork) return null
  const friend = valued('person', 'friends').find((one) => !isFrom(one))
  if (friend && valued('private', 'giving').length > 0) return shown(friend)
  const moves = [...valued('verb', 'goes'), ...valued('private', 'journey')]
  const own = valued('private', 'own').find(
    (one) => !spans.some(({ kind, start }) => kind === 'person' && start === one.end),
  )
  if (own && moves.length > 0 && own.end < words.length) return writtenBetween(sentence, own.start, own.end + 1)
  const journey = valued('private', 'journey')[0]
  return journey ? shown(journey) : null
}

const FROM: ReadonlySet<string> = new Set(['od', 'from'])
const FOR: ReadonlySet<string> = new Set(['dla', 'for', 'to'])
