import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { answerOrProblems } from '../../../src/answer/answer.ts'
import { parametersOf, readQuestion } from '../../../src/answer/question/question.ts'
import { withFact } from '../../../src/answer/question/with-fact.ts'
import type { CnResponse } from '../../../src/answer/response/response.ts'
import type { CnShort } from '../../../src/answer/response/short-response.ts'
import { ANSWERS } from '../../../src/answer/response/terms.ts'
import { calendarDay } from '../../../src/base/day.ts'
import { resultAsJson, Tally } from '../../../src/commands/check/check-file.ts'
import { FAIL_ON, failureOf } from '../../../src/commands/check/fail-on.ts'
import { openStore } from '../../../src/store/store.ts'
import { headlineMark, MARKS } from '../../../src/web/answer/marks.ts'
import { html } from '../../../src/web/design/html.ts'
import { classOfAnswer } from '../../../src/web/lists/checked-line.ts'
import { recordsIn } from '../../csv.ts'
import { answerer as realLaw } from '../../real-law.ts'
import { emptyPlace, NOON, PLENTY, serviceFor } from './service.ts'

const SCREWS = 'q=7318+15+95&origin=CN&destination=PL'
const INPUTS = '833-2014.3g(1)(d)'

const linksIn = (page: string): string[] =>
  [...page.matchAll(/<a class="(?:answer-to|chip-off)" data-question rel="nofollow" href="([^"]*)"/g)].map(
    ([, href = '']) => href.replaceAll('&amp;', '&'),
  )

describe('the page of an answer', () => {
  test('has its questions as links that tell the fact, and a link that takes it back', async (t) => {
    const { get } = await serviceFor(t)
    const first = await get(`/en?${SCREWS}`)
    assert.match(first.body, /class="card" data-answer="depends"/)
    const [yes = '', no = ''] = linksIn(first.body)
    const [after, other] = [await get(no), await get(yes)]
    assert.match(after.body, /class="card" data-answer="duties"/)
    assert.match(other.body, /class="card" data-answer="prohibited"/)
    assert.match(after.body, /Declared by the asker, not checked/)
    const [back = ''] = linksIn(after.body)
    assert.equal(new URL(back, 'http://x').searchParams.get('facts'), null)
    assert.match((await get(back)).body, /class="card" data-answer="depends"/)
  })

  test('in Polish says what each answer leads to', async (t) => {
    const { get } = await serviceFor(t)
    const { body } = await get(`/?${SCREWS}`)
    assert.match(body, /<span class="cap">tak<\/span> <span class="pill" data-answer="prohibited">.*?Zakaz<\/span>/)
    assert.match(body, /<span class="cap">nie<\/span> <span class="pill" data-answer="duties">.*?Obowiązki<\/span>/)
  })
})

test('a record shows what was declared, with a line for who declared it; its receipt has it signed', async (t) => {
  const { get } = await serviceFor(t)
  const facts = `facts=${encodeURIComponent(`${INPUTS}:no`)}`
  const record = await get(`/en/record?${SCREWS}&${facts}`)
  assert.equal(record.statusCode, 200)
  assert.match(record.body, /Declared by the asker, not checked/)
  assert.match(record.body, /Signature of whoever declared these facts/)
  assert.doesNotMatch((await get(`/en/record?${SCREWS}`)).body, /whoever declared/)
  const { receipt } = (await get(`/api/v1/receipt?${SCREWS}&${facts}`)).json<{ receipt: string }>()
  const [, payload = ''] = receipt.split('.')
  const { question } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { question: { facts: string } }
  assert.equal(question.facts, `${INPUTS}:no`)
})

type Parameters = Readonly<Record<string, string>>

const TODAY = calendarDay(NOON.slice(0, 10))

function answerTo(parameters: Parameters): CnResponse | null {
  const read = readQuestion(Object.entries(parameters), { today: TODAY, dataset: realLaw.dataset })
  const answered = 'problems' in read ? read : answerOrProblems(realLaw, read.question)
  return 'response' in answered ? answered.response : null
}

const QUESTIONS = 2_000
/** Surfaces that are slow, such as pages, are asked this share of all questions. */
const SHARE = 8

