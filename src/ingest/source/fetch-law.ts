import { dayInBrussels } from '../../base/day.ts'
import type { Language } from '../../base/language.ts'
import type { Law, RegimeLaw } from '../../law/read/law.ts'
import type { LawCheck, ListedAct } from '../../law/unread-acts.ts'
import { classifyActs } from './classify-acts.ts'
import { amendingActsOf, type Consolidation, consolidationsOf } from './consolidations.ts'
import { type DownloadObserver, downloadPage } from './download-page.ts'
import type { SourceClient } from './http-client.ts'
import type { PageCache } from './page-cache.ts'
import { SourceError, type SourceErrorKind } from './source-error.ts'
import { sparqlEndpoint } from './sparql.ts'

export type FetchedAct = Awaited<ReturnType<typeof fetchAct>>

/** A version newer than the downloaded one that is listed but cannot be downloaded. */
interface Hole {
  readonly celex: string
  readonly language: Language
  readonly why: string
}

/** After these errors every other request would fail too. */
const FATAL: readonly SourceErrorKind[] = ['unreachable', 'bot_wall', 'asked_to_wait']

/** English first: it is the page that `law compare` reads. */
const WANTED: readonly Language[] = ['en', 'pl']

interface FetchObserver extends DownloadObserver {
  onAct?(folder: string): void
  /** Downloads the texts of unknown acts, too. */
  readonly withActs?: boolean
}

/** The source has something that law/ does not know: an act, or a newer consolidated text. */
export const isNews = ({ amending, newest, pinned }: FetchedAct): boolean =>
  (amending?.unknown.length ?? 0) > 0 || (newest !== null && newest.version > pinned.version)

/** Asks the source about each act and downloads its newest pages; `law/` is only read. */
export async function fetchLaw(
  law: Law,
  regimes: readonly RegimeLaw[],
  client: SourceClient,
  cache: PageCache,
  observer: FetchObserver = {},
): Promise<FetchedAct[]> {
  const fetched: FetchedAct[] = []
  for (const regime of regimes) {
    observer.onAct?.(regime.folder)
    const act = await fetchAct(law, regime, client, cache, observer)
    fetched.push(act)
    if (act.errors.some(({ kind }) => FATAL.includes(kind))) break
  }
  return fetched
}

async function fetchAct(
  law: Law,
  { folder, regime }: RegimeLaw,
  client: SourceClient,
  cache: PageCache,
  observer: FetchObserver,
) {
  const { act, code, consolidated } = regime.value
  // Of a text whose day is unknown, what is newer than the state is news.
  const pinned = { celex: consolidated.celex, version: consolidated.version ?? regime.value.state }
  const ours = law.acts.map(({ value }) => value).filter((one) => one.regime === code)
  const endpoint = sparqlEndpoint(client)
  const errors: { readonly kind: SourceErrorKind; readonly what: string }[] = []
  /** Null after an error: one failed question must not hide the answers to the others. */
  const attempt = async <T>(work: () => Promise<T>): Promise<T | null> => {
    if (errors.some(({ kind }) => FATAL.includes(kind))) return null
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      errors.push({ kind: error.kind, what: error.message })
      return null
    }
  }
  const versions = await attempt(() => consolidationsOf(endpoint, act))
  // A consolidated text that is pending is listed among our acts, and amends nothing.
  const known = ours.filter(({ kind, celex }) => kind === 'amending' && celex.startsWith('3')).length
  const listed = await attempt(() => amendingActsOf(endpoint, act, known))
  const amending = listed && classifyActs(listed, ours, pinned.version)
  const checkedAt = `${new Date(client.now()).toISOString().slice(0, 19)}Z`
  /** What may be told to services, which know another law: all acts that the source lists. */
  const check: LawCheck | null = listed && { regime: code, checkedAt, acts: listed }
  /** The newest version the source lists; null when it could not say. */
  const newest = versions?.[0] ?? null
  if (newest && amending) {
    cache.noteCheck(folder, {
      checkedAt,
      newest: newest.celex,
      unknown: amending.unknown,
    })
  }
  const holes: Hole[] = []
  const pages = versions
    ? await attempt(() => newestPages(versions, pinned, holes, (page) => downloadPage(client, cache, page, observer)))
    : null
  /** The newest version is the text of a future day. */
  const ahead = newest !== null && newest.version > dayInBrussels(new Date(client.now()))
  const acts = observer.withActs && amending ? await unknownActs(amending.unknown, client, cache, observer) : []
  return { folder, regime: code, act, pinned, newest, ahead, holes, pages: pages ?? [], acts, amending, check, errors }
}

/** The English texts of acts. One that is not there as XHTML yet is looked for again next time. */
async function unknownActs(
  unknown: readonly ListedAct[],
  client: SourceClient,
  cache: PageCache,
  observer: DownloadObserver,
): Promise<Page[]> {
  const pages: Page[] = []
  for (const { celex } of unknown) {
    if (!celex.startsWith('3') || celex.includes('(')) continue
    try {
      pages.push(await downloadPage(client, cache, { celex, language: 'en' }, observer))
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
    }
  }
  return pages
}

type Page = Awaited<ReturnType<typeof downloadPage>>

/** Both languages of the newest version that can be downloaded in both; never older than the pin. */
async function newestPages(
  versions: readonly Consolidation[],
  pinned: Consolidation,
  holes: Hole[],
  download: (page: { celex: string; language: Language }) => Promise<Page>,
): Promise<Page[]> {
  for (const { celex, version } of versions) {
    if (version < pinned.version) break
    const pages: Page[] = []
    for (const language of WANTED) {
      try {
        pages.push(await download({ celex, language }))
      } catch (error) {
        if (!(error instanceof SourceError) || error.kind !== 'hole') throw error
        holes.push({ celex, language, why: error.message })
        break
      }
    }
    if (pages.length === WANTED.length) return pages
  }
  const why = holes.length > 0 ? 'can be downloaded in both languages' : 'is listed'
  throw new SourceError('hole', `No version from ${pinned.celex} on ${why}.`)
}
