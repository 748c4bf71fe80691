// Written from the schemas of the API by `npm run api-types`: change the schemas, not this file.

export interface CnResponse {
  query: string
  matched_as: "cn_code" | "name"
  verdict: "restricted" | "no_match"
  has_prohibition: boolean
  /** the one judgement of the answer; `extent` is the strongest of the bans, else of the rest */
  assessment: Assessment
  results: CnResult[]
  cn_exists: boolean
  cn_name: string | null
  disclaimer: string
  meta: Meta
  scope: Scope
  winddowns: Winddown[]
  derogations: Derogation[]
  /** with origin, dispatch, destination, via or value */
  deal?: Deal
}

export interface CnResult {
  /** CN code, grouped 4+2+2 */
  cn_code: string
  /** CN name, readable on its own */
  name: string
  restriction: {
    type: "import_ban" | "export_ban" | "transfer_ban" | "restriction" | "other"
    label: string
    direction: string | null
    /** what the measure says, in our own words */
    summary: string
    condition: string | null
    note: string | null
    activities: string[]
    /** technical assistance, brokering or financing is covered too */
    related_services: boolean
  }
  annex: string | null
  article: string | null
  has_exemptions: boolean
  exemption: string | null
  /** that can concern this code, shortest first */
  exemptions: {
    article: string
    text: string
    from: string | null
    until: string | null
  }[]
  valid_from: string | null
  valid_to: string | null
  since_act: string | null
  until_act: string | null
  regime: {
    code: string
    name_pl: string
    name_en: string
    legal_act: string
    /** EUR-Lex page in the language of the answer */
    eur_lex_url: string
    eur_lex_url_en: string
    eur_lex_url_pl: string
    target_country_code: string
    consolidated_version: string | null
  }
  /** the consolidated text, opened at the annex or article */
  eur_lex_url: string
  source: string
  source_version: string
  basis: Basis
  data_quality: "verified" | "to_review" | "demo"
  /** the annex lists only part of the code: check the description */
  partial_entry: boolean
  partial_by: "description" | "codes" | null
  category: string | null
  listed_as: string | null
  /** whole: this listing alone covers every good of what was asked for, whatever its value */
  covers_query: "whole" | "part"
  valid_from_basis: "exact" | "at_latest" | null
  in_force: "yes" | "possibly"
  except_codes: string[]
  thresholds: Threshold[]
  doubts: string[]
}

/** the one judgement of the answer; `extent` is the strongest of the bans, else of the rest */
export interface Assessment {
  /** false: nothing was understood or known, so "no_match" says nothing */
  checked: boolean
  /** whether it is in any list that was checked, for this question or for another direction or deal */
  listed: boolean
  /** the same in about 140 characters, without citations, to stand above the sentence */
  headline: string
  /** the assessment in words, to be shown as it is */
  sentence: string
  /** every good of the code; beyond a value or quantity; goods that fit a description; some of the codes below; possibly, where the day is uncertain; none */
  extent: "whole" | "threshold" | "description" | "some_codes" | "possible" | "none"
  /** how far measures of each kind reach, by country and direction, bans first */
  reaches: {
    country: string | null
    direction: "import" | "export" | "transit" | null
    /** the gravest kind of measure */
    kind: "ban" | "restriction" | "duty"
    /** every good of the code; beyond a value or quantity; goods that fit a description; some of the codes below; possibly, where the day is uncertain; none */
    extent: "whole" | "threshold" | "description" | "some_codes" | "possible" | "none"
    /** goods of any third country made from inputs of this one */
    inputs_of?: string
    /** the provisions behind it, the widest first */
    grounds: {
      article: string
      annex: string | null
      /** every good of the code; beyond a value or quantity; goods that fit a description; some of the codes below; possibly, where the day is uncertain; none */
      extent: "whole" | "threshold" | "description" | "some_codes" | "possible" | "none"
      limit: string | null
      designation: string | null
    }[]
  }[]
}

