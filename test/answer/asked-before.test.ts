import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Answerer, buildAnswerer } from '../../src/answer/answer.ts'
import { readQuestion } from '../../src/answer/question/question.ts'
import { calendarDay, type Day, yearOf } from '../../src/base/day.ts'
import { answerItem, type BatchWork, batchItems } from '../../src/http/lookup/batch-answer.ts'
import { type Batch, placesAsked, regimeAsked } from '../../src/http/lookup/read-batch.ts'
import { knownLaw, loadLaw } from '../../src/law/load.ts'
import { contentsAt } from '../../src/law/read/law-source.ts'
import { seededRandom } from '../hostile/random.ts'
import { answerer as realLaw } from '../real-law.ts'
import { smallLaw } from '../small-law.ts'

const TODAY = calendarDay('2026-11-15')
const small = contentsAt(smallLaw())
await loadLaw(small)
/** Opened anew, so that it shares no object with another. */
const newLaw = (): Answerer => buildAnswerer(knownLaw(small)!.dataset, 'test')

/** Every way to ask that an answer depends on, besides its goods. */
const WAYS: readonly Readonly<Record<string, string>>[] = [
  {},
  { lang: 'en' },
  { value: '250', lang: 'en' },
  { direction: 'import' },
  { direction: 'export', lang: 'en' },
  { direction: 'transit' },
  { regime: 'EU-BY-765-2006' },
  { regime: 'EU-RU-833-2014', lang: 'en' },
  { contract_date: '2022-01-31' },
  { contract_date: '2026-04-01', as_of: '2026-10-24', lang: 'en' },
  { as_of: '2023-06-23' },
  { as_of: '2013-01-01', lang: 'en' },
  { origin: 'RU' },
  { origin: 'PL', destination: 'KZ', via: 'RU', lang: 'en' },
  { origin: 'CN', destination: 'BY' },
  { origin: 'UA-43' },
]

/** Chapters, headings, codes with and without matches, and spellings of them. */
function goodsOf({ dataset }: Answerer): string[] {
  const listed = dataset.entries.map(({ code }) => code).filter((_, at) => at % 40 === 0)
  return [...new Set([...listed, '84', '7304', '8471 30 00', '84713000', '0101 30 00', '9999 99 99', '2710 19 43 00'])]
}

interface Asked {
  readonly q: string
  readonly way: Readonly<Record<string, string>>
}

const questions = (law: Answerer): Asked[] =>
  goodsOf(law).flatMap((q, at) => [at, at + 4, at + 7].map((way) => ({ q, way: WAYS[way % WAYS.length]! })))

function answerTo(law: Answerer, { q, way }: Asked): string {
  const read = readQuestion([['q', q], ...Object.entries(way)], { today: TODAY, dataset: law.dataset })
  assert.ok('question' in read, JSON.stringify({ q, way }))
  return JSON.stringify(law.answer(read.question))
}

test('an answer does not depend on what was asked before', () => {
  const [one, other] = [newLaw(), newLaw()]
  const asked = questions(one)
  const forwards = asked.map((question) => answerTo(one, question))
  const backwards = asked.toReversed().map((question) => answerTo(other, question))
  const again = asked.map((question) => answerTo(one, question))
  for (const [at, question] of asked.entries()) {
    assert.equal(backwards.at(-1 - at), forwards[at], JSON.stringify(question))
    assert.equal(again[at], forwards[at], JSON.stringify(question))
  }
})

test('goods are decided as those before them only where the law treats them alike', () => {
  const dataset = realLaw.dataset
  const [one, other] = [buildAnswerer(dataset, 'test'), buildAnswerer(dataset, 'test')]
  const random = seededRandom(20261119)
  const chapters = ['01', '27', '31', '39', '72', '84', '85', '87', '90', '93', '97']
  const codes = dataset.nomenclatures
    .of(yearOf(TODAY))
    .lines.filter(({ kind, code }) => kind === 'cn8' && chapters.includes(code.slice(0, 2)) && random.chance(0.15))
  const asked = WAYS.slice(0, 7)
    .concat(
      { origin: 'PL', destination: 'RU', value: '250' },
      { origin: 'RU', destination: 'LT', via: 'BY', lang: 'en' },
    )
    .flatMap((way) => codes.map(({ code: q }): Asked => ({ q, way })))
  const forwards = asked.map((question) => answerTo(one, question))
  const backwards = asked.toReversed().map((question) => answerTo(other, question))
  for (const [at, question] of asked.entries())
    assert.equal(backwards.at(-1 - at), forwards[at], JSON.stringify(question))
})