const CODES = [...new Set(realLaw.dataset.entries.map(({ code }) => code))].filter((code) => code.length >= 4)
const NAMES = ['laptop', 'rury stalowe', 'kawior', 'whisky', 'rower', 'drewno', 'śruby', 'perfume', 'xyzzy']
const ROUTES = ['CN PL', 'RU PL', 'PL RU', 'DE BY', 'BY PL', 'PL KZ RU', 'DE KZ', 'RU KZ', 'TR PL', 'DE PL']

const questions: fc.Arbitrary<Parameters> = fc
  .record({
    q: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...CODES) },
      { weight: 1, arbitrary: fc.constantFrom(...NAMES) },
    ),
    lang: fc.constantFrom('pl', 'en'),
    route: fc.option(fc.constantFrom(...ROUTES)),
    value: fc.option(fc.constantFrom('50', '300', '300.01', '5000'), { freq: 4 }),
    contract_date: fc.option(fc.constantFrom('2022-01-31', '2026-04-01'), { freq: 5 }),
    direction: fc.option(fc.constantFrom('import', 'export', 'transit'), { freq: 6 }),
    regime: fc.option(fc.constantFrom('EU-RU-833-2014', 'EU-BY-765-2006'), { freq: 8 }),
  })
  .map(({ q, lang, route, value, contract_date, direction, regime }) => {
    const [origin, destination, via] = route?.split(' ') ?? []
    const given = {
      ...{ q, lang, origin, destination, via, contract_date, regime },
      ...(route === null ? { direction } : { value }),
    }
    return Object.fromEntries(Object.entries(given).filter((pair): pair is [string, string] => Boolean(pair[1])))
  })

/** Questions with up to two of the facts that their answers ask for; each leads where it was said to lead. */
const drawn = fc
  .sample(fc.tuple(questions, fc.array(fc.nat(20), { maxLength: 2 })), { numRuns: QUESTIONS, seed: 49 })
  .flatMap(([start, picks]) => {
    let parameters = start
    let answer = answerTo(parameters)
    for (const pick of picks) {
      const choices = (answer?.assessment.questions ?? []).flatMap((asked) =>
        asked.answers.map((one) => ({ asked, ...one })),
      )
      const chosen = choices[pick % Math.max(1, choices.length)]
      if (!chosen) break
      parameters = withFact(parameters, chosen.asked, chosen.value)
      answer = answerTo(parameters)
      // With a direction and no route, a way is judged by the measures of that direction alone.
      if (start.direction === undefined)
        assert.equal(answer?.assessment.answer, chosen.leads_to, JSON.stringify(parameters))
    }
    return answer ? [{ parameters, answer }] : []
  })

const shortOf = ({ assessment }: Pick<CnResponse, 'assessment'>) => [assessment.answer, assessment.headline]