export interface Scope {
  as_of: string
  cn_year: number
  dataset: string
  regimes: {
    code: string
    legal_act: string
    celex: string
    consolidated_version: string | null
    /** the day up to which changes are worked in */
    source_version: string
    /** acts newer than the consolidated text that are worked in */
    worked_in: {
      celex: string
      title: string
    }[]
    complete_from: string
    annexes_checked: string[]
    uncoded_annexes: {
      annex: string | null
      article: string | null
      what: string
    }[]
    pending_acts: {
      celex: string
      title: string
      in_force_from: string | null
      known_through: string | null
    }[]
  }[]
  /** regimes that were not checked: they are when `regime` names them, or `origin`, `destination` or `via` one of their territories */
  on_request: {
    code: string
    name: string
    territories: string[]
    /** how to ask for it, for callers of the API */
    text: string
  }[]
  directions: ("import" | "export" | "transit")[]
  /** without a deal: controls that are no sanctions and that TARIC flags on the code; never a match or part of the verdict. An empty list proves nothing, since the acts describe their goods. With a deal they are findings */
  controls?: {
    kind: string
    name: string
    direction: "import" | "export"
    legal_act: string
    eur_lex_url: string
    /** part: only some of the codes asked about are flagged */
    covers_query: "whole" | "part"
    /** what can be declared, as far as it is known what it states */
    documents: {
      code: string
      /** what entering the code states */
      purpose: "authorised" | "exempt" | "winddown" | "not_concerned" | "evidence" | "other"
      text: string
    }[]
    text: string
  }[]
  /** what was not or could not be checked */
  warnings: string[]
}

/** with origin, dispatch, destination, via or value */
export interface Deal {
  /** as asked; EU where only the destination was named */
  origin: string
  /** where the goods are sent from; the origin unless asked otherwise */
  dispatch: string
  /** as asked; EU where only the origin was named */
  destination: string
  via: string[]
  /** `via` with countries that goods by land cannot avoid */
  via_by_land?: string[]
  value: string | null
  /** what the deal meets with, the gravest first; none when the goods stay in the Union */
  findings: {
    /** prohibited; allowed with an authorisation or on a condition; to be proved; a clause that the contract needs; due diligence; depends on use, persons or history, which countries do not decide; a duty of one Member State; a control that is no sanction, or that no list by code shows, to be checked; not checked: a regime of the Union on goods that is aimed at a country of the deal and is not in our data, or only describes its goods */
    kind: "prohibited" | "authorisation" | "proof" | "clause" | "due_diligence" | "end_use" | "national" | "control" | "not_checked"
    regime: string | null
    /** several are separated by "; "; of what was not checked, and of `control`, the acts */
    article: string
    text: string
    /** codes for the declaration */
    documents: string[]
    /** places in `results`, from 0, of those it rests on */
    results: number[]
    /** of the kind control: which control that is no sanction; without it, a hint of TARIC to a list */
    control?: string
    /** a draft of the clause, to be checked by a lawyer */
    draft?: string
    /** the page of an act that was named */
    eur_lex_url?: string
  }[]
}

export interface Winddown {
  regime: string
  article: string
  annex: string | null
  /** empty: all goods of the measure */
  cn_codes: string[]
  except_codes: string[]
  contracts_before: string | null
  from: string | null
  until: string | null
  /** unknown: the period exists, but its days were not read, so that nobody may rely on it */
  status: "open" | "expired" | "not_yet" | "unknown"
  applies: boolean | null
  text: string
  data_quality: "verified" | "to_review" | "demo"
  doubts: string[]
}

export interface Derogation {
  regime: string
  article: string
  annex: string | null
  /** empty: all goods of the measure */
  cn_codes: string[]
  authority: string
  from: string | null
  until: string | null
  status: "open" | "expired" | "not_yet"
  text: string
  data_quality: "verified" | "to_review" | "demo"
  doubts: string[]
}

