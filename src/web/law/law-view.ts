import type { DerogationAnswer, WinddownAnswer } from '../../answer/response/response.ts'
import type { Day } from '../../base/day.ts'
import type { Language } from '../../base/language.ts'
import type { ChangesList } from '../pages/changes-page.ts'
import { hrefOf } from '../shell/paths.ts'
import type { PageProblem } from '../shell/problem-html.ts'

/** The filters of the page, as its address holds them. */
export const LAW_FIELDS = [
  'regime',
  'annex',
  'article',
  'direction',
  'kind',
  'chapter',
  'partial',
  'since',
  'until',
  'open',
  'act',
  'as_of',
  'compare',
] as const
export type LawField = (typeof LAW_FIELDS)[number]
export type LawFields = Readonly<Partial<Record<LawField, string>>>

/** An annex or an article, and how many listings it has on the day. */
export interface LawPlace {
  readonly name: string
  readonly count: number
  /** What it is about, in the words of its measures. */
  readonly about: string
}

export interface LawRegime {
  readonly code: string
  readonly name: string
  readonly act: string
  readonly url: string
  readonly state: Day
  readonly annexes: readonly LawPlace[]
  readonly articles: readonly LawPlace[]
}

/** A measure, as an article or an annex shows it. */
export interface LawMeasure {
  readonly regime: { readonly code: string; readonly name: string }
  readonly article: string
  readonly annex: string | null
  readonly title: string
  readonly summary: string
  readonly condition: string | null
  readonly note: string | null
  readonly from: Day | null
  readonly url: string
}

/** What an act did to an annex. */
export interface AnnexAct {
  readonly day: Day
  readonly act: { readonly celex: string; readonly title: string; readonly url: string } | null
  readonly counts: Readonly<Record<'added' | 'removed' | 'changed', number>>
}

/** All that the page shows below its filters. */
export interface LawView {
  readonly day: Day
  readonly warnings: readonly string[]
  readonly regimes: readonly LawRegime[]
  /** Null where nothing was chosen: then the page is an overview. */
  readonly chosen: ChosenLaw | null
}

export interface ChosenLaw {
  readonly total: number
  readonly page: number
  readonly pages: number
  readonly groups: readonly ListingGroup[]
  readonly measures: readonly LawMeasure[]
  readonly uncoded: readonly { readonly article: string | null; readonly what: string }[]
  readonly exemptions: readonly { readonly article: string; readonly text: string; readonly until: Day | null }[]
  readonly derogations: readonly DerogationAnswer[]
  readonly winddowns: readonly WinddownAnswer[]
  readonly history: readonly AnnexAct[]
  readonly changes: ChangesList | null
  /** The same listings as a file and for programs. */
  readonly csv: string
  readonly api: string
}

export interface LawQuestion {
  readonly language: Language
  readonly fields: LawFields
}

export type LawBelow =
  | { readonly view: LawView }
  | {
      readonly mistakes: {
        readonly fields: LawFields
        readonly problem: PageProblem | null
        readonly regimes: readonly LawRegime[]
      }
    }

/** The address of the page with these filters, always in the same order. */
export function lawHref(language: Language, fields: LawFields, page = 1): string {
  const given = LAW_FIELDS.flatMap((name) => (fields[name] ? [[name, fields[name]] as [string, string]] : []))
  const query = new URLSearchParams([...given, ...(page > 1 ? [['page', String(page)] as [string, string]] : [])])
  return hrefOf('/law', language, query.size > 0 ? `?${query}` : '')
}

/** Listings of one annex under one measure. */
export interface ListingGroup {
  readonly regime: { readonly code: string; readonly name: string; readonly isOnRequest: boolean }
  readonly annex: string | null
  readonly article: string
  readonly label: string
  readonly url: string
  readonly rows: readonly ListingRow[]
}

export interface ListingRow {
  /** Null for a ban of all goods of an origin. */
  readonly code: string | null
  readonly name: string
  /** Null where the whole code is listed. */
  readonly part: string | null
  readonly except: readonly string[]
  readonly from: Day | null
  readonly isAtLatest: boolean
  readonly isPossible: boolean
  readonly until: Day | null
  readonly act: { readonly number: string; readonly url: string } | null
}
