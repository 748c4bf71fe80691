import type { PlaceNames } from '../answer/page-answer.ts'
import { DEAL_FIELDS, type LineDeal, type Place, type PlaceReader, placeReader } from '../lists/places.ts'
import { elementById } from './dom.ts'

/** The part of the page that asks for the deal of all lines. */
export interface ListDeal {
  /** Whether the list is about deals. */
  isAsked(): boolean
  /** Chooses deals where no direction is chosen yet: the list has countries. */
  offer(): void
  /** What was chosen for all lines. */
  all(): LineDeal
  readonly read: PlaceReader
  readonly places: PlaceNames
  /** Whether a field decides about the deals of the lines. */
  concerns(field: HTMLElement): boolean
}

export function addListDeal(): ListDeal {
  const box = elementById('deal')
  const options = [...elementById('destination', HTMLSelectElement).options].filter(({ value }) => value !== '')
  const isAsked = () => document.querySelector('#direction-deal:checked') !== null
  const show = () => {
    box.hidden = !isAsked()
  }
  for (const way of document.querySelectorAll('input[name="direction"]')) way.addEventListener('change', show)
  // A browser that returns to the page may have restored the choice.
  show()
  return {
    isAsked,
    offer() {
      const choice = document.querySelector<HTMLInputElement>('#direction-deal')
      if (!choice || document.querySelector('input[name="direction"]:checked')) return
      choice.checked = true
      show()
    },
    all: () =>
      Object.fromEntries(
        DEAL_FIELDS.flatMap((field) => {
          const { value } =
            field === 'value' ? elementById(field, HTMLInputElement) : elementById(field, HTMLSelectElement)
          return value.trim() === '' ? [] : [[field, value.trim()]]
        }),
      ),
    read: placeReader(namesIn(box.dataset.names ?? '')),
    places: new Map(options.map(({ value, text }) => [value, text])),
    concerns: (field) => box.contains(field) || field.getAttribute('name') === 'direction',
  }
}

/** `PL|Polska|Poland`, a line for each country. */
const namesIn = (text: string): Place[] =>
  text.split('\n').map((line) => {
    const [code = '', ...names] = line.split('|')
    return { code, names }
  })
