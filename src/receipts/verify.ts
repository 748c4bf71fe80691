import type { KeyObject } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Answerer } from '../answer/answer.ts'
import { type Question, RefusedQuestion, readQuestion } from '../answer/question/question.ts'
import { answerBytes } from '../answer/serialize.ts'
import type { Day } from '../base/day.ts'
import type { Claims, ReadReceipt } from './receipt.ts'

/** A law to work the answer out from. */
export interface LawAtHand {
  readonly version: string
  readonly sha256: string
  /** The text of its answer to the question of a receipt; null when this build no longer understands the question. */
  answer(question: Claims['question']): string | null
  /** Resolves when `answer` need not stop everything else to index names. */
  prepare(question: Claims['question'], nextTurn: () => Promise<unknown>): Promise<void>
}

export const lawAtHand = (answerer: Answerer, sha256: string): LawAtHand => ({
  version: answerer.dataset.version,
  sha256,
  answer(question) {
    const asked = questionIn(question, answerer)
    if (asked === null) return null
    try {
      return answerBytes(answerer, asked).toString()
    } catch (error) {
      if (error instanceof RefusedQuestion) return null
      throw error
    }
  },
  async prepare(question, nextTurn) {
    const asked = questionIn(question, answerer)
    if (asked?.read.as === 'name') await answerer.indexNames(asked.asOf, nextTurn)
  },
})

/** The question of a receipt as this build understands it. A receipt names its day: without one, the answer would depend on today. */
export function questionIn({ as_of, ...rest }: Claims['question'], { dataset }: Answerer): Question | null {
  if (as_of === undefined) return null
  const read = readQuestion(Object.entries({ ...rest, as_of }), { today: as_of as Day, dataset })
  return 'question' in read ? read.question : null
}

export interface Verification {
  /** Null unless the signature is valid: whoever changes a receipt leaves its signature, and with it the id, as it was. */
  readonly id: string | null
  readonly kid: string
  readonly claims: Claims
  readonly signature: 'valid' | 'invalid' | 'key_unknown'
  readonly hash: 'agrees' | 'differs'
  /** Whether the law at hand is the one the receipt names. */
  readonly law: 'same' | 'other' | 'missing'
  readonly answer: WorkedOut
}

/** The answer worked out again. */
type WorkedOut =
  | { readonly outcome: 'same_bytes' }
  /** Nothing but the name of the build differs, or the order of fields. */
  | { readonly outcome: 'same_content' }
  | { readonly outcome: 'differs'; readonly differences: readonly Difference[]; readonly omitted: number }
  /** The signature is not valid, there is no such law at hand, or this build no longer understands the question. */
  | { readonly outcome: 'not_worked_out' }

/** A place where two answers differ, such as `results[3].valid_to`, with both values as JSON; null where there is none. */
interface Difference {
  readonly path: string
  readonly signed: string | null
  readonly now: string | null
}

/** The first differences tell what kind they are of. */
const DIFFERENCES_SHOWN = 20

/** What the keys alone prove: no claim of the receipt is trusted yet. */
export function checkSignature(
  { id, kid, claims, hashAgrees, isSignedBy }: ReadReceipt,
  keys: ReadonlyMap<string, KeyObject>,
): Omit<Verification, 'law' | 'answer'> {
  const key = keys.get(kid)
  const signature = key ? (isSignedBy(key) ? 'valid' : 'invalid') : 'key_unknown'
  return { id: signature === 'valid' ? id : null, kid, claims, signature, hash: hashAgrees ? 'agrees' : 'differs' }
}

/** Checks a receipt against keys and a law. */
export const verifyReceipt = (
  receipt: ReadReceipt,
  keys: ReadonlyMap<string, KeyObject>,
  law: LawAtHand | null,
): Verification => withLaw(checkSignature(receipt, keys), law)

export function withLaw(checked: Omit<Verification, 'law' | 'answer'>, law: LawAtHand | null): Verification {
  const { claims, signature } = checked
  const isSame = law?.version === claims.dataset && law.sha256 === claims.law_sha256
  return {
    ...checked,
    law: law === null ? 'missing' : isSame ? 'same' : 'other',
    // Nothing is worked out for a stranger, whose question and answer may be made to cost as much as they can.
    answer: law && isSame && signature === 'valid' ? workOut(claims, law) : { outcome: 'not_worked_out' },
  }
}

/** `confirmed`: genuine and worked out again. `other_answer`: genuine, but this build answers otherwise. */
export function conclusionOf({
  signature,
  hash,
  law,
  answer,
}: Verification): 'confirmed' | 'other_answer' | 'unconfirmed' {
  if (signature !== 'valid' || hash !== 'agrees' || law !== 'same') return 'unconfirmed'
  switch (answer.outcome) {
    case 'same_bytes':
    case 'same_content':
      return 'confirmed'
    case 'differs':
      return 'other_answer'
    case 'not_worked_out':
      return 'unconfirmed'
  }
}

function workOut({ question, answer }: Claims, law: LawAtHand): WorkedOut {
  const now = law.answer(question)
  if (now === null) return { outcome: 'not_worked_out' }
  if (now === answer) return { outcome: 'same_bytes' }
  const then = answerIn(answer)
  if (then === undefined) return { outcome: 'differs', differences: [{ path: '', signed: answer, now }], omitted: 0 }
  const all = [...differencesOf(then, JSON.parse(now), '')].filter(({ path }) => path !== 'meta.source')
  if (all.length === 0) return { outcome: 'same_content' }
  const differences = all.slice(0, DIFFERENCES_SHOWN)
  return { outcome: 'differs', differences, omitted: all.length - differences.length }
}

/** Answers are nested some ten levels deep; comparing and printing values is recursive. */
const MAX_DEPTH = 64

/** The answer that a text holds; undefined when it is no JSON, or nested so deeply that it is no answer of ours. */
function answerIn(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  let level: unknown[] = [value]
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++)
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  return level.length === 0 ? value : undefined
}

function* differencesOf(then: unknown, now: unknown, path: string): Generator<Difference> {
  if (isDeepStrictEqual(then, now)) return
  if (Array.isArray(then) && Array.isArray(now)) {
    for (let at = 0; at < Math.max(then.length, now.length); at++)
      yield* differencesOf(then[at], now[at], `${path}[${at}]`)
  } else if (isObject(then) && isObject(now)) {
    for (const name of new Set([...Object.keys(then), ...Object.keys(now)]))
      yield* differencesOf(then[name], now[name], path === '' ? name : `${path}.${name}`)
  } else yield { path, signed: JSON.stringify(then) ?? null, now: JSON.stringify(now) ?? null }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
