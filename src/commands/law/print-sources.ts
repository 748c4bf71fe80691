import { relative } from 'node:path'
import type { FetchedAct } from '../../ingest/source/fetch-law.ts'
import type { RegimeStatus } from '../../ingest/source/law-status.ts'
import type { ListedAct } from '../../law/unread-acts.ts'
import { table } from '../terminal.ts'

const LANGUAGE = { en: 'English', pl: 'Polish' } as const

const section = (title: string, rows: readonly (readonly [string, string])[]): string =>
  `${[title, ...table(rows).map((row) => `  ${row}`)].join('\n')}\n`

/** The result for machines, where errors of the source are called `faults`. */
export const fetchedAsJson = (fetched: readonly FetchedAct[]) =>
  fetched.map(({ errors, ...act }) => ({ ...act, faults: errors }))

/** What the source has beside what law/ has, act by act, and what to do next. */
export function printFetched(fetched: readonly FetchedAct[]): string {
  const parts = fetched.map(({ folder, pinned, newest, ahead, holes, pages, acts, amending }) => {
    const rows: [string, string][] = [['pinned', pinned.celex]]
    if (newest) rows.push(['newest', `${newest.celex}, ${besidePin(newest.version, pinned.version)}`])
    if (ahead) rows.push(['', 'This is the text of a day to come: check from when each change applies.'])
    for (const { celex, language, why } of holes)
      rows.push(['hole', `${celex} in ${LANGUAGE[language]}: ${why} The one before is taken.`])
    for (const { language, file, bytes, fresh } of pages) {
      rows.push([
        LANGUAGE[language],
        `${shown(file)}  ${(bytes / 1e6).toFixed(1)} MB, ${fresh ? 'downloaded' : 'already there'}`,
      ])
    }
    if (amending) {
      rows.push([
        'new acts',
        amending.unknown.length === 0 ? 'none' : `${namesOf(amending.unknown)}: not in law/acts.yaml`,
      ])
      if (amending.pending.length > 0) rows.push(['pending', `${namesOf(amending.pending)}: known, not worked in yet`])
      if (amending.known.length > 0) rows.push(['known', `${namesOf(amending.known)}: after the pin, in law/acts.yaml`])
    }
    for (const { celex, file } of acts) rows.push(['act', `${celex}: cn-sanctions law propose ${shown(file)}`])
    const page = pages.find(({ language, celex }) => language === 'en' && celex > pinned.celex)
    if (page) rows.push(['next', `cn-sanctions law compare ${shown(page.file)}`])
    return section(folder, rows)
  })
  return parts.join('\n')
}

const besidePin = (version: string, pin: string): string =>
  version === pin ? 'the pin itself' : version > pin ? 'newer than the pin' : 'older than the pin'

const namesOf = (list: readonly ListedAct[]): string =>
  list.map(({ celex, date }) => `${celex} (${date ?? 'day unknown'})`).join(', ')

/** The path relative to the working directory, if the file is below it. */
const shown = (file: string): string => {
  const near = relative(process.cwd(), file)
  return near.startsWith('..') ? file : near
}

export function printStatus(status: readonly RegimeStatus[]): string {
  const parts = status.map(({ folder, name, pinned, age, state, pending, witness, checked, pages, next }) => {
    const rows: [string, string][] = [
      [
        'pinned',
        `${pinned.celex}${age === null ? ', day of the text unknown' : `, ${days(age)} old`}${pinned.sha256 ? '' : ', not yet read by a machine'}`,
      ],
      ['state', `changes up to ${state} are worked in`],
    ]
    if (pending.length === 0) rows.push(['pending', 'nothing known'])
    for (const { celex, title, date } of pending)
      rows.push(['pending', `${celex}  ${title.en}${date ? `, ${date}` : ''}`])
    rows.push(['witness', witness ? `${witness.name.en}: cn-sanctions law witness compares a newer extract` : 'none'])
    rows.push([
      'checked',
      checked ? `${checked.at.slice(0, 10)}, newest then ${checked.newest}` : 'never: cn-sanctions law fetch',
    ])
    for (const { celex, date } of checked?.unknown ?? []) {
      rows.push(['new act', `${celex}${date ? `, ${date}` : ''}: not in law/acts.yaml`])
    }
    for (const { celex, language, file, fetchedAt } of pages) {
      rows.push(['cached', `${celex} in ${LANGUAGE[language]}, ${fetchedAt.slice(0, 10)}: ${shown(file)}`])
    }
    if (next?.problem) rows.push(['changes', `${next.page.celex} cannot be compared: ${next.problem.split('\n')[0]}`])
    else if (!next) rows.push(['changes', 'no newer page in the cache'])
    else if (next.changes) {
      const { added, removed, changed, articles } = next.changes
      const counts = `${added} rows added, ${removed} removed, ${changed} changed, ${articles} articles to read again`
      rows.push(['changes', `${next.page.celex}: ${counts}`])
      rows.push(['', `cn-sanctions law compare ${shown(next.page.file)} shows them`])
    }
    return section(`${folder}  ${name.en}`, rows)
  })
  return parts.join('\n')
}

const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`)
