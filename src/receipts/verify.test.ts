import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { answerer, TODAY } from '../../test/real-law.ts'
import { buildAnswerer } from '../answer/answer.ts'
import { parametersOf, readQuestion } from '../answer/question/question.ts'
import { answerBytes } from '../answer/serialize.ts'
import { makeReceipt, readReceipt } from './receipt.ts'
import { newPrivateKey, readJwks, readPrivateKey } from './signing-key.ts'
import { conclusionOf, lawAtHand, type Verification, verifyReceipt } from './verify.ts'

const KEY = readPrivateKey(newPrivateKey())!
const KEYS = readJwks(JSON.stringify({ keys: [KEY.jwk] }))!
const SHA256 = 'c'.repeat(64)
const LAW = lawAtHand(answerer, SHA256)

interface Circumstances {
  readonly parameters?: Record<string, string>
  /** Changes the answer before it is signed, as another build would. */
  readonly answer?: (text: string) => string
  readonly question?: Record<string, string>
  readonly dataset?: string
  readonly key?: typeof KEY
}

function receiptOf({ parameters = {}, answer = (text) => text, question, dataset, key = KEY }: Circumstances = {}) {
  const read = readQuestion(Object.entries({ q: '7304 11 00', ...parameters }), {
    today: TODAY,
    dataset: answerer.dataset,
  })
  assert.ok('question' in read)
  const claims = {
    iss: 'cn-sanctions',
    iat: 1_794_000_000,
    question: question ?? parametersOf(read.question),
    dataset: dataset ?? answerer.dataset.version,
    law_sha256: SHA256,
    build: 'cn-sanctions test',
  }
  const text = answer(answerBytes(answerer, read.question).toString())
  const receipt = readReceipt(makeReceipt(claims, Buffer.from(text), key).receipt)
  assert.ok(receipt !== null && receipt !== 'damaged')
  return receipt
}

const inBrief = ({ signature, hash, law, answer }: Verification) => `${signature} ${hash} ${law} ${answer.outcome}`

describe('a receipt is verified', () => {
  test('and its answer is worked out again, byte for byte', () => {
    for (const parameters of [
      {},
      { detail: 'short', lang: 'en' },
      { q: 'rury stalowe', as_of: '2023-06-23' },
      { q: '8471', destination: 'KZ', via: 'RU', limit: '500', include: 'tree,history' },
    ]) {
      const found = verifyReceipt(receiptOf({ parameters }), KEYS, LAW)
      assert.equal(inBrief(found), 'valid agrees same same_bytes')
      assert.equal(conclusionOf(found), 'confirmed')
    }
  })

  test('by another build that answers the same', () => {
    const other = lawAtHand(buildAnswerer(answerer.dataset, 'cn-sanctions 9.9.9'), SHA256)
    const found = verifyReceipt(receiptOf(), KEYS, other)
    assert.equal(inBrief(found), 'valid agrees same same_content')
    assert.equal(conclusionOf(found), 'confirmed')
  })

  test('of a name, by a law without a model of names: genuine, but answered otherwise', () => {
    const before = buildAnswerer({ ...answerer.dataset, nameModel: null }, 'cn-sanctions test')
    const receipt = receiptOf({ parameters: { q: 'rury stalowe', as_of: '2023-06-23' } })
    const found = verifyReceipt(receipt, KEYS, lawAtHand(before, SHA256))
    assert.equal(inBrief(found), 'valid agrees same differs')
    assert.equal(conclusionOf(found), 'other_answer')
  })

  test('and what another build answers otherwise is named', () => {
    const answer = (text: string) => {
      const then = JSON.parse(text)
      then.verdict = 'no_match'
      then.results[1].valid_to = '2026-01-01'
      delete then.results[0].covers_query
      then.winddowns.push({ article: '3g(9)' })
      return JSON.stringify(then)
    }
    const found = verifyReceipt(receiptOf({ answer }), KEYS, LAW)
    assert.ok(found.answer.outcome === 'differs')
    const [first] = found.answer.differences
    assert.deepEqual(first, { path: 'verdict', signed: '"no_match"', now: '"restricted"' })
    const paths = found.answer.differences.map(({ path }) => path)
    assert.ok(paths.includes('results[1].valid_to') && paths.includes('results[0].covers_query'))
    assert.ok(paths.some((path) => /^winddowns\[\d+\]$/.test(path)))
    assert.equal(conclusionOf(found), 'other_answer')
  })

  test('and an answer that is no JSON, or nested beyond measure, differs as a whole', () => {
    for (const text of [
      'nothing',
      `${'['.repeat(3_000_000)}${']'.repeat(3_000_000)}`,
      `{"a":${'['.repeat(100)}${']'.repeat(100)}}`,
    ]) {
      const { answer } = verifyReceipt(receiptOf({ answer: () => text }), KEYS, LAW)
      assert.ok(answer.outcome === 'differs' && answer.differences.length === 1)
      assert.equal(answer.differences[0]?.path, '')
    }
  })
})

describe('a receipt is not confirmed', () => {
  const refused = (found: Verification, brief: string) => {
    assert.equal(inBrief(found), brief)
    assert.equal(conclusionOf(found), 'unconfirmed')
    assert.equal(found.id === null, found.signature !== 'valid', 'whose signature is not valid has no id')
  }

  test('when somebody else signed it', () => {
    const stranger = readPrivateKey(newPrivateKey())!
    refused(verifyReceipt(receiptOf({ key: stranger }), KEYS, LAW), 'key_unknown agrees same not_worked_out')
    const pretender = { ...stranger, kid: KEY.kid }
    refused(verifyReceipt(receiptOf({ key: pretender }), KEYS, LAW), 'invalid agrees same not_worked_out')
  })

  test('without the very law it names', () => {
    refused(verifyReceipt(receiptOf(), KEYS, null), 'valid agrees missing not_worked_out')
    refused(verifyReceipt(receiptOf(), KEYS, { ...LAW, sha256: 'd'.repeat(64) }), 'valid agrees other not_worked_out')
    const elsewhere = receiptOf({ dataset: '2020-01-01-000000000000' })
    refused(verifyReceipt(elsewhere, KEYS, LAW), 'valid agrees other not_worked_out')
  })

  test('when its question cannot be asked any more', () => {
    const unknown = receiptOf({ question: { q: '7304', as_of: '2026-11-15', colour: 'red' } })
    refused(verifyReceipt(unknown, KEYS, LAW), 'valid agrees same not_worked_out')
    const timeless = receiptOf({ question: { q: '7304 11 00' } })
    refused(verifyReceipt(timeless, KEYS, LAW), 'valid agrees same not_worked_out')
  })
})
