import type { CnResponse } from '../../answer/response/response.ts'
import { reachPlace } from '../../answer/shape/reach-words.ts'
import { citationInWords } from '../../law/terms/citation-words.ts'
import { regimeName } from '../../law/terms/regime-name.ts'
import { ageInWords, dayInNumbers } from '../../law/terms/wording.ts'
import type { PageAnswer } from '../answer/page-answer.ts'
import { codeLink } from '../answer/page-question.ts'
import { ANSWERS, sign } from '../design/components.ts'
import { type Html, html, joined, type Piece } from '../design/html.ts'
import { icon } from '../design/icons.ts'
import { type CardSay, cardSpeaker } from './card-texts.ts'
import { foldedQuestionsHtml, questionHtml } from './question-html.ts'
import { routeHtml } from './route-html.ts'
import { sentenceOf } from './sentence.ts'
import { shortName } from './short-name.ts'

/** Whether a name may be several goods, of which the answer depends: then the card asks which, and has no verdict. */
const asksWhatItIs = ({ matched_as, assessment }: CnResponse): boolean =>
  matched_as === 'name' && assessment.questions[0]?.fact === 'goods'

/** The answer in a card: sign, word, sentence, the question that decides, the route, and where it stands in the law. */
export function cardHtml(answer: PageAnswer, told: Piece, offers: Piece): Html {
  const { response, places } = answer
  const { assessment } = response
  const say = cardSpeaker(answer.question.language)
  const [first, ...further] = assessment.questions
  const isAsked = first && (assessment.answer === 'depends' || first.fact === 'route' || asksWhatItIs(response))
  // Which goods are meant comes first: what else is asked depends on them.
  const folded = asksWhatItIs(response) ? [] : isAsked ? further : assessment.questions
  const route = routeHtml(response, places, say)
  const parts = [
    offers,
    isAsked && questionHtml(answer, first, 0, say),
    route,
    told,
    folded.length > 0 && foldedQuestionsHtml(answer, folded, say),
    factsHtml(answer, say),
  ].filter(Boolean)
  return html`<article class="card"${!asksWhatItIs(response) && html` data-answer="${assessment.answer}"`} aria-labelledby="verdict">
${headHtml(answer, say)}
${parts.map((part) => html`<div class="card-part">${part}</div>`)}
</article>`
}

function headHtml({ response, question }: PageAnswer, say: CardSay): Html {
  const { assessment, meta, query } = response
  const { answer } = assessment
  const head = (mark: Html, word: string, sentence: string) =>
    html`<div class="card-head">${mark}<h1 id="verdict" tabindex="-1"><span class="card-word">${word}</span> <span class="card-sentence">${sentence}</span></h1></div>`
  if (asksWhatItIs(response))
    return head(
      html`<span class="sign">${icon('search')}</span>`,
      say('whatIsIt'),
      say('severalGoods', meta.name?.understood.join(' ') || query.trim()),
    )
  const sentence = sentenceOf(response, question.language)
  const consent = answer === 'none' ? ` ${say('noConsent')}` : ''
  return head(
    sign(answer),
    ANSWERS[answer].word[say.language],
    `${sentence}${/[.?!]$/.test(sentence) ? '' : '.'}${consent}`,
  )
}

/** Provisions that are named in the card; the reasons have all. */
const CITED = 2

function factsHtml(answer: PageAnswer, say: CardSay): Html {
  const { response } = answer
  const row = (title: string, value: Piece) => value && html`<dt>${title}</dt><dd>${value}</dd>`
  return html`<dl class="facts-list">
${row(say('why'), citesHtml(response, say))}
${row(say('goods'), goodsHtml(answer, say))}
${row(say('contract'), response.meta.contract?.text)}
${row(say('elsewhere'), elsewhereIn(response, say))}
${row(say('law'), lawHtml(answer, say))}
</dl>`
}

/** The provisions that decide a deal, with links to their text. */
function citesHtml({ deal, results, assessment: { answer } }: CnResponse, say: CardSay): Html | false {
  if (!deal || (answer !== 'prohibited' && answer !== 'depends')) return false
  const bans = deal.findings.filter(({ kind }) => kind === 'prohibited')
  const deciding = bans.length > 0 || answer === 'prohibited' ? bans : deal.findings.slice(0, 1)
  if (deciding.length === 0) return false
  const cites = deciding.slice(0, CITED).map((finding) => {
    const listing = results[finding.results[0] ?? -1]
    const words = citationInWords(finding.article, say.language)
    const href = finding.eur_lex_url ?? listing?.eur_lex_url
    return html`<span>${href ? html`<a class="cite" href="${href}">${words}${icon('out')}</a>` : words}${listing?.annex && html` <span class="soft">${say('annex', listing.annex)}</span>`}</span>`
  })
  return html`<span class="cites">${cites}</span>`
}

function goodsHtml({ response, question }: PageAnswer, say: CardSay): Html | false {
  const { meta, cn_name, matched_as } = response
  if (asksWhatItIs(response)) return false
  if (matched_as === 'cn_code') return cn_name !== null && html`<span>${shortName(cn_name)}</span>`
  const [best] = meta.goods ?? []
  if (!best) return false
  return html`<span>${shortName(best.name)}, ${codeLink(best.code, question)}</span> <a href="#found" data-open="found">${say('change')}</a>`
}

/** Goods of other countries that are made of something from a target: no cell of the table by country shows them. */
function elsewhereIn({ assessment, deal }: CnResponse, say: CardSay): string | false {
  if (deal) return false
  const places = assessment.reaches
    .filter(({ country, kind }) => country === null && kind === 'ban')
    .map((reach) => reachPlace(reach, say.language))
  return places.length > 0 && [...new Set(places)].join('; ')
}

/** How old the data are, and how many acts they do not have yet: of the regimes that concern the deal, without one of all. */
function lawHtml({ response, moment }: PageAnswer, say: CardSay): Piece {
  const { scope } = response
  const regimes = scope.regimes.filter(({ code }) => concerns(code, response))
  return html`<span>${joined(
    regimes.map(({ code, source_version: day, pending_acts: { length } }) => {
      const age = length > 0 ? say('pending', length) : `(${ageInWords(day, moment.day, say.language)})`
      return `${regimeName(code, scope.regimes)} ${dayInNumbers(day, say.language)} ${age}`
    }),
    ' · ',
  )}${scope.as_of !== moment.day && html`<br>${say('lawOn', dayInNumbers(scope.as_of, say.language))}`}</span>`
}

/** A regime is aimed at a country of the deal, or has a measure that the answer names. */
function concerns(regime: string, { deal, results }: CnResponse): boolean {
  if (!deal) return true
  const { origin, dispatch, via, destination, findings } = deal
  const isAimed = [origin, dispatch, ...via, destination].some((place) => place.split('-')[0] === regime.split('-')[1])
  return isAimed || [...findings.map((one) => one.regime), ...results.map((one) => one.regime.code)].includes(regime)
}
