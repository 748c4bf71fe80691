import type { Digits } from '../../base/cn-code.ts'
import type { Day } from '../../base/day.ts'
import { derivedOnce } from '../../base/derived-once.ts'
import type { Regime, Uncoded } from '../../law/dataset/dataset.ts'
import { nearTo } from '../../law/dataset/near.ts'
import type { Direction } from '../../law/terms/law.ts'
import { concernsDirection } from '../question/directions.ts'
import type { Question } from '../question/question.ts'

export interface NearUncoded {
  readonly regime: Regime
  readonly uncoded: Uncoded
  /** The order of the law. */
  readonly ord: number
}

/** The direction by which measures without codes are chosen. Goods that cross the Union come from and go to other countries. */
export const directionOfUncoded = ({ direction, deal }: Pick<Question, 'direction' | 'deal'>): Direction | null =>
  deal && direction === 'transit' ? null : direction

/** Whether a measure without codes is to be considered on this day. */
export const standsOn = ({ from }: Uncoded, day: Day): boolean => from === null || from <= day

/** Measures without codes whose goods usually have one of these codes. */
export function uncodedNear(
  regimes: readonly Regime[],
  asked: readonly Digits[],
  question: Pick<Question, 'asOf' | 'direction' | 'deal' | 'read'>,
): NearUncoded[] {
  const { read } = question
  const found = rankedUncoded(regimes).filter(({ uncoded: { near } }) =>
    asked.some((code) => nearTo(near, code) === 'near'),
  )
  const called = read.as === 'name' ? uncodedCalled(regimes, read.text) : []
  if (found.length === 0 && called.length === 0) return []
  return [...new Set([...found, ...called])]
    .filter(({ uncoded }) => standsOn(uncoded, question.asOf))
    .filter(({ uncoded }) => concernsDirection(uncoded, directionOfUncoded(question)))
    .toSorted((a, b) => a.ord - b.ord)
}

/** Goods without codes that a name calls by their own words, on the way that it is asked about; nothing for a code. */
export const calledBy = (
  regimes: readonly Regime[],
  question: Pick<Question, 'direction' | 'deal' | 'read'>,
): readonly NearUncoded[] =>
  question.read.as === 'name'
    ? uncodedCalled(regimes, question.read.text).filter(({ uncoded }) =>
        concernsDirection(uncoded, directionOfUncoded(question)),
      )
    : []

/** Measures without codes about goods that the name calls by one of their own words. */
function uncodedCalled(regimes: readonly Regime[], text: string): readonly NearUncoded[] {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  return rankedUncoded(regimes).filter(({ uncoded: { names } }) =>
    names.some((name) => words.some((word) => word.startsWith(name))),
  )
}

const rankedUncoded = derivedOnce((regimes: readonly Regime[]): readonly NearUncoded[] =>
  regimes
    .flatMap((regime) => regime.uncoded.map((uncoded) => ({ regime, uncoded })))
    .map((one, ord): NearUncoded => ({ ...one, ord })),
)
