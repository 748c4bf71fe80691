import type { DatasetResponse } from '../../answer/response/dataset-response.ts'
import type { Scope } from '../../answer/response/response.ts'
import type { Language } from '../../base/language.ts'
import { eurLexUrl } from '../../law/terms/celex.ts'
import { DIRECTION_NAMES } from '../../law/terms/direction-names.ts'
import { regimeName } from '../../law/terms/regime-name.ts'
import { dayInSentence } from '../../law/terms/wording.ts'
import { uncodedHtml } from '../answer/scope-html.ts'
import { answerSpeaker } from '../answer/texts.ts'
import { type Html, html } from '../design/html.ts'
import type { Page } from '../shell/layout.ts'
import { type CountriesShown, countriesHtml } from './countries-table.ts'
import { methodologySpeaker, QUALITY_TEXTS } from './methodology-texts.ts'

/** Sources, versions, the meaning of the words in an answer, and what no answer covers; from the data being served. */
export function methodologyPage(
  language: Language,
  dataset: DatasetResponse | null,
  scope: Scope | null,
  shown: CountriesShown | null,
): Page {
  const say = methodologySpeaker(language)
  const countries = shown && countriesHtml(shown, language)
  return {
    language,
    path: '/methodology',
    title: say('title'),
    description: say('description'),
    script: countries ? 'methodology' : null,
    main: html`<article class="prose">
<h1>${say('title')}</h1>
<p class="intro">${say('description')}</p>
<h2>${say('sources')}</h2>
<p>${say('sourcesText')}</p>
${dataset ? sourcesHtml(dataset, language) : html`<p class="note warning">${say('notReady')}</p>`}
${dataset?.witness && shown && witnessHtml(dataset.witness, dataset, shown, language)}
<h2>${say('matching')}</h2>
<p>${say('matchingCode')}</p>
<p>${say('matchingPart')}</p>
<p>${say('matchingName')}</p>
<h2>${say('kinds')}</h2>
<p>${say('kindsText')}</p>
<h2 id="quality">${say('quality')}</h2>
<dl class="meanings">${(['verified', 'to_review', 'demo'] as const).map(
      (quality) => html`<dt><code>${quality}</code> ${QUALITY_TEXTS[quality].name[language]}</dt>
<dd>${QUALITY_TEXTS[quality].meaning[language]}</dd>`,
    )}</dl>
<h2>${say('days')}</h2>
<p>${say('daysText')}</p>
<p>${say('daysPast')}</p>
<h2 id="not-covered">${say('notCovered')}</h2>
<p>${say('notCoveredText')}</p>
<ul><li>${say('notPersons')}</li><li>${say('notNational')}</li><li>${say('notAllGoods')}</li><li>${say('notOrigin')}</li></ul>
${scope && uncodedHtml(scope.regimes, answerSpeaker(language))}
${countries}
</article>`,
  }
}

function sourcesHtml({ version, cn_years, regimes }: DatasetResponse, language: Language): Html {
  const say = methodologySpeaker(language)
  return html`<div class="scroll" role="region" aria-label="${say('sources')}" tabindex="0"><table class="whole-words">
<thead><tr><th scope="col">${say('regime')}</th><th scope="col">${say('text')}</th><th scope="col">${say('state')}</th><th scope="col">${say('counts')}</th></tr></thead>
<tbody>${regimes.map(
    ({ code, celex, name_pl, name_en, consolidated_version, source_version, complete_from, counts }) =>
      html`<tr><th scope="row">${language === 'pl' ? name_pl : name_en}<br><small class="code">${code}</small></th>
<td><a href="${eurLexUrl(celex, language)}">${consolidated_version ? dayInSentence(consolidated_version, language) : say('published')}</a><br><small class="code">${celex}</small></td>
<td>${dayInSentence(source_version, language)}<br><small>${say('completeFrom')} ${dayInSentence(complete_from, language)}</small></td>
<td>${say('annexes')}: ${counts.annexes}<br>${say('entries')}: ${counts.entries}<br>${say('bans')}: ${counts.bans}</td></tr>`,
  )}</tbody></table></div>
<p>${say('version')}: <span class="code">${version}</span>. ${say('nomenclature')}: ${cn_years.join(', ')}.</p>
${pendingHtml(regimes, language)}`
}

