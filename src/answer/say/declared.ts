import { type Digits, onOnePath } from '../../base/cn-code.ts'
import type { Language, Phrase } from '../../base/language.ts'
import type { Entry } from '../../law/dataset/dataset.ts'
import { FINDING_KINDS } from '../../law/terms/law.ts'
import { withCapital } from '../../law/terms/wording.ts'
import type { Decision, Ruling, State } from '../decide/model.ts'
import { measureOf } from '../judge/charges.ts'
import { type Finding, WITHOUT_MATCHES } from '../judge/finding.ts'
import type { Lift } from '../judge/model.ts'
import type { Concern } from '../match/concern.ts'
import { type ConcernedMatch, decisiveOf } from '../match/concerned.ts'
import type { Match } from '../match/grants.ts'
import { citedInWords } from './cites.ts'
import type { JudgedDeal } from './judged-deal.ts'

/** What became of the bans of the measures with what was declared. */
export interface Declared {
  /** The gravest ruling on a measure that concerns the deal for that reason; without a reason, for any. */
  rulingOn(entry: Entry, reason?: string): Ruling | undefined
  /** Bans of goods that acts only describe, which hold. */
  readonly described: readonly Ruling[]
  /** Whether the goods asked for are all under the same provisions. */
  readonly isOnePiece: boolean
  /** The codes of the tariff that were chosen among those asked for; null where none was. */
  readonly chosen: readonly Digits[] | null
}

const GRAVEST: readonly State[] = ['holds', 'open', 'unlikely', 'lifted', 'free']

/** The rulings on all goods and ways that were asked about. */
export function declaredIn({ ways }: Decision, hasChosen: boolean): Declared {
  const found = new Map<string, Ruling>()
  const described = new Map<string, Ruling>()
  const add = (key: string, ruling: Ruling) => {
    const before = found.get(key)
    if (!before || GRAVEST.indexOf(ruling.state) < GRAVEST.indexOf(before.state)) found.set(key, ruling)
  }
  for (const ruling of ways.flatMap(({ pieces }) => pieces.flatMap(({ rulings }) => rulings))) {
    const { source, cited } = ruling.charge
    if ('described' in source) {
      if (ruling.state === 'holds') described.set(`${cited.regime?.data.code} ${cited.article} ${cited.annex}`, ruling)
      continue
    }
    add(source.measure, ruling)
    add(`${source.measure} ${source.reason}`, ruling)
  }
  return {
    rulingOn: (entry, reason) => found.get([measureOf(entry), reason].filter(Boolean).join(' ')),
    described: [...described.values()],
    isOnePiece: ways.every(({ pieces }) => pieces.length === 1),
    chosen: hasChosen ? [...new Set(ways.flatMap(({ pieces }) => pieces.flatMap(({ piece }) => piece.codes)))] : null,
  }
}

/** Whether a row lists some of the goods that were chosen. */
export const isOfChosen = (chosen: readonly Digits[] | null, { code, except }: Entry): boolean =>
  chosen === null || chosen.some((one) => onOnePath(one, code) && !except.some((out) => one.startsWith(out)))

export const isFreed = (ruling: Ruling | undefined): boolean => ruling?.state === 'free' || ruling?.state === 'lifted'

/** A deal as declared facts leave it: what they free is found no more, and what they settle is. Its results stay. */
export function asDeclared(
  deal: JudgedDeal,
  { rulingOn, described, isOnePiece, chosen }: Declared,
  language: Language,
): JudgedDeal {
  const byMatch = new Map(
    deal.concerned.map(({ match, concern }) => [match, rulingOn(match.entry, concern.reason)] as const),
  )
  const remaining = deal.concerned.flatMap((one): ConcernedMatch[] => {
    const ruling = byMatch.get(one.match)
    if (!isOfChosen(chosen, one.match.entry)) return []
    if (!ruling) return [one]
    if (isFreed(ruling)) return []
    if (ruling.state !== 'holds' || ruling.charge.holds.some((all) => all.length === 0)) return [one]
    const kind = isOpen(one.concern) ? 'prohibited' : one.concern.kind
    return [{ match: { ...one.match, ...(isOnePiece && { isDeclared: true }) }, concern: { ...one.concern, kind } }]
  })
  return {
    ...deal,
    decisive: decisiveOf(remaining),
    findings: [
      ...described.map(findingOnDescribed),
      ...deal.findings.flatMap((finding) => {
        const matches = finding.matches.filter(({ entry }) => isOfChosen(chosen, entry))
        if (matches.length === 0 && finding.matches.length > 0) return []
        return findingsAsDeclared({ ...finding, matches }, (match) => byMatch.get(match), language)
      }),
    ].toSorted((a, b) => FINDING_KINDS.indexOf(a.kind) - FINDING_KINDS.indexOf(b.kind)),
  }
}

/** Whether more than countries decides whether a ban concerns the deal. */
const isOpen = ({ kind }: Concern): boolean => kind === 'end_use' || kind === 'proof'

function findingOnDescribed({ charge: { source, cited, happening } }: Ruling): Finding {
  const what = 'described' in source ? source.described : ''
  const regime = cited.regime?.data.code ?? null
  const text = `${withCapital(happening.words)}. ${what}`
  return { ...WITHOUT_MATCHES, kind: 'prohibited', regime, article: cited.article, text }
}

/** Bans that countries do not settle may be one finding, of which one holds and another does not. */
function findingsAsDeclared(
  finding: Finding,
  rulingOn: (match: Match) => Ruling | undefined,
  language: Language,
): readonly Finding[] {
  const groups = Map.groupBy(finding.matches, rulingOn)
  if ([...groups.keys()].every((ruling) => ruling === undefined)) return [finding]
  return [...groups].flatMap(([ruling, matches]): Finding[] => {
    const of = { matches, article: articlesOf(matches) }
    if (!ruling) return [{ ...finding, ...of }]
    const { charge, state, by } = ruling
    if (state === 'holds' && (finding.kind === 'end_use' || finding.kind === 'proof'))
      return [{ ...finding, ...of, kind: 'prohibited', text: banned(ruling, matches, language) }]
    if (state === 'lifted' && by) return [{ ...finding, ...of, kind: 'proof', text: claimed(ruling, by, language) }]
    if (state === 'free') {
      const { otherwise } = charge
      if (otherwise === null) return []
      return [
        finding.kind === otherwise.kind
          ? { ...finding, ...of }
          : { ...finding, ...of, kind: otherwise.kind, text: otherwise.text },
      ]
    }
    return [{ ...finding, ...of }]
  })
}

const articlesOf = (matches: readonly Match[]): string =>
  [...new Set(matches.map(({ entry }) => entry.article))].join('; ')

const banned = ({ charge }: Ruling, matches: readonly Match[], language: Language): string =>
  [`${withCapital(charge.happening.words)}.`, ...new Set(matches.map(({ entry }) => entry.summary[language]))].join(' ')

const claimed = ({ charge }: Ruling, by: Lift, language: Language): string =>
  CLAIMED[language](citedInWords(by.cited, language), citedInWords(charge.cited, language), by.text)

const CLAIMED: Phrase<[claim: string, ban: string, text: string]> = {
  pl: (claim, ban, text) =>
    `Według oświadczenia ma zastosowanie ${claim} (wyjątek od zakazu: ${ban}): ${text} Należy się na to powołać i móc to wykazać.`,
  en: (claim, ban, text) =>
    `As declared, ${claim} applies (an exception from the ban of ${ban}): ${text} It has to be claimed, and proof of it kept.`,
}
