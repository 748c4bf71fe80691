/** The part of `GET /api/v1/dataset` that the pages show. */
export interface DatasetNow {
  readonly version: string
  readonly cn_years: readonly number[]
  readonly regimes: readonly {
    readonly code: string
    readonly name_pl: string
    readonly name_en: string
    readonly celex: string
    readonly consolidated_version: string
    readonly source_version: string
    readonly complete_from: string
    readonly data_quality: string
    readonly worked_in: readonly string[]
    readonly pending_acts: readonly {
      readonly celex: string
      readonly title_pl: string
      readonly title_en: string
      readonly in_force_from: string | null
    }[]
    readonly counts: { readonly annexes: number; readonly entries: number; readonly bans: number }
  }[]
}
