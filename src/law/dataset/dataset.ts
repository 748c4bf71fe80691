import { type CodeSet, type Digits, onOnePath } from '../../base/cn-code.ts'
import type { Day } from '../../base/day.ts'
import { derivedOnce } from '../../base/derived-once.ts'
import type { Text } from '../../base/language.ts'
import type { Listing } from '../read/law.ts'
import type { NameModel } from '../read/name-model.ts'
import type { NearRow } from '../read/read-near.ts'
import type { TaricDocument } from '../read/read-taric.ts'
import type { CodesByYear, Nomenclatures, TariffTable } from '../tariff/nomenclature-years.ts'
import type {
  Act,
  AnnexRole,
  BasisKind,
  CountryData,
  DataQuality,
  Derogation,
  Direction,
  Doubt,
  Exemption,
  Guide,
  Hints,
  LexiconWord,
  Meaning,
  Movement,
  NationalLaw,
  Provision,
  RestrictionType,
  UnreadAct,
  Winddown,
  Words,
} from '../terms/law.ts'
import type { Limits } from '../terms/limit.ts'
import type { Controls, ControlTables } from '../witness/controls.ts'
import type { Witness, WitnessTables } from '../witness/witness.ts'
import type { Ask } from './asks.ts'
import type { Countries } from './countries.ts'
import type { PartialBy } from './partial.ts'
import type { Regime } from './regime.ts'
import type { Validity } from './validity.ts'

/** The law as it is served. It is built once and frozen. */
export interface Dataset {
  /** The newest state of the law in it and a hash of its content: `2026-07-24-98464c0ffabf`. */
  readonly version: string
  /** An act stands here once for each regime that it amends. */
  readonly acts: readonly Act[]
  /** Those of them of which only the number is known. */
  readonly unread: readonly UnreadAct[]
  readonly regimes: readonly Regime[]
  /** What the act lists today. */
  readonly entries: readonly Entry[]
  /** What it listed once: rows and measures that have ended, apart from the others because today's questions never need them. */
  readonly ended: readonly Entry[]
  /** Bans of all goods of an origin. Their code is empty: an answer puts the code asked for in its place. */
  readonly allGoods: readonly Entry[]
  readonly countries: Countries
  /** What Member States ask for besides. */
  readonly national: readonly NationalLaw[]
  /** What a question may say besides the goods. */
  readonly hints: Hints
  readonly guides: readonly Guide[]
  readonly documents: readonly TaricDocument[]
  /** What TARIC asks for; null in a law that does not know. */
  readonly witness: Witness | null
  /** Controls that are no sanctions; null in a law that does not know. */
  readonly controls: Controls | null
  readonly nomenclatures: Nomenclatures
  /** Everyday words and the codes they mean. */
  readonly words: readonly Words[]
  readonly meanings: readonly Meaning[]
  /** Words that do not name goods by themselves, and abbreviations. */
  readonly lexicon: readonly LexiconWord[]
  /** What was learned of names; null in a law without a model of them. */
  readonly nameModel: NameModel | null
}

/**
 * What every answer may need of a dataset, as plain data that can be written to a file. `near` and `countries` are what
 * the indexes of a dataset are made from.
 */
export interface DatasetCore
  extends Pick<
    Dataset,
    | 'version'
    | 'acts'
    | 'unread'
    | 'regimes'
    | 'entries'
    | 'ended'
    | 'allGoods'
    | 'national'
    | 'hints'
    | 'guides'
    | 'documents'
    | 'meanings'
  > {
  readonly countries: CountryData
  readonly near: readonly NearRow[]
  readonly codes: CodesByYear
}

/** Parts that most processes never need. Each is made when it is first asked for. */
export interface DatasetParts {
  tariff(): TariffTable
  listings(): Listings
  names(): Pick<Dataset, 'words' | 'lexicon'>
  nameModel(): NameModel | null
  witness(): WitnessTables | null
  controls(): ControlTables | null
}

/** The rows of the annexes of each regime, in the order of both. */
type Listings = readonly (readonly (readonly Listing[])[])[]

export type { Regime }

/** Goods that have no code: technical lists, software, end-use. */
export type Uncoded = Regime['uncoded'][number]