export interface Meta {
  returned: number
  /** identifier of the API build */
  source: string
  total: number
  limit: number
  offset: number
  dataset: string
  cn: {
    /** CN code, grouped 4+2+2 */
    code: string
    year: number
    existed_in: number[]
    replaced_by: {
      year: number
      codes: string[]
    } | null
    replaces: {
      year: number
      codes: string[]
    } | null
  } | null
  /** measures without codes that goods of this kind may fall under */
  uncoded: UncodedMeasure[]
  /** with contract_date: whether a wind-down covers the contract */
  contract?: Contract
  /** TARIC document codes for the provisions above */
  documents: {
    code: string
    /** of a control that is no sanction, its kind */
    regime: string
    /** of a control that is no sanction, its act */
    article: string
    text: string
    /** declarations it belongs to */
    directions: ("import" | "export" | "transit")[]
    /** what entering the code states */
    purpose: "authorised" | "exempt" | "winddown" | "not_concerned" | "evidence" | "other"
    /** the same in words, as one of several statements to choose from */
    statement: string
    /** TARIC was seen to ask for it on a code asked about (GET /api/v1/dataset names the day) */
    asked_in_taric: boolean
    from: string | null
    from_basis: "source" | "seen" | "law" | null
    until: string | null
    /** verified: two sources confirm the code */
    data_quality: "verified" | "to_review" | "demo"
  }[]
  /** with include=tree: the place of the code in the tariff */
  tree?: {
    lines: {
      code: string | null
      /** the line of the tariff alone */
      name: string
      depth: number
      asked: boolean
      /** whether it is in any list that was checked, for this question or for another direction or deal */
      listed: boolean
      kind: "ban" | "restriction" | "duty" | null
      /** every good of the code; beyond a value or quantity; goods that fit a description; some of the codes below; possibly, where the day is uncertain; none */
      extent: "whole" | "threshold" | "description" | "some_codes" | "possible" | "none"
    }[]
    /** lines beside or below the code that are not given */
    omitted: number
  }
  /** what was made of a name */
  name?: NameReading
  /** what `q` says besides the goods: to be offered, it decided nothing */
  hints?: {
    origin?: string
    destination?: string
    via?: string[]
    value?: string
    /** with these the question names a whole deal */
    complete?: boolean
    codes?: string[]
    /** pages at /guides/{id} */
    guides?: {
      id: string
      title: string
    }[]
  }
  /** with include=history: the periods in which each provision listed the code, earliest first */
  history?: {
    regime: string
    annex: string | null
    article: string
    label: string
    type: "import_ban" | "export_ban" | "transfer_ban" | "restriction" | "other"
    direction: string | null
    from: string
    from_basis: "exact" | "at_latest" | null
    to: string | null
    since_act: {
      celex: string
      title: string
      package: number | null
    } | null
    basis: Basis
    until_act: {
      celex: string
      title: string
      package: number | null
    } | null
    /** the codes at its beginning */
    cn_codes: string[]
    /** what acts changed within the period */
    steps: {
      day: string
      act: {
        celex: string
        title: string
        package: number | null
      } | null
      basis: Basis | null
      added: string[]
      removed: string[]
      /** listed in other words since that day */
      changed: string[]
    }[]
  }[]
  /** headings that a name may mean, the likeliest first */
  goods?: {
    /** CN code, grouped 4+2+2 */
    code: string
    name: string
    /** how probable it is that these goods are meant: of all told with 0.8, about 80 in 100 are */
    probability: number
    /** the same number under its old name */
    score: number
    restricted: boolean
    /** whether it is in any list that was checked, for this question or for another direction or deal */
    listed: boolean
    kind: "ban" | "restriction" | "duty" | null
    /** every good of the code; beyond a value or quantity; goods that fit a description; some of the codes below; possibly, where the day is uncertain; none */
    extent: "whole" | "threshold" | "description" | "some_codes" | "possible" | "none"
    /** the likeliest three */
    subheadings: {
      /** CN code, grouped 4+2+2 */
      code: string
      /** the text of the subheading alone */
      name: string
      probability: number
      restricted: boolean
    }[]
  }[]
}

