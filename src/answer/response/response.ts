import Type, { type Static } from 'typebox'
import type { Day } from '../../base/day.ts'
import { exactObject } from '../../base/exact.ts'
import {
  BASIS_KINDS,
  DATA_QUALITIES,
  DAY_BASES,
  DIRECTIONS,
  DOCUMENT_PURPOSES,
  FINDING_KINDS,
  LISTED_PLACE_KINDS,
  RESTRICTION_TYPES,
} from '../../law/terms/law.ts'
import { ANSWERS, EXTENTS, FACTS, KINDS } from './terms.ts'

/** The schemas of an answer: its types, its documentation, and what the tests check it against. */

const Maybe = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()])
const DayString = Type.Unsafe<Day>(Type.String({ format: 'date', examples: ['2026-07-24'] }))
const Code = Type.String({ examples: ['8471 30 00'], description: 'CN code, grouped 4+2+2' })

const RegimeSchema = exactObject({
  code: Type.String({ examples: ['EU-RU-833-2014'] }),
  name_pl: Type.String(),
  name_en: Type.String(),
  legal_act: Type.String(),
  eur_lex_url: Type.String({ format: 'uri', description: 'EUR-Lex page in the language of the answer' }),
  eur_lex_url_en: Type.String({ format: 'uri' }),
  eur_lex_url_pl: Type.String({ format: 'uri' }),
  target_country_code: Type.String({ examples: ['RU', 'BY'] }),
  consolidated_version: Maybe(DayString),
})

const ThresholdSchema = exactObject({
  operator: Type.Enum(['>', '>=', '<=']),
  amount: Type.Number(),
  unit: Type.String({ examples: ['EUR'] }),
  scope: Type.String({ examples: ['item'] }),
})

const BasisSchema = exactObject({
  kind: Type.Enum(BASIS_KINDS, {
    description:
      'where the listing was read: in an amending act, in the consolidated text, or in neither (inferred from TARIC: always `to_review`, without `listed_as`)',
  }),
  text: Type.String({ examples: ['Listed according to TARIC of 12 July 2026; the act was not read.'] }),
})

export const CnResultSchema = exactObject({
  cn_code: Code,
  name: Type.String({ description: 'CN name, readable on its own' }),
  restriction: exactObject({
    type: Type.Enum(RESTRICTION_TYPES),
    label: Type.String(),
    direction: Maybe(Type.String({ examples: ['EU_to_RU', 'RU_to_EU', 'via_RU'] })),
    summary: Type.String({ description: 'what the measure says, in our own words' }),
    condition: Maybe(Type.String({ description: 'a value limit or price cap on which the measure depends' })),
    note: Maybe(Type.String()),
    activities: Type.Array(Type.String({ examples: ['import', 'purchase'] })),
    related_services: Type.Boolean({ description: 'technical assistance, brokering or financing is covered too' }),
  }),
  annex: Maybe(Type.String()),
  article: Maybe(Type.String()),
  has_exemptions: Type.Boolean(),
  exemption: Maybe(Type.String({ description: 'the texts of `exemptions`, joined by " | "' })),
  exemptions: Type.Array(
    exactObject({ article: Type.String(), text: Type.String(), from: Maybe(DayString), until: Maybe(DayString) }),
    { description: 'that can concern this code, in the order of the law' },
  ),
  valid_from: Maybe(DayString),
  valid_to: Maybe(DayString),
  since_act: Maybe(Type.String({ description: 'CELEX of the act by which it came, where the day is exact' })),
  until_act: Maybe(Type.String({ description: 'CELEX of the act by which it went' })),
  regime: RegimeSchema,
  eur_lex_url: Type.String({ format: 'uri', description: 'the consolidated text, opened at the annex or article' }),
  source: Type.String(),
  source_version: DayString,
  basis: BasisSchema,
  data_quality: Type.Enum(DATA_QUALITIES),
  partial_entry: Type.Boolean({ description: 'the annex lists only part of the code: check the description' }),
  partial_by: Maybe(
    Type.Enum(['description', 'codes'], {
      description: 'which part: goods that fit `listed_as`, or all of the code but `except_codes`',
    }),
  ),
  category: Maybe(Type.String({ description: 'part or category of the annex' })),
  listed_as: Maybe(
    Type.String({
      description:
        'designation of goods in the annex, in the language asked for; in Polish often our translation (scope.warnings says so), in English where a row that is listed whole has none; null where the act was not read',
    }),
  ),
  covers_query: Type.Enum(['whole', 'part'], {
    description: 'whole: this listing alone covers every good of what was asked for, whatever its value',
  }),
  valid_from_basis: Maybe(Type.Enum(['exact', 'at_latest'])),
  in_force: Type.Enum(['yes', 'possibly']),
  except_codes: Type.Array(Code),
  thresholds: Type.Array(ThresholdSchema),
  doubts: Type.Array(Type.String()),
})
export type CnResult = Static<typeof CnResultSchema>

