import { type Digits, onOnePath, prefixOf, touches, withoutEx } from '../../base/cn-code.ts'
import type { Text } from '../../base/language.ts'
import { ownText } from '../../base/own-text.ts'
import {
  isCurrent,
  isGone,
  isInAct,
  type Law,
  type Listing,
  type Placed,
  provisionId,
  type RegimeLaw,
  rowsOf,
} from '../read/law.ts'
import { NONE } from '../read/read-table.ts'
import { type Nomenclatures, tariffTable } from '../tariff/nomenclature-years.ts'
import {
  type Act,
  type AnnexData,
  type AnnexRole,
  type Direction,
  type Doubt,
  GRANT_KINDS,
  type Measure,
  type Provision,
} from '../terms/law.ts'
import { type Limit, parseLimit } from '../terms/limit.ts'
import { taricTable } from '../witness/witness.ts'
import { type AsksOf, asksOf } from './asks.ts'
import { type BasisOf, basisOf } from './basis.ts'
import { buildCountries } from './countries.ts'
import type { AboutCodes, Basis, DatasetCore, DatasetParts, Entry, Regime } from './dataset.ts'
import { concernsGoods, openDoubts } from './doubts.ts'
import { type GrantsOf, grantsOf } from './grants.ts'
import { nearOf } from './near.ts'
import { type PartialBy, partialBy } from './partial.ts'
import { linkPredecessors, NO_PREDECESSORS } from './predecessors.ts'
import { regimeNames, regimeOf } from './regime.ts'
import { type ActDay, neverInForce, validityOf } from './validity.ts'

/** Builds the dataset of a law without mistakes: one entry for every listing × measure, with everything that an answer needs precomputed. */
export function coreOf(law: Law, nomenclatures: Nomenclatures, hash: string): DatasetCore {
  const acts = actsByCelex(law.acts)
  const common: Omit<Facts, 'asks' | 'basis'> = {
    actDay: (celex) => acts.get(celex)?.in_force_from ?? null,
    partialBy: (listing) => partialBy(listing, nomenclatures),
  }
  const entries: Entry[] = []
  const ended: Entry[] = []
  const regimes: Regime[] = []
  const allGoods: Entry[] = []
  const nearRows = valuesOf(law.near)
  const near = nearOf(nearRows)
  const countries = buildCountries(law.countries!.value, near)
  const all = law.regimes.map(({ regime }) => regime.value)
  for (const source of law.regimes) {
    const asks = asksOf(source)
    const regime = regimeOf(
      source,
      actsByCelex(law.acts, source.regime.value.code),
      asks,
      near,
      regimeNames(source.regime.value, all, countries),
    )
    regimes.push(regime)
    const facts = { ...common, asks, basis: basisOf(source.regime.value, acts) }
    const found = [...draftsOf(source, regime, facts)].map(entryOf)
    linkPredecessors(found)
    for (const entry of found) {
      if (entry.code === ALL_GOODS) allGoods.push(entry)
      else {
        if (entry.except.length > 0) entry.except = entry.except.map((code) => widest(code, nomenclatures))
        entry.ord = entries.length + ended.length
        const list = entry.validity.untilAct === null ? entries : ended
        list.push(entry)
      }
    }
  }
  const state = regimes
    .map(({ data }) => data.state)
    .toSorted()
    .at(-1)
  return {
    version: ownText(`${state}-${hash.slice(0, 12)}`),
    acts: valuesOf(law.acts),
    unread: valuesOf(law.unread),
    regimes,
    entries,
    ended,
    allGoods,
    countries: law.countries!.value,
    near: nearRows,
    codes: nomenclatures.codes,
    national: valuesOf(law.national),
    hints: law.hints!.value,
    guides: valuesOf(law.guides),
    documents: valuesOf(law.documents),
    meanings: valuesOf(law.meanings),
  }
}

/** The parts of a law that was read. */
export const partsOf = ({
  nomenclatures,
  regimes,
  words,
  lexicon,
  nameModel,
  witness,
  controls,
}: Law): DatasetParts => ({
  tariff: () => tariffTable(nomenclatures),
  listings: () => regimes.map(({ annexes }) => annexes.map(({ listings }) => valuesOf(listings))),
  names: () => ({ words: valuesOf(words), lexicon: valuesOf(lexicon) }),
  nameModel: () => nameModel,
  witness: () =>
    witness && {
      data: witness.declared.value,
      rows: taricTable(valuesOf(witness.rows)),
      differences: valuesOf(witness.differences),
      documentDifferences: valuesOf(witness.documentDifferences),
    },
  controls: () => controls && { data: controls.declared.value, rows: taricTable(valuesOf(controls.rows)) },
})