export interface UncodedMeasure {
  regime: string
  annex: string | null
  article: string | null
  what: string
}

/** with contract_date: whether a wind-down covers the contract */
export interface Contract {
  date: string
  covered: "open" | "not_yet" | "expired" | "unclear" | "none"
  until: string | null
  text: string
}

/** what was made of a name */
export interface NameReading {
  /** words that decided what goods are meant */
  understood: string[]
  /** words that carry nothing: sizes, numbers, packaging, colours, makes, places */
  ignored: string[]
  /** words that were never seen */
  unknown: string[]
  confidence: "high" | "medium" | "low"
  corrected?: {
    word: string
    read_as: string
  }[]
}

export interface Basis {
  /** where the listing was read: in an amending act, in the consolidated text, or in neither (inferred from TARIC: always `to_review`, without `listed_as`) */
  kind: "act" | "consolidated" | "inferred"
  text: string
}

export interface Threshold {
  operator: ">" | ">=" | "<="
  amount: number
  unit: string
  scope: string
}

export interface CnShortLookup {
  query: string
  matched_as: "cn_code" | "name"
  verdict: "restricted" | "no_match"
  has_prohibition: boolean
  /** the one judgement of the answer; `extent` is the strongest of the bans, else of the rest */
  assessment: Assessment
  /** with origin, dispatch, destination, via or value */
  deal?: Deal
  cn_exists: boolean
  cn_name: string | null
  matches: CnMatch[]
  /** those that are not over */
  winddowns: ShortWinddown[]
  /** those that are not over */
  derogations: ShortDerogation[]
  /** TARIC document codes */
  documents: ShortDocument[]
  /** measures without codes that goods of this kind may fall under */
  uncoded: UncodedMeasure[]
  /** with contract_date: whether a wind-down covers the contract */
  contract?: Contract
  /** what a name means, best first, at most five */
  goods?: Goods[]
  /** about this line; what concerns every line stands in the scope of the whole answer */
  warnings: string[]
  meta: ShortMeta
  dataset: string
  as_of: string
  disclaimer: string
}

export interface CnMatch {
  /** CN code, grouped 4+2+2 */
  cn_code: string
  regime: string
  country: string
  annex: string | null
  article: string | null
  type: "import_ban" | "export_ban" | "transfer_ban" | "restriction" | "other"
  direction: string | null
  label: string
  condition: string | null
  thresholds: Threshold[]
  /** the annex lists only part of the code: check the description */
  partial_entry: boolean
  partial_by: "description" | "codes" | null
  except_codes: string[]
  listed_as: string | null
  has_exemptions: boolean
  valid_from: string | null
  valid_to: string | null
  in_force: "yes" | "possibly"
  basis: Basis
  data_quality: "verified" | "to_review" | "demo"
  /** whole: this listing alone covers every good of what was asked for, whatever its value */
  covers_query: "whole" | "part"
  /** the consolidated text, opened at the annex or article */
  eur_lex_url: string
}

export interface ShortWinddown {
  regime: string
  article: string
  contracts_before: string | null
  until: string | null
  /** unknown: the period exists, but its days were not read, so that nobody may rely on it */
  status: "open" | "expired" | "not_yet" | "unknown"
  applies: boolean | null
}

export interface ShortDerogation {
  regime: string
  article: string
  until: string | null
  status: "open" | "expired" | "not_yet"
}

export interface ShortDocument {
  code: string
  /** of a control that is no sanction, its kind */
  regime: string
  /** of a control that is no sanction, its act */
  article: string
  /** declarations it belongs to */
  directions: ("import" | "export" | "transit")[]
  /** what entering the code states */
  purpose: "authorised" | "exempt" | "winddown" | "not_concerned" | "evidence" | "other"
  /** TARIC was seen to ask for it on a code asked about (GET /api/v1/dataset names the day) */
  asked_in_taric: boolean
}