function pendingHtml(regimes: DatasetResponse['regimes'], language: Language): Html {
  const say = methodologySpeaker(language)
  const pending = regimes.flatMap(({ code, pending_acts }) => pending_acts.map((act) => ({ code, act })))
  if (pending.length === 0) return html`<p>${say('nonePending')}</p>`
  return html`<section class="note warning"><h3>${say('pending')}</h3>
<ul>${pending.map(
    ({ code, act }) =>
      html`<li><a href="${eurLexUrl(act.celex, language)}">${language === 'pl' ? act.title_pl : act.title_en}</a> (${regimeName(code, namesOf(regimes, language))}${act.in_force_from && html`, ${say('inForce')} ${dayInSentence(act.in_force_from, language)}`}${act.known_through_en && html`; ${say('knownThrough')} ${language === 'pl' ? act.known_through_pl : act.known_through_en}`})</li>`,
  )}</ul><p>${say('pendingText')}</p></section>`
}

type Witness = NonNullable<DatasetResponse['witness']>

/** What the lists were compared with besides the acts, when, and with which result. */
function witnessHtml(
  { day, name_pl, name_en, lists }: Witness,
  { regimes }: DatasetResponse,
  shown: CountriesShown,
  language: Language,
): Html {
  const say = methodologySpeaker(language)
  // A measure of TARIC for another country than the target, such as the Kyrgyz Republic, is named after both.
  const elsewhere = (regime: string, area: string) =>
    area === THIRD_COUNTRIES
      ? say('witnessThird')
      : regime.startsWith(`EU-${area}-`)
        ? null
        : (shown.rows.find(({ code }) => code === area)?.name[language] ?? area)
  const name = language === 'pl' ? name_pl : name_en
  const pairs = lists.reduce((sum, one) => sum + one.both + one.only_ours + one.only_taric, 0)
  const both = lists.reduce((sum, one) => sum + one.both, 0)
  const percent = new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format((100 * both) / pairs)
  const unexplained = lists.reduce((sum, one) => sum + one.unexplained, 0)
  return html`<h2 id="witness">${say('witness')}</h2>
<p>${say('witnessText')} ${name} (${dayInSentence(day, language)}): ${percent} % ${say('witnessBoth')} ${say('witnessUnexplained')}: ${unexplained}.</p>
<div class="scroll" role="region" aria-label="${say('witness')}" tabindex="0"><table>
<thead><tr><th scope="col">${say('regime')}</th><th scope="col">${say('witnessAnnexes')}</th><th scope="col">${say('witnessInBoth')}</th><th scope="col">${say('witnessOnlyOurs')}</th><th scope="col">${say('witnessOnlyTaric')}</th></tr></thead>
<tbody>${lists.map(
    ({ regime, direction, area, annexes, ...counts }) =>
      html`<tr><th scope="row">${regimeName(regime, namesOf(regimes, language))}, ${DIRECTION_NAMES[direction][language]}${elsewhere(regime, area) && html` (${elsewhere(regime, area)})`}</th>
<td>${annexes.join(', ')}</td><td>${counts.both}</td><td>${counts.only_ours}</td><td>${counts.only_taric}</td></tr>`,
  )}</tbody></table></div>`
}

const namesOf = (regimes: DatasetResponse['regimes'], language: Language) =>
  regimes.map((one) => ({ code: one.code, short_name: language === 'pl' ? one.short_name_pl : one.short_name_en }))

/** TARIC's code of all third countries. */
const THIRD_COUNTRIES = '1008'
