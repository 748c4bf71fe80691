import Database from 'better-sqlite3'
import { giveWay } from '../../system/give-way.ts'
import { isDamage, reasonOf } from './store-error.ts'

/** The program that checks one SQLite file: as JSON to stdout what is wrong first, or null; to stderr why it cannot look. */

const LOCK_TIMEOUT_MS = 30_000

giveWay()
try {
  process.stdout.write(JSON.stringify(firstDamage(process.argv[2] ?? '')))
} catch (error) {
  process.stderr.write(reasonOf(error))
  process.exitCode = 1
}

function firstDamage(file: string): string | null {
  try {
    const database = new Database(file, { readonly: true, fileMustExist: true, timeout: LOCK_TIMEOUT_MS })
    const found = String(database.pragma('quick_check(1)', { simple: true }))
    // Its first line only says in which database.
    return found === 'ok' ? null : found.replace(/^\*\*\* in database \w+ \*\*\*\n/, '').slice(0, 200)
  } catch (error) {
    const reason = reasonOf(error)
    if (isDamage(reason)) return reason
    throw error
  }
}