/** An act that amends several regimes stands in the list once for each; `own` is the regime whose entry is taken. */
const actsByCelex = (acts: Law['acts'], own?: string): ReadonlyMap<string, Act> =>
  new Map([...acts, ...acts.filter(({ value }) => value.regime === own)].map(({ value }) => [value.celex, value]))

const valuesOf = <T>(placed: readonly Placed<T>[]): readonly T[] => placed.map(({ value }) => value)

type Draft = Omit<Entry, 'ord' | 'before'>
type Unlinked = { -readonly [Field in keyof Entry]: Entry[Field] }

/**
 * An entry without its place among the others. All fields are named here, because V8 keeps an object that was put together
 * from so many spread parts as a hash table: reading it takes a third of the time that a large answer takes.
 */
const entryOf = (draft: Draft): Unlinked => ({
  code: draft.code,
  except: orNone(draft.except),
  narrowed: orNone(draft.narrowed),
  annex: draft.annex,
  annexOrd: draft.annexOrd,
  role: draft.role,
  listedAs: draft.listedAs,
  translated: draft.translated,
  category: draft.category,
  limits: orNone(draft.limits),
  partialBy: draft.partialBy,
  leftOut: draft.leftOut,
  regime: draft.regime,
  article: draft.article,
  type: draft.type,
  direction: draft.direction,
  flow: draft.flow,
  movements: orNone(draft.movements),
  allGoods: draft.allGoods,
  dealing: draft.dealing,
  servicesOnly: draft.servicesOnly,
  title: draft.title,
  summary: draft.summary,
  condition: draft.condition,
  notes: orNone(draft.notes),
  asks: orNone(draft.asks),
  activities: orNone(draft.activities),
  relatedServices: draft.relatedServices,
  validity: draft.validity,
  doubts: orNone(draft.doubts),
  basis: draft.basis,
  quality: draft.quality,
  exemptions: orNone(draft.exemptions),
  derogations: orNone(draft.derogations),
  winddowns: orNone(draft.winddowns),
  before: NO_PREDECESSORS,
  ord: -1,
})

/** One list without members for all entries: most of their lists are empty. */
const orNone = <T extends readonly unknown[] | string>(list: T): T =>
  list.length === 0 ? (NONE as readonly unknown[] as T) : list

/** Stands for the code of a measure that covers all goods. */
const ALL_GOODS = '' as Digits

/** Facts about a row that need the rest of the law or the tariff. */
interface Facts {
  readonly actDay: ActDay
  readonly partialBy: (listing: Listing) => PartialBy
  readonly basis: BasisOf
  readonly asks: AsksOf
}

function* draftsOf(source: RegimeLaw, regime: Regime, facts: Facts): Generator<Draft> {
  const grants = grantsOf(source, facts.actDay, facts.asks)
  const annexes = annexesOf(source)
  for (const { value: measure } of openFirst(source.measures)) {
    const found = measure.annex === null ? undefined : annexes.get(measure.annex)
    // A list that is gone says nothing of a measure of today that names its annex: Annex II has software alone since 2026.
    if (found && (found.today || !isInAct(measure))) {
      yield* annexEntries(found, measure, regime, grants, facts)
    } else yield* articleEntries(measure, regime, grants, facts)
  }
  for (const kind of GRANT_KINDS) {
    for (const { value: provision } of openFirst(source.grants.filter(({ value }) => value.kind === kind))) {
      const found = provision.annex === undefined ? undefined : annexes.get(provision.annex)
      // Rows that an ended grant takes from the list of a measure are entries of that measure.
      if (!found || provision.rows_of !== undefined) continue
      yield* listEntries(provision, found, source, regime, grants, facts)
    }
  }
}

/** What stands in the act, and behind it what has left it. */
const openFirst = <T extends { readonly value: { readonly until_act?: string } }>(all: readonly T[]): readonly T[] =>
  all.toSorted((a, b) => Number(isInAct(b.value)) - Number(isInAct(a.value)))

