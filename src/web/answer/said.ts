import type { CnResponse } from '../../answer/response/response.ts'
import type { PageQuestion } from './page-question.ts'

/** What a text says of its deal, as answers tell it. */
export type Said = NonNullable<CnResponse['meta']['said']>

const ROUTE = ['origin', 'dispatch', 'destination', 'via'] as const
export const SAID_PARTS = [...ROUTE, 'value'] as const
export type SaidPart = (typeof SAID_PARTS)[number]

/**
 * The question with what its text says: the text wins over fields that are kept from an earlier question. Of an earlier route
 * only the other end stays. Fields that were edited after the text win over it, and their words leave the text.
 */
export function withSaid<Q extends PageQuestion>(
  question: Q,
  said: Said | undefined,
  edited: ReadonlySet<SaidPart> = new Set(),
): Q {
  if (!said) return question
  const parts = SAID_PARTS.filter((part) => said[part] !== undefined)
  const overruled = parts.filter((part) => edited.has(part))
  const used = parts.filter((part) => !edited.has(part))
  const { dispatch, via, ...ends } = question.filters
  const keepsWay = !used.some((part) => part !== 'value')
  const filters = {
    ...ends,
    ...(dispatch && (keepsWay || edited.has('dispatch')) && { dispatch }),
    ...(via && (keepsWay || edited.has('via')) && { via }),
    ...Object.fromEntries(used.map((part) => [part, String(said[part])])),
  }
  // One end was said, and the other, which was kept, is the same country: goods that go elsewhere now.
  if (filters.origin !== undefined && filters.origin === filters.destination)
    delete filters[said.origin === undefined ? 'origin' : 'destination']
  return { ...question, q: withoutWords(question.q, wordsOf(said, overruled)), filters }
}

/** What of the text is used in the question, as chips name it; empty where nothing is. */
export function saidWords({ q, filters }: PageQuestion, said: Said, parts: readonly SaidPart[]): string {
  const used = parts.filter((part) => said[part] !== undefined && filters[part] === String(said[part]))
  const words = wordsOf(said, used).filter((one) => q.includes(one))
  return [...new Set(words)].toSorted((a, b) => q.indexOf(a) - q.indexOf(b)).join(' ')
}

/** The question as if the text had not said these parts. */
export function withoutSaid<Q extends PageQuestion>(question: Q, said: Said, parts: readonly SaidPart[]): Q {
  const filters = Object.fromEntries(
    Object.entries(question.filters).filter(
      ([name]) => !parts.some((part) => part === name && said[part] !== undefined),
    ),
  )
  return { ...question, q: withoutWords(question.q, wordsOf(said, parts)), filters }
}

export const ROUTE_PARTS: readonly SaidPart[] = ROUTE

const wordsOf = (said: Said, parts: readonly SaidPart[]): string[] => parts.flatMap((part) => said.words[part] ?? [])

/** A text that would be empty then stays as it is: something has to be asked. */
function withoutWords(q: string, words: readonly string[]): string {
  let text = q
  for (const one of words) text = text.replace(one, ' ')
  text = text
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;]+|[\s,;]+$/g, '')
    .trim()
  return text === '' ? q : text
}