/** One listing under one measure or grant: the unit of an answer. */
export interface Entry {
  /** Position in the law by regime, annex, row and measure. It breaks ties, so that the order is always the same. */
  readonly ord: number
  readonly regime: Regime
  readonly code: Digits
  readonly except: readonly Digits[]
  /** The codes that the words of the row narrow, if they narrow no others. */
  readonly narrowed: readonly Digits[]
  readonly partialBy: PartialBy
  /** Goods that the words of the row leave out, behind "except" (genitive in Polish), where nothing else narrows it. */
  readonly leftOut: Text | null
  readonly annex: string | null
  readonly annexOrd: number
  readonly article: string
  readonly role: AnnexRole
  readonly type: RestrictionType
  readonly direction: Direction | null
  readonly flow: string | null
  /** The movements that it concerns; several for a list that serves several measures, none in a law that does not say. */
  readonly movements: readonly Movement[]
  /** The ban covers every good of an origin, whatever its code. */
  readonly allGoods: boolean
  /** What is prohibited or asked for, in a few words, where no direction of trade says it. */
  readonly dealing: Text | null
  /** A ban on services alone: the goods themselves may be traded. */
  readonly servicesOnly: boolean
  readonly title: Text
  readonly summary: Text
  readonly condition: Text | null
  /** Further notes, some of them about some codes only. */
  readonly notes: readonly AboutCodes[]
  /** What decides whether the measure is met; of a row of a list of grants nothing is asked here. */
  readonly asks: readonly Ask[]
  readonly activities: readonly string[]
  readonly relatedServices: boolean
  readonly listedAs: Text | null
  /** The Polish designation is our translation. */
  readonly translated: boolean
  readonly category: Text | null
  readonly limits: Limits
  readonly validity: Validity
  /** Ended rows of the same annex and provision that were listed until the day before this one began. */
  readonly before: readonly Entry[]
  readonly basis: Basis
  /** The quality of the data when no doubt concerns the goods asked about. */
  readonly quality: DataQuality
  readonly doubts: readonly Doubt[]
  /** Grants of the measure, also those that have been taken out of the act: `grantsOn` knows those of a day. */
  readonly exemptions: readonly Grant<Exemption>[]
  readonly derogations: readonly Grant<Derogation>[]
  readonly winddowns: readonly Grant<Winddown>[]
}

/** Where a listing was read. One object serves all entries that were read in the same place. */
export interface Basis {
  /** In an amending act, in the consolidated text, or in neither: seen in a witness such as TARIC. */
  readonly kind: BasisKind
  readonly text: Text
}

/** Where an entry has its grants of a kind. */
export type GrantList = 'exemptions' | 'derogations' | 'winddowns'

/** Of the grants of a measure those that stand in the act, and the last day of those that do not; empty without any. */
const standing = derivedOnce((all: readonly Grant<Provision>[]) => ({
  inAct: all.filter(({ stood }) => stood === null),
  pastUntil: all.reduce((last, { stood }) => (stood !== null && stood.until > last ? stood.until : last), ''),
}))

/** The grants of an entry as the act had them on that day, in the order of the law. */
export function grantsOn<K extends GrantList>(entry: Entry, kind: K, day: Day): Entry[K] {
  const all: readonly Grant<Provision>[] = entry[kind]
  if (all.length === 0) return entry[kind]
  const { inAct, pastUntil } = standing(all)
  const then =
    day > pastUntil ? inAct : all.filter(({ stood }) => stood === null || (stood.from <= day && day <= stood.until))
  // One list for all days on which it is the same, so that what is derived from it is derived once.
  return (then.length === inAct.length ? inAct : then) as Entry[K]
}

/** An exemption, derogation or wind-down with its goods resolved, also when they are the rows of an annex. */
export interface Grant<P> {
  readonly provision: P
  /** The first and the last day on which it stood in the act, if it has been taken out; null while it stands there. */
  readonly stood: { readonly from: Day; readonly until: Day } | null
  readonly goods: CodeSet
  /** The codes as the act writes them, with `ex`. */
  readonly written: readonly string[]
  /** What decides whether it is available; every answer must be yes. */
  readonly asks: readonly Ask[]
  /** The quality of the data when no doubt concerns the goods asked about. */
  readonly quality: DataQuality
  readonly doubts: readonly Doubt[]
}

/** A text of ours about some codes of a measure; without codes, about all its goods. */
export interface AboutCodes {
  readonly codes?: readonly string[]
  readonly text: Text
}

/** Whether a regime is checked only if a question names it or what it is aimed at. */
export const isOnRequest = ({ data }: Pick<Regime, 'data'>): boolean =>
  data.on_request === true || data.territories !== undefined

/** Whether the entry bans every good of an origin. It lists none of them. */
export const isAllGoods = ({ allGoods }: Entry): boolean => allGoods

export const isBan = (type: RestrictionType): boolean => type.endsWith('_ban')

/**
 * Whether all goods of a code at or below the entry's own are listed: the entry is whole, or its exceptions and the codes that
 * its words narrow are elsewhere. Goods that have no code of their own and are left out by name leave it whole.
 */
export function listsWhole({ partialBy, except, narrowed, leftOut }: Entry, code: Digits): boolean {
  if (partialBy === null) return true
  if (partialBy === 'description' && narrowed.length === 0 && leftOut === null) return false
  return !except.some((one) => one.startsWith(code)) && !narrowed.some((one) => onOnePath(one, code))
}

/** What an annex is for that only says how bans are lifted. Its rows are no condition on the goods. */
const GRANT_ROLES: readonly AnnexRole[] = ['derogation', 'exemption', 'quota', 'winddown', 'price_cap']

/** Whether the entry is a row of a list of grants, which bans or asks for nothing by itself. */
export const isGrantList = ({ role }: Pick<Entry, 'role'>): boolean => GRANT_ROLES.includes(role)
