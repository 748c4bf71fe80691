import { fold } from '../../base/fold.ts'
import type { PlaceNames } from '../answer/page-answer.ts'
import type { PageQuestion } from '../answer/page-question.ts'
import type { PlaceReader } from '../lists/places.ts'
import { dealFields, type Hints, hasDeal } from '../pages/deal-fields.ts'
import { setHtml } from './dom.ts'

/** Countries of the last deals, as codes. They stay in this browser. */
const REMEMBERED = 'last-places'
const MAX_REMEMBERED = 8

interface PlaceFields {
  /** Writes the fields anew for a question, with what its text says where it has nothing. */
  write(question: PageQuestion, hints?: Hints): void
  remember(question: PageQuestion): void
}

/** The fields of a deal with a script: beginnings become names, a route grows, and the last countries are offered first. */
export function addPlaceFields(places: PlaceNames, read: PlaceReader): PlaceFields {
  const row = document.querySelector<HTMLDetailsElement>('#deal-row')
  const fields = document.getElementById('deal-fields')
  const list = document.getElementById('places')
  // The law names no countries while it is loading.
  if (!row || !fields || !list) return { write: () => {}, remember: () => {} }

  const write: PlaceFields['write'] = (question, hints) => {
    setHtml(fields, dealFields(question, places, hints))
    row.open = hasDeal(question) || hints?.complete !== undefined
  }
  offerFirst(remembered(), list)

  fields.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'search') return
    const typed = target.value.trim()
    const code = read(typed, 'destination') ?? beginningWith(typed, list)
    if (code !== null) target.value = places.get(code) ?? typed
    target.classList.remove('offered')
    if (target.name === 'via') addVia(target)
  })
  return {
    write,
    remember: ({ filters: { origin, dispatch, via = '', destination } }) => {
      const used = [origin, dispatch, ...via.split(','), destination].filter((code) => code && places.has(code))
      if (used.length === 0) return
      const codes = [...new Set([...used, ...remembered()])].slice(0, MAX_REMEMBERED)
      // Storage may be full or switched off; then nothing is remembered.
      try {
        localStorage.setItem(REMEMBERED, codes.join())
      } catch {}
      offerFirst(codes as string[], list)
    },
  }
}

function remembered(): string[] {
  try {
    return (localStorage.getItem(REMEMBERED) ?? '').split(',').filter(Boolean)
  } catch {
    return []
  }
}

function offerFirst(codes: readonly string[], list: HTMLElement): void {
  const options = [...list.querySelectorAll('option')]
  list.prepend(...codes.flatMap((code) => options.find(({ dataset }) => dataset.code === code) ?? []))
}

/** The first country on offer whose name begins with what was typed. */
function beginningWith(typed: string, list: HTMLElement): string | null {
  if (typed === '') return null
  const found = [...list.querySelectorAll('option')].find(({ value }) => fold(value).startsWith(fold(typed)))
  return found?.dataset.code ?? null
}

/** Behind the last country on the way there is always an empty field for another. */
function addVia(field: HTMLInputElement): void {
  const all = [...document.querySelectorAll<HTMLInputElement>('input[name=via]')]
  const box = field.parentElement
  if (field.value === '' || all.at(-1) !== field || !box) return
  const added = box.cloneNode(true) as HTMLElement
  const input = added.querySelector('input')
  const label = added.querySelector('label')
  if (!input || !label) return
  input.id = `via-${all.length + 1}`
  input.value = ''
  label.htmlFor = input.id
  label.textContent = `${label.textContent?.replace(/ \(\d+\)$/, '')} (${all.length + 1})`
  box.after(added)
}
