import { fold } from '../../base/fold.ts'
import type { PlaceNames } from '../answer/page-answer.ts'
import type { PageQuestion } from '../answer/page-question.ts'
import { SAID_PARTS, type Said, type SaidPart } from '../answer/said.ts'
import type { PlaceReader } from '../lists/places.ts'
import { dealFields } from '../search/deal-fields.ts'
import { setHtml } from './dom.ts'

/** Countries of the last deals, as codes. They stay in this browser. */
const REMEMBERED = 'last-places'
const MAX_REMEMBERED = 8

interface PlaceFields {
  /** Writes the fields anew for a question, with what its text says where it has nothing. */
  write(question: PageQuestion, said?: Said): void
  /** The fields that were edited since they were written. */
  edited(): ReadonlySet<SaidPart>
  remember(question: PageQuestion): void
}

/** The fields of a deal with a script: beginnings become names, a route grows, and the last countries are offered first. */
export function addPlaceFields(
  places: PlaceNames,
  read: PlaceReader,
  /** The question that stands in the form. */
  questionNow: () => PageQuestion,
): PlaceFields {
  const fields = document.getElementById('deal-fields')
  const list = document.getElementById('places')
  // The law names no countries while it is loading.
  if (!fields || !list) return { write: () => {}, edited: () => new Set(), remember: () => {} }

  let edited = new Set<SaidPart>()
  const isPart = (name: string): name is SaidPart => SAID_PARTS.some((part) => part === name)
  offerFirst(remembered(), list)

  document.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && target.form?.id === 'search' && isPart(target.name))
      edited.add(target.name)
  })
  fields.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'search') return
    const typed = target.value.trim()
    const code = read(typed, 'destination') ?? beginningWith(typed, list)
    if (code !== null) target.value = places.get(code) ?? typed
    target.classList.remove('offered')
    // A country on the way becomes a chip, behind which there is room for the next.
    if (target.name === 'via' && code !== null) {
      setHtml(fields, dealFields(questionNow(), places))
      document.getElementById('via')?.focus()
    }
  })
  fields.addEventListener('click', (event) => {
    const off = event.target instanceof Element ? event.target.closest('a[data-via]') : null
    if (!off) return
    event.preventDefault()
    off.closest('.chip')?.remove()
    edited.add('via')
    const { form } = document.getElementById('via') as HTMLInputElement
    if (questionNow().q === '') setHtml(fields, dealFields(questionNow(), places))
    else form?.requestSubmit()
  })
  return {
    write(question, said) {
      edited = new Set()
      setHtml(fields, dealFields(question, places, said))
    },
    edited: () => edited,
    remember({ filters: { origin, dispatch, via = '', destination } }) {
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
