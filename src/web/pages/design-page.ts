import { ANSWERS as ALL_ANSWERS } from '../../answer/response/terms.ts'
import type { Language, Text } from '../../base/language.ts'
import { ANSWERS, chip, panels, pill, segment, sign, toolButton } from '../design/components.ts'
import { type Html, html } from '../design/html.ts'
import { ICON_NAMES, icon } from '../design/icons.ts'
import type { Page } from '../shell/layout.ts'
import { speaker } from '../shell/texts.ts'

const TEXTS = {
  title: { pl: 'System projektowy', en: 'Design system' },
  description: {
    pl: 'Części, z których zbudowane są strony, dla tych, którzy nad nimi pracują.',
    en: 'The parts that the pages are made of, for those who work on them.',
  },
  type: { pl: 'Pismo', en: 'Type' },
  sample: { pl: 'Czy ten towar jest objęty sankcjami?', en: 'Is this product covered by sanctions?' },
  answers: { pl: 'Pięć odpowiedzi', en: 'Five answers' },
  buttons: { pl: 'Przyciski', en: 'Buttons' },
  button: { pl: 'Przycisk', en: 'Button' },
  chips: { pl: 'To, co jedno dotknięcie cofa', en: 'What one tap takes back' },
  remove: { pl: 'Usuń', en: 'Remove' },
  fields: { pl: 'Pola', en: 'Fields' },
  field: { pl: 'Pole', en: 'Field' },
  wrong: { pl: 'Pole z błędem', en: 'A field with a mistake' },
  rows: { pl: 'Wiersze', en: 'Rows' },
  row: { pl: 'Wiersz o wysokości 44 px', en: 'A row of 44 px' },
  panels: { pl: 'Części, które się otwierają', en: 'Parts that open' },
  part: { pl: 'Część', en: 'Part' },
  notes: { pl: 'Uwagi', en: 'Notes' },
  note: { pl: 'Uwaga', en: 'Note' },
  icons: { pl: 'Ikony', en: 'Icons' },
} as const satisfies Record<string, Text>

const SIZES = ['13', '15', '18', '24', '32'] as const

/** Every component, for those who work on the pages and for the tests; no page links to it. */
export function designPage(language: Language): Page {
  const say = speaker(TEXTS, language)
  const section = (name: keyof typeof TEXTS, body: Html): Html => html`<section><h2>${say(name)}</h2>${body}</section>`
  const answers = html`<div class="swatches">${ALL_ANSWERS.map(
    (answer) =>
      html`<article class="card" data-answer="${answer}"><div class="card-head">${sign(answer)}<p><span class="card-word">${ANSWERS[answer].word[language]}</span> <span class="card-sentence">${say('sample')}</span></p></div><div class="card-part">${pill(answer, language)} ${sign(answer, 's')}</div></article>`,
  )}</div>`
  const field = (id: string, label: string, more: Html | false) =>
    html`<div><label for="${id}">${label}</label><input id="${id}"${more}></div>`
  return {
    language,
    path: '/design',
    title: say('title'),
    description: say('description'),
    noindex: true,
    script: 'design',
    main: html`<div class="prose design">
<h1>${say('title')}</h1>
${section('type', html`${SIZES.map((size) => html`<p class="text-${size}">${size} · ${say('sample')}</p>`)}`)}
${section('answers', answers)}
${section('buttons', html`<p class="chips"><button type="button" class="button">${say('button')}</button> <button type="button" class="button quiet">${say('button')}</button> <button type="button" class="button bare">${icon('pencil')}${say('button')}</button> <button type="button" class="button" disabled>${say('button')}</button> <button type="button" class="button waiting">${say('button')}</button> ${toolButton('none', say('button'), 'copy')}</p>`)}
${section('chips', html`<ul class="chips"><li>${chip('Rosja', { href: '#chips', label: `${say('remove')}: Rosja` })}</li></ul>`)}
${section('fields', html`<div class="fields">${field('plain', say('field'), false)}${field('wrong', say('wrong'), html` aria-invalid="true"`)}</div><div class="ask-bar">${segment('q', say('field'), html`<input id="q" placeholder="8471 30">`)}</div>`)}
${section('rows', html`<ul class="rows">${ALL_ANSWERS.slice(0, 3).map((answer) => html`<li><span>${say('row')} ${pill(answer, language)}</span></li>`)}</ul>`)}
${section('panels', panels([1, 2, 3].map((nth) => ({ id: `part-${nth}`, title: `${say('part')} ${nth}`, count: nth, body: html`<p>${say('sample')}</p>` }))))}
${section('notes', html`<p class="note">${say('note')}</p><p class="note warning">${say('note')}</p><p class="note problem">${say('note')}</p>`)}
${section('icons', html`<ul class="chips">${ICON_NAMES.map((name) => html`<li>${icon(name)} ${name}</li>`)}</ul>`)}
</div>`,
  }
}
