import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { readQuestion } from '../../src/answer/question/question.ts'
import { answerer, TODAY } from '../real-law.ts'

setFlagsFromString('--allow-natives-syntax')
/** Whether V8 holds a text in one piece. */
const isFlat = new Function('text', 'return %StringIsFlat(text)') as (text: string) => boolean

const QUESTIONS = {
  code: {},
  contract: { contract_date: '2022-01-01' },
  past: { as_of: '2023-05-05' },
  export: { direction: 'export' },
  deal: { origin: 'PL', destination: 'KZ', via: 'RU' },
  value: { origin: 'DE', destination: 'RU', value: '200' },
  otherRegime: { origin: 'PL', destination: 'IR' },
}

/** Where an answer has a text that is put together from several: with one, `JSON.stringify` takes three times as long. */
function* notFlat(value: unknown, path = ''): Generator<string> {
  if (typeof value === 'string' && !isFlat(value)) yield `${path}: ${value}`
  else if (value !== null && typeof value === 'object')
    for (const [name, inside] of Object.entries(value)) yield* notFlat(inside, `${path}/${name}`)
}

for (const lang of ['pl', 'en']) {
  test(`every text of an answer is a string of its own (${lang})`, () => {
    const { dataset } = answerer
    const headings = dataset.nomenclatures.of(2026).lines.filter(({ kind }) => kind === 'heading')
    for (const [name, fields] of Object.entries(QUESTIONS)) {
      for (const { code } of headings.filter((_, at) => at % 7 === 0)) {
        const read = readQuestion(Object.entries({ q: code, lang, ...fields }), { today: TODAY, dataset })
        assert.ok('question' in read)
        assert.deepEqual([...notFlat(answerer.answer(read.question))], [], `${code}, ${name}`)
      }
    }
  })
}
