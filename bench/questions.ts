import type { Answerer } from '../src/answer/answer.ts'
import { readQuestion } from '../src/answer/question/question.ts'
import type { Day } from '../src/base/day.ts'

export interface BenchQuestion {
  readonly path: string
  readonly parameters: readonly (readonly [string, string])[]
  readonly digits: string
}

/** How many of which length: most who ask have a full code at hand. */
const DRAWN: Readonly<Record<number, number>> = { 8: 320, 6: 40, 4: 32, 2: 8 }
/** Of those with eight digits; a code drawn blindly is found in no list about as often. */
const NO_MATCH_SHARE = 0.3
/** Polish is the default and is mostly left unsaid. */
const LANGUAGES = ['', '', 'pl', 'en'] as const

/** The same list on every machine, as long as the law is the same. */
export function drawQuestions(answerer: Answerer, today: Day): BenchQuestion[] {
  const random = seeded(20_261_115)
  const { lines } = answerer.dataset.nomenclatures.of(Number(today.slice(0, 4)))
  // Sections have Roman numbers, groups have no code at all.
  const codes = lines.map(({ code }) => code).filter((code) => /^\d+$/.test(code))
  const isListed = (code: string) => {
    const read = readQuestion([['q', code]], { today, dataset: answerer.dataset })
    return 'question' in read && answerer.answer(read.question).verdict === 'restricted'
  }
  const drawn = Object.entries(DRAWN).flatMap(([length, count]) => {
    const shuffled = shuffle(
      codes.filter((code) => code.length === Number(length)),
      random,
    )
    if (length !== '8') return shuffled.slice(0, count)
    const free = Math.round(count * NO_MATCH_SHARE)
    return [
      ...take(shuffled, free, (code) => !isListed(code)),
      ...take(shuffled, count - free, (code) => isListed(code)),
    ]
  })
  return shuffle(drawn, random).map((digits) => questionOf(digits, LANGUAGES[Math.floor(random() * 4)] ?? ''))
}

function questionOf(digits: string, language: string): BenchQuestion {
  const parameters: [string, string][] = [['q', digits]]
  if (language !== '') parameters.push(['lang', language])
  return { digits, parameters, path: `/api/v1/cn?${new URLSearchParams(parameters)}` }
}

/** A day of a contract that no other request of the run names: the answer to it was never given before. */
export function newQuestions(): (path: string) => string {
  let count = 0
  return (path) => {
    const day = new Date(Date.UTC(1980, 0, 1 + (count++ % 15_000)))
    return `${path}${CONTRACT}${day.toISOString().slice(0, 10)}`
  }
}
export const CONTRACT = '&contract_date='

export function shuffle<T>(list: readonly T[], random: () => number): T[] {
  const shuffled = [...list]
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!]
  }
  return shuffled
}

function take<T>(list: readonly T[], count: number, wanted: (one: T) => boolean): T[] {
  const taken: T[] = []
  for (const one of list) if (taken.length < count && wanted(one)) taken.push(one)
  return taken
}

/** mulberry32: small, and the same everywhere. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