const Status = Type.Enum(['open', 'expired', 'not_yet'])

const WinddownSchema = exactObject({
  regime: Type.String(),
  article: Type.String(),
  annex: Maybe(Type.String()),
  cn_codes: Type.Array(Type.String(), { description: 'empty: all goods of the measure' }),
  except_codes: Type.Array(Type.String()),
  contracts_before: Maybe(
    Type.Unsafe<Day>({ ...DayString, description: 'null with `status` unknown: the act was not read' }),
  ),
  from: Maybe(DayString),
  until: Maybe(DayString),
  status: Type.Enum(['open', 'expired', 'not_yet', 'unknown'], {
    description: 'unknown: the period exists, but its days were not read, so that nobody may rely on it',
  }),
  applies: Maybe(
    Type.Boolean({
      description: 'whether the period was made for contracts of `contract_date`, open or expired; null without one',
    }),
  ),
  text: Type.String(),
  data_quality: Type.Enum(DATA_QUALITIES),
  doubts: Type.Array(Type.String()),
})
export type WinddownAnswer = Static<typeof WinddownSchema>

const DerogationSchema = exactObject({
  regime: Type.String(),
  article: Type.String(),
  annex: Maybe(Type.String()),
  cn_codes: Type.Array(Type.String(), { description: 'empty: all goods of the measure' }),
  authority: Type.String(),
  from: Maybe(DayString),
  until: Maybe(DayString),
  status: Status,
  text: Type.String(),
  data_quality: Type.Enum(DATA_QUALITIES),
  doubts: Type.Array(Type.String()),
})
export type DerogationAnswer = Static<typeof DerogationSchema>

const ControlKind = Type.String({
  examples: ['dual_use', 'torture_annex_II', 'firearms', 'cultural_goods', 'drug_precursors', 'rough_diamonds'],
})

const ControlSchema = exactObject({
  kind: ControlKind,
  name: Type.String({ examples: ['dual-use items'] }),
  direction: Type.Enum(['import', 'export']),
  legal_act: Type.String({ examples: ['Regulation (EU) 2021/821'] }),
  eur_lex_url: Type.String({ format: 'uri' }),
  covers_query: Type.Enum(['whole', 'part'], { description: 'part: only some of the codes asked about are flagged' }),
  documents: Type.Array(
    exactObject({
      code: Type.String({ examples: ['Y901'] }),
      purpose: Type.Enum(DOCUMENT_PURPOSES, { description: 'what entering the code states' }),
      text: Type.String(),
    }),
    { description: 'what can be declared, as far as it is known what it states' },
  ),
  text: Type.String(),
})

