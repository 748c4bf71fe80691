import type { Suggestion, SuggestResponse } from '../../answer/response/suggest-response.ts'
import { html } from '../design/html.ts'
import { searchSpeaker } from '../search/search-texts.ts'
import { language } from './dom.ts'

/** Requests are debounced: one is sent after this pause in typing. */
const DEBOUNCE_MS = 120
/** They stand in the flow of the page, which they move down. */
const SHOWN = 5

/**
 * Makes the field a combobox by the ARIA pattern (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/): suggestions follow
 * the text, arrow keys choose, Enter accepts, Escape closes.
 */
export function addSuggestions(
  field: HTMLInputElement,
  list: HTMLElement,
  status: HTMLElement,
  accept: (code: string) => void,
): { close(): void } {
  const say = searchSpeaker(language)
  let suggestions: readonly Suggestion[] = []
  let active = -1
  let debounce: ReturnType<typeof setTimeout> | undefined
  let pending: AbortController | null = null

  field.setAttribute('role', 'combobox')
  field.setAttribute('aria-autocomplete', 'list')
  field.setAttribute('aria-controls', list.id)
  field.setAttribute('aria-expanded', 'false')
  list.setAttribute('role', 'listbox')

  const close = () => {
    clearTimeout(debounce)
    pending?.abort()
    suggestions = []
    activate(-1)
    list.hidden = true
    list.replaceChildren()
    field.setAttribute('aria-expanded', 'false')
  }

  const activate = (at: number) => {
    active = at
    for (const [position, option] of [...list.children].entries()) {
      option.setAttribute('aria-selected', String(position === at))
    }
    const option = list.children[at]
    if (option) {
      field.setAttribute('aria-activedescendant', option.id)
      option.scrollIntoView({ block: 'nearest' })
    } else field.removeAttribute('aria-activedescendant')
  }

  const show = (found: readonly Suggestion[]) => {
    suggestions = found.slice(0, SHOWN)
    list.innerHTML = suggestions.map((one, at) => optionHtml(one, at, say('listed'))).join('')
    list.hidden = suggestions.length === 0
    field.setAttribute('aria-expanded', String(suggestions.length > 0))
    activate(-1)
    status.textContent = suggestions.length === 0 ? say('noSuggestions') : `${suggestions.length} ${say('available')}`
  }

  const request = async () => {
    pending?.abort()
    const typed = field.value.trim()
    if (typed.length < 2) return close()
    const own = new AbortController()
    pending = own
    try {
      const reply = await fetch(`/api/v1/suggest?${new URLSearchParams({ q: typed, lang: language })}`, {
        signal: own.signal,
      })
      // Suggestions are optional: without them the field still works.
      if (!reply.ok) return close()
      const found = (await reply.json()) as SuggestResponse
      if (!own.signal.aborted) show(found.suggestions)
    } catch {
      if (!own.signal.aborted) close()
    }
  }

  const choose = (at: number) => {
    const suggestion = suggestions[at]
    close()
    if (suggestion) accept(suggestion.code)
  }

  field.addEventListener('input', () => {
    clearTimeout(debounce)
    debounce = setTimeout(() => void request(), DEBOUNCE_MS)
  })
  field.addEventListener('keydown', (event) => {
    if (event.isComposing) return
    const isOpen = !list.hidden
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!isOpen) return void request()
      // One step beyond either end of the list is the field itself.
      const step = event.key === 'ArrowDown' ? 1 : -1
      const places = suggestions.length + 1
      activate(((active + 1 + step + places) % places) - 1)
    } else if (event.key === 'Enter' && isOpen && active >= 0) {
      event.preventDefault()
      choose(active)
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      close()
    } else if (event.key === 'Tab') close()
  })
  field.addEventListener('blur', close)
  // Pressing the mouse would move the focus and so close the list before the click arrives.
  list.addEventListener('pointerdown', (event) => event.preventDefault())
  list.addEventListener('click', (event) => {
    const option = event.target instanceof Element ? event.target.closest('[role=option]') : null
    if (option) choose([...list.children].indexOf(option))
  })
  // Text may have been typed before this script was loaded.
  if (document.activeElement === field && field.value !== field.defaultValue) void request()
  return { close }
}

/** The last part of a name distinguishes the goods from their neighbours, so it comes first. */
const optionHtml = ({ code, name, restricted }: Suggestion, at: number, listed: string): string => {
  const [heading, ...steps] = name.split(' › ')
  const own = steps.at(-1)
  return html`<li id="suggestion-${at}" role="option" aria-selected="false"><span class="code">${code}</span> <span class="name">${own ? html`${own} <small>${heading}</small>` : heading}</span>${restricted && html` <span class="badge listed">${listed}</span>`}</li>`
    .markup
}
