import type { CnResponse } from '../../answer/response/response.ts'
import type { Answer } from '../../answer/response/terms.ts'
import { answerHtml, titleOf } from '../answer/answer-html.ts'
import { withCaseNumber } from '../answer/answer-text.ts'
import { momentInBrussels, type PageAnswer, type PlaceNames } from '../answer/page-answer.ts'
import {
  apiParameters,
  type PageQuestion,
  queryStringOf,
  questionHref,
  readPageQuestion,
  withCodes,
} from '../answer/page-question.ts'
import { SAID_PARTS, type SaidPart, withSaid } from '../answer/said.ts'
import { html } from '../design/html.ts'
import { placeReader } from '../lists/places.ts'
import { keptHtml } from '../search/kept-html.ts'
import { askedInShort } from '../search/search-form.ts'
import { searchSpeaker } from '../search/search-texts.ts'
import { hrefOf } from '../shell/paths.ts'
import { shellSpeaker } from '../shell/texts.ts'
import { copyAndTell } from './copy.ts'
import { elementById, language, namesIn, setHtml } from './dom.ts'
import { addFolds, listenToFolds } from './panels.ts'
import { addPlaceFields } from './place-fields.ts'
import { listenToRecent, rememberCheck, showRecent } from './recent-checks.ts'
import { addSuggestions } from './suggestions.ts'

/**
 * The search page without reloading: asks the API and writes the answer with the functions that the server uses, so that
 * both write the same page.
 */

const say = searchSpeaker(language)
const form = elementById('search', HTMLFormElement)
const field = elementById('q', HTMLInputElement)
const answer = elementById('answer')
const band = elementById('page')
const status = elementById('status')
const button = form.querySelector('.button')

correctOrigin()

/** What the server sent, for a reader who comes back to it. Problems are not kept: they may have passed meanwhile. */
const sentByServer = answer.querySelector('.problem')
  ? null
  : {
      search: band.dataset.question ?? '',
      markup: answer.innerHTML,
      title: document.title,
      kept: elementById('kept').innerHTML,
    }
/** The names of countries, as the form offers them. */
const places: PlaceNames = namesIn('places')
const readPlace = placeReader([...places].map(([code, name]) => ({ code, names: [name] })))
const regimes = [...(form.elements.namedItem('regime') as HTMLSelectElement).options].map(({ value, text }) => ({
  code: value,
  name: text,
}))
/** The question of an address or a form, with codes for countries that stand there by name. */
function questionIn(parameters: Iterable<readonly [string, string]>) {
  const { question, rest } = readPageQuestion(parameters, language)
  return { question: withCodes(question, readPlace), rest }
}
const fieldsOf = (source: HTMLFormElement): [string, string][] =>
  [...new FormData(source)].map(([name, value]) => [name, String(value)])
const placeFields = addPlaceFields(places, readPlace, () => questionIn(fieldsOf(form)).question)

const answers = new Map<string, PageAnswer>()
let pending: AbortController | null = null
let shownSearch = location.search
/** The question that is on the page: what its text says was applied by the server already. */
let shown = questionIn(new URLSearchParams(band.dataset.question)).question

interface Shown {
  readonly markup: string
  readonly title: string
}

/** Shows the answer, and gives back the question that it answers: with what the text says; null where a newer one came. */
async function showAnswer(
  question: PageQuestion,
  edited: ReadonlySet<SaidPart>,
  rest: readonly [string, string][] = [],
): Promise<PageQuestion | null> {
  pending?.abort()
  const own = new AbortController()
  pending = own
  if (sentByServer && queryStringOf(question) === sentByServer.search) {
    setAnswer(sentByServer)
    return question
  }
  answer.setAttribute('aria-busy', 'true')
  button?.classList.add('waiting')
  status.textContent = say('waiting')
  const found = await lookUp(question, edited, rest, own.signal)
  // A newer question aborted this one; only its answer may be shown.
  if (own.signal.aborted) return null
  if ('markup' in found) {
    setAnswer(found)
    return question
  }
  setAnswer({
    markup: answerHtml(found).markup,
    title: `${titleOf(found).title} · ${shellSpeaker(language)('site')}`,
  })
  return found.question
}

/** The answer with what the text says of the deal; where that makes no question, without. */
async function lookUp(
  question: PageQuestion,
  edited: ReadonlySet<SaidPart>,
  rest: readonly [string, string][],
  signal: AbortSignal,
): Promise<PageAnswer | Shown> {
  const first = await lookUpOnce(question, rest, signal)
  if ('markup' in first) return first
  const used = withSaid(question, first.response.meta.said, edited)
  if (queryStringOf(used) === queryStringOf(question)) return first
  const second = await lookUpOnce(used, rest, signal)
  return 'markup' in second ? first : second
}

