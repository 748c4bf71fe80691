/**
 * npm leaves packages of other platforms out of package-lock.json when it cannot see them, and `npm ci` then refuses the
 * lock on every machine. This puts them back, with their hashes from the registry, or changes nothing and says why: run
 * it after `npm install` (npm run lock). test/lockfile.test.ts tells when it is due.
 */
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { completed, type LockedPackage, type LookUp } from './lockfile.ts'

const run = promisify(execFile)

/** Asks through npm itself, so that the registry, proxy and credentials are the ones of whoever runs it. */
const lookUp: LookUp = async (name, version) => {
  const npm = process.env.npm_execpath
  if (npm === undefined) throw new Error('start this with: npm run lock')
  // With one field alone npm would print its bare value, so the name is asked for as well.
  const fields = ['name', 'dist.integrity', 'cpu', 'os', 'libc']
  const { stdout } = await run(process.execPath, [npm, 'view', `${name}@${version}`, ...fields, '--json']).catch(() => {
    throw new Error('the registry has no such version, or does not answer')
  })
  const { 'dist.integrity': integrity = '', cpu, os, libc } = JSON.parse(stdout || '{}')
  return { integrity, ...(cpu && { cpu }), ...(os && { os }), ...(libc && { libc }) }
}

const file = join(import.meta.dirname, '..', 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, LockedPackage> }
try {
  const packages = await completed(lock.packages, lookUp)
  writeFileSync(file, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`)
  process.stdout.write(
    `package-lock.json is complete: ${Object.keys(packages).length - 1} packages, each with its hash\n`,
  )
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
