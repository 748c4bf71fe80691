import { type Html, html, option } from '../design/html.ts'
import { icon } from '../design/icons.ts'
import { hrefOf } from '../shell/paths.ts'
import type { LawSpeaker } from './law-texts.ts'
import type { LawField, LawFields, LawQuestion, LawRegime } from './law-view.ts'

const CHOICES = {
  direction: ['import', 'export', 'transit'],
  kind: ['ban', 'restriction', 'duty', 'grant'],
  partial: ['true', 'false'],
  open: ['winddown', 'derogation', 'any'],
} as const
const TEXTS = { annex: 12, article: 40, chapter: 2, act: 40 } as const
const DAYS = ['as_of', 'since', 'until', 'compare'] as const

/** The filters as a form, folded away until it is asked for or has a mistake. */
export function filterForm(
  { language, fields }: LawQuestion,
  mistakes: LawFields,
  regimes: readonly LawRegime[],
  say: LawSpeaker,
): Html {
  const field = (name: LawField, control: (described: Html | false) => Html): Html => {
    const mistake = mistakes[name]
    return html`<div class="field"><label for="${name}">${say(name)}</label>${control(
      mistake !== undefined && html` aria-describedby="${name}-note" aria-invalid="true"`,
    )}${mistake !== undefined && html`<p id="${name}-note" class="mistake">${mistake}</p>`}</div>`
  }
  const every = (name: LawField) => option('', say('every'), fields[name] ?? '')
  return html`<details class="law-filters screen-only"${Object.keys(mistakes).length > 0 && html` open`}><summary>${icon('sliders')}${say('filters')}</summary>
<form class="choose" action="${hrefOf('/law', language)}" method="get" aria-label="${say('filters')}">
<div class="fields">
${field('regime', (more) => html`<select id="regime" name="regime"${more}>${every('regime')}${regimes.map(({ code, name }) => option(code, name, fields.regime ?? ''))}</select>`)}
${Object.entries(TEXTS).map(([name, length]) =>
  field(
    name as keyof typeof TEXTS,
    (more) =>
      html`<input type="text" id="${name}" name="${name}" value="${fields[name as LawField] ?? ''}" maxlength="${length}" autocomplete="off" spellcheck="false"${more}>`,
  ),
)}
${Object.entries(CHOICES).map(([name, words]) =>
  field(
    name as keyof typeof CHOICES,
    (more) =>
      html`<select id="${name}" name="${name}"${more}>${every(name as LawField)}${words.map((word) => option(word, say(word), fields[name as LawField] ?? ''))}</select>`,
  ),
)}
${DAYS.map((name) => field(name, (more) => html`<input type="date" id="${name}" name="${name}" value="${fields[name] ?? ''}"${more}>`))}
</div>
<p class="send"><button class="button">${say('show')}</button></p>
</form></details>`
}
