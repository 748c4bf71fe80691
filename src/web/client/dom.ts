import type { Language } from '../../base/language.ts'
import type { Html } from '../design/html.ts'

/** The language of the page that the script runs on. */
export const language: Language = document.documentElement.lang === 'en' ? 'en' : 'pl'

/** The element with this id. The page must have it, so a missing or different element is a programming error. */
export function elementById(id: string): HTMLElement
export function elementById<E extends HTMLElement>(id: string, kind: new () => E): E
export function elementById(id: string, kind: new () => HTMLElement = HTMLElement): HTMLElement {
  const element = document.getElementById(id)
  if (!(element instanceof kind)) throw new Error(`#${id} is not a ${kind.name} of this page`)
  return element
}

/** Replaces the content of an element. `Html` is made by `html` only, which escapes what came from outside. */
export function setHtml(element: HTMLElement, content: Html | false | null): void {
  element.innerHTML = content ? content.markup : ''
}

/** The names that a list of the page offers, by their codes. */
export const namesIn = (id: string): ReadonlyMap<string, string> =>
  new Map(
    [...document.querySelectorAll<HTMLOptionElement>(`#${id} option`)].map(({ value, dataset }) => [
      dataset.code ?? value,
      value,
    ]),
  )
