import type { Digits } from '../../base/cn-code.ts'
import type { Day } from '../../base/day.ts'
import type { YearRows } from '../tariff/nomenclature-years.ts'
import type {
  Act,
  AnnexData,
  ControlsData,
  CountryData,
  Guide,
  Hints,
  LexiconWord,
  Meaning,
  Measure,
  NationalLaw,
  Provision,
  RegimeData,
  UncodedData,
  UnreadAct,
  WitnessData,
  Words,
} from '../terms/law.ts'
import type { Limits } from '../terms/limit.ts'
import type { Locate } from './mistakes.ts'
import type { NameModel } from './name-model.ts'
import type { NearRow } from './read-near.ts'
import type { KnownDifference, KnownDocumentDifference, TaricDocument, TaricRow } from './read-taric.ts'

/** `law/` as parsed: typed, with the place of every item, nothing combined or computed yet. */
export interface Law {
  readonly acts: readonly Placed<Act>[]
  /** Those of `acts` of which only the number is known: `unread.yaml`, which a service adds to its law. */
  readonly unread: readonly Placed<UnreadAct>[]
  readonly documents: readonly Placed<TaricDocument>[]
  readonly nomenclatures: readonly YearRows[]
  readonly words: readonly Placed<Words>[]
  readonly meanings: readonly Placed<Meaning>[]
  readonly lexicon: readonly Placed<LexiconWord>[]
  /** Null without `names/model.bin`: then no name is understood. */
  readonly nameModel: NameModel | null
  /** The folders of the regimes that the law names; one that could not be read is not among `regimes`. */
  readonly folders: readonly string[]
  readonly regimes: readonly RegimeLaw[]
  /** Null when the file has mistakes, as `hints`. */
  readonly countries: Placed<CountryData> | null
  readonly national: readonly Placed<NationalLaw>[]
  readonly hints: Placed<Hints> | null
  readonly guides: readonly Placed<Guide>[]
  /** Where goods that only words describe are found. */
  readonly near: readonly Placed<NearRow>[]
  /** Null without the folder `taric/`. */
  readonly witness: WitnessLaw | null
  /** Null without `taric/controls.yaml`. */
  readonly controls: ControlsLaw | null
}

/** Controls that are no sanctions, and the codes on which TARIC flags them: `taric/controls.yaml`. */
export interface ControlsLaw {
  readonly declared: Placed<ControlsData>
  readonly rows: readonly Placed<TaricRow>[]
}

/** What TARIC was seen to ask for on a day, and what of it is known to differ from the law: `taric/`. */
export interface WitnessLaw {
  readonly declared: Placed<WitnessData>
  readonly rows: readonly Placed<TaricRow>[]
  readonly differences: readonly Placed<KnownDifference>[]
  readonly documentDifferences: readonly Placed<KnownDocumentDifference>[]
}

/** A value and a function that finds its place in the file. */
export interface Placed<T> {
  readonly value: T
  readonly at: Locate
}

/** Everything under `law/833-2014/` or `law/765-2006/`. */
export interface RegimeLaw {
  readonly folder: string
  readonly regime: Placed<RegimeData>
  readonly annexes: readonly Annex[]
  readonly uncoded: readonly Placed<UncodedData>[]
  /** Of today and of the past, as are the grants. */
  readonly measures: readonly Placed<Measure>[]
  readonly grants: readonly Placed<Provision>[]
}

/** An annex with its rows of today and of the past. */
export interface Annex {
  readonly declared: Placed<AnnexData>
  readonly listings: readonly Placed<Listing>[]
}

/** A row of an annex, in the days on which it was listed with these words. */
export interface Listing {
  /** Empty for the few rows that an act prints without a code. */
  readonly code: Digits | ''
  readonly part: '' | 'ex' | 'words'
  readonly except: readonly Digits[]
  /** Of a partial row: the codes that its words narrow, if they narrow no others. */
  readonly narrowed: readonly Digits[]
  readonly category: string
  readonly under: string
  /** Empty where it is not known, and decides nothing: of rows of the past that were listed whole, and of inferred ones. */
  readonly designation: string
  /** The Polish designation; empty where there is neither the Polish text of the act nor a translation. */
  readonly designationPl: string
  /** Empty: read from the Polish text of the act. */
  readonly plSource: '' | 'ours'
  readonly limits: Limits
  readonly from: Day
  /** Empty: the day of `fromAct`. `at_latest`: the row stood there then, and may be older. */
  readonly fromBasis: '' | 'printed' | 'at_latest'
  /** The act that listed it with these words; empty where it is not known. */
  readonly fromAct: string
  /** The act since which the code has stood there without a gap, if other words stood there before these. */
  readonly firstAct: string
  /** The last day; of a row that still stands in the act, one that the annex prints. */
  readonly until: Day | null
  /** The act that ended it; empty while it stands there. */
  readonly untilAct: string
  /** What the consolidated text says of a row: which act put it there as it is printed. */
  readonly mark: '' | 'inserted' | 'replaced'
  readonly act: string
  readonly printed: string
  readonly doubt: string
  readonly note: string
  /**
   * `inferred`: read in no act, but seen in a witness that the regime names; `act`: read by a machine in the amending act,
   * before a consolidated text confirms it.
   */
  readonly basis: '' | 'inferred' | 'act'
  /** The printed code, or range of codes, of an older tariff that `code` stands for today; empty where `code` is what is printed. */
  readonly successorOf: string
}

/** The act that first listed the code of a row, as far as it is known. */
export const firstListedBy = ({ firstAct, fromAct, act }: Listing): string => firstAct || fromAct || act

/** Whether a row still stands in its annex. */
export const isCurrent = ({ untilAct }: Pick<Listing, 'untilAct'>): boolean => untilAct === ''

/** The rows of an annex that still stand there, or those of the past. */
export const rowsOf = ({ listings }: Annex, current = true): readonly Listing[] =>
  listings.map(({ value }) => value).filter((row) => isCurrent(row) === current)

/** Whether the act no longer has the annex: all its rows have ended. */
export const isGone = ({ listings }: Annex): boolean =>
  listings.length > 0 && listings.every(({ value }) => !isCurrent(value))

/** How an exemption, derogation or wind-down is referred to: by its place in the act, unless that is ambiguous. */
export const provisionId = (provision: { readonly id?: string; readonly ref: string }): string =>
  provision.id ?? provision.ref

/** Whether a measure or a grant still stands in the act. */
export const isInAct = ({ until_act }: { readonly until_act?: string }): boolean => until_act === undefined

/** Whether every regime could be read. One that could not is reported in its own files, not at everything that names it. */
export const isWhole = ({ regimes, folders }: Law): boolean => regimes.length === folders.length