const ScopeSchema = exactObject({
  as_of: DayString,
  cn_year: Type.Integer(),
  dataset: Type.String(),
  regimes: Type.Array(
    exactObject({
      code: Type.String(),
      short_name: Type.String({ examples: ['Russia', 'Iran (267/2012)'] }),
      legal_act: Type.String(),
      celex: Type.String(),
      consolidated_version: Maybe(DayString),
      source_version: Type.Unsafe<Day>({ ...DayString, description: 'the day up to which changes are worked in' }),
      worked_in: Type.Array(exactObject({ celex: Type.String(), title: Type.String() }), {
        description: 'acts newer than the consolidated text that are worked in',
      }),
      complete_from: DayString,
      annexes_checked: Type.Array(Type.String()),
      uncoded_annexes: Type.Array(
        exactObject({
          annex: Maybe(Type.String()),
          article: Maybe(Type.String()),
          what: Type.String(),
          places: Type.Optional(
            Type.Array(
              exactObject({
                kind: Type.Enum(LISTED_PLACE_KINDS),
                name: Type.String({ examples: ['Novorossiysk'] }),
                country: Type.String({ examples: ['RU'] }),
                from: DayString,
                until: Maybe(DayString),
              }),
              {
                description:
                  'places with which transactions are prohibited, named as the English text prints them, each from its own day; nothing that was asked is compared with them',
              },
            ),
          ),
        }),
      ),
      pending_acts: Type.Array(
        exactObject({
          celex: Type.String(),
          title: Type.String(),
          in_force_from: Maybe(DayString),
          known_through: Maybe(
            Type.String({
              description: 'what shows some of its changes, though the act was not read',
              examples: ['TARIC of 12 July 2026'],
            }),
          ),
        }),
      ),
    }),
  ),
  on_request: Type.Array(
    exactObject({
      code: Type.String(),
      name: Type.String({ examples: ['Restrictive measures concerning Crimea and Sevastopol'] }),
      territories: Type.Array(Type.String({ examples: ['UA-43'] })),
      text: Type.String({ description: 'how to ask for it, for callers of the API' }),
    }),
    {
      description:
        'regimes that were not checked: they are when `regime` names them, or `origin`, `destination` or `via` one of their territories',
    },
  ),
  directions: Type.Array(Type.Enum(DIRECTIONS)),
  controls: Type.Optional(
    Type.Array(ControlSchema, {
      description:
        'without a deal: controls that are no sanctions and that TARIC flags on the code; never a match or part of the verdict. An empty list proves nothing, since the acts describe their goods. With a deal they are findings',
    }),
  ),
  warnings: Type.Array(Type.String(), { description: 'what was not or could not be checked' }),
})
export type Scope = Static<typeof ScopeSchema>

const Extent = Type.Enum(EXTENTS, {
  description:
    'every good of the code; beyond a value or quantity; goods that fit a description; some of the codes below; possibly, where the day is uncertain; none',
})
const KindSchema = Type.Enum(KINDS, { description: 'the gravest kind of measure' })
const Listed = Type.Boolean({
  description: 'whether it is in any list that was checked, for this question or for another direction or deal',
})
const Strongest = { listed: Listed, kind: Maybe(KindSchema), extent: Extent }

const reach = {
  country: Maybe(
    Type.String({
      examples: ['RU', 'BY', 'KG'],
      description: 'the country that the goods come from or go to; null with `inputs_of`',
    }),
  ),
  direction: Maybe(Type.Enum(DIRECTIONS)),
  kind: KindSchema,
  extent: Extent,
  inputs_of: Type.Optional(
    Type.String({ examples: ['RU'], description: 'goods of any third country made from inputs of this one' }),
  ),
}

/** A reach without what is behind it, as lists are compared. */
export const ReachSchema = exactObject(reach)

const GroundSchema = exactObject({
  article: Type.String({ examples: ['3h(1)'] }),
  annex: Maybe(Type.String({ examples: ['XVIII'] })),
  extent: Extent,
  limit: Maybe(Type.String({ description: 'the limit or condition of this provision alone, in words' })),
  designation: Maybe(
    Type.String({ description: 'the goods that this provision means, where it lists part of a code' }),
  ),
})

