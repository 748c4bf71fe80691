import { ANSWERS as ANSWER_NAMES, type Answer } from '../../answer/response/terms.ts'
import { writeCsv } from '../../base/csv.ts'
import { calendarDay, isDay } from '../../base/day.ts'
import type { Language, Text } from '../../base/language.ts'
import { dayInNumbers } from '../../law/terms/wording.ts'
import { type PlaceNames, placesInWords } from '../answer/page-answer.ts'
import { questionHref, readPageQuestion } from '../answer/page-question.ts'
import { ANSWERS, pill } from '../design/components.ts'
import { type Html, html } from '../design/html.ts'
import { speaker } from '../shell/texts.ts'

/** A question that was answered on this device: the query string of its page, the answer, and when. */
export interface RecentCheck {
  readonly search: string
  readonly answer: Answer
  /** `2026-11-20T09:41`, in the time of the device. */
  readonly at: string
}

const RECENT_TEXTS = {
  title: { pl: 'Ostatnie sprawdzenia', en: 'Recent checks' },
  onDevice: { pl: 'Tylko na tym urządzeniu.', en: 'On this device only.' },
  all: { pl: 'Wszystkie', en: 'All' },
  csv: { pl: 'Pobierz CSV', en: 'Download CSV' },
  clear: { pl: 'Wyczyść', en: 'Clear' },
  goods: { pl: 'Towar', en: 'Goods' },
  route: { pl: 'Trasa', en: 'Route' },
  answer: { pl: 'Wynik', en: 'Answer' },
  at: { pl: 'Kiedy', en: 'When' },
  address: { pl: 'Adres', en: 'Address' },
} as const satisfies Record<string, Text>

/** Checks that are shown before the reader asks for all of them. */
const SHOWN = 5

/** The newest checks as rows that ask again; empty without any. */
export function recentHtml(
  checks: readonly RecentCheck[],
  places: PlaceNames,
  language: Language,
  isWhole = false,
): Html | null {
  if (checks.length === 0) return null
  const say = speaker(RECENT_TEXTS, language)
  const shown = isWhole ? checks : checks.slice(0, SHOWN)
  const hasMore = shown.length < checks.length
  return html`<div class="section-head"><h2 id="recent-title">${say('title')}</h2><span class="soft small">${say('onDevice')}</span>
${hasMore && html`<button type="button" class="button bare" data-recent="all">${say('all')} (${checks.length})</button>`}<button type="button" class="button bare" data-recent="csv">${say('csv')}</button><button type="button" class="button bare" data-recent="clear">${say('clear')}</button></div>
<ul class="rows check-rows">${shown.map((check) => {
    const { q, route, href, when } = partsOf(check, places, language)
    return html`<li><a class="cut" data-question href="${href}">${q}</a> <span class="cut soft">${route}</span> ${pill(check.answer, language)} <span class="soft small">${when}</span></li>`
  })}</ul>`
}

/** All of them as CSV, the newest first. */
export function recentCsv(
  checks: readonly RecentCheck[],
  places: PlaceNames,
  origin: string,
  language: Language,
): string {
  const say = speaker(RECENT_TEXTS, language)
  const head = [say('at'), say('goods'), say('route'), say('answer'), say('address')]
  const rows = checks.map((check) => {
    const { q, route, href } = partsOf(check, places, language)
    return [check.at.replace('T', ' '), q, route, ANSWERS[check.answer].word[language], origin + href]
  })
  // Polish spreadsheets expect semicolons: a comma is for decimals.
  return writeCsv([head, ...rows], language === 'pl' ? ';' : ',')
}

function partsOf({ search, at }: RecentCheck, places: PlaceNames, language: Language) {
  const { question } = readPageQuestion(new URLSearchParams(search), language)
  const { origin, dispatch, via, destination } = question.filters
  const stops = [origin ?? dispatch, ...(via?.split(',') ?? []), destination].flatMap((code) => code ?? [])
  const [day = '', time = ''] = at.split('T')
  return {
    q: question.q,
    route: placesInWords(stops, places),
    href: questionHref(question),
    when: isDay(day) ? `${dayInNumbers(calendarDay(day), language)}, ${time}` : at,
  }
}

/** What storage holds, as far as it is what was put there: another program, or another version, may have written it. */
export function readChecks(stored: string | null): RecentCheck[] {
  try {
    const read: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(read) ? read.filter(isCheck) : []
  } catch {
    return []
  }
}

const isCheck = (one: Partial<RecentCheck> | null): one is RecentCheck =>
  typeof one?.search === 'string' && typeof one.at === 'string' && ANSWER_NAMES.some((answer) => answer === one.answer)