describe('a line of a batch', () => {
  const law = newLaw()

  function workFor(fields: Partial<Batch>, day: Day = TODAY): BatchWork {
    const batch: Batch = {
      language: null,
      asOf: null,
      detail: 'short',
      regime: null,
      deal: {},
      facts: null,
      items: [],
      ...fields,
    }
    return {
      answerer: law,
      batch,
      asOf: day,
      language: batch.language ?? 'pl',
      scope: law.scope(day, batch.language ?? 'pl', regimeAsked(batch), placesAsked(batch)),
      onError: (error) => {
        throw error
      },
    }
  }

  async function linesOf(work: BatchWork): Promise<string[]> {
    const items = batchItems(work)
    const lines: string[] = []
    for (const at of work.batch.items.keys()) lines.push(Buffer.concat(await items.json(at)).toString())
    return lines
  }

  const goods = [...goodsOf(law), '', '7', 'z', 'ł"\\\u2028', 'rury stalowe', 'xyzzy']

  test('is the same whether it was worked out for it or for an earlier batch, in all circumstances', async () => {
    const some = goods.filter((_, at) => at % 5 === 0 || at > goods.length - 12)
    for (const detail of ['short', 'full'] as const) {
      for (const { lang, as_of, ...fields } of WAYS) {
        const items = some.map((q, at) => ({ id: `${at}`, q, ...fields }))
        const work = workFor({ language: (lang ?? null) as Batch['language'], detail, items }, as_of as Day | undefined)
        const expected = items.map((_, at) => JSON.stringify(answerItem(work, at)))
        assert.deepEqual(await linesOf(work), expected, JSON.stringify({ detail, lang, as_of, ...fields }))
        assert.deepEqual(await linesOf(work), expected, 'from the cache')
      }
    }
  })

  test('is about the deal and the regime of its batch, and about its own where it names one', async () => {
    const q = '8471 30 00'
    const batches: readonly Partial<Batch>[] = [
      { items: [{ id: '1', q }] },
      { deal: { origin: 'RU' }, items: [{ id: '1', q }] },
      { deal: { origin: 'PL', destination: 'RU' }, items: [{ id: '1', q }] },
      { deal: { origin: 'RU' }, items: [{ id: '1', q, origin: 'CN', destination: 'BY' }] },
      { regime: 'EU-BY-765-2006', items: [{ id: '1', q }] },
      { regime: 'EU-BY-765-2006', items: [{ id: '1', q, regime: 'EU-RU-833-2014' }] },
      { items: [{ id: '1', q, direction: 'import' }] },
      { items: [{ id: '1', q, contract_date: '2022-01-31' }] },
    ]
    const lines = new Set<string>()
    for (const batch of [...batches, ...batches]) for (const line of await linesOf(workFor(batch))) lines.add(line)
    assert.equal(lines.size, batches.length, 'each is another answer, and asked again it is the same')
  })

  test('that meets a fault of ours is not remembered', async () => {
    let faulty = true
    const answer: Answerer['answer'] = (question) => {
      if (faulty) throw new Error('a fault nobody foresaw')
      return law.answer(question)
    }
    const answerer: Answerer = { ...law, answer }
    const work = { ...workFor({ items: [{ id: '1', q: '7304' }] }), answerer, onError: () => {} }
    assert.match((await linesOf(work))[0] ?? '', /"status":"error"/)
    faulty = false
    assert.match((await linesOf(work))[0] ?? '', /"status":"ok"/)
  })

  test('of one law is never given for another', async () => {
    const answerer: Answerer = { ...law, answer: (question) => ({ ...law.answer(question), cn_name: 'another law' }) }
    const work = workFor({ items: [{ id: '1', q: '7304' }] })
    const [line] = await linesOf(work)
    const [other] = await linesOf({ ...work, answerer })
    assert.match(other ?? '', /another law/)
    assert.deepEqual(await linesOf(work), [line])
  })
})
