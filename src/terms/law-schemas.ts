import Type from 'typebox'
import { CELEX } from './celex.ts'
import type { Day } from './day.ts'
import { exact, exactObject } from './exact.ts'
import {
  ANNEX_ROLES,
  DATA_QUALITIES,
  DIRECTIONS,
  DOCUMENT_PURPOSES,
  FINDING_KINDS,
  GOODS_OF_REGIMES,
  MOVEMENT_TESTS,
  REGIME_FOLDER,
  RESTRICTION_TYPES,
} from './law-vocabulary.ts'

/** The schemas of the files of `law/`; FORMAT.md explains each word. */

const words = <V extends string[]>(list: readonly [...V]) => Type.Enum(list)

const TextSchema = exactObject({ pl: Type.String({ minLength: 1 }), en: Type.String({ minLength: 1 }) })
const DaySchema = Type.Unsafe<Day>(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }))
const MaybeDay = Type.Union([DaySchema, Type.Null()])
const CelexSchema = Type.String({ pattern: CELEX.source })
const CodeSchema = Type.String({ pattern: '^(ex )?\\d{2,10}$' })
const Strings = Type.Array(Type.String({ minLength: 1 }))
const CountryCode = Type.String({ pattern: '^[A-Z]{2}$' })
const RegimeCode = Type.String({ pattern: '^EU-[A-Z]{2}-\\d+-\\d+$' })
const TerritoryCode = Type.String({ pattern: '^[A-Z]{2}-[0-9A-Z]{1,3}$' })

export const DoubtSchema = exactObject({
  id: Type.Optional(Type.String({ minLength: 1 })),
  about: words([
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
  ] as const),
  or: Type.Optional(DaySchema),
  codes: Type.Optional(Type.Array(CodeSchema)),
  text: TextSchema,
})
const Doubts = Type.Optional(Type.Array(DoubtSchema, { minItems: 1 }))

export const RegimeSchema = exactObject({
  code: RegimeCode,
  name: TextSchema,
  legal_act: TextSchema,
  act: CelexSchema,
  country: CountryCode,
  on_request: Type.Optional(Type.Literal(true)),
  territories: Type.Optional(
    Type.Array(exactObject({ code: TerritoryCode, from: Type.Optional(DaySchema) }), { minItems: 1 }),
  ),
  place: Type.Optional(exactObject({ name: TextSchema, import: TextSchema, export: TextSchema, transit: TextSchema })),
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
    Type.Array(exactObject({ act: CelexSchema, witness: TextSchema, day: DaySchema, text: TextSchema }), {
      minItems: 1,
    }),
  ),
  data_quality: words(DATA_QUALITIES),
  to_read: Type.Optional(
    Type.Array(
      exactObject({
        annex: Type.Optional(Type.String({ minLength: 1 })),
        article: Type.Optional(Type.String({ minLength: 1 })),
        acts: Type.Array(CelexSchema, { minItems: 1 }),
      }),
      { minItems: 1 },
    ),
  ),
  doubts: Doubts,
})

export const AnnexesSchema = exactObject({
  annexes: Type.Array(
    exactObject({
      annex: Type.String({ minLength: 1 }),
      role: words(ANNEX_ROLES),
      rows: Type.Integer({ minimum: 1 }),
      without_code: Type.Optional(Type.Integer({ minimum: 1 })),
      not_in_cn: Type.Optional(Type.Array(CodeSchema, { minItems: 1 })),
      reissued: Type.Optional(Type.Array(exactObject({ act: CelexSchema, at_latest: DaySchema }), { minItems: 1 })),
      headings: Type.Optional(Type.Array(TextSchema, { minItems: 1 })),
      doubts: Doubts,
    }),
  ),
  uncoded: Type.Array(
    exactObject({
      annex: Type.Union([Type.String(), Type.Null()]),
      article: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      measures: Strings,
      near: Type.Optional(Type.Array(CodeSchema, { minItems: 1 })),
      names: Type.Optional(Type.Array(Type.String({ minLength: 3 }), { minItems: 1 })),
      what: TextSchema,
    }),
  ),
})

