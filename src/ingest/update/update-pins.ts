import type { AnnexRole } from '../../terms/law.ts'
import type { ToRead } from './unread-provisions.ts'

const line = (text: string, pattern: RegExp, value: string): string => {
  if (!pattern.test(text)) throw new Error(`law/ is not written as expected: ${pattern.source}`)
  return text.replace(pattern, (_, before: string) => before + value)
}

export interface RegimePin {
  readonly celex: string
  readonly version: string
  readonly sha256: string
  readonly state: string
  readonly completeFrom: string
  readonly workedIn: readonly string[]
  readonly pending: readonly string[]
  readonly toRead: readonly ToRead[]
}

/** regime.yaml with the new pin; while something waits to be read by a person, nothing of the regime is verified. */
export function updateRegime(text: string, pin: RegimePin): string {
  let edited = line(text, /^( {2}celex: ).*$/m, `"${pin.celex}"`)
  edited = line(edited, /^( {2}version: ).*$/m, pin.version)
  edited = line(edited, /^( {2}sha256: ).*$/m, `"${pin.sha256}"`)
  edited = line(edited, /^(state: ).*$/m, pin.state)
  edited = line(edited, /^(complete_from: ).*$/m, pin.completeFrom)
  edited = line(edited, /^(worked_in: ).*$/m, `[${pin.workedIn.join(', ')}]`)
  edited = line(edited, /^(pending: ).*$/m, `[${pin.pending.join(', ')}]`)
  if (pin.toRead.length === 0) return edited
  edited = edited.replace(/^to_read:\n(?:[ ].*\n)*/m, '')
  const list = pin.toRead.map(({ annex, article, acts }) => {
    const what = annex === undefined ? `article: "${article}"` : `annex: ${annex}`
    return `  - ${what}\n    acts: [${acts.map((celex) => (celex.includes('(') ? `"${celex}"` : celex)).join(', ')}]\n`
  })
  return edited.replace(/^data_quality: .*\n/m, `data_quality: to_review\nto_read:\n${list.join('')}`)
}

/** An entry of annexes.yaml without the headings that no row stands under any more. */
function withoutStale(entry: string, used: ReadonlySet<string> | undefined): string {
  if (!used) return entry
  return entry
    .replace(/^ {6}- en: (".*")\n {8}pl: .*\n/gm, (heading, en: string) => (used.has(JSON.parse(en)) ? heading : ''))
    .replace(/^ {4}headings:\n(?! {6}-)/m, '')
}

/** annexes.yaml with the new numbers of rows and without stale headings; annexes that are gone leave, new ones take their place in the act's order. */
export function updateAnnexes(
  text: string,
  rows: ReadonlyMap<string, number>,
  /** What the rows of an annex stand under now. */
  headings: ReadonlyMap<string, ReadonlySet<string>>,
  gone: readonly string[],
  fresh: readonly {
    readonly annex: string
    readonly role: AnnexRole
    readonly rows: number
    readonly after: string | null
  }[],
): string {
  const [, list = '', rest = ''] = /^(annexes:\n[\s\S]*?)(^uncoded:[\s\S]*)$/m.exec(text) ?? []
  if (list === '') throw new Error('law/ is not written as expected: annexes.yaml')
  const [head = '', ...entries] = list.split(/^(?= {2}- annex: )/m)
  const nameOf = (entry: string) => /^ {2}- annex: (\S+)/.exec(entry)?.[1] ?? ''
  const kept = entries
    .filter((entry) => !gone.includes(nameOf(entry)))
    .map((entry) => {
      const count = rows.get(nameOf(entry))
      const kept = withoutStale(entry, headings.get(nameOf(entry)))
      return count === undefined ? kept : line(kept, /^( {4}rows: )\d+$/m, String(count))
    })
  for (const { annex, role, rows: count, after } of fresh) {
    const at = kept.findIndex((entry) => nameOf(entry) === after)
    kept.splice(at + 1, 0, `  - annex: ${annex}\n    role: ${role}\n    rows: ${count}\n`)
  }
  return `${head}${kept.join('')}${rest}`
}

/** counts.yaml with the figures of one regime and the number of acts. */
export function updateCounts(
  text: string,
  folder: string,
  counts: { acts: number; annexes: number; rows: number },
): string {
  const at = text.indexOf(`  "${folder}":\n`)
  if (at < 0) throw new Error(`law/ is not written as expected: counts.yaml has no "${folder}"`)
  const own = line(
    line(text.slice(at), /^( {4}annexes: )\d+$/m, String(counts.annexes)),
    /^( {4}rows: )\d+$/m,
    String(counts.rows),
  )
  return line(text.slice(0, at), /^(acts: )\d+$/m, String(counts.acts)) + own
}