const AssessmentSchema = exactObject(
  {
    checked: Type.Boolean({ description: 'false: nothing was understood or known, so "no_match" says nothing' }),
    listed: Listed,
    answer: Type.Enum(ANSWERS, {
      description:
        'the decision, which gates are built on. prohibited: a ban concerns this movement, with all goods asked for, and nothing known lifts it. depends: a fact that was not given decides (`questions`). not_checked: not understood, no such code, a day before our data, or an EU regime on goods that we do not hold. duties: no ban is left, but something has to be done or claimed (`steps`). none: nothing has to be done. Without a deal it is the gravest answer of the ways to, from and through the targets',
    }),
    headline: Type.String({
      examples: ['Prohibited: import from Belarus; export to Russia'],
      description: 'the decision in at most 100 characters, true when read alone',
    }),
    reason: Type.String({
      description:
        'one sentence: which prohibition or duty decides, of which article, since when; and what was not read yet',
    }),
    questions: Type.Array(
      exactObject({
        id: Type.String({ examples: ['833-2014.3g(1)(d)', 'value'] }),
        fact: Type.Enum(FACTS),
        text: Type.String(),
        answers: Type.Array(
          exactObject({
            value: Type.String({ examples: ['yes', '300.01', 'origin=BY&destination=PL'] }),
            text: Type.String(),
            leads_to: Type.Enum(ANSWERS, { description: 'the answer if only this fact is added' }),
          }),
        ),
      }),
      {
        description:
          'at most three, what decides most first. Values of `value`, `contract_date` and `route` go into the parameters of these names, all others into `facts` as `id:value`',
      },
    ),
    steps: Type.Array(
      exactObject({
        kind: Type.Enum([...FINDING_KINDS, 'route', 'claim', 'ask'] as const),
        text: Type.String(),
        articles: Type.Array(Type.String()),
        documents: Type.Array(Type.String(), { description: 'explained in `meta.documents`' }),
      }),
      { description: 'what to do now, in order; of a prohibited deal only what could make it lawful' },
    ),
    sentence: Type.String({ description: 'headline, reason and steps, to be shown as it is' }),
    extent: Extent,
    reaches: Type.Array(
      exactObject({
        ...reach,
        place: Type.String({ examples: ['Russia'], description: 'the country, or the target of the inputs, in words' }),
        grounds: Type.Array(GroundSchema, { description: 'the provisions behind it, the widest first' }),
      }),
      { description: 'how far measures of each kind reach, by country and direction, bans first' },
    ),
  },
  { description: 'the one judgement of the answer; `extent` is the strongest of the bans, else of the rest' },
)
const YearCodes = Maybe(exactObject({ year: Type.Integer(), codes: Type.Array(Code) }))

const UncodedSchema = exactObject({
  regime: Type.String(),
  annex: Maybe(Type.String()),
  article: Maybe(Type.String()),
  what: Type.String(),
})

const ActSchema = Maybe(exactObject({ celex: Type.String(), title: Type.String(), package: Maybe(Type.Integer()) }))

const PeriodSchema = exactObject({
  regime: Type.String(),
  annex: Maybe(Type.String()),
  article: Type.String(),
  label: Type.String(),
  type: Type.Enum(RESTRICTION_TYPES),
  direction: Maybe(Type.String()),
  from: DayString,
  from_basis: Maybe(Type.Enum(['exact', 'at_latest'])),
  to: Maybe(DayString),
  since_act: ActSchema,
  basis: BasisSchema,
  until_act: ActSchema,
  cn_codes: Type.Array(Code, { description: 'the codes at its beginning' }),
  steps: Type.Array(
    exactObject({
      day: DayString,
      act: ActSchema,
      basis: Maybe(BasisSchema),
      added: Type.Array(Code),
      removed: Type.Array(Code),
      changed: Type.Array(Code, { description: 'listed in other words since that day' }),
    }),
    { description: 'what acts changed within the period' },
  ),
})

const FactsSchema = Type.Array(
  exactObject({
    id: Type.String({ examples: ['833-2014.3g(1)(d)'] }),
    value: Type.String({ examples: ['no'] }),
    text: Maybe(Type.String({ description: 'what was asked; null where it is asked no longer' })),
    used: Type.Boolean({ description: 'false: it decides nothing in this deal, or no longer' }),
  }),
  { description: 'facts as they were given: declared by the asker, not checked' },
)