const QuotaSchema = exactObject({
  amount: Type.Union([Type.Number({ exclusiveMinimum: 0 }), Type.Null()]),
  unit: Type.Optional(words(['t'] as const)),
  per: words(['period', 'year', 'year_for_all_codes', 'person_and_year'] as const),
})

/** The conditions of a grant that a deal is held against. All of them must fit. */
const OnlySchema = exactObject(
  {
    member_states: Type.Optional(Type.Array(CountryCode, { minItems: 1 })),
    except_member_states: Type.Optional(
      Type.Array(exactObject({ code: CountryCode, from: DaySchema }), { minItems: 1 }),
    ),
    destination: Type.Optional(words(['third_country', 'union', 'target'] as const)),
    destinations: Type.Optional(Type.Array(CountryCode, { minItems: 1 })),
    origin: Type.Optional(words(['third_country'] as const)),
    from_list: Type.Optional(Type.String({ minLength: 1 })),
    not_from_list: Type.Optional(Type.String({ minLength: 1 })),
    route: Type.Optional(words(['pipeline', 'sea', 'air', 'land'] as const)),
  },
  { minProperties: 1 },
)

/** What measures and grants share: doubts, whether a second reading is missing, a remark for maintainers. */
const checked = {
  doubts: Doubts,
  read_once: Type.Optional(Type.Literal(true)),
  remark: Type.Optional(Type.String({ minLength: 1 })),
}

/** What exemptions, derogations and wind-downs share: the article, the goods, the first and the last day. */
const provision = {
  id: Type.Optional(Type.String({ minLength: 1 })),
  ref: Type.String({ minLength: 1 }),
  annex: Type.Optional(Type.String({ minLength: 1 })),
  category: Type.Optional(Type.String({ minLength: 1 })),
  codes: Type.Optional(Type.Array(CodeSchema, { minItems: 1 })),
  from: Type.Optional(DaySchema),
  /** The first day is not exact: the grant stood in the act then, and may be older. */
  from_basis: Type.Optional(words(['at_latest'] as const)),
  until: MaybeDay,
  quota: Type.Optional(QuotaSchema),
  text: TextSchema,
  ...checked,
  only: Type.Optional(OnlySchema),
}
export const ExemptionSchema = exactObject({
  ...provision,
  codes_of: Type.Optional(words(['input'] as const)),
  frees: Type.Optional(words(['goods'] as const)),
})
export const DerogationSchema = exactObject({ ...provision, authority: Type.Optional(TextSchema) })
export const WinddownSchema = exactObject({
  ...provision,
  except: Type.Optional(Type.Array(CodeSchema, { minItems: 1 })),
  /** Null: neither this day nor the last one is known, since the act was not read. */
  contracts_before: MaybeDay,
})

