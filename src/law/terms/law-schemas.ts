import Type, { type Static } from 'typebox'
import type { Day } from '../../base/day.ts'
import { exact, exactObject } from '../../base/exact.ts'
import { CELEX, LISTED_CELEX } from './celex.ts'
import {
  ANNEX_ROLES,
  ASK_OCCASIONS,
  ASKED_FACTS,
  DATA_QUALITIES,
  DIRECTIONS,
  DOCUMENT_PURPOSES,
  FINDING_KINDS,
  GOODS_OF_REGIMES,
  GRANT_KINDS,
  type LexiconClass,
  LISTED_PLACE_KINDS,
  MOVEMENT_TESTS,
  NOT_NEAR_REASONS,
  REGIME_FOLDER,
  RESTRICTION_TYPES,
} from './law-vocabulary.ts'

/**
 * The schemas of the files of `law/` and their types; law/FIELDS.md explains each word. A running server imports them as types
 * only, by law.ts, and loads no schema.
 */

const Filled = Type.String({ minLength: 1 })
/** A list that is left out rather than empty. */
const listOf = <T extends Type.TSchema>(items: T) => Type.Array(items, { minItems: 1 })
const TextSchema = exactObject({ pl: Filled, en: Filled })
const DaySchema = Type.Unsafe<Day>(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }))
const MaybeDay = Type.Union([DaySchema, Type.Null()])
const CelexSchema = Type.String({ pattern: CELEX.source })
const CodeSchema = Type.String({ pattern: '^(ex )?\\d{2,10}$' })
const Strings = Type.Array(Filled)
const CountryCode = Type.String({ pattern: '^[A-Z]{2}$' })
const RegimeCode = Type.String({ pattern: '^EU-[A-Z]{2}-\\d+-\\d+$' })
const TerritoryCode = Type.String({ pattern: '^[A-Z]{2}-[0-9A-Z]{1,3}$' })

const DoubtSchema = exactObject({
  id: Type.Optional(Filled),
  about: Type.Enum([
    'applies_from',
    'code',
    'codes',
    'completeness',
    'contracts_before',
    'derogations',
    'exemptions',
    'goods',
    'in_force_from',
    'inserted_by',
    'limit',
    'reading',
    'type',
    'until',
  ]),
  or: Type.Optional(DaySchema),
  codes: Type.Optional(Type.Array(CodeSchema)),
  text: TextSchema,
})
export type Doubt = Static<typeof DoubtSchema>
const Doubts = Type.Optional(listOf(DoubtSchema))

/**
 * A question to whoever asks about a deal, with all conditions of the provision at whose place it stands. Yes: the ban holds,
 * or the grant is available. A provision with several questions needs a yes to each.
 */
const AskSchema = exactObject({
  /** Only where the provision alone does not tell the question from others. */
  id: Type.Optional(Type.String({ pattern: '^[a-z0-9_]+$' })),
  fact: Type.Enum(ASKED_FACTS),
  when: Type.Optional(Type.Enum(ASK_OCCASIONS)),
  ...TextSchema.properties,
})
export type AskData = Static<typeof AskSchema>
const asking = {
  asks: Type.Optional(listOf(AskSchema)),
  /** Questions of other provisions that ask for the same. */
  asked_as: Type.Optional(Strings),
}

/** What measures are aimed at, in words: alone, behind "import", "export" and "transit", and behind "use". */
const PlaceSchema = exactObject({
  name: TextSchema,
  import: TextSchema,
  export: TextSchema,
  transit: TextSchema,
  use: TextSchema,
})
export type Place = Static<typeof PlaceSchema>