export interface ShortMeta {
  returned: number
  total: number
  /** what was made of a name */
  name?: NameReading
  /** how many goods a name means, shown or not */
  goods?: number
}

export interface Goods {
  /** CN code, grouped 4+2+2 */
  code: string
  name: string
  /** how probable it is that these goods are meant: of all told with 0.8, about 80 in 100 are */
  probability: number
  restricted: boolean
  kind: "ban" | "restriction" | "duty" | null
  /** every good of the code; beyond a value or quantity; goods that fit a description; some of the codes below; possibly, where the day is uncertain; none */
  extent: "whole" | "threshold" | "description" | "some_codes" | "possible" | "none"
}

export interface CheckResponse {
  dataset: string
  as_of: string
  disclaimer: string
  scope: Scope
  meta: {
    /** identifier of the API build */
    source: string
    /** lines answered */
    items: number
    /** matches shown of one line; `meta.total` of the line counts all */
    limit: number
  }
  /** in the order asked; a line that cannot be answered says why and spoils no other */
  items: (CheckedShort | CheckedFull | CheckFailed)[]
}

export interface CheckedShort {
  id: string
  status: "ok"
  query: string
  matched_as: "cn_code" | "name"
  verdict: "restricted" | "no_match"
  has_prohibition: boolean
  /** the one judgement of the answer; `extent` is the strongest of the bans, else of the rest */
  assessment: Assessment
  /** with origin, dispatch, destination, via or value */
  deal?: Deal
  cn_exists: boolean
  cn_name: string | null
  matches: CnMatch[]
  /** those that are not over */
  winddowns: ShortWinddown[]
  /** those that are not over */
  derogations: ShortDerogation[]
  /** TARIC document codes */
  documents: ShortDocument[]
  /** measures without codes that goods of this kind may fall under */
  uncoded: UncodedMeasure[]
  /** with contract_date: whether a wind-down covers the contract */
  contract?: Contract
  /** what a name means, best first, at most five */
  goods?: Goods[]
  /** about this line; what concerns every line stands in the scope of the whole answer */
  warnings: string[]
  meta: ShortMeta
}

export interface CheckedFull {
  id: string
  status: "ok"
  query: string
  matched_as: "cn_code" | "name"
  verdict: "restricted" | "no_match"
  has_prohibition: boolean
  /** the one judgement of the answer; `extent` is the strongest of the bans, else of the rest */
  assessment: Assessment
  results: CnResult[]
  cn_exists: boolean
  cn_name: string | null
  disclaimer: string
  meta: Meta
  scope: Scope
  winddowns: Winddown[]
  derogations: Derogation[]
  /** with origin, dispatch, destination, via or value */
  deal?: Deal
}

export interface CheckFailed {
  /** as given, a number as text, at most 64 characters of it; null where an item has none */
  id: string | null
  status: "error"
  /** RFC 9457, in the language of the request */
  problem: Problem
}

export interface Suggestions {
  suggestions: Suggestion[]
}

export interface Suggestion {
  code: string
  name: string
  restricted: boolean
}

export interface Changes {
  changes: Change[]
  /** the cursor to go on from, now if there is more, else later */
  next: string
  /** there is more right now */
  more: boolean
  /** false: the database is away, and what was recorded lately may be missing */
  complete: boolean
}

export interface Change {
  /** the same change always has the same id */
  id: string
  type: "listing.added" | "listing.removed" | "listing.changed" | "measure.added" | "measure.removed" | "measure.changed" | "winddown.opening" | "winddown.ending_soon" | "winddown.ended" | "act.pending" | "dataset.published"
  /** the day in force; where no source shows it, the state of the law that showed the change */
  day: string
  regime: string | null
  annex: string | null
  article: string | null
  cn_codes: string[]
  act: string | null
  text: string
  recorded_at: string | null
}

