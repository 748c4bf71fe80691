import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import Schema from 'typebox/schema'
import { shortLookupOf } from '../../../src/answer/shape/short.ts'
import { group } from '../../../src/base/cn-code.ts'
import type { Day } from '../../../src/base/day.ts'
import { diffDays } from '../../../src/changes/diff-days.ts'
import { feedOf } from '../../../src/http/changes/current-feed.ts'
import { LIST_CHANGES } from '../../../src/http/mcp/changes-tool.ts'
import { ABOUT_DATASET } from '../../../src/http/mcp/dataset-tool.ts'
import { CHECK_LIST } from '../../../src/http/mcp/list-tool.ts'
import { CHECK_CODE, FIND_PRODUCT } from '../../../src/http/mcp/question-tools.ts'
import { readResource, resourcesIn } from '../../../src/http/mcp/resources.ts'
import { bytesOf } from '../../../src/http/mcp/result-size.ts'
import type {
  AnswerResult,
  ChangesResult,
  Comparison,
  ListResult,
  TariffResult,
} from '../../../src/http/mcp/schemas.ts'
import { BROWSE_TARIFF, COMPARE_DAYS } from '../../../src/http/mcp/tariff-tools.ts'
import type { Tool, ToolContext } from '../../../src/http/mcp/tool.ts'
import { answerer, ask, TODAY } from '../../real-law.ts'

const { dataset } = answerer

const silent = { debug() {}, info() {}, warn() {}, error() {} }
const context: ToolContext = {
  answerer,
  today: TODAY,
  build: 'cn-sanctions test',
  feed: feedOf({ store: () => null, today: () => TODAY, log: silent }),
  admitList: async () => null,
  receipts: null,
  nextTurn: async () => {},
  onError: (error) => {
    throw error
  },
}

/** 10,000 tokens of 3 bytes: JSON in Polish has more tokens for its bytes than other texts, and is well within it. */
const WHOLE_RESULT_BYTES = 30_000

const validators = new Map(
  [CHECK_CODE, FIND_PRODUCT, CHECK_LIST, BROWSE_TARIFF, COMPARE_DAYS, LIST_CHANGES, ABOUT_DATASET].map((tool) => [
    tool,
    Schema.Compile(tool.output),
  ]),
)

/** Calls a tool, and holds its result to its schema and to the size of a result. */
async function call<T>(tool: Tool, given: Record<string, unknown>): Promise<T> {
  const result = await tool.call(given, context)
  const said = JSON.stringify(given).slice(0, 100)
  assert.ok('structured' in result, `${said} was refused`)
  // As a client gets it.
  const structured: unknown = JSON.parse(JSON.stringify(result.structured))
  const validator = validators.get(tool)!
  if (!validator.Check(structured)) {
    const [, errors] = validator.Errors(structured)
    assert.fail(`${tool.name} ${said}: ${errors.map(({ instancePath, message }) => `${instancePath} ${message}`)}`)
  }
  const bytes = bytesOf(structured) + bytesOf(result.text)
  assert.ok(bytes <= WHOLE_RESULT_BYTES, `${tool.name} ${said}: ${bytes} bytes`)
  return structured as T
}

const CHAPTERS = Array.from({ length: 97 }, (_, at) => String(at + 1).padStart(2, '0')).filter((one) => one !== '77')
const CODES = ['8471 30 00', '7304 11 00', '8517', '8542', '2710 19', '8541', '7326 90 98', '9302', '4901', '99999999']
const NAMES = [
  'laptop',
  'rury stalowe',
  'części do samochodów',
  'maszyny',
  'xyzzy',
  'Rura bezszwowa stal nierdzewna 304L 60,3x2,77 mm EN 10216-5, palety drewniane, kraj pochodzenia Chiny, 12 szt.',
]
const DEALS = [
  { origin: 'PL', destination: 'KZ', via: 'RU,BY' },
  { origin: 'PL', destination: 'UA-14', via: 'BY,RU' },
  { origin: 'RU', destination: 'PL' },
]