const RegimeSchema = exactObject({
  code: RegimeCode,
  name: TextSchema,
  legal_act: TextSchema,
  act: CelexSchema,
  country: CountryCode,
  on_request: Type.Optional(Type.Literal(true)),
  territories: Type.Optional(listOf(exactObject({ code: TerritoryCode, from: Type.Optional(DaySchema) }))),
  place: Type.Optional(PlaceSchema),
  consolidated: exactObject({
    celex: CelexSchema,
    version: MaybeDay,
    sha256: Type.Union([Type.String({ pattern: '^[0-9a-f]{64}$' }), Type.Null()]),
  }),
  state: DaySchema,
  complete_from: DaySchema,
  worked_in: Type.Array(CelexSchema),
  pending: Type.Array(CelexSchema),
  inferred: Type.Optional(
    listOf(exactObject({ act: CelexSchema, witness: TextSchema, day: DaySchema, text: TextSchema })),
  ),
  data_quality: Type.Enum(DATA_QUALITIES),
  to_read: Type.Optional(
    listOf(
      exactObject({
        annex: Type.Optional(Filled),
        article: Type.Optional(Filled),
        acts: listOf(CelexSchema),
      }),
    ),
  ),
  doubts: Doubts,
  asks: asking.asks,
})
export type RegimeData = Static<typeof RegimeSchema>

/** A text about some codes of a measure or an annex. */
const AboutCodesSchema = exactObject({ codes: listOf(CodeSchema), text: TextSchema })

/** Where goods that only words describe are found, or why nothing about the goods decides. One of the two stands there. */
const nearness = {
  /** Lists of near.tsv. */
  near: Type.Optional(listOf(Filled)),
  not_near: Type.Optional(Type.Enum(NOT_NEAR_REASONS)),
}

const AnnexesSchema = exactObject({
  annexes: Type.Array(
    exactObject({
      annex: Filled,
      role: Type.Enum(ANNEX_ROLES),
      headings: Type.Optional(listOf(TextSchema)),
      /** Goods that the words of rows leave out; nothing else narrows these rows. */
      left_out: Type.Optional(listOf(AboutCodesSchema)),
      doubts: Doubts,
    }),
  ),
  uncoded: Type.Array(
    exactObject({
      annex: Type.Union([Type.String(), Type.Null()]),
      article: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      measures: Strings,
      /** Of what no measure stands for. */
      direction: Type.Optional(Type.Enum(DIRECTIONS)),
      /** Its first day, where it is not that of its measures. */
      from: Type.Optional(DaySchema),
      ...nearness,
      names: Type.Optional(listOf(Type.String({ minLength: 3 }))),
      /** Another act, which governs these goods and is not in the law; the article only points to it. */
      governed_by: Type.Optional(TextSchema),
      what: TextSchema,
      ...asking,
    }),
  ),
})
export type AnnexData = Static<typeof AnnexesSchema>['annexes'][number]
export type UncodedData = Static<typeof AnnexesSchema>['uncoded'][number]

const QuotaSchema = exactObject({
  amount: Type.Union([Type.Number({ exclusiveMinimum: 0 }), Type.Null()]),
  unit: Type.Optional(Type.Enum(['t'])),
  per: Type.Enum(['period', 'year', 'year_for_all_codes', 'person_and_year']),
})

/** The conditions of a grant that a deal is held against. All of them must fit. */
const OnlySchema = exactObject(
  {
    member_states: Type.Optional(listOf(CountryCode)),
    except_member_states: Type.Optional(listOf(exactObject({ code: CountryCode, from: DaySchema }))),
    destination: Type.Optional(Type.Enum(['third_country', 'union', 'target'])),
    destinations: Type.Optional(listOf(CountryCode)),
    origin: Type.Optional(Type.Enum(['third_country'])),
    from_list: Type.Optional(Filled),
    not_from_list: Type.Optional(Filled),
    route: Type.Optional(Type.Enum(['pipeline', 'sea', 'air', 'land'])),
  },
  { minProperties: 1 },
)

/** What measures and grants share: doubts, whether a second reading is missing, a remark for maintainers. */
const checked = {
  doubts: Doubts,
  read_once: Type.Optional(Type.Literal(true)),
  remark: Type.Optional(Filled),
}

/**
 * An exemption, a derogation or a wind-down. One that was taken out of the act keeps its place, with `until_act`; `until` is
 * its own last day.
 */
