import type { Day } from '../../terms/day.ts'

/** A conflict of one row of the page, `row` being its code as printed. */
interface RowConflict {
  readonly kind:
    | 'figures_changed'
    | 'figures_beside_new_row'
    | 'no_code'
    | 'exclusion_in_words'
    | 'value_words_changed'
    | 'value_without_limit'
    | 'siblings_differ_in_limit'
    | 'no_mark'
    | 'successors_to_read'
  readonly annex: string
  readonly row: string
}

/** Something that `law apply` cannot decide by itself: a person must, before anything is written. */
export type Conflict =
  | RowConflict
  | { readonly kind: 'unknown_parent'; readonly annex: string; readonly row: string; readonly parent: string }
  | { readonly kind: 'unknown_action'; readonly annex: string; readonly row: string; readonly action: string }
  | { readonly kind: 'rows_alike'; readonly annex: string; readonly code: string; before: number; after: number }
  | { readonly kind: 'new_annex'; readonly annex: string; readonly rows: number }
  | { readonly kind: 'annex_missing' | 'no_such_new_annex' | 'gone_with_doubts'; readonly annex: string }
  | { readonly kind: 'gone_with_which_act'; readonly annex: string; readonly acts: readonly string[] }
  | { readonly kind: 'heading_untranslated'; readonly annex: string; readonly heading: string }
  | { readonly kind: 'named_code_added' | 'named_code_removed'; readonly annex: string; readonly code: string }
  | { readonly kind: 'named_words_changed'; readonly annex: string; readonly row: string }
  | { readonly kind: 'named_day_removed'; readonly annex: string; readonly day: Day }
  | { readonly kind: 'first_day_unknown'; readonly sign: string; readonly celex: string }
  | { readonly kind: 'title_unknown'; readonly sign: string; readonly celex: string }
  | { readonly kind: 'no_such_new_act'; readonly celex: string }
  | { readonly kind: 'page_is_a_piece' }
  | { readonly kind: 'page_not_english'; readonly language: string }
  | { readonly kind: 'page_too_old'; readonly version: Day; readonly state: Day }
  | { readonly kind: 'polish_page_differs'; readonly what: string }

const ROW_TEXTS: Readonly<Record<RowConflict['kind'], string>> = {
  figures_changed: 'prices, quantities or days beside it changed; write them by hand',
  figures_beside_new_row: 'figures stand beside it; write the row by hand',
  no_code: 'no code of 2, 4, 6 or 8 digits; write the row by hand',
  exclusion_in_words: 'names codes below its own, and not in plain words; write the row by hand',
  value_words_changed: 'its words about values changed; set the limit by hand',
  value_without_limit: 'its part or goods speak of a value; write the row by hand',
  siblings_differ_in_limit: 'the rows around it have different limits; write the row by hand',
  successors_to_read: 'it changed, and rows with codes of today stand for it; write them by hand',
  no_mark: 'no mark says which act put it there',
}

/** The conflict for a person, with its place and what to do. */
export function printConflict(conflict: Conflict): string {
  switch (conflict.kind) {
    case 'unknown_parent':
      return `annex ${conflict.annex}, ${conflict.row}: stands under "${conflict.parent}"; write the row by hand`
    case 'unknown_action':
      return `annex ${conflict.annex}, ${conflict.row}: its mark says ${conflict.action}`
    case 'rows_alike':
      return `annex ${conflict.annex}: ${conflict.code}: ${conflict.before} row(s) of law/ and ${conflict.after} of the page cannot be told apart; write them by hand`
    case 'new_annex':
      return `annex ${conflict.annex} is new (${conflict.rows} rows): write the measure that refers to it, then add --annex ${conflict.annex}=goods (or another role)`
    case 'annex_missing':
      return `annex ${conflict.annex}: the annex is missing and no mark of deletion stands in its place: is the page complete?`
    case 'no_such_new_annex':
      return `--annex ${conflict.annex}: the page has no such new annex with goods`
    case 'gone_with_doubts':
      return `annex ${conflict.annex} is deleted, and doubts about its rows stand in annexes.yaml: move both into history/ by hand`
    case 'gone_with_which_act':
      return `annex ${conflict.annex}: rows are gone, and which of ${conflict.acts.join(', ')} took them away is not shown; move them into history/ by hand`
    case 'heading_untranslated':
      return `annex ${conflict.annex}: the heading "${conflict.heading}" has no Polish words; write its rows and its entry in headings by hand`
    case 'named_code_added':
      return `annex ${conflict.annex}: names ${conflict.code}, which law/ does not list; write it by hand`
    case 'named_code_removed':
      return `annex ${conflict.annex}: no longer names ${conflict.code}; take it out by hand`
    case 'named_words_changed':
      return `annex ${conflict.annex}: the words of ${conflict.row} changed; compare them by hand`
    case 'named_day_removed':
      return `annex ${conflict.annex}: ${conflict.day} no longer stands at every row; compare the days by hand`
    case 'first_day_unknown':
      return `${conflict.sign}: the first day of ${conflict.celex} is not known; add --in-force ${conflict.celex}=YYYY-MM-DD`
    case 'title_unknown':
      return `${conflict.sign} ${conflict.celex}: its title was not understood; add it to acts.yaml by hand`
    case 'no_such_new_act':
      return `--in-force ${conflict.celex}: the page has no such new act`
    case 'page_is_a_piece':
      return 'the page is only a piece: a whole page is needed to pin the text'
    case 'page_not_english':
      return `the page is ${conflict.language}: law/ follows the English one`
    case 'page_too_old':
      return `the page shows ${conflict.version}, law/ already has the state of ${conflict.state}`
    case 'polish_page_differs':
      return `Polish page: ${conflict.what}`
    default:
      return `annex ${conflict.annex}, ${conflict.row}: ${ROW_TEXTS[conflict.kind]}`
  }
}
