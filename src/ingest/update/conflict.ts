import type { Day } from '../../base/day.ts'

interface OfAnnex {
  readonly annex: string
}

/** A conflict of one row of the page, `row` being its code as printed. */
interface OfRow extends OfAnnex {
  readonly row: string
}

interface OfAct {
  readonly sign: string
  readonly celex: string
}

const ofRow =
  (text: string) =>
  ({ annex, row }: OfRow): string =>
    `annex ${annex}, ${row}: ${text}`

/** The message of each kind of conflict: its place and what to do. */
const TEXTS = {
  figures_changed: ofRow('prices, quantities or days beside it changed; write them by hand'),
  figures_beside_new_row: ofRow('figures stand beside it; write the row by hand'),
  no_code: ofRow('no code of 2, 4, 6 or 8 digits; write the row by hand'),
  exclusion_in_words: ofRow('names codes below its own, and not in plain words; write the row by hand'),
  value_words_changed: ofRow('its words about values changed; set the limit by hand'),
  value_without_limit: ofRow('its part or goods speak of a value; write the row by hand'),
  siblings_differ_in_limit: ofRow('the rows around it have different limits; write the row by hand'),
  successors_to_read: ofRow('it changed, and rows with codes of today stand for it; write them by hand'),
  no_mark: ofRow('no mark says which act put it there'),
  unknown_parent: ({ annex, row, parent }: OfRow & { readonly parent: string }) =>
    `annex ${annex}, ${row}: stands under "${parent}"; write the row by hand`,
  unknown_action: ({ annex, row, action }: OfRow & { readonly action: string }) =>
    `annex ${annex}, ${row}: its mark says ${action}`,
  rows_alike: ({ annex, code, before, after }: OfAnnex & { code: string; before: number; after: number }) =>
    `annex ${annex}: ${code}: ${before} row(s) of law/ and ${after} of the page cannot be told apart; write them by hand`,
  new_annex: ({ annex, rows }: OfAnnex & { readonly rows: number }) =>
    `annex ${annex} is new (${rows} rows): write the measure that refers to it, then add --annex ${annex}=goods (or another role)`,
  annex_missing: ({ annex }: OfAnnex) =>
    `annex ${annex}: the annex is missing and no mark of deletion stands in its place: is the page complete?`,
  no_such_new_annex: ({ annex }: OfAnnex) => `--annex ${annex}: the page has no such new annex with goods`,
  gone_with_no_act: ({ annex }: OfAnnex) =>
    `annex ${annex} is deleted, and by no new act: write until and until_act of its rows by hand`,
  gone_with_which_act: ({ annex, acts }: OfAnnex & { readonly acts: readonly string[] }) =>
    `annex ${annex}: rows are gone, and which of ${acts.join(', ')} took them away is not shown; write their until and until_act by hand`,
  heading_untranslated: ({ annex, heading }: OfAnnex & { readonly heading: string }) =>
    `annex ${annex}: the heading "${heading}" has no Polish words; write its rows and its entry in headings by hand`,
  named_code_added: ({ annex, code }: OfAnnex & { readonly code: string }) =>
    `annex ${annex}: names ${code}, which law/ does not list; write it by hand`,
  named_code_removed: ({ annex, code }: OfAnnex & { readonly code: string }) =>
    `annex ${annex}: no longer names ${code}; take it out by hand`,
  named_words_changed: ({ annex, row }: OfRow) => `annex ${annex}: the words of ${row} changed; compare them by hand`,
  named_day_removed: ({ annex, day }: OfAnnex & { readonly day: Day }) =>
    `annex ${annex}: ${day} no longer stands at every row; compare the days by hand`,
  first_day_unknown: ({ sign, celex }: OfAct) =>
    `${sign}: the first day of ${celex} is not known; add --in-force ${celex}=YYYY-MM-DD`,
  title_unknown: ({ sign, celex }: OfAct) =>
    `${sign} ${celex}: its title was not understood; add it to acts.yaml by hand`,
  no_such_new_act: ({ celex }: Pick<OfAct, 'celex'>) => `--in-force ${celex}: the page has no such new act`,
  page_is_a_piece: (_: object) => 'the page is only a piece: a whole page is needed to pin the text',
  page_not_english: ({ language }: { readonly language: string }) =>
    `the page is ${language}: law/ follows the English one`,
  page_too_old: ({ version, state }: { readonly version: Day; readonly state: Day }) =>
    `the page shows ${version}, law/ already has the state of ${state}`,
  polish_page_differs: ({ what }: { readonly what: string }) => `Polish page: ${what}`,
}

type Details = { readonly [K in keyof typeof TEXTS]: Parameters<(typeof TEXTS)[K]>[0] }

/** Something that `law apply` cannot decide by itself: a person must, before anything is written. */
export type Conflict<K extends keyof Details = keyof Details> = { [P in K]: { readonly kind: P } & Details[P] }[K]

const texts: { readonly [K in keyof Details]: (details: Details[K]) => string } = TEXTS

export const printConflict = <K extends keyof Details>(conflict: Conflict<K>): string => texts[conflict.kind](conflict)