const GrantSchema = exactObject({
  kind: Type.Enum(GRANT_KINDS),
  id: Type.Optional(Filled),
  ref: Filled,
  /** The acts that put it into the text and took it out. */
  since_act: Type.Optional(CelexSchema),
  until_act: Type.Optional(CelexSchema),
  annex: Type.Optional(Filled),
  category: Type.Optional(Filled),
  /** Only rows of the annex that this act first listed. */
  rows_of: Type.Optional(CelexSchema),
  codes: Type.Optional(listOf(CodeSchema)),
  except: Type.Optional(listOf(CodeSchema)),
  /** Goods that another annex lists whole are left out. */
  except_annex: Type.Optional(Filled),
  /** Of an exemption. */
  codes_of: Type.Optional(Type.Enum(['input'])),
  /** Of a wind-down. Null: neither this day nor the last one is known, since the act was not read. */
  contracts_before: Type.Optional(MaybeDay),
  from: Type.Optional(DaySchema),
  /** The first day is not exact: the grant stood in the act then, and may be older. */
  from_basis: Type.Optional(Type.Enum(['at_latest'])),
  until: MaybeDay,
  quota: Type.Optional(QuotaSchema),
  /** Only goods of which one item is worth at most so much in EUR. */
  value_up_to: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
  /** It lifts the ban from assistance or insurance, and from no goods. */
  services_only: Type.Optional(Type.Literal(true)),
  /** Of an exemption. */
  frees: Type.Optional(Type.Enum(['goods'])),
  /** Of a derogation. */
  authority: Type.Optional(TextSchema),
  text: TextSchema,
  ...checked,
  ...asking,
  only: Type.Optional(OnlySchema),
})
export type Provision = Static<typeof GrantSchema>
export type Exemption = Provision
export type Derogation = Provision
export type Winddown = Provision & { contracts_before: Day | null }

export const ACTIVITIES = [
  'brokering',
  'contract_clause',
  'customs_release',
  'due_diligence',
  'export',
  'financing',
  'free_zone',
  'import',
  'insurance',
  'lng_terminal_services',
  'lock_access',
  'operation',
  'port_access',
  'provision',
  'purchase',
  'reloading_services',
  'resale',
  'sale',
  'services',
  'ship_to_ship_transfer',
  'supply',
  'technical_assistance',
  'temporary_storage',
  'trade',
  'transfer',
  'transfer_of_ownership',
  'transit',
  'transport',
] as const

const MovementSchema = exactObject({
  tests: listOf(Type.Enum(MOVEMENT_TESTS)),
  into_union: Type.Optional(Type.Literal(true)),
  in_union: Type.Optional(Type.Literal(true)),
  to_third_country: Type.Optional(Type.Literal(true)),
  outside_union: Type.Optional(TextSchema),
  passage: Type.Optional(TextSchema),
  except: Type.Optional(Filled),
  countries: Type.Optional(listOf(CountryCode)),
  member_states: Type.Optional(listOf(CountryCode)),
  between_members: Type.Optional(Type.Literal(true)),
  target_too: Type.Optional(Type.Literal(true)),
  partners: Type.Optional(Type.Enum(['end_use'])),
  finding: Type.Optional(Type.Enum(FINDING_KINDS)),
  evidence: Type.Optional(
    exactObject({
      article: Filled,
      not_from: Type.Optional(Filled),
      text: TextSchema,
    }),
  ),
})
export type Movement = Static<typeof MovementSchema>

/** A place with which a measure prohibits transactions, from the day that the annex prints for it. */
const ListedPlaceSchema = exactObject({
  kind: Type.Enum(LISTED_PLACE_KINDS),
  /** As the English text prints it. */
  name: Filled,
  country: CountryCode,
  from: DaySchema,
  until: Type.Optional(DaySchema),
})
export type ListedPlace = Static<typeof ListedPlaceSchema>

