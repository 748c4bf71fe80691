import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readQuestion } from '../../src/answer/question/question.ts'
import { answerer, ask, TODAY } from '../real-law.ts'
import { readSentences, sentenceFigures } from './gold/sentences.ts'

/** A text that is read as a code of a wrong length is refused, and so names no goods. */
const asked = (q: string, lang: string) => {
  const read = readQuestion(
    [
      ['q', q],
      ['lang', lang],
    ],
    { today: TODAY, dataset: answerer.dataset },
  )
  return 'problems' in read ? null : answerer.answer(read.question)
}

/** Floors on lines that were developed with: they only keep what works from being lost. */
test('sentences are read as their writers mean them', () => {
  const figures = sentenceFigures(readSentences(), asked)
  const share = (figure: string) => figures[figure]!.right / figures[figure]!.of
  for (const figure of ['routes', 'no route invented', 'values', 'no value invented', 'private use', 'no goods known'])
    assert.equal(share(figure), 1, figure)
  assert.ok(share('goods first') >= 0.94, `goods first: ${share('goods first')}`)
  assert.ok(share('nonsense known') >= 0.9, `nonsense known: ${share('nonsense known')}`)
})

const firstOf = (q: string, lang = 'pl') => ask(q, { lang }).meta.goods?.[0]?.code.slice(0, 4)
const guidesOf = (q: string) => (ask(q).meta.hints?.guides ?? []).map(({ id }) => id)

test('what goods are packed in and travel by does not win over them', () => {
  assert.equal(firstOf('butelki wina do Moskwy'), '2204')
  assert.equal(firstOf('butelki szklane'), '7010')
  assert.equal(firstOf('a box of chocolates for my grandma in Minsk', 'en'), '1806')
  assert.equal(firstOf('kot jedzie ze mną pociągiem do Lwowa'), '0106')
  assert.equal(firstOf('drukarka@biuro.pl koc'), '6301')
})

test('services, money and people are no goods and lead to what governs them, unless they describe goods', () => {
  for (const [text, guide] of [
    ['usługi księgowe dla firmy w Rosji', 'software'],
    ['licencja na AutoCAD', 'software'],
    ['karta podarunkowa dla kolegi', 'money'],
    ['bitcoin', 'money'],
    ['pracownik sezonowy z Białorusi', 'people'],
  ] as const) {
    assert.equal(firstOf(text), undefined, text)
    assert.ok(guidesOf(text).includes(guide), text)
    // Services that an article names turn on who receives them; of the rest nothing was checked.
    assert.ok(['depends', 'not_checked'].includes(ask(text).assessment.answer), text)
  }
  assert.equal(firstOf('cash register', 'en'), '8470')
  assert.equal(firstOf('cash', 'en'), '4907')
  assert.ok(guidesOf('cash').includes('money'))
  assert.equal(firstOf('gaz ziemny rurociągiem z Rosji'), '2711')
  assert.equal(firstOf('energia elektryczna z Białorusi'), '2716')
})