/** An annex with the rows of today and those that have ended. */
interface AnnexRows {
  readonly annex: string
  readonly role: AnnexRole
  readonly order: number
  /** Whether the act still has it, with codes. */
  readonly today: boolean
  readonly listings: readonly Listing[]
  readonly headings: readonly Text[]
  readonly leftOut: NonNullable<AnnexData['left_out']>
  readonly doubts: readonly Doubt[]
}

const annexesOf = ({ annexes }: RegimeLaw): ReadonlyMap<string, AnnexRows> =>
  new Map(
    annexes.map((annex, order) => {
      const { annex: name, role, headings = [], left_out: leftOut = [], doubts = [] } = annex.declared.value
      const listings = [...rowsOf(annex), ...rowsOf(annex, false)]
      return [name, { annex: name, role, order, today: !isGone(annex), listings, headings, leftOut, doubts }]
    }),
  )

/** Entries for the rows of an annex under a measure. If the measure also names codes, only rows with these codes. */
function* annexEntries(
  annex: AnnexRows,
  measure: Measure,
  regime: Regime,
  grants: GrantsOf,
  facts: Facts,
): Generator<Draft> {
  const granted = grants(measure.grants)
  for (const listing of annex.listings) {
    if (listing.code === '') continue
    if (measure.codes && !namesRow(measure.codes, listing)) continue
    const validity = validityOf(listing, measure, facts.actDay, regime.data.state)
    if (neverInForce(validity)) continue
    const doubts = [...doubtsOf(annex, listing), ...openDoubts(measure)].filter(concernsGoods(listing.code))
    yield {
      ...listed(listing, listing.code, annex),
      partialBy: facts.partialBy(listing),
      ...ruled(measure, regime, listing.code, facts),
      limits: listing.limits === 'any' || listing.limits.length > 0 ? listing.limits : limitsOf(measure),
      validity,
      doubts,
      ...readIn(facts.basis.row(listing), regime, listing),
      ...granted,
    }
  }
}

/** Entries for the codes that an article names itself (2711 11 00 in Article 3ra). */
function* articleEntries(measure: Measure, regime: Regime, grants: GrantsOf, facts: Facts): Generator<Draft> {
  const validity = validityOf(null, measure, facts.actDay, regime.data.state)
  if (neverInForce(validity)) return
  const granted = grants(measure.grants)
  for (const written of measure.all_goods ? [''] : (measure.codes ?? [])) {
    const code = written === '' ? ALL_GOODS : withoutEx(written)
    yield {
      code,
      except: NONE,
      narrowed: NONE,
      partialBy: written.startsWith('ex ') ? 'description' : null,
      leftOut: null,
      annex: null,
      annexOrd: Number.MAX_SAFE_INTEGER,
      role: 'goods',
      listedAs: measure.listed_as?.find(({ codes }) => codes.includes(written))?.text ?? null,
      translated: false,
      category: null,
      limits: limitsOf(measure),
      ...ruled(measure, regime, code, facts),
      validity,
      doubts: openDoubts(measure).filter(concernsGoods(code)),
      ...readIn(facts.basis.measure(measure), regime),
      ...granted,
    }
  }
}

/** Entries for the rows of a list of exemptions, quotas or wind-downs. Their type is never a ban. */
function* listEntries(
  provision: Provision,
  annex: AnnexRows,
  source: RegimeLaw,
  regime: Regime,
  grants: GrantsOf,
  facts: Facts,
): Generator<Draft> {
  const id = provisionId(provision)
  const measures = source.measures
    .map(({ value }) => value)
    .filter((measure) => isInAct(measure) && measure.grants?.includes(id))
  const first = measures[0]
  // A list of what ships may bring into port (3ea) lifts a ban on ports, and says nothing of trade in the goods.
  if (!first || measures.every(({ annex: goods, codes }) => goods === null && codes === undefined)) return
  const granted = grants([id])
  for (const listing of annex.listings) {
    if (listing.code === '' || (provision.category && listing.category !== provision.category)) continue
    if (!touches({ codes: (provision.codes ?? []).map(withoutEx), except: [] }, listing.code)) continue
    const validity = validityOf(listing, first, facts.actDay, regime.data.state)
    if (neverInForce(validity)) continue
    const doubts = [...doubtsOf(annex, listing), ...openDoubts(provision)].filter(concernsGoods(listing.code))
    yield {
      ...listed(listing, listing.code, annex),
      partialBy: facts.partialBy(listing),
      regime,
      article: provision.ref,
      type: 'restriction',
      direction: shared(measures.map(({ direction }) => direction)),
      flow: shared(measures.map(({ flow }) => flow)),
      movements: measures.flatMap(({ movement }) => [movement]),
      allGoods: false,
      dealing: null,
      servicesOnly: false,
      title: first.title,
      summary: provision.text,
      condition: null,
      notes: [],
      asks: [],
      activities: [],
      relatedServices: false,
      validity,
      doubts,
      ...readIn(facts.basis.row(listing), regime, listing),
      ...granted,
    }
  }
}