describe('the same question has the same answer', () => {
  const inLanguage = (lang: string) => drawn.filter(({ parameters }) => parameters.lang === lang)
  const itemOf = ({ lang: _, ...item }: Parameters, at: number) => ({ id: String(at), ...item })

  test('enough of them are drawn, with every answer and with facts', () => {
    assert.ok(drawn.length > 0.9 * QUESTIONS, String(drawn.length))
    assert.deepEqual(new Set(drawn.map(({ answer }) => answer.assessment.answer)), new Set(ANSWERS))
    assert.ok(drawn.filter(({ parameters }) => parameters.facts).length > 100)
  })

  test('as a line of a batch, of a stored list, and of a file', async (t) => {
    const store = await openStore(await emptyPlace(t))
    t.after(() => store.close())
    const { app, check } = await serviceFor(t, { store, limits: PLENTY })
    const { key } = await store.keys.issue({ name: 'Anna', perMinute: null, expires: null, at: new Date(NOON) })
    const headers = { 'x-api-key': key }
    for (const lang of ['pl', 'en'] as const) {
      const some = inLanguage(lang)
      const expected = some.map(({ answer }) => shortOf(answer))
      const items = some.map(({ parameters }, at) => itemOf(parameters, at))
      const batch: unknown[] = []
      for (let from = 0; from < items.length; from += 500) {
        const answer = await check({ lang, items: items.slice(from, from + 500) })
        batch.push(...answer.json<{ items: CnShort[] }>().items.map(shortOf))
      }
      assert.deepEqual(batch, expected, 'batch')

      const url = `/api/v1/lists/drawn-${lang}`
      const stored = await app.inject({ method: 'PUT', url, headers, payload: { lang, items } })
      assert.equal(stored.statusCode, 201, stored.body)
      const listed: unknown[] = []
      for (let cursor = ''; ; ) {
        const page = (await app.inject({ method: 'GET', url: `${url}?limit=500${cursor}`, headers })).json()
        listed.push(...page.items.map(shortOf))
        if (page.next === null) break
        cursor = `&cursor=${page.next}`
      }
      assert.deepEqual(listed, expected, 'stored list')

      const lines = some.map(({ parameters: { lang: _, ...parameters } }, at) => ({
        ...{ row: at + 1, id: String(at), asked: parameters.q ?? '', parameters, problem: null },
      }))
      const file = { answerer: realLaw, language: lang, asOf: TODAY, defaults: {}, failOn: null }
      const printed = JSON.parse([...resultAsJson(lines, file, 'short', new Tally())].join(''))
      assert.deepEqual(printed.items.map(shortOf), expected, 'file')
    }
  })

  test('in a lookup, a line of CSV, a tool of an assistant, and on the page', async (t) => {
    const { get, mcp } = await serviceFor(t, { limits: PLENTY })
    for (const { parameters, answer } of drawn.filter((_, at) => at % SHARE === 0)) {
      const told = JSON.stringify(parameters)
      const { q = '', lang, ...others } = parameters
      const asked = `${new URLSearchParams(parameters)}`
      const lookup = (await get(`/api/v1/cn?${asked}`)).json<CnResponse>()
      assert.deepEqual(shortOf(lookup), shortOf(answer), told)

      const item = answer.matched_as === 'name' ? { names: q } : { codes: q }
      const csv = await get(
        `/api/v1/check.csv?${new URLSearchParams({ ...others, ...item, lang: lang!, separator: 'comma' })}`,
      )
      const [line] = recordsIn(csv.body, ',')
      assert.deepEqual([line?.answer, line?.headline], shortOf(answer), told)

      const name = answer.matched_as === 'name' ? 'find_product' : 'check_code'
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: parameters } }
      const { result } = (await mcp(call)).json<{ result: { structuredContent: CnResponse } }>()
      assert.deepEqual(shortOf(result.structuredContent), shortOf(answer), told)

      const page = await get(`${lang === 'en' ? '/en' : '/'}?${new URLSearchParams({ q, ...others })}`)
      const { headline, questions } = answer.assessment
      assert.ok(page.body.includes(html`${headline}`.markup), told)
      // A name of several goods is a question, and has no answer yet.
      const asksForGoods = answer.matched_as === 'name' && questions[0]?.fact === 'goods'
      const [, shown] = /<article class="card"(?: data-answer="(\w+)")?/.exec(page.body) ?? []
      assert.equal(shown, asksForGoods ? undefined : answer.assessment.answer, told)
    }
  })

  test('and gates, classes and marks follow it', () => {
    for (const { parameters, answer: response } of drawn) {
      const { answer, listed, checked } = response.assessment
      const told = JSON.stringify(parameters)
      assert.equal(checked, answer !== 'not_checked', told)
      // A ban without codes that the goods were declared to fall under has no match.
      if (answer === 'prohibited' && !parameters.facts) assert.equal(response.verdict, 'restricted', told)
      const stops = FAIL_ON.filter((failOn) => failureOf(response, failOn) !== null)
      const STOPS = {
        prohibited: ['prohibited', 'depends', 'duties'],
        depends: ['depends', 'duties'],
        not_checked: FAIL_ON,
        duties: ['duties'],
        none: [],
      }
      assert.deepEqual(stops, STOPS[answer], told)
      const CLASSES = { prohibited: 'ban', depends: 'partial', not_checked: 'unchecked', duties: 'condition' } as const
      assert.equal(
        classOfAnswer(response.assessment),
        answer === 'none' ? (listed ? 'unconcerned' : 'clear') : CLASSES[answer],
      )
      assert.equal(headlineMark(response), MARKS[answer])
    }
  })

  test('and asks the same again from its parameters', () => {
    for (const { parameters } of drawn) {
      const read = readQuestion(Object.entries(parameters), { today: TODAY, dataset: realLaw.dataset })
      assert.ok('question' in read)
      const again = readQuestion(Object.entries(parametersOf(read.question)), {
        today: TODAY,
        dataset: realLaw.dataset,
      })
      assert.deepEqual('question' in again && again.question, read.question)
    }
  })
})
