import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type LockedPackage, missingOptionals } from '../scripts/lockfile.ts'

const lock = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>
}

test('the lock knows the packages of every platform, or npm ci would refuse it everywhere', () => {
  const missing = missingOptionals(lock.packages).map(({ name }) => name)
  assert.deepEqual(missing, [], 'run: npm run lock')
})

test('a package of another platform that is missing is found, with where it runs', () => {
  const packages = {
    '': {},
    'node_modules/a': { dev: true, optionalDependencies: { '@a/cli-linux-x64-musl': '1.2.3' } },
  }
  assert.deepEqual(missingOptionals(packages), [
    {
      name: '@a/cli-linux-x64-musl',
      entry: { version: '1.2.3', cpu: ['x64'], os: ['linux'], libc: ['musl'], dev: true, optional: true },
    },
  ])
  assert.deepEqual(missingOptionals({ ...packages, 'node_modules/@a/cli-linux-x64-musl': {} }), [])
})

test('the lock names no registry', () => {
  assert.doesNotMatch(JSON.stringify(lock), /"resolved":/)
})