const MeasureSchema = exactObject({
  id: Filled,
  article: Filled,
  annex: Type.Union([Type.String(), Type.Null()]),
  codes: Type.Optional(listOf(CodeSchema)),
  listed_as: Type.Optional(listOf(AboutCodesSchema)),
  goods_also: Type.Optional(Filled),
  type: Type.Enum(RESTRICTION_TYPES),
  direction: Type.Union([Type.Enum(DIRECTIONS), Type.Null()]),
  // Written only where it does not follow from direction and country.
  flow: Type.Optional(
    Type.Union([Type.String({ pattern: '^(EU_to_[A-Z]{2}|[A-Z]{2}_to_EU|via_[A-Z]{2})$' }), Type.Null()]),
  ),
  scope: Type.String({ pattern: '^[A-Za-z0-9_-]+$' }),
  movement: MovementSchema,
  all_goods: Type.Optional(Type.Literal(true)),
  places: Type.Optional(listOf(ListedPlaceSchema)),
  clause: Type.Optional(TextSchema),
  dealing: Type.Optional(TextSchema),
  services_only: Type.Optional(Type.Literal(true)),
  activities: listOf(Type.Enum(ACTIVITIES)),
  services_too: Type.Optional(Type.Boolean()),
  applies_from: MaybeDay,
  waits_for_act: Type.Optional(Type.Boolean()),
  inserted_by: CelexSchema,
  amended_by: Type.Optional(CelexSchema),
  /** Of a measure that is no longer in the act: its last day, and the act that took it out. */
  until: Type.Optional(DaySchema),
  until_act: Type.Optional(CelexSchema),
  title: TextSchema,
  summary: TextSchema,
  note: Type.Optional(TextSchema),
  code_notes: Type.Optional(listOf(AboutCodesSchema)),
  limit: Type.Optional(Strings),
  limit_text: Type.Optional(TextSchema),
  grants: Type.Optional(Strings),
  ...checked,
  ...asking,
})
/** Every measure has a flow once it is read: `MeasureSchema` leaves out the one that follows from direction and country. */
export type Measure = Static<typeof MeasureSchema> & { flow: string | null }

const ArticleSchema = exactObject({
  article: Type.String({ pattern: '^\\d+[a-z]*$' }),
  measures: Type.Optional(listOf(MeasureSchema)),
  grants: Type.Optional(listOf(GrantSchema)),
})

const ActsSchema = exactObject({
  acts: Type.Array(
    exactObject({
      celex: CelexSchema,
      kind: Type.Enum(['basic', 'amending', 'corrigendum']),
      regime: Type.String(),
      mark: Type.Optional(Type.String({ pattern: '^(B|M\\d+|C\\d+)$' })),
      corrects: Type.Optional(CelexSchema),
      title: TextSchema,
      about: Type.Optional(TextSchema),
      date: MaybeDay,
      oj: Type.Union([Type.String(), Type.Null()]),
      in_force_from: MaybeDay,
      package: Type.Optional(Type.Integer({ minimum: 1 })),
      status: Type.Enum(['worked_in', 'no_goods', 'pending']),
      remark: Type.Optional(Type.String()),
      doubts: Doubts,
    }),
  ),
})
export type Act = Static<typeof ActsSchema>['acts'][number]

/** What `law fetch` found and nobody has read: a service adds the file to the law that it serves. */
const UnreadSchema = exactObject({
  acts: listOf(
    exactObject({ celex: Type.String({ pattern: LISTED_CELEX.source }), regime: RegimeCode, date: MaybeDay }),
  ),
})
export type UnreadAct = Static<typeof UnreadSchema>['acts'][number]

const WordsSchema = exactObject({
  means: Type.Array(
    exactObject({
      pl: listOf(Type.String({ minLength: 2 })),
      en: listOf(Type.String({ minLength: 2 })),
      tariff: listOf(Type.String({ minLength: 2 })),
    }),
  ),
})
/** An everyday name of goods, and the codes it means. */
export interface Words {
  readonly pl: readonly string[]
  readonly en: readonly string[]
  readonly codes: readonly string[]
}
/** A word that narrows goods, and the tariff's own words for the same. */
export type Meaning = Static<typeof WordsSchema>['means'][number]
/** A word that does not name goods by itself, what it is, and what it stands for. */
export interface LexiconWord {
  readonly word: string
  readonly language: 'pl' | 'en' | 'any'
  readonly class: LexiconClass
  /** The words that an abbreviation stands for; empty for all others. */
  readonly expansion: string
}