export interface Dataset {
  version: string
  build: string
  cn_years: number[]
  /** what the lists were compared with besides the acts, and with which result; null: with nothing */
  witness: {
    day: string
    name_pl: string
    name_en: string
    lists: {
      regime: string
      direction: "import" | "export"
      /** the country, or 1008 for all third countries */
      area: string
      annexes: string[]
      /** codes of eight digits that stand in both */
      both: number
      only_ours: number
      only_taric: number
      /** of these, differences that nobody has explained */
      unexplained: number
    }[]
  } | null
  regimes: {
    code: string
    name_pl: string
    name_en: string
    celex: string
    consolidated_version: string | null
    source_version: string
    complete_from: string
    data_quality: "verified" | "to_review" | "demo"
    worked_in: string[]
    pending_acts: {
      celex: string
      title_pl: string
      title_en: string
      in_force_from: string | null
      known_through_pl: string | null
      known_through_en: string | null
    }[]
    counts: {
      annexes: number
      entries: number
      bans: number
    }
  }[]
}

export interface ListItem {
  /** your own, each once */
  id: string
  /** a code or a name, as in the lookup */
  q: string
  /** country where the goods originate: ISO 3166-1 alpha-2, EU, or a territory such as UA-43 */
  origin?: string | null
  /** country that the goods are sent from; the origin unless given */
  dispatch?: string | null
  /** country that the goods go to */
  destination?: string | null
  /** countries that the goods cross, in their order, separated by commas, at most 10; not the one that they are sent from */
  via?: string | null
  /** what one item is worth in EUR, a decimal with a point; decides limits on values */
  value?: string | number | null
}

export interface List {
  name: string
  lang: "pl" | "en"
  /** items in the list */
  count: number
  prohibited: number | null
  /** checking: some items wait for their first screening; changes are told from that on */
  state: "checking" | "checked"
  screened: {
    dataset: string
    as_of: string
    at: string
  } | null
  /** changes found so far */
  changes: number
  notify: string | null
  notify_confirmed: boolean
  created_at: string
  /** when its content was last changed */
  updated_at: string
}

export interface ListPage {
  name: string
  lang: "pl" | "en"
  /** items in the list */
  count: number
  prohibited: number | null
  /** checking: some items wait for their first screening; changes are told from that on */
  state: "checking" | "checked"
  screened: {
    dataset: string
    as_of: string
    at: string
  } | null
  /** changes found so far */
  changes: number
  notify: string | null
  notify_confirmed: boolean
  created_at: string
  /** when its content was last changed */
  updated_at: string
  dataset: string
  as_of: string
  disclaimer: string
  /** in the order of the list, each assessed now, with `dataset` and for the day `as_of` */
  items: {
    /** your own, each once */
    id: string
    /** a code or a name, as in the lookup */
    q: string
    /** country where the goods originate: ISO 3166-1 alpha-2, EU, or a territory such as UA-43 */
    origin: string | null
    /** country that the goods are sent from; the origin unless given */
    dispatch: string | null
    /** country that the goods go to */
    destination: string | null
    /** countries that the goods cross, in their order, separated by commas, at most 10; not the one that they are sent from */
    via: string | null
    /** what one item is worth in EUR, a decimal with a point; decides limits on values */
    value: string | null
    verdict: "restricted" | "no_match"
    /** the one judgement of the answer; `extent` is the strongest of the bans, else of the rest */
    assessment: Assessment
  }[]
  next: string | null
}

