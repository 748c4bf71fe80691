import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '../../../src/base/language.ts'

/** One question of the gold set: what was typed, and the codes a broker would accept. */
export interface GoldQuestion {
  readonly language: Language
  readonly class: string
  readonly question: string
  readonly expected: readonly string[]
  /** Where the line was found; for our own questions, the set. */
  readonly source: string
}

export interface Score {
  readonly questions: number
  /** Share of the expected codes among the first ten. */
  readonly recallAt10: number
  /** Share of the first three that were expected. */
  readonly precisionAt3: number
  /** Mean of one over the rank of the first that was expected. */
  readonly reciprocalRank: number
  /** Share of the questions whose first goods were expected. */
  readonly firstRight: number
}

/**
 * What a set is for: `train` is learned from and judged by cross-validation, `develop` is looked at freely and never learned
 * from, `calibrate` shows how far probabilities of long texts may be believed and is never learned from, `test` is run at
 * releases only. README.md notes each look at a test set.
 */
export const SETS = [
  { name: 'questions', use: 'train' },
  { name: 'dev', use: 'train' },
  { name: 'open', use: 'train' },
  { name: 'trade', use: 'train' },
  { name: 'real', use: 'develop' },
  { name: 'exclusions', use: 'calibrate' },
  { name: 'held-out', use: 'test' },
  { name: 'fresh', use: 'test' },
] as const
export type GoldSet = (typeof SETS)[number]['name']

export function readGold(language: Language, set: GoldSet = 'questions'): GoldQuestion[] {
  const rows = (file: string) =>
    readFileSync(join(import.meta.dirname, file), 'utf8')
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'))
  const codesIn = (cell = '') => cell.split(/[ ,]/).filter(Boolean)
  // Lines that other people wrote have their language and source in columns of their own.
  if (set === 'real' || set === 'exclusions')
    return rows(`${set}.tsv`).flatMap(([question = '', lang, headings, kind = '', source = '']) =>
      lang === language ? [{ language, class: kind, question, expected: codesIn(headings), source }] : [],
    )
  return rows(`${set}-${language}.tsv`).map(([kind = '', question = '', expected]) => ({
    ...{ language, class: kind, question, expected: codesIn(expected), source: set },
  }))
}

/** Right when it is the expected code, something below it, or a heading above it. */
const isRight = (found: string, expected: string): boolean => found.startsWith(expected) || expected.startsWith(found)

/** Codes found, best first → figures. A question that must find nothing is right when nothing was found. */
export function scoreOf(questions: readonly GoldQuestion[], find: (question: string) => readonly string[]): Score {
  let recall = 0
  let precision = 0
  let rank = 0
  let right = 0
  for (const { question, expected } of questions) {
    const found = find(question)
    if (expected.length === 0) {
      const nothing = found.length === 0 ? 1 : 0
      recall += nothing
      precision += nothing
      rank += nothing
      right += nothing
      continue
    }
    const top = found.slice(0, 10)
    recall += expected.filter((code) => top.some((one) => isRight(one, code))).length / expected.length
    const first = found.slice(0, 3)
    if (first.length > 0)
      precision += first.filter((one) => expected.some((code) => isRight(one, code))).length / first.length
    const at = found.findIndex((one) => expected.some((code) => isRight(one, code)))
    if (at >= 0) rank += 1 / (at + 1)
    if (at === 0) right++
  }
  const share = (sum: number) => Math.round((sum / questions.length) * 1000) / 1000
  return {
    questions: questions.length,
    recallAt10: share(recall),
    precisionAt3: share(precision),
    reciprocalRank: share(rank),
    firstRight: share(right),
  }
}

/** Figures for each class, and for all questions that have an answer. */
export function scoresByClass(
  questions: readonly GoldQuestion[],
  find: (question: string) => readonly string[],
): Map<string, Score> {
  const classes = Map.groupBy(questions, (question) => question.class)
  const scores = new Map([...classes].map(([name, group]) => [name, scoreOf(group, find)]))
  scores.set(
    'all',
    scoreOf(
      questions.filter(({ expected }) => expected.length > 0),
      find,
    ),
  )
  return scores
}

/** How an answer's verdict compares with that of the codes that were expected. */
export interface Verdicts {
  /** Answered `no_match` about goods, while an expected code is listed: the worst answer. */
  readonly wrongNoMatch: number
  /** Answered `restricted`, while no expected code is listed. */
  readonly wrongRestricted: number
  /** Nothing was understood, and the answer says so. */
  readonly notUnderstood: number
}

/** Shares of the questions that have an answer. `isListed` is about a code, `answered` about a name; null when it was not understood. */
export function verdictsOf(
  questions: readonly GoldQuestion[],
  isListed: (code: string) => boolean,
  answered: (question: string) => boolean | null,
): Verdicts {
  const asked = questions.filter(({ expected }) => expected.length > 0)
  const counts = { wrongNoMatch: 0, wrongRestricted: 0, notUnderstood: 0 }
  for (const { question, expected } of asked) {
    const verdict = answered(question)
    const truth = expected.some(isListed)
    if (verdict === null) counts.notUnderstood++
    else if (truth && !verdict) counts.wrongNoMatch++
    else if (!truth && verdict) counts.wrongRestricted++
  }
  const share = (count: number) => Math.round((count / Math.max(1, asked.length)) * 1000) / 1000
  return {
    wrongNoMatch: share(counts.wrongNoMatch),
    wrongRestricted: share(counts.wrongRestricted),
    notUnderstood: share(counts.notUnderstood),
  }
}