const CountriesSchema = exactObject({
  union: Type.Array(
    exactObject({
      code: CountryCode,
      from: DaySchema,
      until: Type.Optional(DaySchema),
      part_of: Type.Optional(CountryCode),
    }),
  ),
  lists: Type.Array(
    exactObject({
      regime: Type.String(),
      annex: Filled,
      countries: listOf(
        exactObject({ code: CountryCode, from: DaySchema, at_latest: Type.Optional(Type.Literal(true)) }),
      ),
    }),
  ),
  territories: Type.Array(
    exactObject({
      code: TerritoryCode,
      country: CountryCode,
      ...TextSchema.properties,
    }),
  ),
  places: Type.Array(exactObject({ code: CountryCode, ...PlaceSchema.properties })),
  countries: listOf(exactObject({ code: CountryCode, ...TextSchema.properties })),
  regimes: Type.Optional(
    Type.Array(
      exactObject({
        country: CountryCode,
        acts: Type.Array(exactObject({ celex: CelexSchema, ...TextSchema.properties })),
        goods: Type.Enum(GOODS_OF_REGIMES),
        regime: Type.Optional(RegimeCode),
        what: Type.Optional(TextSchema),
        ...nearness,
        /** What no code settles concerns only goods that go this way. */
        only: Type.Optional(Type.Enum(['import', 'export'])),
        /** There was no such regime before this day, nor is there one after the other. */
        not_before: Type.Optional(DaySchema),
        until: Type.Optional(DaySchema),
        text: TextSchema,
      }),
    ),
  ),
  elsewhere: Type.Optional(TextSchema),
  everywhere: Type.Optional(TextSchema),
})
export type CountryData = Static<typeof CountriesSchema>
/** A regime of the Union that is aimed at a country, whether or not the law holds it. */
export type CountryRegime = NonNullable<CountryData['regimes']>[number]

/** A word as it is compared, or several. */
const FoldedWords = Type.Array(Type.String({ pattern: '^[a-z0-9]+( [a-z0-9]+)*$' }))

/** The same, where a star at the end of a single word stands for any ending. */
const FoldedBeginnings = Type.Array(Type.String({ pattern: '^([a-z0-9]+\\*|[a-z0-9]+( [a-z0-9]+){0,3})$' }))

/** What a question may say besides the goods. */
const HintsSchema = exactObject({
  roles: exactObject({ origin: FoldedWords, destination: FoldedWords, via: FoldedWords, at: FoldedWords }),
  and: FoldedWords,
  stays: FoldedWords,
  symbols: Type.Array(Type.String({ pattern: '^[A-Z]{2}$' })),
  ambiguous: FoldedWords,
  persons: exactObject({ family: FoldedWords, friends: FoldedWords, others: FoldedWords }),
  verbs: exactObject({
    bought: FoldedBeginnings,
    brought: FoldedBeginnings,
    gets: FoldedBeginnings,
    goes: FoldedBeginnings,
    trade: FoldedBeginnings,
    mine: FoldedBeginnings,
  }),
  private: exactObject({
    always: FoldedBeginnings,
    journey: FoldedBeginnings,
    own: FoldedBeginnings,
    giving: FoldedBeginnings,
    work: FoldedBeginnings,
  }),
  beside: exactObject({
    parcels: FoldedWords,
    packing: FoldedWords,
    packing_of: FoldedWords,
    travel: FoldedWords,
    talk: FoldedWords,
  }),
  euro: FoldedWords,
  thousand: FoldedWords,
  /** Everyday words for goods of one code, by that code. They name it where no other word of the question may name goods. */
  named: Type.Record(Type.String({ pattern: '^(\\d{2}){2,4}$' }), FoldedWords, exact),
  places: Type.Record(Type.String({ pattern: '^[A-Z]{2}$' }), FoldedWords, exact),
  frequent: Type.Array(CountryCode),
  direct: Type.Array(CountryCode),
  by_land: Type.Array(
    exactObject({ between: Type.Array(CountryCode), and: Type.Array(CountryCode), through: CountryCode }),
  ),
})
export type Hints = Static<typeof HintsSchema>

