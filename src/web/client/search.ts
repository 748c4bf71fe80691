import type { CnResponse } from '../../answer/response.ts'
import type { Language } from '../../terms/language.ts'
import { answerHtml } from '../answer/answer-html.ts'
import { type Asked, apiParameters, FILTERS, readAsked, searchOf } from '../answer/asked.ts'
import { momentInBrussels, type Shown } from '../answer/shown.ts'
import { titleOf } from '../answer/title.ts'
import { hrefOf } from '../paths.ts'
import { problemHtml, type ShownProblem } from '../problem-html.ts'
import { searchSpeaker } from '../search-texts.ts'
import { shellSpeaker } from '../texts.ts'
import { suggestInto } from './suggestions.ts'
import { useTools } from './tools.ts'

/** The search page without reloading: what the server would have sent, made here from the same API by the same functions. */

const language: Language = document.documentElement.lang === 'en' ? 'en' : 'pl'
const say = searchSpeaker(language)
const form = find('search', HTMLFormElement)
const field = find('q', HTMLInputElement)
const answer = find('answer', HTMLElement)
const status = find('status', HTMLElement)

function find<E extends HTMLElement>(id: string, kind: new () => E): E {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`no #${id} on this page`)
  return found
}

/** What the server sent for the address the reader came with: shown again when they come back to it. */
const arrived = { search: location.search, markup: answer.innerHTML, title: document.title }
const known = new Map<string, Shown>()
let underWay: AbortController | null = null

async function show(asked: Asked): Promise<void> {
  underWay?.abort()
  const search = searchOf(asked)
  if (search === normal(arrived.search)) return place(arrived.markup, arrived.title)
  const before = known.get(search)
  if (before) return placeAnswer(before)
  const leaving = new AbortController()
  underWay = leaving
  answer.setAttribute('aria-busy', 'true')
  status.textContent = say('waiting')
  try {
    const reply = await fetch(
      `/api/v1/cn?${new URLSearchParams(apiParameters(asked).map(([name, value]) => [name, value]))}`,
      {
        signal: leaving.signal,
        headers: { 'accept-language': language },
      },
    )
    if (!reply.ok) return placeProblem(await problemIn(reply))
    const response = (await reply.json()) as CnResponse
    const shown = { asked, response, moment: momentInBrussels(new Date()), address: location.href }
    known.set(search, shown)
    placeAnswer(shown)
  } catch (error) {
    if (leaving.signal.aborted) return
    placeProblem({ title: say('failed'), detail: '', errors: [], retryAfter: null })
    // A fault of the page itself must be seen by whoever looks for it.
    if (!(error instanceof TypeError)) throw error
  }
}

const normal = (search: string): string => searchOf(readAsked(new URLSearchParams(search), language).asked)

async function problemIn(reply: Response): Promise<ShownProblem> {
  const { title = '', detail = '', errors = [] } = (await reply.json().catch(() => ({}))) as Partial<ShownProblem>
  return { title: title || say('failed'), detail, errors, retryAfter: Number(reply.headers.get('retry-after')) || null }
}

function placeAnswer(shown: Shown): void {
  place(answerHtml(shown).markup, `${titleOf(shown).title} · ${shellSpeaker(language)('site')}`)
}

function placeProblem(problem: ShownProblem): void {
  place(problemHtml(problem, language).markup, `${problem.title} · ${shellSpeaker(language)('site')}`)
}

/** Made by `html`, which escapes whatever came from outside. */
function place(markup: string, title: string): void {
  answer.innerHTML = markup
  answer.removeAttribute('aria-busy')
  document.title = title
  const verdict = document.getElementById('verdict')
  document.getElementById('page')?.setAttribute('class', verdict ? 'asked' : 'start')
  status.textContent = verdict?.textContent ?? ''
}

/** The form, the address and the other language's link say the same question. */
function keepInStep(asked: Asked): void {
  field.value = asked.q
  for (const name of FILTERS) {
    const input = form.elements.namedItem(name)
    if (input instanceof HTMLInputElement || input instanceof HTMLSelectElement) input.value = asked.filters[name] ?? ''
  }
  const other = document.getElementById('other-language')
  other?.setAttribute('href', hrefOf('/', language === 'pl' ? 'en' : 'pl', searchOf(asked)))
}

function go(parameters: Iterable<readonly [string, string]>): void {
  const { asked } = readAsked(parameters, language)
  if (asked.q === '') return
  const address = hrefOf('/', language, searchOf(asked))
  if (address !== location.pathname + location.search) history.pushState(null, '', address)
  keepInStep(asked)
  void show(asked).then(() => document.getElementById('verdict')?.focus({ preventScroll: true }))
}

const fieldsOf = (source: HTMLFormElement): [string, string][] =>
  [...new FormData(source)].map(([name, value]) => [name, String(value)])

document.addEventListener('submit', (event) => {
  if (!(event.target instanceof HTMLFormElement) || !['search', 'contract'].includes(event.target.id)) return
  event.preventDefault()
  suggestions.close()
  go(fieldsOf(event.target))
})

// Links to other codes ask in place, unless the reader wants them elsewhere.
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-question]') : null
  if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  go(new URL(link.href).searchParams)
  scrollTo({ top: 0 })
})

addEventListener('popstate', () => {
  const { asked } = readAsked(new URLSearchParams(location.search), language)
  keepInStep(asked)
  void show(asked)
})

const suggestions = suggestInto(field, find('suggestions', HTMLElement), status, language, (code) => {
  field.value = code
  go(fieldsOf(form))
})
useTools(answer, status, say)
const address = document.getElementById('address')
if (address) address.textContent = location.href