/** An answer to write, or what the server wrote because there is none. */
async function lookUpOnce(
  question: PageQuestion,
  rest: readonly [string, string][],
  signal: AbortSignal,
): Promise<PageAnswer | Shown> {
  const key = queryStringOf(question)
  const cached = rest.length === 0 ? answers.get(key) : undefined
  if (cached) return cached
  try {
    const reply = await fetch(`/api/v1/cn?${new URLSearchParams(apiParameters(question, rest))}`, { signal })
    if (!reply.ok) return await refusal(question, rest, signal)
    const found: PageAnswer = {
      question,
      response: (await reply.json()) as CnResponse,
      moment: momentInBrussels(new Date()),
      origin: location.origin,
      places,
      alerts: band.dataset.alerts === 'on',
    }
    answers.set(key, found)
    return found
  } catch {
    const { markup } =
      html`<section class="note problem" role="alert"><h1 id="verdict" tabindex="-1">${say('failed')}</h1></section>`
    return { markup, title: `${say('failed')} · ${shellSpeaker(language)('site')}` }
  }
}

/** The API names its parameters; for a reader, the server words the same problem by the fields of the form. */
async function refusal({ q, filters }: PageQuestion, rest: readonly [string, string][], signal: AbortSignal) {
  const asked = new URLSearchParams([['q', q], ...Object.entries(filters), ...rest])
  const reply = await fetch(hrefOf('/', language, `?${asked}`), { signal })
  const page = new DOMParser().parseFromString(await reply.text(), 'text/html')
  const told = page.getElementById('answer') ?? page.querySelector('main')
  return { markup: told?.innerHTML ?? '', title: page.title }
}

/** `markup` was made by `html`, here or on the server, so it is escaped. */
function setAnswer({ markup, title }: Shown): void {
  // The case number belongs to the reader, not to the answer: it stays for the next question.
  const caseNumber = caseNumberNow()
  answer.innerHTML = markup
  addFolds(answer)
  showRecent(places)
  const field = caseField()
  if (field) field.value = caseNumber
  answer.removeAttribute('aria-busy')
  button?.classList.remove('waiting')
  document.title = title
  const verdict = document.getElementById('verdict')
  band.className = `band ${verdict ? 'asked' : 'start'}`
  // With an answer on the page, a small screen has room for one line of the form.
  elementById('ask', HTMLDetailsElement).open = !verdict || answer.querySelector('.problem') !== null
  status.textContent = ''
}

const caseField = () => document.querySelector<HTMLInputElement>('#case')

let lastCaseNumber = ''

/** What the reader typed as case number; it is kept in this page, and goes nowhere but into the record. */
function caseNumberNow(): string {
  lastCaseNumber = caseField()?.value ?? lastCaseNumber
  return lastCaseNumber
}

/** Behind a proxy the server may not know the origin under which it is reached; the browser does. */
function correctOrigin(): void {
  const address = document.querySelector<HTMLAnchorElement>('#address')
  if (!address) return
  const { origin } = new URL(address.href)
  if (origin === location.origin) return
  const sent = address.href
  address.href = location.origin + sent.slice(origin.length)
  address.textContent = address.href
  for (const text of document.querySelectorAll<HTMLTextAreaElement>('#as-text, #as-summary'))
    text.defaultValue = text.defaultValue.replace(sent, address.href)
}

/** A name of which is not known yet what it means has no answer to keep. */
function rememberShown(question: PageQuestion): void {
  const shownAnswer = answer.querySelector<HTMLElement>('.card')?.dataset.answer as Answer | undefined
  // Sweden writes `2026-11-20 09:41`.
  const at = new Date().toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' }).replace(' ', 'T')
  if (shownAnswer) rememberCheck({ search: queryStringOf(question), answer: shownAnswer, at })
}

/** Puts the question into the form, into the chips and into the link to the other language. */
function fillForm(question: PageQuestion): void {
  shown = question
  const said = answers.get(queryStringOf(question))?.response.meta.said
  field.value = question.q
  for (const name of ['as_of', 'direction', 'regime', 'contract_date', 'dispatch'] as const) {
    const input = form.elements.namedItem(name)
    const given = question.filters[name] ?? ''
    if (input instanceof HTMLInputElement || input instanceof HTMLSelectElement)
      input.value = name === 'dispatch' ? (places.get(given) ?? given) : given
  }
  placeFields.write(question, said)
  if (sentByServer?.search === queryStringOf(question)) elementById('kept').innerHTML = sentByServer.kept
  else setHtml(elementById('kept'), keptHtml(question, { places, regimes }, said))
  elementById('asked').textContent = askedInShort(question, places)
  const other = document.getElementById('other-language')
  other?.setAttribute('href', questionHref({ ...question, language: language === 'pl' ? 'en' : 'pl' }))
}