/** Guides for whoever does not know where to begin. */
const GuidesSchema = exactObject({
  guides: Type.Array(
    exactObject({
      id: Type.String({ pattern: '^[a-z-]+$' }),
      words: FoldedWords,
      /** Phrases that name no goods: a question with one of them is answered by the guide alone. */
      no_goods: FoldedBeginnings,
      /** The same, where no other word of the question may name goods: cash, but no cash register. */
      no_goods_alone: FoldedBeginnings,
      /** What governs that which is no goods, where an act of the law does. */
      governed_by: Type.Optional(Type.Array(Type.String({ pattern: '^EU-[A-Z]{2}-[0-9-]+ .+$' }))),
      destinations: Type.Array(CountryCode),
      codes: Type.Array(Type.String({ pattern: '^(\\d{2}){1,4}$' })),
      title: TextSchema,
      lead: TextSchema,
      points: listOf(
        exactObject({
          ...TextSchema.properties,
          /** Provisions of the law, each behind the code of its regime. */
          articles: Type.Array(Type.String({ pattern: '^EU-[A-Z]{2}-[0-9-]+ .+$' })),
        }),
      ),
      example: Type.Union([
        exactObject({
          q: Type.String({ minLength: 2 }),
          deal: exactObject({
            origin: Type.Optional(Type.String()),
            destination: Type.Optional(Type.String()),
            via: Type.Optional(Type.String()),
            value: Type.Optional(Type.String()),
          }),
          ...TextSchema.properties,
        }),
        Type.Null(),
      ]),
    }),
  ),
})
export type Guide = Static<typeof GuidesSchema>['guides'][number]

/** Duties that one Member State adds for goods that the measures of the Union list. */
const NationalSchema = exactObject({
  country: CountryCode,
  act: TextSchema,
  state: DaySchema,
  data_quality: Type.Enum(DATA_QUALITIES),
  duties: listOf(
    exactObject({
      id: Filled,
      article: Filled,
      from: DaySchema,
      regimes: listOf(Type.String()),
      via: Type.Optional(exactObject({ countries: listOf(CountryCode), text: TextSchema })),
      to_third_country: Type.Optional(
        exactObject({
          except_countries: Type.Array(CountryCode),
          except: Type.Optional(exactObject({ regime: Type.String(), annex: Filled })),
          text: TextSchema,
        }),
      ),
      text: TextSchema,
      sources: Strings,
    }),
  ),
})
export type NationalLaw = Static<typeof NationalSchema>

const DocumentCode = Type.String({ pattern: '^[A-Z]\\d{3}$' })

/** Which measures of TARIC are meant. */
const TARIC_MEASURE = {
  direction: Type.Enum(['import', 'export']),
  area: Type.String({ pattern: '^([A-Z]{2}|\\d{4})$' }),
  type: Type.String({ pattern: '^\\d{3}$' }),
  /** Only rows that ask for all of these. */
  documents: Type.Optional(listOf(DocumentCode)),
  /** Only rows below one of these. */
  codes: Type.Optional(listOf(CodeSchema)),
}

/** What TARIC was seen to ask for, and which of its measures stand for which provision: `taric/witness.yaml`. */
const WitnessSchema = exactObject({
  day: DaySchema,
  name: TextSchema,
  source: Filled,
  rules: listOf(
    exactObject({
      ...TARIC_MEASURE,
      regime: Type.String({ pattern: '^EU-[A-Z]{2}-\\d+-\\d+$' }),
      article: Type.Optional(Filled),
      annexes: Type.Optional(Strings),
      described: Type.Optional(TextSchema),
      named: Type.Optional(TextSchema),
    }),
  ),
})
export type WitnessData = Static<typeof WitnessSchema>

/** Duties of every export or import of certain goods that are no sanctions: `taric/controls.yaml`. */
const ControlsSchema = exactObject({
  controls: listOf(
    exactObject({
      id: Type.String({ pattern: '^\\w+$' }),
      name: TextSchema,
      act: exactObject({ celex: CelexSchema, ...TextSchema.properties }),
      text: TextSchema,
      measures: listOf(
        exactObject({
          ...TARIC_MEASURE,
          /** Countries of origin that it does not concern. */
          except: Type.Optional(listOf(CountryCode)),
          /** Only for a group of destinations whose members are not known. */
          some_destinations: Type.Optional(Type.Boolean()),
        }),
      ),
      documents: Type.Optional(
        listOf(exactObject({ code: DocumentCode, purpose: Type.Enum(DOCUMENT_PURPOSES), ...TextSchema.properties })),
      ),
    }),
  ),
})
export type ControlsData = Static<typeof ControlsSchema>
/** A duty of every export or import of certain goods that is no sanction. */
export type ControlData = ControlsData['controls'][number]

