import { Client } from 'pg'
import type { Answerer } from '../src/answer/answer.ts'
import { askedInTaric, documentsOf } from '../src/answer/judge/documents.ts'
import { derogationsOf, type Match, winddownsOf } from '../src/answer/match/grants.ts'
import type { Question } from '../src/answer/question/question.ts'
import { resultOf } from '../src/answer/shape/result.ts'
import { frameOf, scopeOf } from '../src/answer/shape/scope.ts'
import { DISCLAIMER } from '../src/answer/shape/texts.ts'
import { type Digits, digits, group } from '../src/base/cn-code.ts'
import { type Day, earlier } from '../src/base/day.ts'
import { LANGUAGES, type Language } from '../src/base/language.ts'
import { type Dataset, type Entry, isBan } from '../src/law/dataset/dataset.ts'
import { readableName } from '../src/law/tariff/nomenclature-names.ts'
import { buildCodeIndex } from '../src/search/by-code.ts'

export const POSTGRES_NAME = 'Fastify + PostgreSQL'

/** What the table leaves out, since it depends on the code asked for rather than on the code listed; printed with every run. */
export const LEFT_OUT =
  'its answers have no assessment, no measures without codes and no answer to a contract date, and tell notes, exemptions and covers_query for the code listed, not for the code asked for. It does less work than the others, and its bytes differ from ours for that reason.'

/**
 * Everything that can be made ready is: JSON texts by language, the order within a code, days as an interval. What
 * depends on the goods asked about (some exemptions) is worked out for the listed code: less work than ours does.
 */
const TABLES = `
  create table entry (
    id int primary key, code text collate "C" not null, place int not null, except_codes text[] not null,
    ban boolean not null, first_day date not null, last_day date not null, parts int[] not null,
    pl text not null, en text not null
  );
  create table part (
    id int primary key, kind text not null, place int not null, contracts_before date, pl text not null, en text not null
  );
  create table tariff (
    code text collate "C" primary key, found boolean not null, cn text not null,
    name_pl text, name_en text, warnings_pl text not null, warnings_en text not null
  );
  create table fixed (language text primary key, disclaimer text not null, scope text not null, dataset text not null);
`
/** The texts are read far more often than stored: not packed. */
const STORAGE = `
  alter table entry alter pl set storage external, alter en set storage external;
  alter table part alter pl set storage external, alter en set storage external;
`
const INDEXES = 'create index entry_code on entry (code, place); analyze'
const ROWS_AT_ONCE = 500