export interface ListChanges {
  /** oldest first; kept for 400 days */
  changes: {
    /** the same change always has the same id */
    id: string
    /** the id of the item */
    item: string
    q: string
    /** country where the goods originate: ISO 3166-1 alpha-2, EU, or a territory such as UA-43 */
    origin: string | null
    /** country that the goods are sent from; the origin unless given */
    dispatch: string | null
    /** country that the goods go to */
    destination: string | null
    /** countries that the goods cross, in their order, separated by commas, at most 10; not the one that they are sent from */
    via: string | null
    /** what one item is worth in EUR, a decimal with a point; decides limits on values */
    value: string | null
    before: {
      verdict: "restricted" | "no_match"
      /** false: nothing was understood or known, so "no_match" says nothing */
      checked: boolean
      /** every good of the code; beyond a value or quantity; goods that fit a description; some of the codes below; possibly, where the day is uncertain; none */
      extent: "whole" | "threshold" | "description" | "some_codes" | "possible" | "none"
      /** by country and direction, bans first; without the provisions behind them */
      reaches: {
        country: string | null
        direction: "import" | "export" | "transit" | null
        /** the gravest kind of measure */
        kind: "ban" | "restriction" | "duty"
        /** every good of the code; beyond a value or quantity; goods that fit a description; some of the codes below; possibly, where the day is uncertain; none */
        extent: "whole" | "threshold" | "description" | "some_codes" | "possible" | "none"
        /** goods of any third country made from inputs of this one */
        inputs_of?: string
      }[]
    }
    after: {
      verdict: "restricted" | "no_match"
      /** false: nothing was understood or known, so "no_match" says nothing */
      checked: boolean
      /** every good of the code; beyond a value or quantity; goods that fit a description; some of the codes below; possibly, where the day is uncertain; none */
      extent: "whole" | "threshold" | "description" | "some_codes" | "possible" | "none"
      /** by country and direction, bans first; without the provisions behind them */
      reaches: {
        country: string | null
        direction: "import" | "export" | "transit" | null
        /** the gravest kind of measure */
        kind: "ban" | "restriction" | "duty"
        /** every good of the code; beyond a value or quantity; goods that fit a description; some of the codes below; possibly, where the day is uncertain; none */
        extent: "whole" | "threshold" | "description" | "some_codes" | "possible" | "none"
        /** goods of any third country made from inputs of this one */
        inputs_of?: string
      }[]
      /** the assessment in words, to be shown as it is */
      sentence: string
    }
    /** CELEX numbers of the acts behind the change; empty when the law does not tell */
    acts: string[]
    /** the day that the list was screened for */
    day: string
    dataset: string
    recorded_at: string
  }[]
  /** the cursor to go on from, now if there is more, else later */
  next: string
  /** there is more right now */
  more: boolean
}

export interface Webhook {
  id: string
  url: string
  /** what it watches; empty: all goods */
  cn_codes: string[]
  /** what it is told of; empty: everything */
  events: string[]
  lang: "pl" | "en"
  /** off: its receiver answered 410. While paused or off, messages wait; `paused: false` sends them */
  state: "active" | "paused" | "off"
  reason: string | null
  state_since: string | null
  /** messages that wait to be sent; after 30 days without an attempt they are given up */
  waiting: number
  created_at: string
  old_secret_until: string | null
}

export interface WebhooksPage {
  webhooks: Webhook[]
  next: string | null
}

export interface NewWebhook {
  id: string
  url: string
  /** what it watches; empty: all goods */
  cn_codes: string[]
  /** what it is told of; empty: everything */
  events: string[]
  lang: "pl" | "en"
  /** off: its receiver answered 410. While paused or off, messages wait; `paused: false` sends them */
  state: "active" | "paused" | "off"
  reason: string | null
  state_since: string | null
  /** messages that wait to be sent; after 30 days without an attempt they are given up */
  waiting: number
  created_at: string
  old_secret_until: string | null
  /** signs every message; shown only here */
  secret: string
}

export interface Delivery {
  /** the webhook-id */
  id: string
  webhook: string
  type: string
  day: string
  /** dead: given up; it can be replayed */
  state: "pending" | "delivered" | "dead"
  attempts: number
  created_at: string
  next_attempt_at: string | null
  last_attempt_at: string | null
  last_status: number | null
  last_error: string | null
}

export interface Deliveries {
  deliveries: Delivery[]
  next: string | null
}

export interface Tested {
  /** the receiver answered 2xx */
  delivered: boolean
  status: number | null
  error: string | null
  ms: number
}