/** The regimes of the law, in the order of answers. They are named by their folder, which must not lead out of law/. */
const RegimesSchema = exactObject({
  regimes: Type.Array(Type.String({ pattern: REGIME_FOLDER.source }), { minItems: 1, maxItems: 20, uniqueItems: true }),
})

/** The shapes a file of `law/` can have. */
const MaybeText = Type.Optional(Type.String())
const Texts = Type.Optional(listOf(Filled))

/** A question about the law, what its answer must say, and why: `law/tests/*.yaml`. */
const OneOrMore = Type.Union([Filled, listOf(Filled)])
const PartOfAnswer = Type.Record(Type.String(), Type.Unknown(), { minProperties: 1 })
const SaidSchema = exactObject({ headline: Filled, reason: Filled, steps: Strings })
const LawTestSchema = exactObject({
  why: Filled,
  ask: exactObject({
    q: Type.String(),
    lang: MaybeText,
    as_of: MaybeText,
    direction: MaybeText,
    regime: MaybeText,
    contract_date: MaybeText,
    origin: MaybeText,
    dispatch: MaybeText,
    via: MaybeText,
    destination: MaybeText,
    value: Type.Optional(Type.Union([Type.String(), Type.Number()])),
    facts: MaybeText,
    include: MaybeText,
  }),
  /**
   * Facts declared one after the other, and the answer then: `yes` or `no`, a value or a day; of `goods` an expression that
   * one answer matches; of `route` parameters as they stand in an address.
   */
  flows: Type.Optional(listOf(exactObject({ told: Type.Record(Type.String(), Type.String()), answer: OneOrMore }))),
  says: exactObject(
    {
      problem: Type.Optional(Filled),
      verdict: Type.Optional(Type.Enum(['restricted', 'no_match'])),
      prohibition: Type.Optional(Type.Boolean()),
      checked: Type.Optional(Type.Boolean()),
      extent: Type.Optional(Filled),
      sentence: Texts,
      sentence_not: Texts,
      /** Headline, reason and steps word for word. */
      said: Type.Optional(exactObject({ pl: SaidSchema, en: SaidSchema })),
      /** Several where the act leaves it open. */
      answer: Type.Optional(OneOrMore),
      headline: Texts,
      headline_not: Texts,
      /** Facts that are asked for. */
      asks: Texts,
      asks_not: Texts,
      asks_first: Type.Optional(Filled),
      /** Kinds of steps. */
      steps: Texts,
      steps_not: Texts,
      /** Provisions that are named in grounds, findings, steps or the sentence, by their beginnings. */
      named: Texts,
      /** Provisions that no step offers. */
      offered_not: Texts,
      reaches: Texts,
      reaches_not: Texts,
      grounds: Texts,
      grounds_not: Texts,
      results: Texts,
      results_not: Texts,
      results_are: Type.Optional(Strings),
      findings: Texts,
      findings_not: Texts,
      findings_are: Type.Optional(Strings),
      finding_text: Type.Optional(listOf(exactObject({ article: Filled, has: Texts, has_not: Texts }))),
      grants: Texts,
      grants_not: Texts,
      documents: Texts,
      documents_not: Texts,
      contract: Type.Optional(Filled),
      warnings: Texts,
      words: Texts,
      words_not: Texts,
      /** A part of the answer, as it stands in JSON: of a list the entries that must be there, of a long text what stands around "…". */
      has: Type.Optional(PartOfAnswer),
      /** Parts of which none may be there. */
      has_not: Type.Optional(listOf(PartOfAnswer)),
    },
    { minProperties: 1 },
  ),
})
export type LawTest = Static<typeof LawTestSchema>
const TestsSchema = exactObject({ tests: listOf(LawTestSchema) })

export const LAW_SHAPES = {
  acts: ActsSchema,
  annexes: AnnexesSchema,
  article: ArticleSchema,
  controls: ControlsSchema,
  countries: CountriesSchema,
  regimes: RegimesSchema,
  guides: GuidesSchema,
  hints: HintsSchema,
  national: NationalSchema,
  regime: RegimeSchema,
  tests: TestsSchema,
  unread: UnreadSchema,
  witness: WitnessSchema,
  words: WordsSchema,
} as const

/** What a file of that shape holds. */
export type LawFile<S extends keyof typeof LAW_SHAPES> = Static<(typeof LAW_SHAPES)[S]>