describe('results are what their schema says, and never larger than a model should read', () => {
  for (const lang of ['pl', 'en']) {
    test(`whole chapters and codes, in ${lang}`, async () => {
      for (const q of [...CHAPTERS, ...CODES]) await call(CHECK_CODE, { q, lang })
    })

    test(`deals, contracts and days of the past, in ${lang}`, async () => {
      for (const q of ['84', '85', '87', '88', '27', ...CODES]) {
        for (const deal of DEALS) await call(CHECK_CODE, { q, lang, contract_date: '2022-01-31', ...deal })
        await call(CHECK_CODE, { q, lang, as_of: '2023-06-23', contract_date: '2022-01-31' })
        await call(CHECK_CODE, { q, lang, as_of: '2015-01-01', direction: 'export' })
      }
    })

    test(`names, in ${lang}`, async () => {
      for (const q of NAMES) await call(FIND_PRODUCT, { q, lang, ...DEALS[0] })
      for (const q of [...NAMES, '8471 30']) await call(FIND_PRODUCT, { q, lang })
    })

    test(`lists of fifty, in ${lang}`, async () => {
      const chapters = CHAPTERS.slice(40, 90).map((q) => ({ id: `${'i'.repeat(60)}${q}`, q, ...DEALS[1] }))
      await call(CHECK_LIST, { lang, items: chapters })
      const names = Array.from({ length: 50 }, (_, at) => ({ id: String(at), q: `${NAMES[5]} ${at}` }))
      await call(CHECK_LIST, { lang, items: names })
    })

    test(`the tariff and two days, in ${lang}`, async () => {
      for (const q of ['84', '7304', '8471 30 00', '99999999']) {
        for (const offset of [0, 64]) await call(BROWSE_TARIFF, { q, lang, offset })
        if (q.length >= 4) await call(COMPARE_DAYS, { q, lang, from: '2022-01-01' })
      }
    })

    test(`the data, in ${lang}`, async () => {
      await call(ABOUT_DATASET, { lang })
    })
  }
})

describe('what does not fit is not lost', () => {
  test('matches of a chapter are all found by going on', async () => {
    const all = shortLookupOf(ask('87', { limit: '500' })).matches
    const found: unknown[] = []
    for (let offset: number | null = 0; offset !== null; ) {
      const page: AnswerResult = await call(CHECK_CODE, { q: '87', lang: 'en', offset })
      assert.equal(page.meta.total, all.length)
      assert.ok(page.matches.length >= 5 || page.next_offset === null)
      found.push(...page.matches)
      offset = page.next_offset
    }
    assert.deepEqual(found, JSON.parse(JSON.stringify(all)))
    const beyond: AnswerResult = await call(CHECK_CODE, { q: '87', offset: 10_000 })
    assert.deepEqual([beyond.matches, beyond.next_offset, beyond.meta.total], [[], null, all.length])
  })

  test('findings of a deal refer to matches that are shown', async () => {
    const { deal, matches } = await call<AnswerResult>(CHECK_CODE, { q: '84', lang: 'en', ...DEALS[1] })
    const referred = deal?.findings.flatMap(({ results }) => results) ?? []
    assert.ok(referred.length > 0 && referred.every((at) => at < matches.length))
  })

  test('the result counts what was cut, and shows the rest', async () => {
    const chapter = await call<AnswerResult>(CHECK_CODE, { q: '84', lang: 'pl' })
    assert.ok(chapter.cut.derogations > 0)
    assert.ok(chapter.exemptions.length > 0 && chapter.cut.exemptions === 0)
    const code = await call<AnswerResult>(CHECK_CODE, { q: '7304 11 00', lang: 'pl' })
    assert.deepEqual(code.cut, { exemptions: 0, winddowns: 0, documents: 0, derogations: 0 })
    assert.equal(code.derogations.length, shortLookupOf(ask('7304 11 00')).derogations.length)
    assert.ok(code.derogations.every(({ text }) => text.length > 10))
    const keys = code.exemptions.map((exemption) => JSON.stringify(exemption))
    assert.equal(new Set(keys).size, keys.length, 'each exemption once')
  })

  test('items of a list are all answered by going on, in their order', async () => {
    const items = Array.from({ length: 50 }, (_, at) => ({ id: `line ${at}`, q: String(8401 + at) }))
    const ids: (string | null)[] = []
    let pages = 0
    for (let offset: number | null = 0; offset !== null; pages++) {
      const page: ListResult = await call(CHECK_LIST, { items, offset })
      ids.push(...page.items.map(({ id }) => id))
      const places = new Set(page.sources.map(({ regime, annex, article }) => `${regime} ${annex} ${article}`))
      for (const item of page.items) {
        if (item.status === 'error') continue
        for (const { regime, annex, article } of item.matches) assert.ok(places.has(`${regime} ${annex} ${article}`))
      }
      offset = page.next_offset
    }
    assert.deepEqual(
      ids,
      items.map(({ id }) => id),
    )
    assert.ok(pages > 1 && pages <= 4, `${pages} pages`)
  })

  test('lines of a chapter are all found by going on, each once', async () => {
    const codes: (string | null)[] = []
    for (let offset: number | null = 0; offset !== null; ) {
      const page: TariffResult = await call(BROWSE_TARIFF, { q: '84', lang: 'en', offset })
      codes.push(...page.lines.map(({ code }) => code))
      offset = page.next_offset
    }
    assert.ok(codes.length > 80 && new Set(codes).size === codes.length)
    const [tree] = [ask('84', { include: 'tree' }).meta.tree]
    assert.deepEqual(
      codes.slice(0, 32),
      tree?.lines.slice(1).map(({ code }) => code),
    )
  })

  test('days compared for a code are those of the whole law, and the order of days does not matter', async () => {
    const given = { q: '7403 19', lang: 'en', from: '2026-01-01', to: '2026-11-01' }
    const { changes, total } = await call<Comparison>(COMPARE_DAYS, given)
    assert.equal(changes.length, total)
    const all = new Set(diffDays(dataset, '2026-01-01' as Day, '2026-11-01' as Day).map(({ id }) => id))
    assert.ok(total > 0 && changes.every(({ id }) => all.has(id)))
    assert.deepEqual(
      await call(COMPARE_DAYS, { ...given, from: given.to, to: given.from }),
      await call(COMPARE_DAYS, given),
    )
  })

  test('changes are all listed by going on, each once, as the feed has them', async () => {
    const { feed } = await context.feed(dataset)
    const ids: string[] = []
    for (let cursor: string | null = null; ; ) {
      const page: ChangesResult = await call(LIST_CHANGES, { cursor, since: '2025-01-01' })
      ids.push(...page.changes.map(({ id }) => id))
      if (!page.more) break
      cursor = page.next
    }
    assert.deepEqual(
      ids,
      feed.history.filter(({ day, onRequest }) => day >= '2025-01-01' && !onRequest).map(({ id }) => id),
    )
  })
})

