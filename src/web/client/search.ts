import type { CnResponse } from '../../answer/response/response.ts'
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
import { placeReader } from '../lists/places.ts'
import { askedInShort } from '../pages/search-form.ts'
import { searchSpeaker } from '../pages/search-texts.ts'
import { html } from '../shell/html.ts'
import { hrefOf } from '../shell/paths.ts'
import { shellSpeaker } from '../shell/texts.ts'
import { copyAndTell } from './copy.ts'
import { elementById, language, namesIn } from './dom.ts'
import { addPlaceFields } from './place-fields.ts'
import { addSuggestions } from './suggestions.ts'

/**
 * The search page without reloading: asks the API and writes the answer with the functions that the server uses, so that
 * both write the same page.
 */

const say = searchSpeaker(language)
const form = elementById('search', HTMLFormElement)
const field = elementById('q', HTMLInputElement)
const answer = elementById('answer')
const status = elementById('status')
const button = form.querySelector('.button')

correctOrigin()

/** What the server sent, for a reader who comes back to it. Problems are not kept: they may have passed meanwhile. */
const sentByServer = answer.querySelector('.problem')
  ? null
  : { search: location.search, markup: answer.innerHTML, title: document.title }
/** The names of countries, as the form offers them. */
const places: PlaceNames = namesIn('places')
const readPlace = placeReader([...places].map(([code, name]) => ({ code, names: [name] })))
const placeFields = addPlaceFields(places, readPlace)
/** The question of an address or a form, with codes for countries that stand there by name. */
function questionIn(parameters: Iterable<readonly [string, string]>) {
  const { question, rest } = readPageQuestion(parameters, language)
  return { question: withCodes(question, readPlace), rest }
}

const answers = new Map<string, PageAnswer>()
let pending: AbortController | null = null
let shownSearch = location.search

async function showAnswer(question: PageQuestion, rest: readonly [string, string][] = []): Promise<void> {
  pending?.abort()
  const own = new AbortController()
  pending = own
  const key = queryStringOf(question)
  if (sentByServer && key === normalized(sentByServer.search)) {
    return setAnswer(sentByServer.markup, sentByServer.title)
  }
  answer.setAttribute('aria-busy', 'true')
  button?.classList.add('waiting')
  status.textContent = say('waiting')
  const cached = rest.length === 0 ? answers.get(key) : undefined
  const found = cached ?? (await lookUp(question, rest, own.signal))
  // A newer question aborted this one; only its answer may be shown.
  if (own.signal.aborted) return
  if ('markup' in found) return setAnswer(found.markup, found.title)
  answers.set(key, found)
  if (found.response.meta.hints?.complete !== undefined) placeFields.write(question, found.response.meta.hints)
  setAnswer(answerHtml(found).markup, `${titleOf(found).title} · ${shellSpeaker(language)('site')}`)
}

/** An answer to write, or what the server wrote because there is none. */
async function lookUp(
  question: PageQuestion,
  rest: readonly [string, string][],
  signal: AbortSignal,
): Promise<PageAnswer | { readonly markup: string; readonly title: string }> {
  const parameters = apiParameters(question, rest)
  try {
    const reply = await fetch(`/api/v1/cn?${new URLSearchParams(parameters)}`, { signal })
    if (!reply.ok) return await refusal(question, rest, signal)
    const response = (await reply.json()) as CnResponse
    return {
      question,
      response,
      moment: momentInBrussels(new Date()),
      origin: location.origin,
      places,
      alerts: elementById('page').dataset.alerts === 'on',
    }
  } catch {
    const { markup } =
      html`<section class="note problem" role="alert"><h2 id="verdict" tabindex="-1">${say('failed')}</h2></section>`
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

const normalized = (search: string): string => queryStringOf(questionIn(new URLSearchParams(search)).question)

/** `markup` was made by `html`, here or on the server, so it is escaped. */
function setAnswer(markup: string, title: string): void {
  // The case number belongs to the reader, not to the answer: it stays for the next question.
  const caseNumber = caseNumberNow()
  answer.innerHTML = markup
  const field = caseField()
  if (field) field.value = caseNumber
  answer.removeAttribute('aria-busy')
  button?.classList.remove('waiting')
  document.title = title
  const verdict = document.getElementById('verdict')
  document.getElementById('page')?.setAttribute('class', verdict ? 'asked' : 'start')
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
  const text = document.querySelector<HTMLTextAreaElement>('#as-text')
  if (!address || !text) return
  const { origin } = new URL(address.href)
  if (origin === location.origin) return
  const sent = address.href
  address.href = location.origin + sent.slice(origin.length)
  address.textContent = address.href
  text.defaultValue = text.defaultValue.replace(sent, address.href)
}

/** Puts the question into the form and into the link to the other language. */
function fillForm(question: PageQuestion): void {
  field.value = question.q
  for (const name of ['as_of', 'direction', 'regime'] as const) {
    const input = form.elements.namedItem(name)
    if (input instanceof HTMLInputElement || input instanceof HTMLSelectElement)
      input.value = question.filters[name] ?? ''
  }
  placeFields.write(question)
  elementById('asked').textContent = askedInShort(question, places)
  const other = document.getElementById('other-language')
  other?.setAttribute('href', questionHref({ ...question, language: language === 'pl' ? 'en' : 'pl' }))
}

function goTo(parameters: Iterable<readonly [string, string]>): void {
  const { question } = questionIn(parameters)
  if (question.q === '') return
  placeFields.remember(question)
  const address = questionHref(question)
  if (address !== location.pathname + location.search) history.pushState(null, '', address)
  shownSearch = location.search
  fillForm(question)
  void showAnswer(question).then(() => document.getElementById('verdict')?.focus({ preventScroll: true }))
}

const fieldsOf = (source: HTMLFormElement): [string, string][] =>
  [...new FormData(source)].map(([name, value]) => [name, String(value)])

document.addEventListener('submit', (event) => {
  if (!(event.target instanceof HTMLFormElement) || !['search', 'contract'].includes(event.target.id)) return
  event.preventDefault()
  suggestions.close()
  goTo(fieldsOf(event.target))
})

// A plain click on a link to another question is answered on this page; with a modifier key the browser opens a tab.
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-question]') : null
  if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  goTo(new URL(link.href).searchParams)
  scrollTo({ top: 0 })
})

addEventListener('popstate', () => {
  // A link to a place on this page asks nothing new.
  if (location.search === shownSearch) return
  shownSearch = location.search
  const { question, rest } = questionIn(new URLSearchParams(location.search))
  fillForm(question)
  // Going back leaves the focus where it is, so the status announces the verdict to screen readers.
  void showAnswer(question, rest).then(() => {
    status.textContent = document.getElementById('verdict')?.textContent ?? ''
  })
})

const textNow = (): string =>
  withCaseNumber(document.querySelector<HTMLTextAreaElement>('#as-text')?.value ?? '', caseNumberNow(), language)

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

/** The buttons above an answer. */
answer.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tool]') : null
  switch (button?.dataset.tool) {
    case 'text':
      return void copyAndTell(textNow(), button, status)
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
  goTo(fieldsOf(form))
})
