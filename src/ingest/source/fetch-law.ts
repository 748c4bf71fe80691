import type { Law, RegimeLaw } from '../../law/read/law.ts'
import { addDays, type Day, dayInBrussels } from '../../terms/day.ts'
import type { Language } from '../../terms/language.ts'
import { type AmendingAct, amendingActsOf, type Consolidation, consolidationsOf } from './consolidations.ts'
import { downloadPage, type Watcher } from './download-page.ts'
import type { Reach } from './http-client.ts'
import type { CachedPage, PageCache } from './page-cache.ts'
import { type FaultKind, SourceFault } from './source-fault.ts'

export interface FetchedAct {
  readonly folder: string
  readonly regime: string
  readonly act: string
  readonly pinned: Consolidation
  /** The newest the source lists; null when it could not say. */
  readonly newest: Consolidation | null
  /** The newest is the text of a day to come. */
  readonly ahead: boolean
  /** Listed, but not to be had; newer than the one that was downloaded. */
  readonly holes: readonly { readonly celex: string; readonly language: Language; readonly why: string }[]
  readonly pages: readonly (CachedPage & { readonly fresh: boolean })[]
  readonly amending: Amending | null
  readonly faults: readonly { readonly kind: FaultKind; readonly what: string }[]
}

/** Amending acts beside what `law/acts.yaml` knows of them. */
export interface Amending {
  /** Not in acts.yaml, and not surely inside the pinned text. */
  readonly unknown: readonly AmendingAct[]
  readonly pending: readonly AmendingAct[]
  /** In acts.yaml as worked in or without goods, dated after the pin. */
  readonly known: readonly AmendingAct[]
  /** Not in acts.yaml, but older than the pinned text: it contains them, or they change no goods. */
  readonly older: number
}

/** After these no other question will be answered either. */
const FINAL: readonly FaultKind[] = ['unreachable', 'bot_wall', 'asked_to_wait']

/** An act signed this many days before a consolidated version may come into force only after it. */
const GRACE_DAYS = 31

/** English first: whoever compares the law reads it first. */
const WANTED: readonly Language[] = ['en', 'pl']

/** Asks the source about each act and downloads its newest pages; `law/` is only read. */
export async function fetchLaw(
  law: Law,
  regimes: readonly RegimeLaw[],
  reach: Reach,
  cache: PageCache,
  watcher: Watcher & { onAct?(folder: string): void } = {},
): Promise<FetchedAct[]> {
  const fetched: FetchedAct[] = []
  for (const regime of regimes) {
    watcher.onAct?.(regime.folder)
    const one = await fetchAct(law, regime, reach, cache, watcher)
    fetched.push(one)
    if (one.faults.some(({ kind }) => FINAL.includes(kind))) break
  }
  return fetched
}

async function fetchAct(
  law: Law,
  { folder, regime }: RegimeLaw,
  reach: Reach,
  cache: PageCache,
  watcher: Watcher,
): Promise<FetchedAct> {
  const { act, code, consolidated } = regime.value
  const pinned = { celex: consolidated.celex, version: consolidated.version }
  const own = law.acts.map(({ value }) => value).filter((one) => one.regime === code)
  const faults: FetchedAct['faults'][number][] = []
  const trying = async <T>(work: () => Promise<T>): Promise<T | null> => {
    if (faults.some(({ kind }) => FINAL.includes(kind))) return null
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof SourceFault)) throw error
      faults.push({ kind: error.kind, what: error.message })
      return null
    }
  }
  const versions = await trying(() => consolidationsOf(reach, act))
  const amending = await trying(async () => {
    const known = own.filter(({ kind }) => kind === 'amending').length
    return besideOurs(await amendingActsOf(reach, act, known), own, pinned.version)
  })
  const newest = versions?.[0] ?? null
  if (newest && amending) {
    cache.noteCheck(folder, {
      checkedAt: new Date(reach.now()).toISOString(),
      newest: newest.celex,
      unknown: amending.unknown,
    })
  }
  const holes: FetchedAct['holes'][number][] = []
  const pages = versions
    ? await trying(() => newestPages(versions, pinned, holes, (page) => downloadPage(reach, cache, page, watcher)))
    : null
  const ahead = newest !== null && newest.version > dayInBrussels(new Date(reach.now()))
  return { folder, regime: code, act, pinned, newest, ahead, holes, pages: pages ?? [], amending, faults }
}

type Page = FetchedAct['pages'][number]

/** Both languages of one version, the newest that can be had; never older than the pin. */
async function newestPages(
  versions: readonly Consolidation[],
  pinned: Consolidation,
  holes: FetchedAct['holes'][number][],
  download: (page: { celex: string; language: Language }) => Promise<Page>,
): Promise<Page[]> {
  for (const { celex, version } of versions) {
    if (version < pinned.version) break
    const pages: Page[] = []
    for (const language of WANTED) {
      try {
        pages.push(await download({ celex, language }))
      } catch (error) {
        if (!(error instanceof SourceFault) || error.kind !== 'hole') throw error
        holes.push({ celex, language, why: error.message })
        break
      }
    }
    if (pages.length === WANTED.length) return pages
  }
  const why = holes.length > 0 ? 'can be downloaded in both languages' : 'is listed'
  throw new SourceFault('hole', `No version from ${pinned.celex} on ${why}.`)
}

/** What is news and what is not, by the CELEX of each act and the day of the pinned text. */
export function besideOurs(
  listed: readonly AmendingAct[],
  ours: readonly { readonly celex: string; readonly status: 'worked_in' | 'no_goods' | 'pending' }[],
  pin: Day,
): Amending {
  const status = new Map(ours.map((act) => [act.celex, act.status]))
  const surelyInside = (date: Day | null): boolean => date !== null && addDays(date, GRACE_DAYS) < pin
  const strangers = listed.filter(({ celex }) => !status.has(celex))
  return {
    unknown: strangers.filter(({ date }) => !surelyInside(date)),
    pending: listed.filter(({ celex }) => status.get(celex) === 'pending'),
    known: listed.filter(({ celex, date }) => {
      const ourStatus = status.get(celex)
      return ourStatus !== undefined && ourStatus !== 'pending' && date !== null && date > pin
    }),
    older: strangers.filter(({ date }) => surelyInside(date)).length,
  }
}