export async function fillTables(url: string, answerer: Answerer, day: Day): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const insert = async (table: string, rows: readonly object[]) => {
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
      await client.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`, [
        JSON.stringify(rows.slice(at, at + ROWS_AT_ONCE)),
      ])
    }
  }
  try {
    await client.query(TABLES + STORAGE)
    const parts = new Parts()
    await insert('entry', entryRows(answerer.dataset, day, parts))
    await insert('part', parts.rows)
    await insert('tariff', tariffRows(answerer.dataset, day))
    await insert('fixed', fixedRows(answerer.dataset, day))
    await client.query(INDEXES)
  } finally {
    await client.end()
  }
}

type Texts = Record<Language, string>
const inEach = (text: (language: Language) => string): Texts => ({ pl: text('pl'), en: text('en') })

/** Wind-downs, derogations and documents, each text kept once. */
class Parts {
  readonly rows: ({ id: number; kind: string; place: number; contracts_before: string | null } & Texts)[] = []
  readonly #ids = new Map<string, number>()

  id(kind: string, texts: Texts, place = 0, contractsBefore: string | null = null): number {
    const key = `${kind} ${texts.pl}`
    const id = this.#ids.get(key) ?? this.rows.length
    if (id === this.rows.length) {
      this.rows.push({ id, kind, place, contracts_before: contractsBefore, ...texts })
      this.#ids.set(key, id)
    }
    return id
  }
}

function entryRows(dataset: Dataset, day: Day, parts: Parts): object[] {
  const find = buildCodeIndex(dataset)(dataset.regimes)
  const year = dataset.nomenclatures.of(Number(day.slice(0, 4))).year
  return dataset.entries.map((entry) => {
    const match: Match = { entry, goods: entry.code, inForce: surelyBegun(entry, day) ? 'yes' : 'possibly', day }
    return {
      id: entry.ord,
      code: entry.code,
      place: find(entry.code).indexOf(entry),
      except_codes: entry.except,
      ban: isBan(entry.type),
      first_day:
        (entry.validity.possibleFrom && earlier(entry.validity.from, entry.validity.possibleFrom)) ?? '-infinity',
      last_day: entry.validity.to ?? 'infinity',
      parts: partIds(match, dataset, day, parts),
      ...inEach((language) => {
        const question = { language, direction: null, deal: null }
        return JSON.stringify(resultOf(match, { dataset, cnYear: year, question, asked: [entry.code] }))
      }),
    }
  })
}

const surelyBegun = ({ validity: { from } }: Entry, day: Day): boolean => from !== null && day >= from

function partIds(match: Match, dataset: Dataset, day: Day, parts: Parts): number[] {
  const [pl, en] = (['pl', 'en'] as const).map((language) => {
    const winddowns = winddownsOf([match], day, null, language)
    const derogations = derogationsOf([match], day, language)
    const question = { asOf: day, direction: null, language }
    const taric = askedInTaric(dataset, [match.goods], null)
    return {
      winddowns,
      derogations,
      documents: documentsOf([match], winddowns, derogations, { dataset, question, taric }),
    }
  })
  if (!pl || !en) return []
  const texts = (one: object, other: object | undefined): Texts => ({
    pl: JSON.stringify(one),
    en: JSON.stringify(other),
  })
  return [
    ...pl.winddowns.map((one, at) =>
      parts.id('winddown', texts(one, en.winddowns[at]), 0, one.status === 'open' ? one.contracts_before : null),
    ),
    ...pl.derogations.map((one, at) => parts.id('derogation', texts(one, en.derogations[at]))),
    ...pl.documents.map((one, at) =>
      parts.id(
        'document',
        texts(one, en.documents[at]),
        dataset.documents.findIndex(({ code, regime }) => code === one.code && regime === one.regime),
      ),
    ),
  ]
}

function tariffRows(dataset: Dataset, day: Day): object[] {
  const { nomenclatures } = dataset
  const { year, lines, exists } = nomenclatures.of(Number(day.slice(0, 4)))
  const codes = new Set(lines.map(({ code }) => code).filter((code) => /^\d+$/.test(code)))
  const turn = (found: { year: number; codes: readonly Digits[] } | null) =>
    found && { year: found.year, codes: found.codes.map(group) }
  return [...codes].map((code) => {
    const line = nomenclatures.lastLine(code, year)
    const warnings = inEach((language) => itemsOf(scopeIn(dataset, day, language, code).warnings))
    return {
      code,
      found: exists(code),
      cn: JSON.stringify({
        code: group(code),
        year,
        existed_in: nomenclatures.existedIn(code),
        replaced_by: turn(nomenclatures.replacedBy(code)),
        replaces: turn(nomenclatures.replaces(code)),
      }),
      name_pl: line ? JSON.stringify(readableName(line, 'pl')) : null,
      name_en: line ? JSON.stringify(readableName(line, 'en')) : null,
      warnings_pl: warnings.pl,
      warnings_en: warnings.en,
    }
  })
}

/** What stands between the brackets. */
const itemsOf = (list: readonly unknown[]): string => JSON.stringify(list).slice(1, -1)

function scopeIn(dataset: Dataset, day: Day, language: Language, code: Digits) {
  const question: Question = {
    ...{ query: code, read: { as: 'cn_code', digits: code }, language, asOf: day },
    ...{
      direction: null,
      deal: null,
      value: null,
      regime: null,
      contractDate: null,
      facts: new Map(),
      limit: 100,
      offset: 0,
      detail: 'full',
      tree: false,
      history: false,
    },
  }
  const { year } = dataset.nomenclatures.of(Number(day.slice(0, 4)))
  return scopeOf(dataset, frameOf(dataset, dataset.regimes, question, year), question)
}

function fixedRows(dataset: Dataset, day: Day): object[] {
  return LANGUAGES.map((language) => ({
    language,
    disclaimer: JSON.stringify(DISCLAIMER[language]),
    // Open at its end, where the warnings of a code come.
    scope: JSON.stringify({ ...scopeIn(dataset, day, language, digits('01')), warnings: [] }).slice(0, -2),
    dataset: dataset.version,
  }))
}
