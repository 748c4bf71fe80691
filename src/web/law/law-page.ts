import type { WinddownAnswer } from '../../answer/response/response.ts'
import { type Day, isDay } from '../../base/day.ts'
import type { Language } from '../../base/language.ts'
import { citationInWords } from '../../law/terms/citation-words.ts'
import { dayInSentence, dayInWords } from '../../law/terms/wording.ts'
import { chip } from '../design/components.ts'
import { type Html, html, joined } from '../design/html.ts'
import { icon } from '../design/icons.ts'
import { changeDays } from '../pages/changes-page.ts'
import type { Page } from '../shell/layout.ts'
import { problemHtml } from '../shell/problem-html.ts'
import { filterForm } from './filter-form.ts'
import { type LawSpeaker, lawSpeaker } from './law-texts.ts'
import {
  type ChosenLaw,
  LAW_FIELDS,
  type LawBelow,
  type LawField,
  type LawFields,
  type LawPlace,
  type LawQuestion,
  type LawRegime,
  type LawView,
  lawHref,
} from './law-view.ts'
import { listingsHtml } from './listings-html.ts'

/** The law itself: regimes, their annexes and articles, and what they list. */
export function lawPage(question: LawQuestion, below: LawBelow): Page {
  const { language, fields } = question
  const say = lawSpeaker(language)
  const regimes = 'view' in below ? below.view.regimes : below.mistakes.regimes
  const view = 'view' in below ? below.view : null
  const heading = headingOf(fields, regimes, say)
  const page = view?.chosen?.page ?? 1
  const href = lawHref(language, fields, page)
  return {
    language,
    path: '/law',
    search: href.includes('?') ? href.slice(href.indexOf('?')) : '',
    title: heading,
    description: view?.chosen?.measures[0]?.summary ?? say('description'),
    main: html`<div class="law">
${menuHtml(question, regimes, say)}
<div class="law-main">
<h1>${heading}</h1>
${view && warningsHtml(view, say)}
${view ? view.chosen && measuresHtml(view.chosen, question, say) : problemOf(below, language)}
${chipsHtml(question, regimes, say)}
${filterForm(question, 'mistakes' in below ? below.mistakes.fields : {}, regimes, say)}
${view && (view.chosen ? chosenHtml(view.chosen, question, say) : overviewHtml(view, question, say))}
</div>
</div>`,
  }
}

const problemOf = (below: LawBelow, language: Language): Html | null =>
  'mistakes' in below && below.mistakes.problem ? problemHtml(below.mistakes.problem, language) : null

/** `Załącznik XXIII · Rosja`. */
function headingOf({ regime, annex, article }: LawFields, regimes: readonly LawRegime[], say: LawSpeaker): string {
  const name = regimes.find(({ code }) => code === regime)?.name
  const parts = [annex && `${say('annex')} ${annex}`, article && citationInWords(article, say.language), name]
  const known = parts.filter(Boolean)
  if (known.length === 0) return say('title')
  const [first = ''] = known
  return [first.charAt(0).toUpperCase() + first.slice(1), ...known.slice(1)].join(' · ')
}

/** What holds wherever somebody goes on from here: the day. */
const carried = ({ as_of }: LawFields): LawFields => (as_of === undefined ? {} : { as_of })

function menuHtml({ language, fields }: LawQuestion, regimes: readonly LawRegime[], say: LawSpeaker): Html {
  const link = (to: LawFields, words: string, count: number, isHere: boolean) =>
    html`<li><a href="${lawHref(language, { ...carried(fields), ...to })}"${isHere && html` aria-current="page"`}>${words} <span class="count">${count}</span></a></li>`
  const shown = regimes.filter(({ code }) => fields.regime === undefined || code === fields.regime)
  return html`<nav class="law-menu" aria-label="${say('menu')}">
${fields.regime !== undefined && html`<p><a href="${lawHref(language, carried(fields))}">${say('allRegimes')}</a></p>`}
${
  fields.regime === undefined
    ? html`<ul>${shown.map((one) => link({ regime: one.code }, one.name, sum(one.articles), false))}</ul>`
    : shown.map(
        (one) => html`<h2>${say('annexes')}</h2>
<ul>${one.annexes.map(({ name, count }) => link({ regime: one.code, annex: name }, `${say('annex')} ${name}`, count, name === fields.annex))}</ul>
<h2>${say('articles')}</h2>
<ul>${one.articles.map(({ name, count }) => link({ regime: one.code, article: name }, citationInWords(name, language), count, name === fields.article))}</ul>`,
      )
}
</nav>`
}

