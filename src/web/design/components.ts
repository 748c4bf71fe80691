import type { Answer } from '../../answer/response/terms.ts'
import type { Language, Text } from '../../base/language.ts'
import { type Html, html, type Piece } from './html.ts'
import { type IconName, icon } from './icons.ts'

/** The parts that pages are made of. `/design` shows each of them. */

/** An answer in a word, and its sign: nobody has to tell colours apart. */
export const ANSWERS: Readonly<Record<Answer, { readonly word: Text; readonly icon: IconName }>> = {
  prohibited: { word: { pl: 'Zakaz', en: 'Prohibited' }, icon: 'ban' },
  depends: { word: { pl: 'Zależy', en: 'Depends' }, icon: 'question' },
  duties: { word: { pl: 'Obowiązki', en: 'Duties' }, icon: 'checklist' },
  none: { word: { pl: 'Brak zakazu', en: 'No ban' }, icon: 'circle' },
  not_checked: { word: { pl: 'Nie sprawdzono', en: 'Not checked' }, icon: 'eye-off' },
}

/** The sign of an answer: large in a card, small in a cell or on a route. */
export const sign = (answer: Answer, size: '' | 's' = ''): Html =>
  html`<span class="sign${size && ' sign-s'}" data-answer="${answer}">${icon(ANSWERS[answer].icon)}</span>`

/** An answer where others stand beside it: in lists, on choices. */
export const pill = (answer: Answer, language: Language): Html =>
  html`<span class="pill" data-answer="${answer}">${icon(ANSWERS[answer].icon)}${ANSWERS[answer].word[language]}</span>`

interface Link {
  readonly href: string
  readonly label: string
}

/** What one tap takes back: `remove` leads to the page without it. */
export const chip = (words: Piece, remove: Link): Html =>
  html`<span class="chip">${words}<a class="chip-off" data-question rel="nofollow" href="${remove.href}">${icon('x', 's')}<span class="unseen">${remove.label}</span></a></span>`

/** A button of the script; `tool` says what it does. */
export const toolButton = (tool: string, label: string, name: IconName, look: 'quiet' | 'bare' = 'bare'): Html =>
  html`<button type="button" class="button ${look} needs-script" data-tool="${tool}">${icon(name)}<span data-label>${label}</span></button>`

interface Panel {
  readonly id: string
  readonly title: string
  readonly count?: number
  readonly body: Piece
}

/**
 * Parts of a page that are opened one by one. The script makes buttons of the headings; without it, and on paper, every
 * part is open.
 */
export const panels = (parts: readonly (Panel | false)[]): Html =>
  html`<div class="panels">${parts.map(
    (part) =>
      part &&
      html`<section class="panel" id="${part.id}"><h2 class="panel-title">${part.title}${part.count !== undefined && html` <span class="count">${part.count}</span>`}</h2>
<div class="panel-body">${part.body}</div></section>`,
  )}</div>`

/** A field of the question row. */
export const segment = (name: string, label: string, control: Piece): Html =>
  html`<div class="seg seg-${name}"><label for="${name}">${label}</label>${control}</div>`
