import type { CnResponse } from '../../answer/response.ts'
import type { Language } from '../../terms/language.ts'
import { momentInBrussels, type Shown } from '../answer/page-answer.ts'
import { type Asked, apiParameters, FILTERS, readAsked, searchOf } from '../answer/page-question.ts'
import { searchSpeaker } from '../pages/search-texts.ts'
import { hrefOf } from '../shell/paths.ts'
import { problemHtml, type ShownProblem } from '../shell/problem-html.ts'
import { shellSpeaker } from '../shell/texts.ts'
import { useTools } from './answer-tools.ts'
import { suggestInto } from './suggestions.ts'

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

/** What the server sent for the address the reader came with, shown again when they come back; a refusal is asked anew. */
const arrived = answer.querySelector('.problem')
  ? null
  : { search: location.search, markup: answer.innerHTML, title: document.title }
const known = new Map<string, Shown>()

/** What writes answers is fetched behind the first view: nobody needs it before they ask. */
let writing: Promise<typeof import('../answer/written.ts')> | undefined
const writer = () => {
  writing ??= import('../answer/written.ts')
  return writing
}
let underWay: AbortController | null = null

async function show(asked: Asked, rest: readonly [string, string][] = []): Promise<void> {
  underWay?.abort()
  const leaving = new AbortController()
  underWay = leaving
  const search = searchOf(asked)
  if (arrived && search === normal(arrived.search)) return place(arrived.markup, arrived.title)
  answer.setAttribute('aria-busy', 'true')
  status.textContent = say('waiting')
  const before = rest.length === 0 ? known.get(search) : undefined
  const found = before ?? (await lookUp(asked, rest, leaving.signal))
  const { answerHtml, titleOf } = await writer()
  // Overtaken by another question: its answer is the one to show.
  if (leaving.signal.aborted) return
  const site = shellSpeaker(language)('site')
  if ('retryAfter' in found) return place(problemHtml(found, language).markup, `${found.title} · ${site}`)
  known.set(search, found)
  place(answerHtml(found).markup, `${titleOf(found).title} · ${site}`)
}

async function lookUp(
  asked: Asked,
  rest: readonly [string, string][],
  signal: AbortSignal,
): Promise<Shown | ShownProblem> {
  const parameters = apiParameters(asked, rest)
  const address = location.href
  try {
    const reply = await fetch(`/api/v1/cn?${new URLSearchParams(parameters)}`, { signal })
    if (!reply.ok) return await problemIn(reply)
    const response = (await reply.json()) as CnResponse
    return { asked, response, moment: momentInBrussels(new Date()), address }
  } catch {
    return { title: say('failed'), detail: '', errors: [], retryAfter: null }
  }
}

const normal = (search: string): string => searchOf(readAsked(new URLSearchParams(search), language).asked)

async function problemIn(reply: Response): Promise<ShownProblem> {
  const { title = '', detail = '', errors = [] } = (await reply.json().catch(() => ({}))) as Partial<ShownProblem>
  return { title: title || say('failed'), detail, errors, retryAfter: Number(reply.headers.get('retry-after')) || null }
}

/** Made by `html`, which escapes whatever came from outside. */
function place(markup: string, title: string): void {
  answer.innerHTML = markup
  answer.removeAttribute('aria-busy')
  document.title = title
  const verdict = document.getElementById('verdict')
  document.getElementById('page')?.setAttribute('class', verdict ? 'asked' : 'start')
  status.textContent = ''
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
  const { asked, rest } = readAsked(new URLSearchParams(location.search), language)
  keepInStep(asked)
  // The focus stays where it is, so the answer is read out instead.
  void show(asked, rest).then(() => {
    status.textContent = document.getElementById('verdict')?.textContent ?? ''
  })
})

const suggestions = suggestInto(field, find('suggestions', HTMLElement), status, language, (code) => {
  field.value = code
  go(fieldsOf(form))
})
useTools(answer, status, say)
if (document.readyState === 'complete') setTimeout(writer)
else addEventListener('load', () => setTimeout(writer))
const address = document.getElementById('address')
if (address) address.textContent = location.href
