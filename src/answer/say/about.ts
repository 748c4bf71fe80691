import type { DecidedPiece, DecidedWay, Decision, Ruling } from '../decide/model.ts'
import type { Charge, Duty, Lift } from '../judge/model.ts'

/** What a decision rests on, gathered from its gravest ways: every charge and duty once. */
export interface About {
  /** The bans that hold, or on which it depends. */
  readonly deciding: readonly Ruling[]
  readonly lifted: readonly (Ruling & { readonly by: Lift })[]
  readonly duties: readonly Duty[]
  /** Bans that begin at a value which the deal does not reach. */
  readonly notReached: readonly { readonly charge: Charge; readonly above: number }[]
  /** Whether only some of the goods asked for are prohibited. */
  readonly isMixed: boolean
}

export function aboutOf({ answer, ways }: Decision): About {
  const gravest = ways.filter((way) => way.answer === answer)
  const pieces = gravest.flatMap((way) => way.pieces)
  const rulings = pieces.flatMap((piece) => piece.rulings)
  const holding = rulings.filter(({ state }) => state === 'holds')
  const open = rulings.filter(({ state }) => state === 'open')
  return {
    deciding: onceByBan(answer === 'prohibited' ? holding : answer === 'depends' ? [...open, ...holding] : []),
    lifted: onceByBan(rulings).filter((one): one is Ruling & { by: Lift } => one.by !== null),
    duties: dutiesOnce(pieces),
    notReached: onceByBan(rulings).flatMap(beyond),
    isMixed: gravest.some(isMixed),
  }
}

const beyond = ({ charge, state }: Ruling): About['notReached'][number][] => {
  const limits = charge.holds.flatMap((all) => all.flatMap((one) => (one.kind === 'value' ? [one.above] : [])))
  return state === 'free' && limits.length > 0 ? [{ charge, above: Math.min(...limits) }] : []
}

const isMixed = ({ pieces }: DecidedWay): boolean => new Set(pieces.map(({ answer }) => answer)).size > 1

const keyOf = ({ cited, happening }: Charge): string =>
  [cited.regime?.data.code, cited.article, cited.annex, happening.words].join(' ')

/** One ruling for each ban: of several pieces the one whose goods were listed first, since the ban began with them. */
function onceByBan(rulings: readonly Ruling[]): readonly Ruling[] {
  const found = new Map<string, Ruling>()
  for (const ruling of rulings) {
    const before = found.get(keyOf(ruling.charge))
    if (!before || (ruling.state === before.state && isOlder(ruling.charge, before.charge)))
      found.set(keyOf(ruling.charge), ruling)
  }
  return [...found.values()]
}

const isOlder = ({ since }: Charge, other: Charge): boolean =>
  since !== null && other.since !== null && since < other.since

function dutiesOnce(pieces: readonly DecidedPiece[]): readonly Duty[] {
  const found = new Map<string, Duty>()
  for (const duty of pieces.flatMap(({ duties }) => duties)) {
    const key = [duty.kind, duty.cited.regime?.data.code, duty.cited.article, duty.text].join(' ')
    if (!found.has(key)) found.set(key, duty)
  }
  return [...found.values()]
}

/** Whether a duty is to compare the goods with a description. */
export const isCompared = ({ item }: Duty): boolean => item !== undefined
