import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { IMPROBABLE } from '../../src/answer/match/meant-goods.ts'
import type { Question } from '../../src/answer/question/question.ts'
import { readQuestion } from '../../src/answer/question/question.ts'
import type { CnResponse } from '../../src/answer/response/response.ts'
import type { CnShort } from '../../src/answer/response/short-response.ts'
import { EXTENTS } from '../../src/answer/response/terms.ts'
import { shortLookupOf, shortOf } from '../../src/answer/shape/short.ts'
import { digits, group, isDigits } from '../../src/base/cn-code.ts'
import { LANGUAGES, type Language } from '../../src/base/language.ts'
import { printAnswer } from '../../src/commands/print-answer.ts'
import { answerItem, type BatchWork } from '../../src/http/lookup/batch-answer.ts'
import { readBatch } from '../../src/http/lookup/read-batch.ts'
import { isBan } from '../../src/law/dataset/dataset.ts'
import { answerHtml, titleOf } from '../../src/web/answer/answer-html.ts'
import { answerAsText } from '../../src/web/answer/answer-text.ts'
import { headlineMark } from '../../src/web/answer/marks.ts'
import type { PageAnswer } from '../../src/web/answer/page-answer.ts'
import { html } from '../../src/web/design/html.ts'
import { type CheckedLine, classOf } from '../../src/web/lists/checked-line.ts'
import { linesOf } from '../../src/web/lists/lines.ts'
import type { Reply } from '../../src/web/lists/reply.ts'
import { type ListResult, resultSheet } from '../../src/web/lists/report.ts'
import { textCell } from '../../src/web/lists/table.ts'
import { answerer, TODAY } from '../real-law.ts'

/** The one assessment wherever it is shown: the same for every code that is listed, thousands that are not, and for names. */

const { dataset } = answerer
const tariff = dataset.nomenclatures.of(2026)
const listed = [...new Set(dataset.entries.map(({ code }) => code))]
const inTariff = tariff.lines.flatMap(({ kind, code }) => (isDigits(code) && kind !== 'group' ? [code] : []))
const SAMPLE = 3000
/** Codes that never existed. */
const NEVER = ['99999999', '0000', '77'].map(digits)
const every = Math.max(1, Math.floor(inTariff.length / SAMPLE))
const CODES = [...new Set([...listed, ...inTariff.filter((_, at) => at % every === 0), ...NEVER])]

