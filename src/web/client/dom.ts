import type { Language } from '../../terms/language.ts'
import type { Html } from '../shell/html.ts'

/** The page a script stands on. */
export const language: Language = document.documentElement.lang === 'en' ? 'en' : 'pl'

export const at = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E

export function show(element: HTMLElement, content: Html | false | null): void {
  element.innerHTML = content ? content.markup : ''
}