const MetaSchema = exactObject({
  returned: Type.Integer(),
  source: Type.String({ description: 'identifier of the API build' }),
  total: Type.Integer(),
  limit: Type.Integer(),
  offset: Type.Integer(),
  dataset: Type.String(),
  cn: Maybe(
    exactObject({
      code: Code,
      year: Type.Integer(),
      existed_in: Type.Array(Type.Integer()),
      replaced_by: YearCodes,
      replaces: YearCodes,
    }),
  ),
  uncoded: Type.Array(UncodedSchema, {
    description: 'measures without codes that goods of this kind may fall under',
  }),
  facts: Type.Optional(FactsSchema),
  contract: Type.Optional(
    exactObject(
      {
        date: DayString,
        covered: Type.Enum(['open', 'not_yet', 'expired', 'unclear', 'none']),
        until: Maybe(DayString),
        text: Type.String(),
      },
      { description: 'with contract_date: whether a wind-down covers the contract' },
    ),
  ),
  documents: Type.Array(
    exactObject({
      code: Type.String({ examples: ['Y824'] }),
      regime: Type.String({ description: 'of a control that is no sanction, its kind' }),
      article: Type.String({ description: 'of a control that is no sanction, its act' }),
      text: Type.String(),
      directions: Type.Array(Type.Enum(DIRECTIONS), { description: 'declarations it belongs to' }),
      purpose: Type.Enum(DOCUMENT_PURPOSES, { description: 'what entering the code states' }),
      statement: Type.String({
        description: 'the same in words, as one of several statements to choose from',
        examples: ['goods outside the description'],
      }),
      asked_in_taric: Type.Boolean({
        description: 'TARIC was seen to ask for it on a code asked about (GET /api/v1/dataset names the day)',
      }),
      from: Maybe(DayString),
      from_basis: Maybe(
        Type.Enum(DAY_BASES, {
          description:
            'where the first day is from: a source gives it, a source shows the code in use then, or it is the day of the provision',
        }),
      ),
      until: Maybe(DayString),
      data_quality: Type.Enum(DATA_QUALITIES, { description: 'verified: two sources confirm the code' }),
    }),
    { description: 'TARIC document codes for the provisions above' },
  ),
  tree: Type.Optional(
    exactObject(
      {
        lines: Type.Array(
          exactObject({
            code: Maybe(Code),
            name: Type.String({ description: 'the line of the tariff alone' }),
            depth: Type.Integer(),
            asked: Type.Boolean(),
            ...Strongest,
          }),
        ),
        omitted: Type.Integer({ description: 'lines beside or below the code that are not given' }),
      },
      { description: 'with include=tree: the place of the code in the tariff' },
    ),
  ),
  name: Type.Optional(
    exactObject(
      {
        understood: Type.Array(Type.String(), { description: 'words that decided what goods are meant' }),
        ignored: Type.Array(Type.String(), {
          description: 'words that carry nothing: sizes, numbers, packaging, colours, makes, places',
        }),
        unknown: Type.Array(Type.String(), { description: 'words that were never seen' }),
        confidence: Type.Enum(['high', 'medium', 'low']),
        corrected: Type.Optional(Type.Array(exactObject({ word: Type.String(), read_as: Type.String() }))),
      },
      { description: 'what was made of a name' },
    ),
  ),
  hints: Type.Optional(
    exactObject(
      {
        origin: Type.Optional(Type.String()),
        dispatch: Type.Optional(
          Type.String({ description: 'where the goods are sent from, if `q` also names an origin' }),
        ),
        destination: Type.Optional(Type.String()),
        via: Type.Optional(Type.Array(Type.String())),
        value: Type.Optional(Type.String()),
        private_use: Type.Optional(
          Type.Literal(true, {
            description: '`q` speaks of own use, of presents or of the family; only the asker declares it',
          }),
        ),
        words: Type.Optional(
          Type.Record(Type.String(), Type.String(), {
            description: 'the words of `q` that each of these was read from',
          }),
        ),
        complete: Type.Optional(Type.Boolean({ description: 'with these the question names a whole deal' })),
        codes: Type.Optional(Type.Array(Code)),
        guides: Type.Optional(
          Type.Array(exactObject({ id: Type.String(), title: Type.String() }), {
            description: 'pages at /guides/{id}',
          }),
        ),
      },
      { description: 'what `q` says besides the goods: to be offered, it decided nothing' },
    ),
  ),
  said: Type.Optional(
    exactObject(
      {
        origin: Type.Optional(Type.String()),
        dispatch: Type.Optional(Type.String()),
        destination: Type.Optional(Type.String()),
        via: Type.Optional(Type.Array(Type.String())),
        value: Type.Optional(Type.String()),
        words: Type.Record(Type.String(), Type.String(), {
          description: 'the words of `q` that each of these was read from',
        }),
      },
      {
        description:
          'route and value that `q` names, also where the question was asked with others: a form shows what it keeps and what the text says',
      },
    ),
  ),
  history: Type.Optional(
    Type.Array(PeriodSchema, {
      description: 'with include=history: the periods in which each provision listed the code, earliest first',
    }),
  ),
  goods: Type.Optional(
    Type.Array(
      exactObject({
        code: Code,
        name: Type.String(),
        probability: Type.Number({
          minimum: 0,
          maximum: 1,
          description: 'how probable it is that these goods are meant: of all told with 0.8, about 80 in 100 are',
        }),
        score: Type.Number({ description: 'the same number under its old name' }),
        restricted: Type.Boolean(),
        ...Strongest,
        subheadings: Type.Array(
          exactObject({
            code: Code,
            name: Type.String({ description: 'the text of the subheading alone' }),
            probability: Type.Number({ minimum: 0, maximum: 1 }),
            restricted: Type.Boolean(),
          }),
          { maxItems: 3, description: 'the likeliest three' },
        ),
      }),
      { maxItems: 20, description: 'headings that a name may mean, the likeliest first' },
    ),
  ),
})