const sum = (places: readonly LawPlace[]): number => places.reduce((total, { count }) => total + count, 0)

const warningsHtml = ({ warnings }: LawView, say: LawSpeaker): Html | false =>
  warnings.length > 0 &&
  html`<details class="note warning law-warnings"><summary>${say('warnings')} <span class="count">${warnings.length}</span></summary><ul>${warnings.map((text) => html`<li>${text}</li>`)}</ul></details>`

function measuresHtml(
  { measures, uncoded }: ChosenLaw,
  { language, fields }: LawQuestion,
  say: LawSpeaker,
): Html | false {
  if (measures.length === 0 && uncoded.length === 0) return false
  return html`<div class="law-says">${measures.map(
    ({ regime, article, annex, title, summary, condition, note, from, url }) => html`<section>
<h2>${title}</h2>
<p>${summary}</p>
${condition && html`<p>${condition}</p>`}${note && html`<p class="soft">${note}</p>`}
<p class="soft">${fields.regime === undefined && html`${regime.name} · `}<a href="${lawHref(language, { ...carried(fields), regime: regime.code, article: articleOf(article) })}">${citationInWords(article, language)}</a>${annex !== null && annex !== fields.annex && html` · <a href="${lawHref(language, { ...carried(fields), regime: regime.code, annex })}">${say('annex')} ${annex}</a>`}${from !== null && ` · ${say('applied')} ${dayInSentence(from, language)}`} · <a href="${url}" rel="external">${say('inEurLex')}${icon('out', 's')}</a></p>
</section>`,
  )}
${uncoded.length > 0 && html`<section><h2>${say('uncoded')}</h2><ul>${uncoded.map(({ article, what }) => html`<li>${article !== null && html`${citationInWords(article, language)}: `}${what}</li>`)}</ul></section>`}</div>`
}

/** `3k(1)(a)` stands in Article 3k. */
const articleOf = (citation: string): string => /^\w+/.exec(citation)?.[0] ?? citation

function chipsHtml({ language, fields }: LawQuestion, regimes: readonly LawRegime[], say: LawSpeaker): Html | false {
  const chosen = LAW_FIELDS.filter((name) => fields[name])
  if (chosen.length === 0) return false
  return html`<ul class="chips law-chips">${chosen.map((name) => {
    const words = chipWords(name, fields[name]!, regimes, say)
    const { [name]: _, ...rest } = fields
    return html`<li>${chip(words, { href: lawHref(language, rest), label: `${say('remove')}: ${words}` })}</li>`
  })}</ul>`
}

const SAID = ['direction', 'kind', 'partial', 'open'] as const

function chipWords(name: LawField, value: string, regimes: readonly LawRegime[], say: LawSpeaker): string {
  if (name === 'regime') return regimes.find(({ code }) => code === value)?.name ?? value
  if (name === 'article') return citationInWords(value, say.language)
  const said = SAID.some((one) => one === name)
    ? wordOf(value, say)
    : isDay(value)
      ? dayInWords(value, say.language)
      : value
  return `${say(name)}: ${said}`
}

const WORDS = [
  'import',
  'export',
  'transit',
  'ban',
  'restriction',
  'duty',
  'grant',
  'true',
  'false',
  'winddown',
  'derogation',
  'any',
] as const

const wordOf = (value: string, say: LawSpeaker): string => {
  const known = WORDS.find((one) => one === value)
  return known ? say(known) : value
}

function overviewHtml({ regimes }: LawView, { language, fields }: LawQuestion, say: LawSpeaker): Html {
  const shown = regimes.filter(({ code }) => fields.regime === undefined || code === fields.regime)
  const rows = (regime: LawRegime, places: readonly LawPlace[], field: 'annex' | 'article') =>
    html`<table class="law-table"><caption>${say(field === 'annex' ? 'annexes' : 'articles')}</caption><tbody>${places.map(
      ({ name, count, about }) =>
        html`<tr><th scope="row"><a href="${lawHref(language, { ...carried(fields), regime: regime.code, [field]: name })}">${field === 'annex' ? `${say('annex')} ${name}` : citationInWords(name, language)}</a></th><td>${about}</td><td class="num">${count}</td></tr>`,
    )}</tbody></table>`
  return html`<p>${say('intro')}</p>
${shown.map(
  (
    regime,
  ) => html`<section class="law-regime" id="${regime.code}"><h2><a href="${lawHref(language, { ...carried(fields), regime: regime.code })}">${regime.name}</a></h2>
<p class="soft"><a href="${regime.url}" rel="external">${regime.act}</a> · ${say('state')} ${dayInSentence(regime.state, language)}</p>
${regime.annexes.length > 0 && rows(regime, regime.annexes, 'annex')}
${fields.regime !== undefined && rows(regime, regime.articles, 'article')}
</section>`,
)}`
}