describe('resources', () => {
  type Page = { readonly next: string | null; readonly total: number } & Record<string, unknown>

  /** All members of a resource, page by page, each page small enough. */
  function membersOf(uri: string, field: string): Record<string, unknown>[] {
    const members: Record<string, unknown>[] = []
    for (let next: string | null = uri; next !== null; ) {
      const page: Page | null = readResource(new URL(next), dataset) as Page | null
      assert.ok(page, next)
      assert.ok(bytesOf(page) <= WHOLE_RESULT_BYTES, `${next}: ${bytesOf(page)} bytes`)
      assert.match(String(page.eur_lex_url), /^https:\/\/eur-lex\.europa\.eu\/.+#(?:anx|art)_\w+$/)
      assert.ok(page.disclaimer && page.dataset && page.source_version)
      members.push(...(page[field] as Record<string, unknown>[]))
      next = page.next
      if (next === null) assert.equal(members.length, page.total)
    }
    return members
  }

  test('the list of them is short enough for a model', () => {
    assert.ok(bytesOf([...resourcesIn('annex', dataset), ...resourcesIn('article', dataset)]) < WHOLE_RESULT_BYTES)
  })

  test('an annex has every row of the law, in both languages', () => {
    for (const { data, law } of dataset.regimes) {
      for (const { annex, listings } of law.annexes.filter((one) =>
        one.listings.some(({ untilAct }) => untilAct === ''),
      )) {
        const uri = `cn-sanctions://annex/${data.code}/${annex}`
        const rows = membersOf(`${uri}?lang=en`, 'rows')
        const codes = new Set(rows.map(({ cn_code }) => cn_code))
        for (const { code, printed } of listings.filter(({ untilAct }) => untilAct === '')) {
          if (code !== '') assert.ok(codes.has(group(code)), `${uri} ${printed}`)
          else
            assert.ok(
              rows.some((row) => row.cn_code === null && row.printed === printed),
              `${uri} ${printed}`,
            )
        }
        assert.equal(membersOf(uri, 'rows').length, rows.length)
      }
    }
  })

  test('an article has its measures, and every grant that they name', () => {
    for (const { uri } of resourcesIn('article', dataset)) {
      const provisions = membersOf(`${uri}?lang=en`, 'provisions')
      assert.ok(
        provisions.some(({ kind }) => kind === 'measure'),
        uri,
      )
      for (const { kind, article, title, text } of provisions) {
        assert.ok(String(kind === 'measure' ? title : text).length > 5, `${uri} ${article}`)
      }
    }
    const of3k = membersOf('cn-sanctions://article/EU-RU-833-2014/3k', 'provisions')
    const kinds = Map.groupBy(of3k, ({ kind }) => kind)
    assert.deepEqual([...kinds.keys()], ['measure', 'exemption', 'winddown', 'derogation'])
    assert.ok(kinds.get('derogation')?.some(({ article }) => article === '3k(5a)(g)'))
    assert.ok(
      kinds.get('exemption')?.some(({ article }) => article === '12h'),
      'also of other articles',
    )
  })
})
