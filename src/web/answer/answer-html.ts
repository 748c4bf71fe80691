import type { CnResponse } from '../../answer/response.ts'
import { eurLexUrl } from '../../terms/celex.ts'
import { type Html, html, type Piece } from '../shell/html.ts'
import { answerAsText } from './answer-text.ts'
import { codeLink } from './code-link.ts'
import { countryName } from './countries.ts'
import { derogationsHtml, documentsHtml, winddownsHtml } from './grants-html.ts'
import { matchesHtml } from './matches-html.ts'
import type { Shown } from './page-answer.ts'
import type { Asked } from './page-question.ts'
import { scopeHtml } from './scope-html.ts'
import { answerSpeaker, DIRECTION_TEXTS, type Say } from './texts.ts'
import { timelineHtml } from './timeline-html.ts'
import { treeHtml } from './tree-html.ts'
import { verdictOf } from './verdict.ts'
import { verdictInWords } from './verdict-words.ts'
import { ageInWords, dayInWords } from './wording.ts'

/** The answer as a page shows it: the verdict first, then all that it rests on. The same on the server and in the browser. */
export function answerHtml(shown: Shown): Html {
  const { response, asked } = shown
  const { language } = asked
  const say = answerSpeaker(language)
  return html`<article class="answer" aria-labelledby="verdict">
${verdictHtml(shown, say)}
${toolsHtml(say)}
${warningsHtml(response, asked, say)}
${goodsHtml(response, asked, say)}
${response.results.length > 0 && matchesHtml(response, language, say)}
${winddownsHtml(shown, say)}
${timelineHtml(response, language, say)}
${derogationsHtml(response, language, say)}
${documentsHtml(response, say)}
${response.meta.tree && treeHtml(response.meta.tree, asked, say)}
${scopeHtml(response, language, say)}
${recordHtml(shown, say)}
<textarea id="as-text" class="unseen" hidden readonly tabindex="-1" aria-hidden="true">${answerAsText(shown)}</textarea>
</article>`
}

function verdictHtml({ response, asked, moment }: Shown, say: Say): Html {
  const { language } = asked
  const verdict = verdictOf(response)
  const { sentence, more, designations } = verdictInWords(verdict, response, language)
  const { meta, scope } = response
  const only = onlyChecked(asked)
  return html`<header class="verdict ${verdict.kind}">
<p class="subject code">${meta.cn?.code ?? response.query.trim()}</p>
<h2 id="verdict" tabindex="-1">${sentence}</h2>
${more.map((one) => html`<p>${one}</p>`)}
${
  designations.length > 0 &&
  html`<div class="designations"><p>${say(designations.length === 1 ? 'designation' : 'designations')}:</p>
<ul>${designations.slice(0, 3).map((one) => html`<li><q>${one}</q></li>`)}${designations.length > 3 && html`<li>…</li>`}</ul></div>`
}
${response.cn_name && html`<p class="subject-name">${response.cn_name}</p>`}
<p class="basis">${say('asOf')} ${dayInWords(scope.as_of, language)}${only && html` · ${say('onlyChecked')}: ${only}`} · ${textsOf(response).map(({ country, day }, at) => html`${at > 0 && ', '}${countryName(country, language)}: ${say('textOf')} ${dayInWords(day, language)} (${ageInWords(day, moment.day, language)})`)}</p>
</header>`
}

/** How old the text is that was read, country by country: one may be years behind the other. */
const textsOf = ({ scope }: CnResponse) =>
  scope.regimes.flatMap(({ code, consolidated_version: day }) =>
    day === null ? [] : [{ country: code.split('-')[1] ?? '', day }],
  )

