import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { test } from 'node:test'
import { calculateJwkThumbprint } from 'jose'
import { newPrivateKey, readJwks, readPrivateKey } from './signing-key.ts'

/** The key of RFC 8037, appendix A. */
const RFC_KEY = {
  kty: 'OKP',
  crv: 'Ed25519',
  d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
}

test('a key is named by the thumbprint of RFC 7638, as in RFC 8037', async () => {
  const key = readPrivateKey(JSON.stringify(RFC_KEY))
  assert.equal(key?.kid, 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k')
  assert.deepEqual(key.jwk, { kty: 'OKP', crv: 'Ed25519', x: RFC_KEY.x, kid: key.kid, alg: 'Ed25519', use: 'sig' })
  const own = readPrivateKey(newPrivateKey())
  assert.ok(own)
  assert.equal(own.kid, await calculateJwkThumbprint({ ...own.jwk }))
  assert.ok(!('d' in own.jwk), 'the private half stays here')
})

test('a key set is read key by key, and a name in it is not believed', () => {
  const { jwk } = readPrivateKey(JSON.stringify(RFC_KEY))!
  const keys = [{ ...jwk, kid: 'other' }, { kty: 'RSA', n: 'x', e: 'AQAB' }, { ...jwk, x: '!' }, null, 7]
  const read = readJwks(JSON.stringify({ keys }))
  assert.deepEqual([...(read?.keys() ?? [])], [jwk.kid])
  assert.equal(
    read?.get(jwk.kid)?.asymmetricKeyType,
    createPublicKey({ key: { ...RFC_KEY }, format: 'jwk' }).asymmetricKeyType,
  )
  for (const text of ['', '[]', '{}', 'null', '{"keys":{}}']) assert.equal(readJwks(text), null, text)
})