function chosenHtml(chosen: ChosenLaw, question: LawQuestion, say: LawSpeaker): Html {
  const { language, fields } = question
  return html`${changesHtml(chosen, question, say)}
${listingsHtml(chosen, question, say)}
${pagesHtml(chosen, question, say)}
${grantsHtml(chosen, say)}
${
  chosen.history.length > 0 &&
  html`<section><h2>${say('history')}</h2><table class="law-table"><tbody>${chosen.history.map(
    ({ day, act, counts }) =>
      html`<tr><th scope="row"><a href="${lawHref(language, { ...fields, compare: day })}">${dayInSentence(day, language)}</a></th><td>${act ? html`<a href="${act.url}" rel="external">${act.title}</a>` : say('unknownAct')}</td><td>${joined(
        (['added', 'removed', 'changed'] as const).flatMap((kind) =>
          counts[kind] > 0 ? [`${say(kind)}: ${counts[kind]}`] : [],
        ),
        ', ',
      )}</td></tr>`,
  )}</tbody></table></section>`
}`
}

function changesHtml({ changes }: ChosenLaw, { language, fields }: LawQuestion, say: LawSpeaker): Html | false {
  if (!changes || fields.compare === undefined) return false
  return html`<section class="changes"><h2>${say('changes')} ${dayInSentence(fields.compare as Day, language)}</h2>
${!changes.complete && html`<p class="note warning">${say('feedIncomplete')}</p>`}
${changes.found === 0 ? html`<p>${say('noChanges')}</p>` : changeDays(changes, language)}
${changes.pages > 1 && html`<p class="soft">${say('moreChanges')} ${changes.found}.</p>`}</section>`
}

function pagesHtml({ page, pages }: ChosenLaw, { language, fields }: LawQuestion, say: LawSpeaker): Html | false {
  if (pages === 1) return false
  return html`<nav class="pages" aria-label="${say('pages')}">${page > 1 && html`<a class="button quiet" rel="prev" href="${lawHref(language, fields, page - 1)}">${say('previous')}</a>`}<span>${say('page')} ${page} ${say('of')} ${pages}</span>${page < pages && html`<a class="button quiet" rel="next" href="${lawHref(language, fields, page + 1)}">${say('next')}</a>`}</nav>`
}

function grantsHtml({ exemptions, derogations, winddowns }: ChosenLaw, say: LawSpeaker): Html {
  const { language } = say
  const line = (article: string, status: WinddownAnswer['status'] | null, days: readonly string[], text: string) =>
    html`<li><p>${status !== null && html`<span class="badge ${status === 'open' ? 'open' : 'clear'}">${say(`status_${status}`)}</span> `}<strong>${citationInWords(article, language)}</strong>${days.map((one) => html` · ${one}`)}</p><p>${text}</p></li>`
  const upTo = (until: Day | null) => (until === null ? [] : [`${say('upTo')} ${dayInSentence(until, language)}`])
  const part = (title: 'exemptions' | 'derogations' | 'winddowns', items: readonly Html[]) =>
    items.length > 0 &&
    html`<details class="block"><summary><h2>${say(title)} <span class="count">${items.length}</span></h2></summary><ul class="plain grants">${items}</ul></details>`
  return html`${part(
    'winddowns',
    winddowns.map(({ article, status, contracts_before, until, text }) =>
      line(
        article,
        status,
        [
          ...(contracts_before === null
            ? []
            : [`${say('contractsBefore')} ${dayInSentence(contracts_before, language)}`]),
          ...upTo(until),
        ],
        text,
      ),
    ),
  )}
${part(
  'derogations',
  derogations.map(({ article, status, until, text }) => line(article, status, upTo(until), text)),
)}
${part(
  'exemptions',
  exemptions.map(({ article, until, text }) => line(article, null, upTo(until), text)),
)}`
}
