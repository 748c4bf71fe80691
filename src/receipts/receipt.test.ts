import assert from 'node:assert/strict'
import { createHash, type KeyObject } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { compactVerify, importJWK } from 'jose'
import { DAMAGED, makeReceipt, readReceipt, receiptId } from './receipt.ts'
import { newPrivateKey, readJwks, readPrivateKey } from './signing-key.ts'

const KEY = readPrivateKey(newPrivateKey())!
const PUBLIC = readJwks(JSON.stringify({ keys: [KEY.jwk] }))?.get(KEY.kid) as KeyObject
const CLAIMS = {
  iss: 'https://cn.example.com',
  iat: 1_794_000_000,
  question: { q: 'rury stalowe – żółte', lang: 'pl', as_of: '2026-11-16' },
  dataset: '2026-07-24-98464c0ffabf',
  law_sha256: 'a'.repeat(64),
  build: 'cn-sanctions test',
}
const ANSWER = Buffer.from('{"verdict":"restricted","name":"ż \\u2028 😀"}')

test('a receipt is a JWS that another library verifies, and holds the very bytes of the answer', async () => {
  const receipt = makeReceipt(CLAIMS, ANSWER, KEY).receipt
  const { payload, protectedHeader } = await compactVerify(receipt, await importJWK({ ...KEY.jwk }))
  assert.deepEqual(protectedHeader, { alg: 'Ed25519', typ: 'cn-sanctions-receipt+jwt', kid: KEY.kid })
  assert.deepEqual(JSON.parse(Buffer.from(payload).toString()), {
    ...CLAIMS,
    answer_sha256: createHash('sha256').update(ANSWER).digest('hex'),
    answer: ANSWER.toString(),
  })
})

/** A receipt that can be read. */
function legible(text: string) {
  const read = readReceipt(text)
  assert.ok(read !== null && read !== DAMAGED)
  return read
}

test('a receipt is read as it was made, alone or in the answer of the service', () => {
  const receipt = makeReceipt(CLAIMS, ANSWER, KEY).receipt
  for (const text of [
    receipt,
    `${receipt}\n`,
    JSON.stringify({ receipt, id: receiptId(receipt.split('.')[2]!) }),
    `\ufeff${receipt}`,
  ]) {
    const read = legible(text)
    assert.ok(read.isSignedBy(PUBLIC) && read.hashAgrees)
    assert.equal(read.id, receiptId(receipt.split('.')[2]!))
    assert.match(read.id, /^[0-9a-f]{16}$/)
    assert.equal(read.claims.answer, ANSWER.toString())
  }
})

test('what was changed is noticed: by the signature, or by the hash of the answer', () => {
  const [head = '', body = '', signature = ''] = makeReceipt(CLAIMS, ANSWER, KEY).receipt.split('.')
  const changed = (change: (claims: Record<string, unknown>) => object) => {
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
    return `${head}.${Buffer.from(JSON.stringify(change(claims))).toString('base64url')}.${signature}`
  }
  const other = legible(changed((claims) => ({ ...claims, answer: '{"verdict":"no_match"}' })))
  assert.deepEqual([other.isSignedBy(PUBLIC), other.hashAgrees], [false, false])
  const later = legible(changed((claims) => ({ ...claims, iat: CLAIMS.iat + 1 })))
  assert.deepEqual([later.isSignedBy(PUBLIC), later.hashAgrees], [false, true])
  const stranger = readPrivateKey(newPrivateKey())!
  assert.equal(legible(makeReceipt(CLAIMS, ANSWER, stranger).receipt).isSignedBy(PUBLIC), false)
})

test('what is no receipt is not read as one', () => {
  const receipt = makeReceipt(CLAIMS, ANSWER, KEY).receipt
  const [, body = '', signature = ''] = receipt.split('.')
  const headed = (header: object) => `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${body}.${signature}`
  const header = { alg: 'Ed25519', typ: 'cn-sanctions-receipt+jwt', kid: KEY.kid }
  assert.ok(legible(headed(header)))
  for (const text of [
    '',
    '{',
    '{"receipt":7}',
    'a.b.c',
    `${receipt}.x`,
    headed({ ...header, alg: 'none' }),
    headed({ ...header, alg: 'HS256' }),
    headed({ ...header, typ: 'JWT' }),
    headed({ ...header, crit: ['exp'] }),
    headed({ alg: 'Ed25519', typ: header.typ }),
  ]) {
    assert.equal(readReceipt(text), null, text.slice(0, 60))
  }
})

test('the payload is the text that JSON.stringify writes, whatever the answer says', () => {
  const answers = fc.json().map((json) => JSON.stringify(JSON.parse(json)))
  fc.assert(
    fc.property(answers, fc.string({ unit: 'binary' }), (answer, said) => {
      const text = answer === '{}' ? JSON.stringify({ said }) : answer
      const receipt = makeReceipt(CLAIMS, Buffer.from(text), KEY).receipt
      const payload = Buffer.from(receipt.split('.')[1] ?? '', 'base64url').toString()
      const answer_sha256 = createHash('sha256').update(text).digest('hex')
      assert.equal(payload, JSON.stringify({ ...CLAIMS, answer_sha256, answer: Buffer.from(text).toString() }))
    }),
    { numRuns: 50 },
  )
})

test('a signature has one spelling: another one of the same bytes is not valid', () => {
  const receipt = makeReceipt(CLAIMS, ANSWER, KEY).receipt
  // The last of 86 characters holds two bits of the signature and four that mean nothing.
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const otherBits = alphabet[alphabet.indexOf(receipt.at(-1)!) ^ 1]
  for (const spelling of [
    `${receipt}!!==`,
    `${receipt}==`,
    `${receipt}A`,
    `${receipt.slice(0, -1)}${otherBits}`,
    `${receipt.slice(0, -1)}`,
    receipt.slice(0, receipt.lastIndexOf('.') + 1),
  ]) {
    const read = legible(JSON.stringify({ receipt: spelling }))
    assert.equal(read.isSignedBy(PUBLIC), false, spelling.slice(-90))
  }
  assert.ok(legible(receipt).isSignedBy(PUBLIC))
})

test('what is shaped like a receipt but cannot be read is damaged', () => {
  const receipt = makeReceipt(CLAIMS, ANSWER, KEY).receipt
  const [head = '', body = '', signature = ''] = receipt.split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
  const bodied = (payload: unknown) =>
    `${head}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.${signature}`
  for (const text of [
    `${head}.!${body}.${signature}`,
    `${head}.${body}=.${signature}`,
    `${head}.${body.slice(1)}.${signature}`,
    `${head}..${signature}`,
    `${head.slice(0, 20)}\n${head.slice(20)}.${body}.${signature}`,
    bodied([]),
    bodied({ ...claims, answer: 7 }),
    bodied({ ...claims, question: { q: 7 } }),
  ]) {
    assert.equal(readReceipt(text), DAMAGED, text.slice(0, 60))
  }
  // What a stranger adds goes no further than here.
  assert.deepEqual(
    Object.keys(legible(bodied({ ...claims, more: [[[]]] })).claims).toSorted(),
    Object.keys(claims).toSorted(),
  )
})
