import { createHash } from 'node:crypto'
import { isDay } from '../../base/day.ts'
import type { Language } from '../../base/language.ts'
import type { Change } from '../../changes/change.ts'
import { eurLexUrl } from '../../law/terms/celex.ts'
import { citationInWords } from '../../law/terms/citation-words.ts'
import { type NamedRegime, regimeName } from '../../law/terms/regime-name.ts'
import { dayInWords } from '../../law/terms/wording.ts'
import type { RecordedChange } from '../../store/versions/changes.ts'

const TITLE = {
  pl: 'Sankcje UE: zmiany w kodach CN',
  en: 'EU sanctions: changes to CN codes',
}
/** What the feed is about unless a regime is chosen. */
const USUAL = { pl: 'Rosja, Białoruś', en: 'Russia, Belarus' }
const NOTICE = {
  pl: 'Informacja, nie porada prawna ani celna. Autentyczny jest tylko Dziennik Urzędowy Unii Europejskiej.',
  en: 'Information, not legal or customs advice. Only the Official Journal of the European Union is authentic.',
}
const HEADS: Readonly<Record<Change['type'], Record<Language, string>>> = {
  'listing.added': { pl: 'dodane kody', en: 'codes added' },
  'listing.removed': { pl: 'usunięte wpisy', en: 'listings removed' },
  'listing.changed': { pl: 'zmienione wpisy', en: 'listings changed' },
  'measure.added': { pl: 'nowy przepis', en: 'new provision' },
  'measure.removed': { pl: 'usunięty przepis', en: 'provision removed' },
  'measure.changed': { pl: 'zmieniony przepis', en: 'provision changed' },
  'winddown.opening': { pl: 'początek okresu przejściowego', en: 'wind-down opens' },
  'winddown.ending_soon': { pl: 'wkrótce koniec okresu przejściowego', en: 'wind-down ends soon' },
  'winddown.ended': { pl: 'koniec okresu przejściowego', en: 'wind-down ended' },
  'act.pending': { pl: 'akt jeszcze nieuwzględniony', en: 'act not worked in yet' },
  'dataset.published': { pl: 'nowy zbiór danych', en: 'new dataset' },
}

const ENTRIES = 100
const TEXTS_IN_ENTRY = 50

export interface AtomSettings {
  readonly language: Language
  /** The filters as the parameters of an address, without the language; empty for the whole feed. */
  readonly filters: URLSearchParams
  readonly publicUrl: string | null
  /** The newest state of the law, as the date of changes that lie in the future. */
  readonly state: string
  /** The regimes and their acts, by which those without a country of their own are named. */
  readonly regimes: readonly NamedRegime[]
}

/** Atom 1.0 (RFC 4287), newest first. The rows that one act adds to one annex are a single entry rather than sixty. */
export function atomOf(changes: readonly (Change | RecordedChange)[], settings: AtomSettings): string {
  const { language, filters, publicUrl, state, regimes } = settings
  const groups = [...Map.groupBy(changes, keyOf)]
    .map(([key, members]) => ({ key, members, updated: updatedOf(members, state) }))
    .toSorted((a, b) => (a.updated === b.updated ? 0 : a.updated < b.updated ? 1 : -1))
    .slice(0, ENTRIES)
  const at = (path: string) => xml(`${publicUrl ?? ''}${path}`)
  const query = new URLSearchParams([...filters, ['lang', language]])
  // A feed with filters has an id of its own, as its entries have, which hold less.
  const own = filters.size === 0 ? '' : `:${filters}`
  const chosen = [...filters]
    .flatMap(([name, value]) => (name === 'named' || name === 'regime' ? [] : value))
    .join(', ')
  const regime = filters.get('regime')
  const title = `${TITLE[language]} (${regime === null ? USUAL[language] : regimeName(regime, regimes)})`
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    `<id>${xml(`urn:cn-sanctions:changes:${language}${own}`)}</id>`,
    `<title>${xml(chosen === '' ? title : `${title}: ${chosen}`)}</title>`,
    `<subtitle>${xml(NOTICE[language])}</subtitle>`,
    `<updated>${groups[0]?.updated ?? `${state}T00:00:00Z`}</updated>`,
    '<author><name>cn-sanctions</name></author>',
    '<rights>© European Union, EUR-Lex, reused under Commission Decision 2011/833/EU</rights>',
    `<link rel="self" type="application/atom+xml" href="${at(`/changes.atom?${query}`)}"/>`,
    `<link rel="alternate" type="text/html" href="${at(pageOf(filters, language))}"/>`,
    ...groups.map(({ key, members, updated }) => entryOf(key + own, members, updated, regimes, language)),
    '</feed>',
    '',
  ].join('\n')
}

/** The page for people with the filters that it has. */
function pageOf(filters: URLSearchParams, language: Language): string {
  const own = new URLSearchParams([...filters].filter(([name]) => name !== 'codes' && name !== 'named'))
  return `${language === 'en' ? '/en' : ''}/changes${own.size > 0 ? `?${own}` : ''}`
}

const keyOf = (change: Change): string =>
  change.type.startsWith('listing.')
    ? JSON.stringify([change.type, change.regime, change.annex, change.act, change.day])
    : change.id

/** The time of recording; for history the day of the change, but not later than the state of the law. */
function updatedOf(members: readonly (Change | RecordedChange)[], state: string): string {
  const moments = members.map((change) =>
    'recordedAt' in change ? change.recordedAt : `${change.day < state ? change.day : state}T00:00:00.000Z`,
  )
  return moments.toSorted().at(-1) ?? ''
}

function entryOf(
  key: string,
  members: readonly Change[],
  updated: string,
  regimes: readonly NamedRegime[],
  language: Language,
): string {
  const [first] = members
  if (!first) return ''
  const { type, regime, annex, article, act } = first
  const id = createHash('sha256').update(`${language} ${key}`).digest('base64url').slice(0, 22)
  const place = annex
    ? `${{ pl: 'załącznik', en: 'Annex' }[language]} ${annex}`
    : article && citationInWords(article, language)
  const many = members.length > 1 ? ` (${members.length})` : ''
  const title = `${[regime && regimeName(regime, regimes), place].filter(Boolean).join(', ') || 'cn-sanctions'}: ${HEADS[type][language]}${many}, ${dayIn(first.day, language)}`
  const shown = members.slice(0, TEXTS_IN_ENTRY).map(({ text }) => `<p>${xml(text[language])}</p>`)
  const rest = members.length - shown.length
  const inRest = { pl: `i jeszcze ${rest}`, en: `and ${rest} more` }[language]
  const more = rest > 0 ? [`<p>${inRest}: /api/v1/changes</p>`] : []
  return [
    '<entry>',
    `<id>urn:cn-sanctions:change:${id}</id>`,
    `<title>${xml(title)}</title>`,
    `<updated>${updated}</updated>`,
    `<category term="${type}"/>`,
    ...(act ? [`<link rel="related" href="${xml(eurLexUrl(act, language))}"/>`] : []),
    `<content type="html">${xml([...shown, ...more].join(''))}</content>`,
    '</entry>',
  ].join('\n')
}

const dayIn = (day: string, language: Language): string => (isDay(day) ? dayInWords(day, language) : day)

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes a text. XML 1.0 cannot hold control characters, not even escaped: https://www.w3.org/TR/xml/#charsets */
const xml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, '\uFFFD')
    .replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)
