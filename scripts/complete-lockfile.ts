/**
 * npm leaves packages of other platforms out of package-lock.json when it cannot see them, and `npm ci` then refuses the lock
 * on every machine. This puts them back: run it after `npm install` (npm run lock). test/lockfile.test.ts tells when it is due.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LockedPackage, missingOptionals } from './lockfile.ts'

const file = join(import.meta.dirname, '..', 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, LockedPackage> }
const missing = missingOptionals(lock.packages)
for (const { name, entry } of missing) lock.packages[`node_modules/${name}`] = entry
lock.packages = Object.fromEntries(Object.entries(lock.packages).toSorted(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
process.stdout.write(`${missing.length} packages of other platforms put back\n`)
