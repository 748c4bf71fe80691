import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CnResponse } from '../../../src/answer/response/response.ts'

/** A sentence as people type it, with what its writer means. */
export interface GoldSentence {
  readonly language: string
  readonly kind: string
  readonly text: string
  /** Headings that are right; none for what names no goods. */
  readonly headings: readonly string[]
  /** `DE>RU>KZ`; empty when no route is said, null when it does not matter. */
  readonly route: string | null
  readonly value: string
  readonly isPrivate: boolean
  /** Headings that are accepted for what is no goods, such as banknotes. */
  readonly accepted: readonly string[]
}

export const readSentences = (): GoldSentence[] =>
  readFileSync(join(import.meta.dirname, 'sentences.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [, language = '', kind = '', text = '', headings = '', route = '', value = '', own = '', note = ''] =
        line.split('\t')
      return {
        ...{ language, kind, text, headings: headings.split(' ').filter(Boolean), value, isPrivate: own === '1' },
        ...{ route: route === '?' ? null : route, accepted: note.match(/\b\d{4}\b/g) ?? [] },
      }
    })

/** What an answer read from the sentence; null stands for an answer that was refused. */
export function readFrom(answer: CnResponse | null) {
  const { origin = '', destination = '', via = [], value = '', private_use = false } = answer?.meta.hints ?? {}
  const route = `${origin}>${via.join()}>${destination}`
  const isUnderstood = answer?.assessment.checked && (answer.meta.goods ?? []).length > 0
  const first = isUnderstood ? answer.meta.goods![0]!.code.slice(0, 4) : null
  return { route: route === '>>' ? '' : route, value, isPrivate: private_use, first }
}

export interface SentenceFigures {
  readonly [figure: string]: { readonly right: number; readonly of: number }
}

/** Counts over all sentences: goods first, routes, routes that nobody said, values, private use, no goods known as none. */
export function sentenceFigures(
  sentences: readonly GoldSentence[],
  ask: (text: string, language: string) => CnResponse | null,
): SentenceFigures {
  const read = sentences.map((sentence) => ({ sentence, told: readFrom(ask(sentence.text, sentence.language)) }))
  type One = (typeof read)[number]
  const count = (isAsked: (one: One) => boolean, isRight: (one: One) => boolean) => {
    const asked = read.filter(isAsked)
    return { right: asked.filter(isRight).length, of: asked.length }
  }
  const isNone = ({ sentence, told }: One) => told.first === null || sentence.accepted.includes(told.first)
  return {
    'goods first': count(
      ({ sentence }) => sentence.headings.length > 0,
      ({ sentence, told }) => told.first !== null && sentence.headings.includes(told.first),
    ),
    'no goods known': count(({ sentence }) => sentence.kind === 'no goods', isNone),
    'nonsense known': count(({ sentence }) => sentence.kind === 'nonsense', isNone),
    routes: count(
      ({ sentence }) => Boolean(sentence.route),
      ({ sentence, told }) => told.route === sentence.route,
    ),
    'no route invented': count(
      ({ sentence }) => sentence.route === '',
      ({ told }) => told.route === '',
    ),
    values: count(
      ({ sentence }) => sentence.value !== '',
      ({ sentence, told }) => told.value === sentence.value,
    ),
    'no value invented': count(
      ({ sentence }) => sentence.value === '',
      ({ told }) => told.value === '',
    ),
    'private use': count(
      ({ sentence }) => sentence.isPrivate,
      ({ told }) => told.isPrivate,
    ),
    'no private use invented': count(
      ({ sentence }) => !sentence.isPrivate,
      ({ told }) => !told.isPrivate,
    ),
  }
}
