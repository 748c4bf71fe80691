import { type Digits, onOnePath } from '../../base/cn-code.ts'
import type { Entry } from '../../law/dataset/dataset.ts'
import { measureOf } from '../judge/charges.ts'
import { type ConcernedMatch, decisiveOf } from '../match/concerned.ts'
import type { Match } from '../match/grants.ts'
import type { Decision, Ruling, State } from './model.ts'

/** What became of the bans of the measures, for every part of an answer that shows a measure. */
export interface Rulings {
  /** The gravest ruling on a measure that concerns the deal for that reason; without a reason, for any. */
  on(entry: Entry, reason?: string): Ruling | undefined
  /** Bans of goods that acts only describe, which hold. */
  readonly described: readonly Ruling[]
  /** Whether the goods asked for are all under the same provisions. */
  readonly isOnePiece: boolean
  /** The codes of the tariff that were chosen among those asked for; null where none was. */
  readonly chosen: readonly Digits[] | null
}

const GRAVEST: readonly State[] = ['holds', 'open', 'unlikely', 'lifted', 'free']

/** The rulings on all goods and ways that were asked about. */
export function rulingsIn({ ways }: Decision, hasChosen: boolean): Rulings {
  const found = new Map<string, Ruling>()
  const described = new Map<string, Ruling>()
  const add = (key: string, ruling: Ruling) => {
    const before = found.get(key)
    if (!before || GRAVEST.indexOf(ruling.state) < GRAVEST.indexOf(before.state)) found.set(key, ruling)
  }
  const pieces = ways.flatMap((way) => way.pieces)
  for (const ruling of new Set(pieces.flatMap(({ rulings }) => rulings))) {
    const { source, cited } = ruling.charge
    if ('described' in source) {
      if (ruling.state === 'holds') described.set(`${cited.regime?.data.code} ${cited.article} ${cited.annex}`, ruling)
      continue
    }
    add(source.measure, ruling)
    add(`${source.measure} ${source.reason}`, ruling)
  }
  return {
    on: (entry, reason) => found.get([measureOf(entry), reason].filter(Boolean).join(' ')),
    described: [...described.values()],
    isOnePiece: ways.every((way) => way.pieces.length === 1),
    chosen: hasChosen ? [...new Set(pieces.flatMap(({ piece }) => piece.codes))] : null,
  }
}

/** Whether a row lists some of the goods that were chosen. */
export const isOfChosen = ({ chosen }: Rulings, { code, except }: Entry): boolean =>
  chosen === null || chosen.some((one) => onOnePath(one, code) && !except.some((out) => one.startsWith(out)))

const isFreed = (ruling: Ruling | undefined): boolean => ruling?.state === 'free' || ruling?.state === 'lifted'

/** The matches of a question without a deal that count for the assessment: of the goods chosen, and freed by nothing. */
export const matchesLeft = (matches: readonly Match[], rulings: Rulings): readonly Match[] =>
  matches.filter(({ entry }) => isOfChosen(rulings, entry) && !isFreed(rulings.on(entry)))

/** A ban that is settled reaches all goods that are asked about as one, and nothing frees part of them. */
export const asRuled = (match: Match, ruling: Ruling | undefined, { isOnePiece }: Rulings): Match =>
  isOnePiece && ruling && isSettled(ruling) ? { ...match, isDeclared: true } : match

/** The same with a deal. */
export function decisiveLeft(concerned: readonly ConcernedMatch[], rulings: Rulings): readonly Match[] {
  const left = concerned.flatMap(({ match, concern }): ConcernedMatch[] => {
    const ruling = rulings.on(match.entry, concern.reason)
    if (!isOfChosen(rulings, match.entry) || isFreed(ruling)) return []
    const kind = ruling && isSettled(ruling) && isOpen(concern.kind) ? 'prohibited' : concern.kind
    return [{ match: asRuled(match, ruling, rulings), concern: { ...concern, kind } }]
  })
  return decisiveOf(left)
}

/** Whether a ban holds by what is known: the goods are those of its rows, or nothing that may free them does. */
const isSettled = ({ state, charge: { holds, lifts }, possible }: Ruling): boolean =>
  state === 'holds' && (holds.every((all) => all.length > 0) || (lifts.length > 0 && possible.length === 0))

/** Whether more than countries decides whether a ban concerns the deal. */
export const isOpen = (kind: ConcernedMatch['concern']['kind']): boolean => kind === 'end_use' || kind === 'proof'