/** What no consolidated text shows yet is never verified, whatever the rest of the regime is. */
const readIn = (basis: Basis, { data }: Regime, listing?: Listing): Pick<Entry, 'basis' | 'quality'> => ({
  basis,
  quality: listing && listing.basis !== '' ? 'to_review' : data.data_quality,
})

/** Codes beside an annex narrow it to rows of today. Rows of the past may have been printed wider or narrower. */
const namesRow = (codes: readonly string[], listing: Listing): boolean => {
  const { code } = listing
  if (isCurrent(listing) || code === '') return codes.includes(code)
  return codes.some((one) => onOnePath(withoutEx(one), code))
}

const shared = <T extends Direction | string>(values: readonly (T | null)[]): T | null =>
  values.every((value) => value === values[0]) ? (values[0] ?? null) : null

function listed(listing: Listing, code: Digits, { annex, role, order, headings, leftOut }: AnnexRows) {
  const heading = (text: string): Text | null =>
    text === '' ? null : (headings.find(({ en }) => en === text) ?? { en: text, pl: text })
  return {
    code,
    except: listing.except,
    narrowed: listing.narrowed,
    leftOut: leftOut.find(({ codes }) => codes.includes(code))?.text ?? null,
    annex,
    annexOrd: order,
    role,
    listedAs: listedAs(listing, heading(listing.under)),
    translated: listing.plSource === 'ours',
    category: heading(listing.category),
    limits: listing.limits,
  }
}

/** The designation under its heading. It is English in both languages when the row has no Polish designation. */
function listedAs({ designation, designationPl }: Listing, under: Text | null): Text | null {
  // Of rows that were listed whole and have ended only the code is kept.
  if (designation === '') return null
  const en = under ? ownText(`${under.en}: ${designation}`) : designation
  if (designationPl === '') return { en, pl: en }
  return { en, pl: under ? ownText(`${under.pl}: ${designationPl}`) : designationPl }
}

const ruled = (measure: Measure, regime: Regime, code: Digits, { asks }: Facts) => ({
  regime,
  article: measure.article,
  type: measure.type,
  direction: measure.direction,
  flow: measure.flow,
  movements: measure.movement ? [measure.movement] : [],
  allGoods: measure.all_goods ?? false,
  dealing: measure.dealing ?? null,
  servicesOnly: measure.services_only ?? false,
  title: measure.title,
  summary: measure.summary,
  condition: measure.limit_text ?? null,
  notes: notesOf(measure).filter(concernsGoods(code)),
  asks: asks(measure),
  activities: measure.activities,
  relatedServices: measure.services_too ?? false,
})

/** Notes about some codes come before the note about all. */
const notesOf = ({ note, code_notes }: Measure): readonly AboutCodes[] => [
  ...(code_notes ?? []),
  ...(note ? [{ text: note }] : []),
]

const limitsOf = (measure: Measure): readonly Limit[] => (measure.limit ?? []).flatMap((text) => parseLimit(text) ?? [])

/**
 * A doubt without an id concerns the whole annex, one with an id the rows that name it. The codes of an annex's doubt are codes
 * that no row lists. They are warnings of the regime (`openQuestions`) and do not narrow the doubt of a row.
 */
const doubtsOf = (annex: AnnexRows, listing: Listing): readonly Doubt[] =>
  annex.doubts.filter(({ id }) => id === undefined || id === listing.doubt).map(({ codes, ...doubt }) => doubt)

/** The shortest code with the same goods: 7401 00 00 is all of 7401, so an exception of it excludes the heading too. */
function widest(code: Digits, nomenclatures: Nomenclatures): Digits {
  let whole = code
  for (const length of [6, 4]) {
    const above = prefixOf(code, length)
    const same = nomenclatures.years.every((year) => {
      const nomenclature = nomenclatures.of(year)
      return nomenclature.line(above) === nomenclature.line(whole)
    })
    if (length < whole.length && same) whole = above
  }
  return whole
}
