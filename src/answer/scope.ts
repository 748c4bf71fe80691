import type { Dataset, Regime } from '../law/build/dataset.ts'
import { group, onOnePath } from '../terms/cn-code.ts'
import type { Language } from '../terms/language.ts'
import { DIRECTIONS, type Direction } from '../terms/law.ts'
import { sharedBy } from './memoize.ts'
import type { Question } from './question.ts'
import type { Scope } from './response.ts'
import { actsPending, beforeComplete, ENDED_CODE, replacesEnded, UNKNOWN_CODE } from './texts.ts'

/** The part of a question that what was looked at follows from. */
type Asked = Pick<Question, 'language' | 'direction' | 'asOf' | 'read'>

/** What was looked at, and what no code can answer. */
export function scopeOf(dataset: Dataset, regimes: readonly Regime[], question: Asked, cnYear: number): Scope {
  const { language, direction, asOf } = question
  return {
    as_of: asOf,
    cn_year: cnYear,
    dataset: dataset.version,
    regimes: regimes.map((regime) =>
      regimesShared(regime, `${language} ${direction}`, () => checkedOf(regime, direction, language)),
    ),
    directions: direction === null ? [...DIRECTIONS] : [direction],
    warnings: warningsOf(dataset, regimes, question),
  }
}

const regimesShared = sharedBy<Regime, Scope['regimes'][number]>()

function checkedOf(
  { data, annexes, uncoded, pending }: Regime,
  direction: Direction | null,
  language: Language,
): Scope['regimes'][number] {
  const concerned = ({ directions }: { readonly directions: readonly Direction[] }) =>
    direction === null || directions.length === 0 || directions.includes(direction)
  return {
    code: data.code,
    celex: data.consolidated.celex,
    consolidated_version: data.consolidated.version,
    complete_from: data.complete_from,
    annexes_checked: annexes.filter(concerned).map(({ annex }) => annex),
    uncoded_annexes: uncoded
      .filter(concerned)
      .map(({ annex, article, what }) => ({ annex, article, what: what[language] })),
    pending_acts: pending.map(({ celex, title, in_force_from }) => ({ celex, title: title[language], in_force_from })),
  }
}

function warningsOf(dataset: Dataset, regimes: readonly Regime[], { asOf, language, read }: Asked): string[] {
  const warnings: string[] = []
  for (const { data, pending, openQuestions } of regimes) {
    if (asOf < data.complete_from) warnings.push(beforeComplete(data.code, data.complete_from)[language])
    const late = pending.filter(({ in_force_from }) => in_force_from === null || in_force_from <= asOf)
    if (late.length > 0)
      warnings.push(
        actsPending(
          data.code,
          late.map(({ title }) => title),
        )[language],
      )
    if (read.as !== 'cn_code') continue
    for (const { annex, codes, text } of openQuestions) {
      if (codes.some((code) => onOnePath(code, read.digits))) warnings.push(`${data.code}, ${annex}: ${text[language]}`)
    }
  }
  return read.as === 'cn_code' ? [...codeWarnings(dataset, read.digits, asOf, language), ...warnings] : warnings
}

function* codeWarnings(
  { nomenclatures }: Dataset,
  digits: string,
  asOf: string,
  language: Question['language'],
): Generator<string> {
  const year = nomenclatures.of(Number(asOf.slice(0, 4)))
  const replaced = nomenclatures.replaces(digits)
  if (replaced) yield replacesEnded(replaced.codes.map(group).join(', '))[language]
  if (year.exists(digits) || digits.length % 2 === 1) return
  yield (nomenclatures.existedIn(digits).length > 0 ? ENDED_CODE : UNKNOWN_CODE)[language]
}