const gold = (file: string): string[] =>
  readFileSync(join(import.meta.dirname, '..', 'search', 'gold', file), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t')[1] ?? '')
const NAMES = [
  ...['questions-pl.tsv', 'questions-en.tsv'].flatMap((file) => {
    const names = gold(file)
    const step = Math.max(1, Math.floor(names.length / 150))
    return names.filter((_, at) => at % step === 0)
  }),
  'xyzzy',
  'samochód używany',
  'pistolet',
]

function questionOf(q: string, language: Language, parameters: Record<string, string> = {}): Question {
  const given = { q, lang: language, limit: '500', ...parameters }
  const read = readQuestion(Object.entries(given), { today: TODAY, dataset })
  assert.ok('question' in read, q)
  return read.question
}

const BEGINNINGS = {
  prohibited: /^(?:Zakaz|Prohibited): /,
  depends: /^(?:Zależy od|Depends on) /,
  not_checked: /^(?:Nie sprawdzono|Not checked): /,
  duties: /^(?:Brak zakazu|No ban); /,
  none: /^(?:Brak zakazu|No ban); /,
} as const

const invariants: Readonly<Record<string, (response: CnResponse) => boolean>> = {
  'restricted exactly when a measure reaches it': ({ verdict, assessment }) =>
    (verdict === 'restricted') === assessment.reaches.length > 0,
  'extent none exactly when there are no results': ({ assessment, meta }) =>
    (assessment.extent === 'none') === (meta.total === 0),
  'no reach of extent none': ({ assessment }) => assessment.reaches.every(({ extent }) => extent !== 'none'),
  'a sure ban that covers all makes the extent whole': ({ assessment, results }) =>
    assessment.extent === 'whole' || !results.some((result) => isWholeBan(result)),
  'a prohibition exactly when a ban reaches it': ({ has_prohibition, assessment }) =>
    has_prohibition === assessment.reaches.some(({ kind }) => kind === 'ban'),
  'each measure is a ground of a reach of its kind, and each ground a match': ({ assessment, results, meta }) => {
    if (meta.returned < meta.total) return true
    const matched = new Set(results.map((result) => `${kindOf(result)} ${result.article} ${result.annex}`))
    const grounds = assessment.reaches.flatMap(({ kind, grounds: all }) =>
      all.map(({ article, annex }) => `${kind} ${article} ${annex}`),
    )
    // Lists of what lifts a ban are restrictions by their type, and no ground of anything.
    const missing = [...matched].filter((one) => !grounds.includes(one) && !one.startsWith('restriction '))
    return missing.length === 0 && grounds.every((one) => matched.has(one))
  },
  'a reach is as wide as its widest ground, which stands first': ({ assessment: { reaches } }) =>
    reaches.every(({ extent, grounds: [widest, ...others] }) => {
      if (!widest) return false
      const rank = (one: (typeof EXTENTS)[number]) => EXTENTS.indexOf(one)
      return rank(extent) <= rank(widest.extent) && others.every((one) => rank(one.extent) >= rank(widest.extent))
    }),
  'a country, or the target whose inputs are meant': ({ assessment: { reaches } }) =>
    reaches.every(({ country, inputs_of }) => (country === null) === (inputs_of !== undefined)),
  'a threshold names its limit': ({ assessment: { reaches } }) =>
    reaches.every(({ grounds }) => grounds.every(({ extent, limit }) => extent !== 'threshold' || limit !== null)),
  'the headline begins with its answer, is short and whole': ({ assessment: { answer, headline } }) =>
    headline.length <= 100 && BEGINNINGS[answer].test(headline) && !/undefined|[#@~]|\s{2}|\.$/.test(headline),
  'what was not checked says so': ({ assessment: { answer, checked } }) => checked === (answer !== 'not_checked'),
  'what is prohibited has a match that prohibits': ({ assessment: { answer }, verdict, has_prohibition }) =>
    answer !== 'prohibited' || (verdict === 'restricted' && has_prohibition),
  'what depends asks what it depends on': ({ assessment: { answer, questions } }) =>
    answer !== 'depends' || questions.length > 0,
  'three questions at most, each once, the goods and the route first': ({ assessment: { questions } }) => {
    const ids = questions.map(({ id }) => id)
    const order = ids.map((id) => ['goods', 'route'].indexOf(id)).map((at) => (at < 0 ? 2 : at))
    return (
      ids.length <= 3 && new Set(ids).size === ids.length && order.every((at, place) => at >= (order[place - 1] ?? 0))
    )
  },
  'the reason is one sentence': ({ assessment: { reason } }) =>
    /^\P{Ll}.*[^.][.]$/u.test(reason) && !/undefined|[#@~]|\s{2}/.test(reason),
  'the sentence is whole': ({ assessment: { sentence } }) =>
    /^\P{Ll}.*[.?]$/u.test(sentence) && !/undefined|#|\s{2}/.test(sentence),
}

const isWholeBan = ({ restriction, covers_query, in_force }: CnResponse['results'][number]): boolean =>
  isBan(restriction.type) && covers_query === 'whole' && in_force === 'yes'

const kindOf = ({ restriction: { type } }: CnResponse['results'][number]) =>
  isBan(type) ? 'ban' : type === 'restriction' ? 'restriction' : 'duty'

/** Everything that shows an answer, and what it says where the assessment stands. */
function agree(q: string, language: Language): void {
  const response = answerer.answer({ ...questionOf(q, language), tree: true })
  const { assessment } = response
  const where = `${q} ${language}`
  for (const [rule, holds] of Object.entries(invariants)) assert.ok(holds(response), `${where}: ${rule}`)
  assert.deepEqual(shortLookupOf(response).assessment, assessment, `${where}: short`)
  const { headline, reason, steps } = assessment
  const told = [headline, reason, ...steps.map(({ text }, step) => `${step + 1}. ${text}`)]
    .join(' ')
    .replace(/\s+/g, ' ')
  assert.ok(printed(response, language).startsWith(told), `${where}: command line`)
  const mark = { kind: assessment.reaches[0]?.kind ?? null, extent: assessment.extent }
  const line = response.meta.tree?.lines.find(({ asked }) => asked)
  if (line) assert.deepEqual({ kind: line.kind, extent: line.extent }, mark, `${where}: tariff tree`)
  const goods = response.meta.goods ?? []
  for (const { kind, extent, restricted } of goods) {
    assert.equal(restricted, kind !== null, `${where}: goods`)
    assert.equal(restricted, extent !== 'none', `${where}: goods`)
  }
  const [best, ...more] = goods
  if (!best) return
  if (more.length === 0) assert.deepEqual({ kind: best.kind, extent: best.extent }, mark, `${where}: the goods`)
  // The best goods decide, or listed ones that are too probable to be left out.
  const listed = goods.filter(({ restricted }) => restricted)
  const probability = listed.reduce((sum, one) => sum + one.probability, 0)
  // Twenty probabilities are told with three digits each.
  if (best.restricted || Math.abs(probability - IMPROBABLE) > 0.01)
    assert.equal(best.restricted || probability >= IMPROBABLE, response.verdict === 'restricted', where)
  if (response.has_prohibition)
    assert.ok(
      listed.some(({ kind }) => kind === 'ban'),
      where,
    )
  if (response.verdict === 'restricted' && !best.restricted) assert.equal(response.meta.name?.confidence, 'low', where)
}

const printed = (response: CnResponse, language: Language): string =>
  printAnswer(
    response,
    { countries: answerer.dataset.countries, language, full: false },
    { width: Number.POSITIVE_INFINITY, style: (_, text) => text },
  ).replace(/\s+/g, ' ')

const ORIGIN = 'https://sanctions.example'

/** The page and the text that is copied from it. Writing them takes long, so a part of the questions is enough. */
function agreeOnPage(q: string, language: Language): void {
  const response = answerer.answer({ ...questionOf(q, language), tree: true })
  const { headline: brief, sentence } = response.assessment
  const moment = { day: TODAY, time: '12:05' }
  const answer: PageAnswer = {
    question: { language, q, filters: {} },
    response,
    moment,
    origin: ORIGIN,
    places: new Map(),
  }
  const page = answerHtml(answer).markup
  // A name of several goods is a question on the page, and has no answer yet.
  const asksForGoods = response.matched_as === 'name' && response.assessment.questions[0]?.fact === 'goods'
  const [, shown] = /<article class="card"(?: data-answer="(\w+)")?/.exec(page) ?? []
  assert.equal(shown, asksForGoods ? undefined : response.assessment.answer, `${q} ${language}: page`)
  assert.ok(page.includes(html`${brief}`.markup), `${q} ${language}: headline`)
  const { title } = titleOf(answer)
  assert.ok(title.length <= 100 && (title.endsWith(brief) || title.endsWith(' …')), `${q} ${language}: title`)
  assert.ok(
    answerAsText(answer)
      .split('\n')
      .some((line) => line.includes(sentence)),
    `${q} ${language}: text`,
  )
  const reply: Reply = { status: 'ok', ...shortOf(response, []), dataset: dataset.version, as_of: TODAY }
  const [line] = linesOf([{ number: 1, cells: [textCell(q)] }], 0, { skip: 0, addZeros: false })
  assert.ok(line)
  const one: CheckedLine = { line, reply }
  // The same four marks and the unchecked; a line of a list can also have a problem.
  // A list tells apart what is listed, but not for this question.
  assert.equal(classOf(one).replace('unconcerned', 'clear'), headlineMark(response), `${q} ${language}: list`)
  const list: ListResult = {
    checked: [one],
    question: { language, filters: {} },
    table: [{ number: 1, cells: [textCell(q)] }],
    titles: [],
    head: { disclaimer: response.disclaimer, scope: response.scope },
    places: new Map(),
  }
  assert.ok(resultSheet(list, ORIGIN).rows[1]?.includes(sentence), `${q} ${language}: workbook`)
}

/** The items of a batch, through the functions that answer it. */
function agreeInBatch(asked: readonly string[], language: Language): void {
  const items = asked.map((q, at) => ({ id: String(at), q }))
  const read = readBatch({ lang: language, items }, [])
  assert.ok('batch' in read)
  const onError = (error: unknown) => {
    throw error
  }
  const scope = answerer.scope(TODAY, language)
  const work: BatchWork = { answerer, batch: read.batch, asOf: TODAY, language, scope, onError }
  for (const [at, q] of asked.entries()) {
    const item = answerItem(work, at)
    assert.ok(item.status === 'ok')
    const alone = answerer.answer(questionOf(q, language))
    assert.deepEqual((item as CnShort & { status: 'ok' }).assessment, alone.assessment, `${q} ${language}: batch`)
    assert.equal(item.verdict, alone.verdict)
    assert.equal(item.has_prohibition, alone.has_prohibition)
  }
}

const everyTenth = (of: readonly string[]): string[] => of.filter((_, at) => at % 10 === 0)

for (const language of LANGUAGES) {
  describe(`one assessment (${language})`, () => {
    test('of codes', () => {
      assert.ok(CODES.length > 4000, `${CODES.length} codes`)
      // The last test compares what both languages say of every code.
      const asked = language === 'pl' ? CODES : CODES.filter((_, at) => at % 6 === 0)
      for (const code of asked) agree(group(code), language)
      agreeInBatch(everyTenth(CODES).slice(0, 500), language)
      for (const code of everyTenth(CODES)) agreeOnPage(group(digits(code)), language)
    })

    test('of names', () => {
      assert.ok(NAMES.length > 250, `${NAMES.length} names`)
      for (const name of NAMES) agree(name, language)
      agreeInBatch(everyTenth(NAMES), language)
      for (const name of everyTenth(NAMES)) agreeOnPage(name, language)
    })
  })
}

/** The reaches without what a language words. */
const unworded = (assessment: CnResponse['assessment'] | undefined) =>
  assessment?.reaches.map(({ grounds, place, ...reach }) => ({
    ...reach,
    grounds: grounds.map(({ limit, designation, ...ground }) => ({
      ...ground,
      limited: limit !== null,
      described: designation !== null,
    })),
  }))

test('both languages judge alike, and an answer about exports has all that one about transit has', () => {
  for (const code of CODES) {
    const [pl, en] = LANGUAGES.map((language) => answerer.answer(questionOf(code, language)).assessment)
    assert.deepEqual([pl?.answer, pl?.extent, unworded(pl)], [en?.answer, en?.extent, unworded(en)], code)
    const asked = [pl, en].map((one) =>
      one?.questions.map(({ id, answers }) => [id, answers.map(({ value, leads_to }) => [value, leads_to])]),
    )
    assert.deepEqual(asked[0], asked[1], code)
    const [exports, transit] = ['export', 'transit'].map((direction) =>
      answerer.answer(questionOf(code, 'en', { direction })),
    )
    const through = (response: CnResponse | undefined) =>
      response?.assessment.reaches.filter(({ direction }) => direction === 'transit')
    assert.deepEqual(through(exports), through(transit), code)
    const ids = (response: CnResponse | undefined) =>
      response?.results.map(({ cn_code, annex, article, regime }) => `${regime.code} ${annex} ${article} ${cn_code}`) ??
      []
    // A whole chapter has more matches than one page.
    if ((exports?.meta.total ?? 0) > 500) continue
    const all = new Set(ids(exports))
    assert.deepEqual(
      ids(transit).filter((id) => !all.has(id)),
      [],
      code,
    )
  }
})