const Place = (description: string) => Type.String({ description, examples: ['PL', 'KZ', 'EU', 'UA-43'] })

const DealSchema = exactObject(
  {
    origin: Place('as asked; EU where only the destination was named'),
    dispatch: Place('where the goods are sent from; the origin unless asked otherwise'),
    destination: Place('as asked; EU where only the origin was named'),
    via: Type.Array(Place('countries on the way, in their order')),
    via_by_land: Type.Optional(
      Type.Array(Type.String(), { description: '`via` with countries that goods by land cannot avoid' }),
    ),
    value: Maybe(Type.String({ description: 'what one item is worth in EUR, as asked', examples: ['299.99'] })),
    facts: Type.Optional(FactsSchema),
    findings: Type.Array(
      exactObject({
        kind: Type.Enum(FINDING_KINDS, {
          description:
            'prohibited; allowed with an authorisation or on a condition; to be proved; a clause that the contract needs; due diligence; depends on use, persons or history, which countries do not decide; a duty of one Member State; a control that is no sanction, or that no list by code shows, to be checked; not checked: a regime of the Union on goods that is aimed at a country of the deal and is not in our data, or only describes its goods',
        }),
        regime: Maybe(
          Type.String({
            description:
              'null for a national duty, a control that is no sanction, where no act is known, or for a regime not in our data',
          }),
        ),
        article: Type.String({
          description: 'several are separated by "; "; of what was not checked, and of `control`, the acts',
          examples: ['12g(1)'],
        }),
        text: Type.String(),
        documents: Type.Array(Type.String({ examples: ['Y227'] }), { description: 'codes for the declaration' }),
        results: Type.Array(Type.Integer(), { description: 'places in `results`, from 0, of those it rests on' }),
        control: Type.Optional(
          Type.Unsafe<string>({
            ...ControlKind,
            description:
              'of the kind control: which control that is no sanction; without it, a hint of TARIC to a list',
          }),
        ),
        draft: Type.Optional(Type.String({ description: 'a draft of the clause, to be checked by a lawyer' })),
        eur_lex_url: Type.Optional(Type.String({ format: 'uri', description: 'the page of an act that was named' })),
      }),
      { description: 'what the deal meets with, the gravest first; none when the goods stay in the Union' },
    ),
  },
  { description: 'with origin, dispatch, destination, via or value' },
)

export const CnResponseSchema = exactObject({
  query: Type.String(),
  matched_as: Type.Enum(['cn_code', 'name']),
  verdict: Type.Enum(['restricted', 'no_match']),
  has_prohibition: Type.Boolean(),
  assessment: AssessmentSchema,
  results: Type.Array(CnResultSchema),
  cn_exists: Type.Boolean(),
  cn_name: Maybe(Type.String()),
  disclaimer: Type.String(),
  meta: MetaSchema,
  scope: ScopeSchema,
  winddowns: Type.Array(WinddownSchema),
  derogations: Type.Array(DerogationSchema),
  deal: Type.Optional(DealSchema),
})
export type CnResponse = Static<typeof CnResponseSchema>
