import type { PlaceNames } from '../answer/page-answer.ts'
import { type RecentCheck, readChecks, recentCsv, recentHtml } from '../search/recent-html.ts'
import { language } from './dom.ts'
import { download } from './download.ts'

/** Questions that were answered in this browser. They are kept here alone, and are sent nowhere. */
const STORED = 'recent-checks'
const MAX_STORED = 100

const checks = (): RecentCheck[] => {
  try {
    return readChecks(localStorage.getItem(STORED))
  } catch {
    return []
  }
}

/** The same question counts once, when it was asked last. */
export function rememberCheck(check: RecentCheck): void {
  const others = checks().filter(({ search }) => search !== check.search)
  store([check, ...others].slice(0, MAX_STORED))
}

/** Storage may be full or switched off; then nothing is kept. */
function store(list: readonly RecentCheck[]): void {
  try {
    if (list.length === 0) localStorage.removeItem(STORED)
    else localStorage.setItem(STORED, JSON.stringify(list))
  } catch {}
}

/** Shows them on the start page, where it is the page. */
export function showRecent(places: PlaceNames, isWhole = false): void {
  const section = document.getElementById('recent-checks')
  if (!section) return
  const content = recentHtml(checks(), places, language, isWhole)
  section.hidden = content === null
  section.innerHTML = content?.markup ?? ''
}

export function listenToRecent(root: HTMLElement, places: PlaceNames): void {
  root.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-recent]') : null
    if (button?.dataset.recent === 'all') showRecent(places, true)
    else if (button?.dataset.recent === 'clear') {
      store([])
      showRecent(places)
    } else if (button?.dataset.recent === 'csv')
      download(`${STORED}.csv`, 'text/csv', recentCsv(checks(), places, location.origin, language))
  })
}