/** What was edited: fields of the form since they were written; in a link to the same goods, what differs from the question shown. */
function editedIn(question: PageQuestion, isTyped: boolean): ReadonlySet<SaidPart> {
  if (isTyped) return placeFields.edited()
  if (question.q !== shown.q) return new Set()
  return new Set(SAID_PARTS.filter((part) => question.filters[part] !== shown.filters[part]))
}

/** Other goods have another value; and what was declared of the goods before is no fact about them. */
function ofNewGoods(question: PageQuestion, edited: ReadonlySet<SaidPart>): PageQuestion {
  const { value, ...others } = question.filters
  return question.q === shown.q || edited.has('value') ? question : { ...question, filters: others }
}

async function goTo(parameters: Iterable<readonly [string, string]>, isTyped = false): Promise<void> {
  const read = questionIn(parameters).question
  if (read.q === '') return
  const edited = editedIn(read, isTyped)
  const question = isTyped ? ofNewGoods(read, edited) : read
  const address = questionHref(question)
  if (address !== location.pathname + location.search) history.pushState(null, '', address)
  shownSearch = location.search
  const answered = await showAnswer(question, edited)
  if (!answered) return
  history.replaceState(null, '', questionHref(answered))
  shownSearch = location.search
  placeFields.remember(answered)
  rememberShown(answered)
  fillForm(answered)
  document.getElementById('verdict')?.focus({ preventScroll: true })
}

document.addEventListener('submit', (event) => {
  const { target } = event
  if (!(target instanceof HTMLFormElement) || !(target.id === 'search' || 'adds' in target.dataset)) return
  event.preventDefault()
  suggestions.close()
  void goTo(fieldsOf(target), target.id === 'search')
})

// A plain click on a link to another question is answered on this page; with a modifier key the browser opens a tab.
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-question]') : null
  if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  if (event.defaultPrevented) return
  event.preventDefault()
  void goTo(new URL(link.href).searchParams)
  scrollTo({ top: 0 })
})

addEventListener('popstate', () => {
  // A link to a place on this page asks nothing new.
  if (location.search === shownSearch) return
  shownSearch = location.search
  const { question, rest } = questionIn(new URLSearchParams(location.search))
  // Going back leaves the focus where it is, so the status announces the verdict to screen readers.
  void showAnswer(question, new Set(), rest).then((answered) => {
    if (!answered) return
    fillForm(answered)
    status.textContent = document.getElementById('verdict')?.textContent ?? ''
  })
})

// "/" puts the cursor into the field, from anywhere but another field.
document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select')
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  elementById('ask', HTMLDetailsElement).open = true
  field.focus()
  field.select()
})

const textNow = (id: 'as-text' | 'as-summary'): string =>
  withCaseNumber(document.querySelector<HTMLTextAreaElement>(`#${id}`)?.value ?? '', caseNumberNow(), language)

/** The address of the answer with its day, which the address of the page need not have. */
const addressNow = (): string => document.querySelector<HTMLAnchorElement>('#address')?.href ?? location.href

/** The browser follows the link afterwards; a middle click leaves the number out, as a page without scripts does. */
function addCaseNumber(link: HTMLAnchorElement): void {
  const address = new URL(link.href)
  const number = caseNumberNow().trim()
  if (number === '') address.searchParams.delete('case')
  else address.searchParams.set('case', number)
  link.href = address.href
}

listenToFolds(answer)
addFolds(answer)
listenToRecent(answer, places)
rememberShown(shown)
showRecent(places)

/** The buttons beside an answer. */
answer.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tool]') : null
  switch (button?.dataset.tool) {
    case 'text':
      return void copyAndTell(textNow('as-text'), button, status)
    case 'summary':
      return void copyAndTell(textNow('as-summary'), button, status)
    case 'link':
      return void copyAndTell(addressNow(), button, status)
    case 'draft':
      return void copyAndTell(elementById(button.dataset.copy ?? '').textContent, button, status)
    case 'print':
      return print()
    case 'record':
      return addCaseNumber(button as HTMLAnchorElement)
  }
})

const suggestions = addSuggestions(field, elementById('suggestions'), status, (code) => {
  field.value = code
  void goTo(fieldsOf(form), true)
})
