import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Dataset } from './dataset/dataset.ts'

/** When `law fetch` last looked for news of a regime, and the acts that it found and the served law does not know. */
export interface LawCheck {
  readonly regime: string
  /** ISO, to the second. */
  readonly checkedAt: string
  readonly unknown: readonly string[]
}

const REGIME_FILE = /^(\d{1,4}-\d{1,4})\.json$/

/**
 * What `law fetch` noted in DATA_DIR. It decides nothing that is answered: a law that was looked at is the same law. A file
 * that cannot be read counts as no look, so that its age is missed.
 */
export function lawChecksIn(dataDir: string, dataset: Dataset): readonly LawCheck[] {
  const folder = join(dataDir, 'cellar')
  const known = new Set(dataset.acts.map(({ celex }) => celex))
  return filesIn(folder).flatMap((name) => {
    const number = REGIME_FILE.exec(name)?.[1]
    const regime = dataset.regimes.find(({ data }) => data.code.endsWith(`-${number}`))?.data.code
    const check = regime === undefined ? null : checkOf(join(folder, name))
    if (regime === undefined || check === null) return []
    return [{ regime, checkedAt: check.checkedAt, unknown: check.unknown.filter((celex) => !known.has(celex)) }]
  })
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function checkOf(file: string): { readonly checkedAt: string; readonly unknown: readonly string[] } | null {
  try {
    const { checked_at: at, unknown } = JSON.parse(readFileSync(file, 'utf8'))
    const moment = new Date(at)
    if (Number.isNaN(moment.getTime()) || !Array.isArray(unknown)) return null
    const acts = unknown.flatMap((one) => (typeof one?.celex === 'string' ? [one.celex] : []))
    return { checkedAt: `${moment.toISOString().slice(0, 19)}Z`, unknown: acts }
  } catch {
    return null
  }
}