/** Filters narrow the question, so the answer says so; null without one. */
function onlyChecked({ filters, language }: Asked): string | null {
  const parts = [
    filters.direction && (DIRECTION_TEXTS[filters.direction]?.[language] ?? filters.direction),
    filters.regime && countryName(filters.regime.split('-')[1] ?? '', language),
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : null
}

const toolsHtml = (say: Say): Html => html`<div class="tools needs-script" role="group" aria-label="${say('tools')}">
<button type="button" class="button quiet" data-tool="text">${say('copyText')}</button>
<button type="button" class="button quiet" data-tool="link">${say('copyLink')}</button>
<button type="button" class="button quiet" data-tool="print">${say('print')}</button>
</div>`

function warningsHtml({ scope, meta, cn_exists }: CnResponse, asked: Asked, say: Say): Html | false {
  const pending = scope.regimes.flatMap(({ pending_acts }) => pending_acts)
  // Acts that were in force on the day stand in a warning already.
  const later = pending.filter(({ title }) => !scope.warnings.some((warning) => warning.includes(title)))
  const replaced = cn_exists ? null : meta.cn?.replaced_by
  if (scope.warnings.length === 0 && later.length === 0 && !replaced) return false
  return html`<section class="note warning" aria-labelledby="warnings">
<h3 id="warnings">${say('warnings')}</h3>
<ul>${scope.warnings.map((warning) => html`<li>${withLinks(warning, pending, asked.language)}</li>`)}${
    replaced &&
    html`<li>${say('replacedBy')} (${replaced.year}): ${replaced.codes.map((code, at) => html`${at > 0 && ', '}${codeLink(code, asked)}`)}</li>`
  }${later.map(
    ({ celex, title, in_force_from }) =>
      html`<li>${say('pending')}: <a href="${eurLexUrl(celex, asked.language)}">${title}</a>${in_force_from && html` (${dayInWords(in_force_from, asked.language)})`}</li>`,
  )}</ul>
</section>`
}

/** Where a warning names a pending act, the name leads to it. */
function withLinks(warning: string, acts: Pending, language: Asked['language']): Piece {
  const act = acts.find(({ title }) => warning.includes(title))
  if (!act) return warning
  const at = warning.indexOf(act.title)
  const rest = acts.filter((other) => other !== act)
  return [
    withLinks(warning.slice(0, at), rest, language),
    html`<a href="${eurLexUrl(act.celex, language)}">${act.title}</a>`,
    withLinks(warning.slice(at + act.title.length), rest, language),
  ]
}

type Pending = CnResponse['scope']['regimes'][number]['pending_acts']

function goodsHtml({ meta }: CnResponse, asked: Asked, say: Say): Html | false {
  if (!meta.goods || meta.goods.length === 0) return false
  return html`<section class="goods" aria-labelledby="goods">
<h3 id="goods">${say('goods')} (${meta.goods.length})</h3>
<p class="soft">${say('goodsHint')}</p>
<ul class="plain">${meta.goods.map(
    ({ code, name, restricted }) =>
      html`<li><span class="goods-code">${codeLink(code, asked)} <span class="badge ${restricted ? 'listed' : 'none'}">${say(restricted ? 'restricted' : 'unrestricted')}</span></span> <span>${name}</span></li>`,
  )}</ul>
</section>`
}

/** What a printed page must carry to be a record. */
function recordHtml({ response, asked, moment, address }: Shown, say: Say): Html {
  const { language } = asked
  const { scope, meta } = response
  const texts = scope.regimes.flatMap(({ code, celex, consolidated_version }) =>
    consolidated_version
      ? [
          html`<a href="${eurLexUrl(celex, language)}">${code}: ${say('consolidated')} ${dayInWords(consolidated_version, language)}</a> (${ageInWords(consolidated_version, moment.day, language)})`,
        ]
      : [],
  )
  return html`<section class="record" aria-labelledby="record">
<h3 id="record">${say('record')}</h3>
<dl>
<dt>${say('question')}</dt><dd>${response.query.trim()}, ${say('asOf')} ${dayInWords(scope.as_of, language)}</dd>
<dt>${say('checkedAt')}</dt><dd>${dayInWords(moment.day, language)}, ${moment.time} ${say('brussels')}</dd>
<dt>${say('dataVersion')}</dt><dd><span class="code">${meta.dataset}</span> (${ageInWords(meta.dataset.slice(0, 10), moment.day, language)}) · ${say('nomenclature')} ${scope.cn_year} · ${meta.source}</dd>
<dt>${say('citations')}</dt><dd>${texts.map((text, at) => html`${at > 0 && html`<br>`}${text}`)}</dd>
<dt class="print-only">${say('address')}</dt><dd class="print-only" id="address">${address}</dd>
</dl>
<p class="disclaimer">${response.disclaimer}</p>
</section>`
}
