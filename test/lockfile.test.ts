import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { completed, type LockedPackage, missingOptionals, withoutHash } from '../scripts/lockfile.ts'

const lock = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>
}

test('the lock knows the packages of every platform, or npm ci would refuse it everywhere', () => {
  const missing = missingOptionals(lock.packages).map(({ name }) => name)
  assert.deepEqual(missing, [], 'run: npm run lock')
})

test('every package has a hash, so that no registry and no mirror can give another one in its place', () => {
  assert.ok(Object.keys(lock.packages).length > 200)
  assert.deepEqual(withoutHash(lock.packages), [], 'run: npm run lock')
})

test('the lock names no registry', () => {
  assert.doesNotMatch(JSON.stringify(lock), /"resolved":/)
})

const HASH = `sha512-${'A'.repeat(86)}==`
const packages = {
  '': {},
  'node_modules/a': {
    version: '1.2.3',
    integrity: HASH,
    dev: true,
    optionalDependencies: { '@a/cli-linux-x64-musl': '1.2.3' },
  },
  'node_modules/a/node_modules/b': { version: '2.0.0', license: 'MIT' },
  'node_modules/c': { version: '3.0.0', integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' },
  'node_modules/own': { link: true },
}

test('a package that is missing, without a hash or with a weak one is found', () => {
  assert.deepEqual(missingOptionals(packages), [{ name: '@a/cli-linux-x64-musl', version: '1.2.3', dev: true }])
  assert.deepEqual(missingOptionals({ ...packages, 'node_modules/@a/cli-linux-x64-musl': {} }), [])
  assert.deepEqual(withoutHash(packages), ['node_modules/a/node_modules/b', 'node_modules/c'])
})

test('what the registry says completes the lock, in the order npm keeps', async () => {
  const asked: string[] = []
  const whole = await completed(packages, async (name, version) => {
    asked.push(`${name}@${version}`)
    return { integrity: HASH, ...(name.startsWith('@a/') && { cpu: ['x64'], os: ['linux'], libc: ['musl'] }) }
  })
  assert.deepEqual(asked.toSorted(), ['@a/cli-linux-x64-musl@1.2.3', 'b@2.0.0', 'c@3.0.0'], 'no other is asked for')
  assert.deepEqual(withoutHash(whole), [])
  assert.deepEqual(whole['node_modules/@a/cli-linux-x64-musl'], {
    version: '1.2.3',
    integrity: HASH,
    cpu: ['x64'],
    dev: true,
    libc: ['musl'],
    optional: true,
    os: ['linux'],
  })
  assert.deepEqual(Object.keys(whole), Object.keys(whole).toSorted())
})

test('a hash that cannot be had is a failure that names every such package, not a hole in the lock', async () => {
  const failed = await completed(packages, async (name) => {
    if (name === 'b') return { integrity: '' }
    throw new Error('no such version')
  }).catch((error: Error) => error.message)
  for (const part of [
    '@a/cli-linux-x64-musl@1.2.3: no such version\n',
    'b@2.0.0: the registry gives no sha512 hash\n',
    'c@3.0.0: no such version\n',
    'nothing was written',
  ])
    assert.ok(typeof failed === 'string' && failed.includes(part), part)
})