const ACTIVITIES = [
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

/** A text about some codes of a measure. */
const AboutCodesSchema = exactObject({ codes: Type.Array(CodeSchema, { minItems: 1 }), text: TextSchema })

export const MovementSchema = exactObject({
  tests: Type.Array(words(MOVEMENT_TESTS), { minItems: 1 }),
  into_union: Type.Optional(Type.Literal(true)),
  in_union: Type.Optional(Type.Literal(true)),
  to_third_country: Type.Optional(Type.Literal(true)),
  outside_union: Type.Optional(TextSchema),
  passage: Type.Optional(TextSchema),
  except: Type.Optional(Type.String({ minLength: 1 })),
  countries: Type.Optional(Type.Array(CountryCode, { minItems: 1 })),
  member_states: Type.Optional(Type.Array(CountryCode, { minItems: 1 })),
  between_members: Type.Optional(Type.Literal(true)),
  target_too: Type.Optional(Type.Literal(true)),
  partners: Type.Optional(words(['end_use'] as const)),
  finding: Type.Optional(words(FINDING_KINDS)),
  evidence: Type.Optional(
    exactObject({
      article: Type.String({ minLength: 1 }),
      not_from: Type.Optional(Type.String({ minLength: 1 })),
      text: TextSchema,
    }),
  ),
})

export const MeasureSchema = exactObject({
  id: Type.String({ minLength: 1 }),
  article: Type.String({ minLength: 1 }),
  annex: Type.Union([Type.String(), Type.Null()]),
  codes: Type.Optional(Type.Array(CodeSchema, { minItems: 1 })),
  listed_as: Type.Optional(Type.Array(AboutCodesSchema, { minItems: 1 })),
  goods_also: Type.Optional(Type.String({ minLength: 1 })),
  type: words(RESTRICTION_TYPES),
  direction: Type.Union([words(DIRECTIONS), Type.Null()]),
  // Written only where it does not follow from direction and country.
  flow: Type.Optional(
    Type.Union([Type.String({ pattern: '^(EU_to_[A-Z]{2}|[A-Z]{2}_to_EU|via_[A-Z]{2})$' }), Type.Null()]),
  ),
  scope: Type.String({ pattern: '^[A-Za-z0-9_-]+$' }),
  movement: Type.Optional(MovementSchema),
  all_goods: Type.Optional(Type.Literal(true)),
  clause: Type.Optional(TextSchema),
  dealing: Type.Optional(TextSchema),
  services_only: Type.Optional(Type.Literal(true)),
  activities: Type.Array(words(ACTIVITIES), { minItems: 1 }),
  services_too: Type.Optional(Type.Boolean()),
  applies_from: MaybeDay,
  waits_for_act: Type.Optional(Type.Boolean()),
  inserted_by: CelexSchema,
  amended_by: Type.Optional(CelexSchema),
  title: TextSchema,
  summary: TextSchema,
  note: Type.Optional(TextSchema),
  code_notes: Type.Optional(Type.Array(AboutCodesSchema, { minItems: 1 })),
  limit: Type.Optional(Strings),
  limit_text: Type.Optional(TextSchema),
  exemptions: Type.Optional(Strings),
  derogations: Type.Optional(Strings),
  winddowns: Type.Optional(Strings),
  ...checked,
})

/** What is no longer in the act: the day and the act with which it went. */
const ended = { until: DaySchema, until_act: CelexSchema }
export const EndedMeasureSchema = exactObject({ ...MeasureSchema.properties, ...ended })

/**
 * A grant that was taken out of the act. `until` is its own last day; the acts say when it stood in the text, `of` names its
 * measures, and `rows_of` narrows an annex to the rows that an act first listed.
 */
const stood = {
  of: Type.Array(Type.String({ minLength: 1 }), { minItems: 1 }),
  since_act: CelexSchema,
  until_act: CelexSchema,
  rows_of: Type.Optional(CelexSchema),
}
export const EndedExemptionSchema = exactObject({ ...ExemptionSchema.properties, ...stood })
export const EndedDerogationSchema = exactObject({ ...DerogationSchema.properties, ...stood })
export const EndedWinddownSchema = exactObject({ ...WinddownSchema.properties, ...stood })

export const EndedSchema = exactObject({
  annexes: Type.Array(
    exactObject({
      annex: Type.String({ minLength: 1 }),
      /** Of an annex that is gone; an annex that still exists has it in annexes.yaml. */
      role: Type.Optional(words(ANNEX_ROLES)),
      rows: Type.Integer({ minimum: 1 }),
      headings: Type.Optional(Type.Array(TextSchema, { minItems: 1 })),
      doubts: Doubts,
    }),
  ),
  measures: Type.Optional(Type.Array(EndedMeasureSchema, { minItems: 1 })),
  exemptions: Type.Optional(Type.Array(EndedExemptionSchema, { minItems: 1 })),
  derogations: Type.Optional(Type.Array(EndedDerogationSchema, { minItems: 1 })),
  winddowns: Type.Optional(Type.Array(EndedWinddownSchema, { minItems: 1 })),
})

const ArticleSchema = exactObject({
  article: Type.String({ pattern: '^\\d+[a-z]*$' }),
  measures: Type.Optional(Type.Array(MeasureSchema, { minItems: 1 })),
  exemptions: Type.Optional(Type.Array(ExemptionSchema, { minItems: 1 })),
  derogations: Type.Optional(Type.Array(DerogationSchema, { minItems: 1 })),
  winddowns: Type.Optional(Type.Array(WinddownSchema, { minItems: 1 })),
})

export const ActsSchema = exactObject({
  acts: Type.Array(
    exactObject({
      celex: CelexSchema,
      kind: words(['basic', 'amending', 'corrigendum'] as const),
      regime: Type.String(),
      mark: Type.Optional(Type.String({ pattern: '^(B|M\\d+|C\\d+)$' })),
      corrects: Type.Optional(CelexSchema),
      title: TextSchema,
      about: Type.Optional(TextSchema),
      date: MaybeDay,
      oj: Type.Union([Type.String(), Type.Null()]),
      in_force_from: MaybeDay,
      package: Type.Optional(Type.Integer({ minimum: 1 })),
      status: words(['worked_in', 'no_goods', 'pending'] as const),
      remark: Type.Optional(Type.String()),
      doubts: Doubts,
    }),
  ),
})

export const WordsSchema = exactObject({
  /** In a law from before there was words.tsv. */
  words: Type.Optional(
    Type.Array(
      exactObject({
        pl: Type.Array(Type.String({ minLength: 2 }), { minItems: 1 }),
        en: Type.Array(Type.String({ minLength: 2 }), { minItems: 1 }),
        codes: Type.Array(Type.String({ pattern: '^(\\d{2}){1,4}$' }), { minItems: 1 }),
      }),
    ),
  ),
  means: Type.Array(
    exactObject({
      pl: Type.Array(Type.String({ minLength: 2 }), { minItems: 1 }),
      en: Type.Array(Type.String({ minLength: 2 }), { minItems: 1 }),
      tariff: Type.Array(Type.String({ minLength: 2 }), { minItems: 1 }),
    }),
  ),
})

export const CountriesSchema = exactObject({
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
      annex: Type.String({ minLength: 1 }),
      countries: Type.Array(
        exactObject({ code: CountryCode, from: DaySchema, at_latest: Type.Optional(Type.Literal(true)) }),
        { minItems: 1 },
      ),
    }),
  ),
  territories: Type.Array(
    exactObject({
      code: TerritoryCode,
      country: CountryCode,
      pl: Type.String({ minLength: 1 }),
      en: Type.String({ minLength: 1 }),
    }),
  ),
  countries: Type.Array(
    exactObject({ code: CountryCode, pl: Type.String({ minLength: 1 }), en: Type.String({ minLength: 1 }) }),
    { minItems: 1 },
  ),
  regimes: Type.Optional(
    Type.Array(
      exactObject({
        country: CountryCode,
        acts: Type.Array(
          exactObject({ celex: CelexSchema, pl: Type.String({ minLength: 1 }), en: Type.String({ minLength: 1 }) }),
        ),
        goods: words(GOODS_OF_REGIMES),
        regime: Type.Optional(RegimeCode),
        what: Type.Optional(TextSchema),
        /** What no code settles concerns only goods that go this way. */
        only: Type.Optional(words(['import', 'export'] as const)),
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

/** A word as it is compared, or several. */
const FoldedWords = Type.Array(Type.String({ pattern: '^[a-z0-9]+( [a-z0-9]+)*$' }))

/** What a question may say besides the goods. */
export const HintsSchema = exactObject({
  roles: exactObject({ origin: FoldedWords, destination: FoldedWords, via: FoldedWords }),
  and: FoldedWords,
  euro: FoldedWords,
  places: Type.Record(Type.String({ pattern: '^[A-Z]{2}$' }), FoldedWords, exact),
  frequent: Type.Array(CountryCode),
  direct: Type.Array(CountryCode),
  by_land: Type.Array(
    exactObject({ between: Type.Array(CountryCode), and: Type.Array(CountryCode), through: CountryCode }),
  ),
})

/** Guides for whoever does not know where to begin. */
export const GuidesSchema = exactObject({
  guides: Type.Array(
    exactObject({
      id: Type.String({ pattern: '^[a-z-]+$' }),
      words: FoldedWords,
      destinations: Type.Array(CountryCode),
      codes: Type.Array(Type.String({ pattern: '^(\\d{2}){1,4}$' })),
      title: TextSchema,
      lead: TextSchema,
      points: Type.Array(
        exactObject({
          pl: Type.String({ minLength: 1 }),
          en: Type.String({ minLength: 1 }),
          /** Provisions of the law, each behind the code of its regime. */
          articles: Type.Array(Type.String({ pattern: '^EU-[A-Z]{2}-[0-9-]+ .+$' })),
        }),
        { minItems: 1 },
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
          pl: Type.String({ minLength: 1 }),
          en: Type.String({ minLength: 1 }),
        }),
        Type.Null(),
      ]),
    }),
  ),
})

/** Duties that one Member State adds for goods that the measures of the Union list. */
export const NationalSchema = exactObject({
  country: CountryCode,
  act: TextSchema,
  state: DaySchema,
  data_quality: words(DATA_QUALITIES),
  duties: Type.Array(
    exactObject({
      id: Type.String({ minLength: 1 }),
      article: Type.String({ minLength: 1 }),
      from: DaySchema,
      regimes: Type.Array(Type.String(), { minItems: 1 }),
      via: Type.Optional(exactObject({ countries: Type.Array(CountryCode, { minItems: 1 }), text: TextSchema })),
      to_third_country: Type.Optional(
        exactObject({
          except_countries: Type.Array(CountryCode),
          except: Type.Optional(exactObject({ regime: Type.String(), annex: Type.String({ minLength: 1 }) })),
          text: TextSchema,
        }),
      ),
      text: TextSchema,
      sources: Strings,
    }),
    { minItems: 1 },
  ),
})

const DocumentCode = Type.String({ pattern: '^[A-Z]\\d{3}$' })

/** Which measures of TARIC are meant. */
const TARIC_MEASURE = {
  direction: words(['import', 'export'] as const),
  area: Type.String({ pattern: '^([A-Z]{2}|\\d{4})$' }),
  type: Type.String({ pattern: '^\\d{3}$' }),
  /** Only rows that ask for all of these. */
  documents: Type.Optional(Type.Array(DocumentCode, { minItems: 1 })),
  /** Only rows below one of these. */
  codes: Type.Optional(Type.Array(CodeSchema, { minItems: 1 })),
}

/** What TARIC was seen to ask for, and which of its measures stand for which provision: `taric/witness.yaml`. */
export const WitnessSchema = exactObject({
  day: DaySchema,
  name: TextSchema,
  source: Type.String({ minLength: 1 }),
  rows: Type.Integer({ minimum: 1 }),
  rules: Type.Array(
    exactObject({
      ...TARIC_MEASURE,
      regime: Type.String({ pattern: '^EU-[A-Z]{2}-\\d+-\\d+$' }),
      article: Type.Optional(Type.String({ minLength: 1 })),
      annexes: Type.Optional(Strings),
      described: Type.Optional(TextSchema),
      named: Type.Optional(TextSchema),
    }),
    { minItems: 1 },
  ),
})

/** Duties of every export or import of certain goods that are no sanctions: `taric/controls.yaml`. */
export const ControlsSchema = exactObject({
  rows: Type.Integer({ minimum: 1 }),
  controls: Type.Array(
    exactObject({
      id: Type.String({ pattern: '^\\w+$' }),
      name: TextSchema,
      act: exactObject({ celex: CelexSchema, ...TextSchema.properties }),
      text: TextSchema,
      measures: Type.Array(
        exactObject({
          ...TARIC_MEASURE,
          /** Countries of origin that it does not concern. */
          except: Type.Optional(Type.Array(CountryCode, { minItems: 1 })),
          /** Only for a group of destinations whose members are not known. */
          some_destinations: Type.Optional(Type.Boolean()),
        }),
        { minItems: 1 },
      ),
      documents: Type.Optional(
        Type.Array(exactObject({ code: DocumentCode, purpose: words(DOCUMENT_PURPOSES), ...TextSchema.properties }), {
          minItems: 1,
        }),
      ),
    }),
    { minItems: 1 },
  ),
})

const RegimeCounts = exactObject({
  annexes: Type.Integer(),
  rows: Type.Integer(),
  measures: Type.Integer(),
  exemptions: Type.Integer(),
  derogations: Type.Integer(),
  winddowns: Type.Integer(),
  exemption_references: Type.Integer(),
  derogation_references: Type.Integer(),
  winddown_references: Type.Integer(),
  // A law from before there was a history has neither figure.
  ended_rows: Type.Optional(Type.Integer()),
  ended_provisions: Type.Optional(Type.Integer()),
})
export const CountsSchema = exactObject({
  acts: Type.Integer(),
  documents: Type.Integer(),
  documents_of_other_acts: Type.Integer(),
  words: Type.Integer(),
  meanings: Type.Integer(),
  nomenclature: Type.Record(Type.String({ pattern: '^\\d{4}$' }), Type.Record(Type.String(), Type.Integer()), exact),
  // Regimes are named by their folder, which must not lead out of law/.
  regimes: Type.Record(Type.String({ pattern: REGIME_FOLDER.source }), RegimeCounts, { ...exact, maxProperties: 20 }),
})

/** The shapes a file of `law/` can have. */
const MaybeText = Type.Optional(Type.String())
const Texts = Type.Optional(Type.Array(Type.String({ minLength: 1 }), { minItems: 1 }))

/** A question about the law, what its answer must say, and why: `law/tests/*.yaml`. */
export const LawTestSchema = exactObject({
  why: Type.String({ minLength: 1 }),
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
  }),
  says: exactObject(
    {
      problem: Type.Optional(Type.String({ minLength: 1 })),
      verdict: Type.Optional(words(['restricted', 'no_match'] as const)),
      prohibition: Type.Optional(Type.Boolean()),
      checked: Type.Optional(Type.Boolean()),
      extent: Type.Optional(Type.String({ minLength: 1 })),
      sentence: Texts,
      sentence_not: Texts,
      sentence_is: Type.Optional(Type.String({ minLength: 1 })),
      reaches: Texts,
      reaches_not: Texts,
      grounds: Texts,
      grounds_not: Texts,
      results: Texts,
      results_not: Texts,
      results_are: Type.Optional(Type.Array(Type.String({ minLength: 1 }))),
      findings: Texts,
      findings_not: Texts,
      findings_are: Type.Optional(Type.Array(Type.String({ minLength: 1 }))),
      finding_text: Type.Optional(
        Type.Array(exactObject({ article: Type.String({ minLength: 1 }), has: Texts, has_not: Texts }), {
          minItems: 1,
        }),
      ),
      grants: Texts,
      grants_not: Texts,
      documents: Texts,
      documents_not: Texts,
      contract: Type.Optional(Type.String({ minLength: 1 })),
      warnings: Texts,
      words: Texts,
      words_not: Texts,
    },
    { minProperties: 1 },
  ),
})
const TestsSchema = exactObject({ tests: Type.Array(LawTestSchema, { minItems: 1 }) })

export const LAW_SHAPES = {
  acts: ActsSchema,
  annexes: AnnexesSchema,
  article: ArticleSchema,
  controls: ControlsSchema,
  countries: CountriesSchema,
  counts: CountsSchema,
  ended: EndedSchema,
  guides: GuidesSchema,
  hints: HintsSchema,
  national: NationalSchema,
  regime: RegimeSchema,
  tests: TestsSchema,
  witness: WitnessSchema,
  words: WordsSchema,
} as const
