import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { closeToOthers, KeyFileError, keyFileIn, readOrMakeKey, replaceKey } from './key-file.ts'

function emptyDirectory(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'cn-sanctions-key-'))
  t.after(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

test('of many that make a key at once, one wins for all, and nobody else may read it', async (t) => {
  const dataDir = join(emptyDirectory(t), 'made', 'on', 'demand')
  const file = keyFileIn(dataDir)
  const made: string[] = []
  const keys = await Promise.all(Array.from({ length: 20 }, () => readOrMakeKey(file, ({ kid }) => made.push(kid))))
  assert.equal(new Set(keys.map(({ kid }) => kid)).size, 1)
  assert.deepEqual(made, [keys[0]?.kid], 'told once')
  assert.deepEqual(readdirSync(dataDir), ['receipt-key.pem'], 'nothing is left beside it')
  if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o600)
})

test('a key that was replaced signs no longer, and its private half is gone', async (t) => {
  const file = keyFileIn(emptyDirectory(t))
  const first = await readOrMakeKey(file, () => {})
  const before = readFileSync(file, 'utf8')
  const second = await replaceKey(file)
  assert.notEqual(second.kid, first.kid)
  assert.equal((await readOrMakeKey(file, () => assert.fail())).kid, second.kid)
  assert.notEqual(readFileSync(file, 'utf8'), before)
})

test('a file that holds something else is never replaced', async (t) => {
  const directory = emptyDirectory(t)
  const file = keyFileIn(directory)
  writeFileSync(file, 'notes')
  await assert.rejects(
    readOrMakeKey(file, () => assert.fail()),
    (error) => {
      return error instanceof KeyFileError && error.message === `${file} holds no Ed25519 private key (PEM or JWK)`
    },
  )
  assert.equal(readFileSync(file, 'utf8'), 'notes')
  await assert.rejects(
    readOrMakeKey(join(file, 'below', 'key.pem'), () => assert.fail()),
    KeyFileError,
  )
})

test('a key that was copied here readable by all is closed to others', {
  skip: process.platform === 'win32',
}, async (t) => {
  const file = keyFileIn(emptyDirectory(t))
  await readOrMakeKey(file, () => {})
  chmodSync(file, 0o644)
  assert.equal(await closeToOthers(file), true)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.equal(await closeToOthers(`${file}.gone`), false)
})
