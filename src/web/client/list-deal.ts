import { DEAL_FIELDS } from '../../law/terms/law-vocabulary.ts'
import { type LineDeal, type Place, placeReader } from '../lists/places.ts'
import { elementById } from './dom.ts'

export type ListDeal = ReturnType<typeof addListDeal>

/** The part of the page that asks for the deal of all lines. */
export function addListDeal() {
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
    /** Whether the list is about deals. */
    isAsked,
    /** Chooses deals where no direction is chosen yet: the list has countries. */
    offer() {
      const choice = document.querySelector<HTMLInputElement>('#direction-deal')
      if (!choice || document.querySelector('input[name="direction"]:checked')) return
      choice.checked = true
      show()
    },
    /** What was chosen for all lines. */
    all: (): LineDeal =>
      Object.fromEntries(
        DEAL_FIELDS.flatMap((field) => {
          const { value } =
            field === 'value' ? elementById(field, HTMLInputElement) : elementById(field, HTMLSelectElement)
          return value.trim() === '' ? [] : [[field, value.trim()]]
        }),
      ),
    read: placeReader(namesIn(box.dataset.names ?? '')),
    places: new Map(options.map(({ value, text }) => [value, text])),
    /** Whether a field decides about the deals of the lines. */
    concerns: (field: HTMLElement) => box.contains(field) || field.getAttribute('name') === 'direction',
  }
}

/** `PL|Polska|Poland`, a line for each country. */
const namesIn = (text: string): Place[] =>
  text.split('\n').map((line) => {
    const [code = '', ...names] = line.split('|')
    return { code, names }
  })