export interface Replayed {
  /** messages that will be sent again; those that wait already are not counted */
  replayed: number
  next: string | null
}

export interface Receipt {
  /** compact JWS (RFC 7515), `alg` Ed25519 (RFC 9864), `kid` the RFC 7638 thumbprint of its key */
  receipt: string
  /** the first 16 hexadecimal digits of the SHA-256 of `receipt`, to be printed and compared */
  id: string
}

/** RFC 7517 */
export interface KeySet {
  keys: {
    kty: "OKP"
    crv: "Ed25519"
    x: string
    kid: string
    alg: "Ed25519"
    use: "sig"
  }[]
}

/** RFC 9457, in the language of the request */
export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  /** the path asked for */
  instance: string
  /** what programs should look at; more codes may come, so treat an unknown one by its `status` */
  code: "q_missing" | "q_empty" | "q_too_long" | "q_invalid" | "q_too_vague" | "q_code_length" | "lang_unknown" | "as_of_invalid" | "contract_date_invalid" | "direction_unknown" | "regime_unknown" | "place_unknown" | "via_too_long" | "value_invalid" | "deal_incomplete" | "deal_within_country" | "via_contradicts" | "direction_contradicts" | "limit_invalid" | "offset_invalid" | "detail_unknown" | "include_unknown" | "parameter_unknown" | "parameter_repeated" | "url_invalid" | "parameters_too_many" | "request_invalid" | "since_invalid" | "code_invalid" | "codes_invalid" | "act_unknown" | "named_invalid" | "page_invalid" | "cursor_invalid" | "body_invalid" | "email_invalid" | "field_invalid" | "utm_too_large" | "field_characters" | "field_unknown" | "alert_invalid" | "batch_invalid" | "batch_field_unknown" | "items_invalid" | "items_too_many" | "csv_items_missing" | "csv_items_too_many" | "csv_code_invalid" | "separator_unknown" | "bom_unknown" | "columns_unknown" | "header_unknown" | "item_invalid" | "item_id_invalid" | "item_id_repeated" | "list_name_invalid" | "list_invalid" | "list_field_unknown" | "list_items_invalid" | "list_items_too_many" | "list_item_invalid" | "list_item_id_invalid" | "case_invalid" | "verification_incomplete" | "idempotency_key_invalid" | "key_ambiguous" | "state_unknown" | "webhook_unknown" | "webhook_invalid" | "webhook_field_unknown" | "webhook_url_invalid" | "webhook_codes_invalid" | "webhook_events_invalid" | "webhook_field_invalid" | "webhook_replay_invalid" | "key_missing" | "key_malformed" | "key_unknown" | "key_revoked" | "key_expired" | "ops_token_wrong" | "own_webhooks_off" | "webhook_not_found" | "alerts_off" | "metrics_off" | "not_found" | "version_unknown" | "version_not_served" | "list_unknown" | "method_not_allowed" | "idempotency_conflict" | "lists_too_many" | "list_names_too_many" | "list_version_other" | "webhooks_too_many" | "receipt_too_large" | "webhook_too_large" | "body_too_large" | "batch_too_large" | "list_too_large" | "body_too_slow" | "content_encoding_unsupported" | "media_type_unsupported" | "rate_limited" | "alerts_limited" | "batch_limited" | "batches_busy" | "list_names_limited" | "lists_limited" | "leads_full" | "mcp_too_large" | "host_forbidden" | "origin_forbidden" | "argument_unknown" | "argument_invalid" | "code_expected" | "items_count_invalid" | "headers_too_large" | "store_unavailable" | "internal" | "receipts_unavailable" | "busy" | "not_ready" | (string & {})
  /** what is wrong, the first errors only */
  errors: {
    parameter?: string
    pointer?: string
    detail: string
  }[]
  /** errors found beyond those listed; there may be more */
  errors_omitted?: number
  /** with `q_code_length`: codes that could have been meant */
  suggestions?: string[]
}
