import type { CodeSet, Digits } from '../../terms/cn-code.ts'
import type { Text } from '../../terms/language.ts'
import type {
  Act,
  AnnexRole,
  DataQuality,
  Derogation,
  Direction,
  Doubt,
  Exemption,
  Meaning,
  Measure,
  RegimeData,
  RestrictionType,
  Winddown,
  Words,
} from '../../terms/law.ts'
import type { Limits } from '../../terms/limit.ts'
import type { Listing, TaricDocument } from '../read/law.ts'
import type { Nomenclatures } from '../tariff/nomenclature-years.ts'
import type { PartialBy } from './partial.ts'
import type { Validity } from './validity.ts'

/** The law as it is served: built once, frozen, known by its version. */
export interface Dataset {
  /** `2026-07-24-98464c0ffabf`: the newest state of the law in it, and a hash of its content. */
  readonly version: string
  readonly acts: readonly Act[]
  readonly regimes: readonly Regime[]
  readonly entries: readonly Entry[]
  readonly documents: readonly TaricDocument[]
  readonly nomenclatures: Nomenclatures
  /** Everyday words and the codes they mean. */
  readonly words: readonly Words[]
  readonly meanings: readonly Meaning[]
}

export interface Regime {
  readonly folder: string
  readonly data: RegimeData
  /** The legal source as an answer names it. */
  readonly source: Text
  readonly pending: readonly Act[]
  /** The law as it was written down, which versions are compared by. */
  readonly law: RegimeText
  /** Annexes with codes that were looked at, and the directions each concerns (none: every one). */
  readonly annexes: readonly { readonly annex: string; readonly directions: readonly Direction[] }[]
  readonly uncoded: readonly Uncoded[]
  /** Doubts about codes that no row names, told to whoever asks for these codes. */
  readonly openQuestions: readonly { readonly annex: string; readonly codes: readonly Digits[]; readonly text: Text }[]
}

/** What a regime's files say, row by row and article by article, nothing combined yet. */
export interface RegimeText {
  readonly annexes: readonly {
    readonly annex: string
    readonly role: AnnexRole
    readonly listings: readonly Listing[]
  }[]
  readonly measures: readonly Measure[]
  readonly exemptions: readonly Exemption[]
  readonly derogations: readonly Derogation[]
  readonly winddowns: readonly Winddown[]
}

/** What no code can answer: technical lists, software, end-use. */
export interface Uncoded {
  readonly annex: string | null
  readonly article: string | null
  readonly what: Text
  readonly directions: readonly Direction[]
}

/** One listing under one measure (or under the provision it serves): the unit of an answer. */
export interface Entry {
  /** Position in the law: regime, annex, row, measure. Breaks every tie, so that order never changes. */
  readonly ord: number
  readonly regime: Regime
  readonly code: Digits
  readonly except: readonly Digits[]
  readonly partialBy: PartialBy
  readonly annex: string | null
  readonly annexOrd: number
  readonly article: string
  readonly role: AnnexRole
  readonly type: RestrictionType
  readonly direction: Direction | null
  readonly flow: string | null
  readonly title: Text
  readonly summary: Text
  readonly condition: Text | null
  /** What the reader should know besides; some of it only about some codes. */
  readonly notes: readonly AboutCodes[]
  readonly activities: readonly string[]
  readonly relatedServices: boolean
  readonly listedAs: Text | null
  /** The Polish designation is our translation. */
  readonly translated: boolean
  readonly category: Text | null
  readonly limits: Limits
  readonly validity: Validity
  /** Of the data as far as no doubt concerns the goods asked about. */
  readonly quality: DataQuality
  readonly doubts: readonly Doubt[]
  readonly exemptions: readonly Grant<Exemption>[]
  readonly derogations: readonly Grant<Derogation>[]
  readonly winddowns: readonly Grant<Winddown>[]
}

/** An exemption, derogation or wind-down with its goods worked out, annex lists included. */
export interface Grant<P> {
  readonly provision: P
  readonly goods: CodeSet
  /** The same codes as the act writes them, `ex` included. */
  readonly written: readonly string[]
  /** Of the data as far as no doubt concerns the goods asked about. */
  readonly quality: DataQuality
  readonly doubts: readonly Doubt[]
}

/** Words of ours; without codes they concern all goods of their measure. */
export interface AboutCodes {
  readonly codes?: readonly string[]
  readonly text: Text
}

export const isBan = (type: RestrictionType): boolean => type.endsWith('_ban')

/** All that a code at or below the entry's own means is listed: the entry is whole, or what it leaves out lies elsewhere. */
export const listsWhole = ({ partialBy, except }: Entry, code: Digits): boolean =>
  partialBy === null || (partialBy === 'codes' && !except.some((one) => one.startsWith(code)))
