import type { GoodsRow } from '../page/goods-table.ts'
import type { ActPlace } from './act-error.ts'
import type { FoundArticle } from './amended-article.ts'
import type { Application } from './first-day.ts'
import type { NamedCode, Operation } from './instruction.ts'

/** A regime that an act can amend, as law/ knows it. */
export interface KnownRegime {
  readonly folder: string
  /** CELEX number of its basic act. */
  readonly act: string
  /** Its annexes: those that list goods by their codes, and those that describe them. */
  readonly annexes: ReadonlyMap<string, 'coded' | 'described'>
}

/** Where the reader is, and what the sentences above it are about. */
export interface Scope {
  readonly regimes: readonly KnownRegime[]
  /** `other`: an act that law/ does not have. Null while no sentence has named an act. */
  readonly regime: KnownRegime | 'other' | null
  readonly path: readonly string[]
  /** The points of articles that refer to this annex of the act. */
  readonly via: readonly (readonly string[])[]
  /** Annexes of the amended act. */
  readonly annexes: readonly string[]
  /** The article that the points below are about, `''` without its name; null when they are about an annex. */
  readonly article: string | null
  /** Sentences below instruct: one that is not understood may change any row. */
  readonly amending: boolean
  /** The points below are about technical text, which lists no codes. */
  readonly technical: boolean
  /** What the articles say of an annex of the act, for text without an instruction of its own. */
  readonly declared: { readonly annexes: readonly string[]; readonly operation: Operation | null } | null
}

/** What an act does to the goods of an annex. */
export interface AnnexChange {
  readonly regime: string
  readonly annex: string
  readonly operation: Operation
  /** The whole annex, or else a part of it or single rows. */
  readonly extent: 'annex' | 'part' | 'rows'
  /** The rows as the act prints them; of `deleted`, those that it takes away. */
  readonly rows: readonly GoodsRow[]
  /** Codes that a sentence deletes or replaces without printing their rows. */
  readonly codes: readonly NamedCode[]
  /** The rows that `rows` take the place of, where the act prints them. */
  readonly instead: readonly GoodsRow[]
  readonly instruction: string
  /** The places of the instruction, and of those that refer to it. */
  readonly paths: readonly (readonly string[])[]
}

/** An annex without goods by their codes, or a text of it, that the act changes. */
export interface NotRead {
  readonly regime: string | null
  readonly annex: string | null
  readonly place: string
  readonly what: string
}

/** Text of an amendment that stands in an annex of the act. */
export interface Delegation {
  readonly scope: Scope
  readonly annexes: readonly string[]
  readonly operation: Operation | null
}

/** Everything that is found on the way through an act. */
export interface Findings {
  readonly changes: AnnexChange[]
  readonly articles: FoundArticle[]
  readonly notRead: NotRead[]
  readonly applications: Application[]
  /** By the number of the act's own annex. */
  readonly delegations: Map<string, Delegation[]>
}

export const placeOf = ({ path }: Scope, line: number): ActPlace => ({ path, line })

export const folderOf = ({ regime }: Scope): string | null =>
  regime === null || regime === 'other' ? null : regime.folder
