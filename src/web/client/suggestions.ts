import type { Language } from '../../terms/language.ts'
import { searchSpeaker } from '../pages/search-texts.ts'
import { html } from '../shell/html.ts'

interface Suggestion {
  readonly code: string
  readonly name: string
  readonly restricted: boolean
}

/** Typing faster than this asks once. */
const PAUSE_MS = 120

/** Makes the field a combobox after the ARIA pattern: the list follows what is typed, arrows choose, Enter takes, Escape closes. */
export function suggestInto(
  field: HTMLInputElement,
  list: HTMLElement,
  status: HTMLElement,
  language: Language,
  take: (code: string) => void,
): { close(): void } {
  const say = searchSpeaker(language)
  let shown: readonly Suggestion[] = []
  let active = -1
  let waiting: ReturnType<typeof setTimeout> | undefined
  let underWay: AbortController | null = null

  field.setAttribute('role', 'combobox')
  field.setAttribute('aria-autocomplete', 'list')
  field.setAttribute('aria-controls', list.id)
  field.setAttribute('aria-expanded', 'false')
  list.setAttribute('role', 'listbox')

  const close = () => {
    clearTimeout(waiting)
    underWay?.abort()
    shown = []
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

  const show = (suggestions: readonly Suggestion[]) => {
    shown = suggestions
    list.innerHTML = suggestions.map((one, at) => optionHtml(one, at, say('listed'))).join('')
    list.hidden = suggestions.length === 0
    field.setAttribute('aria-expanded', String(suggestions.length > 0))
    activate(-1)
    status.textContent = suggestions.length === 0 ? say('noSuggestions') : `${suggestions.length} ${say('available')}`
  }

  const ask = async () => {
    underWay?.abort()
    const typed = field.value.trim()
    if (typed.length < 2) return close()
    const leaving = new AbortController()
    underWay = leaving
    try {
      const reply = await fetch(`/api/v1/suggest?${new URLSearchParams({ q: typed, lang: language })}`, {
        signal: leaving.signal,
      })
      // Suggestions are a help: without them the field still works.
      if (!reply.ok) return close()
      const { suggestions } = (await reply.json()) as { suggestions: readonly Suggestion[] }
      if (!leaving.signal.aborted) show(suggestions)
    } catch {
      if (!leaving.signal.aborted) close()
    }
  }

  const choose = (at: number) => {
    const suggestion = shown[at]
    close()
    if (suggestion) take(suggestion.code)
  }

  field.addEventListener('input', () => {
    clearTimeout(waiting)
    waiting = setTimeout(() => void ask(), PAUSE_MS)
  })
  field.addEventListener('keydown', (event) => {
    if (event.isComposing) return
    const isOpen = !list.hidden
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!isOpen) return void ask()
      // One place beyond either end is the field itself.
      const step = event.key === 'ArrowDown' ? 1 : -1
      const places = shown.length + 1
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
  // The field must not lose the focus to the list before the click arrives.
  list.addEventListener('pointerdown', (event) => event.preventDefault())
  list.addEventListener('click', (event) => {
    const option = event.target instanceof Element ? event.target.closest('[role=option]') : null
    if (option) choose([...list.children].indexOf(option))
  })
  // Typed before there was anybody to listen.
  if (document.activeElement === field && field.value !== field.defaultValue) void ask()
  return { close }
}

/** The last step of a name tells these goods from their neighbours, so it comes first. */
const optionHtml = ({ code, name, restricted }: Suggestion, at: number, listed: string): string => {
  const [heading, ...steps] = name.split(' › ')
  const own = steps.at(-1)
  return html`<li id="suggestion-${at}" role="option" aria-selected="false"><span class="code">${code}</span> <span class="name">${own ? html`${own} <small>${heading}</small>` : heading}</span>${restricted && html` <span class="badge listed">${listed}</span>`}</li>`
    .markup
}
