import type { CnResponse, CnResult, DerogationAnswer, WinddownAnswer } from '../../answer/response/response.ts'
import { documentChoices, findingPlace } from '../../answer/shape/finding-words.ts'
import type { Language, Text } from '../../base/language.ts'
import { citationInWords } from '../../law/terms/citation-words.ts'
import { FINDING_NAMES } from '../../law/terms/finding-names.ts'
import { regimeName } from '../../law/terms/regime-name.ts'
import { RESTRICTION_NAMES } from '../../law/terms/restriction-names.ts'
import { dayInSentence, thresholdInWords } from '../../law/terms/wording.ts'
import { stepsHtml } from '../answer/answer-html.ts'
import { subjectOf, uncodedInWords } from '../answer/answer-text.ts'
import { controlsHtml } from '../answer/controls-html.ts'
import { findingsIn } from '../answer/deal-html.ts'
import { coverageInWords, endInWords, placeOf, winddownsByUse } from '../answer/grants-html.ts'
import { headlineMark } from '../answer/marks.ts'
import { basisInWords, citation, codesInWords, daysInWords, truncation } from '../answer/matches-html.ts'
import { type Measure, sectionsOf, sectionTitle } from '../answer/measures.ts'
import { momentInBrussels, type PageAnswer } from '../answer/page-answer.ts'
import { queryStringOf, questionHref, receiptFileName } from '../answer/page-question.ts'
import { questionInWords } from '../answer/question-words.ts'
import { readingInWords } from '../answer/reading-html.ts'
import { sourceInWords, uncodedHtml } from '../answer/scope-html.ts'
import { ANSWER_TEXTS, answerSpeaker } from '../answer/texts.ts'
import { factInWords, factsTold } from '../answer/told-html.ts'
import { type Html, html, joined, type Piece } from '../design/html.ts'
import type { Page } from '../shell/layout.ts'
import { hrefOf } from '../shell/paths.ts'
import { type Speaker, speaker } from '../shell/texts.ts'
import { qrCode } from './qr-code.ts'

/** The receipt that a record is printed from. */
export interface SignedRecord {
  readonly id: string
  readonly kid: string
  readonly iss: string
  readonly iat: number
  readonly dataset: string
  readonly build: string
  readonly answerSha256: string
  /** The receipt itself, a compact JWS. */
  readonly receipt: string
  /** The address that works the answer out again. */
  readonly verifyAddress: string
  readonly caseNumber: string
}

/** Those of an answer too, since a record is one. */
const TEXTS = {
  ...ANSWER_TEXTS,
  title: { pl: 'Zapis do akt', en: 'Record for the file' },
  description: {
    pl: 'Pytanie, odpowiedź, podstawa prawna, wersje i chwila podpisania; podpisany plik do pobrania.',
    en: 'Question, answer, legal basis, versions and moment of signing; the signed file for download.',
  },
  signedAt: { pl: 'Data i godzina', en: 'Date and time' },
  id: { pl: 'Numer zapisu', en: 'Id of the record' },
  issuer: { pl: 'Wystawca', en: 'Issuer' },
  key: { pl: 'klucz', en: 'key' },
  build: { pl: 'Wersja programu', en: 'Version of the software' },
  hash: { pl: 'Skrót odpowiedzi (SHA-256)', en: 'Hash of the answer (SHA-256)' },
  qr: {
    pl: 'Kod QR z adresem, pod którym odpowiedź zostanie odtworzona',
    en: 'QR code with the address that works the answer out again',
  },
  qrTooLong: {
    pl: 'Pytanie jest zbyt długie na kod QR; zapis sprawdzisz na podstawie pliku.',
    en: 'The question is too long for a QR code; verify the record from its file.',
  },
  download: { pl: 'Pobierz podpisany plik', en: 'Download the signed file' },
  back: { pl: 'Wróć do odpowiedzi', en: 'Back to the answer' },
  declared: { pl: 'Podane przez pytającego, niesprawdzone', en: 'Declared by the asker, not checked' },
  declarer: { pl: 'Podpis osoby, która podała te okoliczności', en: 'Signature of whoever declared these facts' },
  howToVerify: {
    pl: 'Kod QR otwiera stronę, która odtwarza odpowiedź z prawa w tej wersji. Podpis sprawdza się na podstawie pliku: pod adresem # albo poleceniem receipt verify. Pobierz plik teraz i dołącz go do akt; usługa go nie przechowuje.',
    en: 'The QR code opens a page that works the answer out again from the law of this version. The signature is checked from the file: at #, or with the command receipt verify. Download the file now and keep it with the case; the service does not store it.',
  },
  goodsMeant: { pl: 'Towary, o które może chodzić', en: 'Goods that may be meant' },
  checklist: { pl: 'Co z tego wynika dla transakcji', en: 'What follows for the deal' },
  basis: { pl: 'Podstawa prawna', en: 'Legal basis' },
  noMatches: {
    pl: 'Żaden wpis sprawdzonych załączników nie odpowiada pytaniu.',
    en: 'No entry of the annexes that were checked matches the question.',
  },
  provision: { pl: 'Przepis', en: 'Provision' },
  measure: { pl: 'Środek', en: 'Measure' },
  codes: { pl: 'Kody', en: 'Codes' },
  validity: { pl: 'Obowiązywanie', en: 'In force' },
  state: { pl: 'Stan', en: 'State' },
  content: { pl: 'Treść', en: 'Content' },
  document: { pl: 'Kod', en: 'Code' },
  statement: { pl: 'Co stwierdza jego podanie', en: 'What entering it states' },
  leftOut: { pl: 'Czego nie sprawdzono', en: 'What was not checked' },
  sources: { pl: 'Źródła i ich wersje', en: 'Sources and their versions' },
  annexTitle: { pl: 'Załącznik: na czym opiera się odpowiedź', en: 'Annex: what the answer rests on' },
} as const satisfies Record<string, Text>

type Say = Speaker<keyof typeof TEXTS>

/** `17 listopada 2026 r., 12:05:09 czasu brukselskiego`; a moment that no calendar has is shown as it stands. */
export function momentInWords(seconds: number, language: Language): string {
  const date = new Date(seconds * 1000)
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9998 || date.getUTCFullYear() < 1) return String(seconds)
  // Brussels is some whole hours from UTC, so that both have the same seconds.
  const { day, time } = momentInBrussels(date)
  const exact = `${time}:${String(date.getUTCSeconds()).padStart(2, '0')}`
  return `${dayInSentence(day, language)}, ${exact} ${answerSpeaker(language)('brussels')}`
}

/** A page made for printing: exactly what the receipt holds, in words. */
export function recordPage(answer: PageAnswer, record: SignedRecord): Page {
  const { question, response } = answer
  const { language } = question
  const say = speaker(TEXTS, language)
  const day = dayInSentence(response.scope.as_of, language)
  const title = `${say('title')}: ${subjectOf(response)}, ${say('asOf')} ${day}`
  return {
    language,
    path: '/record',
    search: queryStringOf({ q: question.q, filters: { ...question.filters, as_of: response.scope.as_of } }),
    title,
    description: say('description'),
    script: 'record',
    main: html`<article class="sheet">
<h1>${title}</h1>
${toolsHtml(answer, record, say)}
${questionHtml(answer, record, say)}
${headlineHtml(response, say)}
${declarerHtml(answer, say)}
${signatureHtml(answer, record, say)}
${sourcesHtml(answer, say)}
<p class="disclaimer">${response.disclaimer}</p>
<section class="annex" aria-labelledby="annex">
<h2 id="annex">${say('annexTitle')}</h2>
${warningsHtml(response, say)}
${goodsHtml(response, say)}
${checklistHtml(response, say)}
${basisHtml(response, say)}
${winddownsHtml(response, say)}
${derogationsHtml(response, say)}
${documentsHtml(response, say)}
${controlsHtml(response, say)}
${notCheckedHtml(response, say)}
</section>
</article>`,
  }
}

/** The file is part of the page: it is the very receipt whose id is printed, and nothing is asked for again. */
function toolsHtml({ question, response: { scope } }: PageAnswer, { receipt, id }: SignedRecord, say: Say): Html {
  // Nothing in a receipt needs encoding, and it may be megabytes.
  const file = `data:application/json,%7B%22receipt%22%3A%22${receipt}%22%2C%22id%22%3A%22${id}%22%7D`
  return html`<p class="sheet-tools">
<a class="button" id="receipt-file" href="${file}" download="${receiptFileName(question, scope.as_of)}">${say('download')}</a>
<button type="button" class="button quiet needs-script" data-tool="print">${say('print')}</button>
<a class="button quiet" href="${questionHref({ ...question, filters: { ...question.filters, as_of: scope.as_of } })}">${say('back')}</a>
</p>`
}

const row = (label: string, value: Piece): Html => html`<div><dt>${label}</dt><dd>${value}</dd></div>`

/** What was asked and declared, by which the decision stands. */
function questionHtml(answer: PageAnswer, record: SignedRecord, say: Say): Html {
  const told = toldIn(answer, say)
  return html`<dl class="facts-rows">
${record.caseNumber !== '' && row(say('caseNumber'), html`<strong id="case-number">${record.caseNumber}</strong>`)}
${row(say('question'), questionInWords(answer))}
${told.length > 0 && row(say('declared'), inLines(told))}
</dl>`
}

const toldIn = ({ response }: PageAnswer, say: Say): string[] =>
  factsTold(response).map((fact) => factInWords(fact, answerSpeaker(say.language)))

function headlineHtml(response: CnResponse, say: Say): Html {
  const { assessment, cn_name, meta } = response
  const mark = headlineMark(response)
  const reading = readingInWords(response, say.language)
  return html`<header class="verdict ${mark}">
<h2 id="verdict">${assessment.headline}</h2>
<p>${assessment.reason}</p>
${stepsHtml(assessment.steps)}
${mark === 'clear' && html`<p>${say('notAllowed')}</p>`}
${meta.contract && html`<p><strong>${meta.contract.text}</strong></p>`}
<p class="subject-name"><span class="code">${subjectOf(response)}</span>${cn_name && html` ${cn_name}`}</p>
</header>
${reading && html`<p class="soft">${reading}</p>`}`
}

const declarerHtml = (answer: PageAnswer, say: Say): Html | false =>
  factsTold(answer.response).length > 0 && html`<p class="declarer">${say('declarer')}: ……………………………………</p>`

/** Who signed what and when, and how that is checked. */
function signatureHtml(answer: PageAnswer, record: SignedRecord, say: Say): Html {
  const [before = '', after = ''] = say('howToVerify').split('#')
  const verify = html`<a href="${hrefOf('/verify', say.language)}">${answer.origin}${hrefOf('/verify', say.language)}</a>`
  const code = qrCode(record.verifyAddress, say('qr'))
  return html`<section class="facts-of">
<dl>
${row(say('signedAt'), momentInWords(record.iat, say.language))}
${row(say('id'), html`<strong class="code" id="receipt-id">${record.id}</strong>`)}
${row(say('issuer'), html`${record.iss}, ${say('key')} <span class="hash">${record.kid}</span>`)}
${row(say('dataVersion'), html`<span class="code">${record.dataset}</span>, ${say('nomenclature')} ${answer.response.scope.cn_year}`)}
${row(say('build'), record.build)}
${row(say('hash'), html`<span class="hash">${record.answerSha256}</span>`)}
</dl>
<figure>${code ?? html`<p>${say('qrTooLong')}</p>`}</figure>
</section>
<p class="soft verify-how">${before}${verify}${after}</p>`
}

const warningsHtml = ({ scope, meta }: CnResponse, say: Say): Html | false =>
  scope.warnings.length + meta.uncoded.length > 0 &&
  html`<section class="note warning"><h3>${say('warnings')}</h3><ul>${scope.warnings.map((one) => html`<li>${one}</li>`)}${meta.uncoded.map((one) => html`<li>${uncodedInWords(one, scope, say)}</li>`)}</ul></section>`

/** A row, and what needs the whole width of the table below it. */
interface Row {
  readonly cells: readonly Piece[]
  readonly below?: Piece
}

const table = (columns: readonly (keyof typeof TEXTS)[], rows: readonly Row[], kind: string, say: Say): Html =>
  html`<table class="record-rows ${kind}"><thead><tr>${columns.map((one) => html`<th scope="col">${say(one)}</th>`)}</tr></thead>
${rows.map(({ cells, below }) => html`<tbody><tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>${below && html`<tr><td colspan="${columns.length}" class="below">${below}</td></tr>`}</tbody>`)}</table>`

const inLines = (pieces: readonly Piece[]): Piece => joined(pieces, html`<br>`)

function goodsHtml({ meta: { goods = [] } }: CnResponse, say: Say): Html | false {
  if (goods.length === 0) return false
  return html`<section><h3>${say('goodsMeant')}</h3>
<ul class="goods-of">${goods.map(({ code, name, probability }) => html`<li><span class="code">${code}</span> ${name} (${Math.round(probability * 100)}%)</li>`)}</ul></section>`
}

/** Boxes to tick by hand, with the documents as statements to choose from. */
function checklistHtml(response: CnResponse, say: Say): Html | false {
  const findings = findingsIn(response)
  if (findings.length === 0) return false
  return html`<section><h3>${say('checklist')}</h3>
<ul class="ticks">${findings.map((finding) => {
    const place = findingPlace(finding, response.scope.regimes, say.language)
    return html`<li><strong>${FINDING_NAMES[finding.kind][say.language]}</strong>${place && html` · ${place}`}<br>${finding.text}${
      finding.documents.length > 0 &&
      html`<br><span class="soft">${say('dealDocuments')}: ${documentChoices(finding, response.meta.documents, say.language)}</span>`
    }</li>`
  })}</ul></section>`
}

function basisHtml(response: CnResponse, say: Say): Html {
  const { results } = response
  return html`<section><h3>${say('basis')}</h3>
${results.length === 0 && html`<p>${say('noMatches')}</p>`}
${truncation(response, say).map((text) => html`<p class="note">${text}</p>`)}
${sectionsOf(results).map((section) => {
  const rows = section.measures.map((measure) => measureRow(measure, say))
  return html`<h3>${sectionTitle(section, response, say.language)}</h3>${table(['provision', 'measure', 'codes', 'validity'], rows, 'basis-of', say)}`
})}</section>`
}

function measureRow({ about, listings }: Measure, say: Say): Row {
  const { restriction, regime, exemptions } = about
  const doubts = [...new Set(listings.flatMap((one) => one.doubts))]
  const days = Map.groupBy(listings, (one) => daysInWords(one, say))
  const words = [
    restriction.condition && `${say('condition')}: ${restriction.condition}`,
    restriction.note && `${say('remark')}: ${restriction.note}`,
    ...basisInWords(listings),
    doubts.length > 0 && `${say('toReview')}: ${doubts.join(' ')}`,
    exemptions.length > 0 && `${say('exemptions')}:`,
  ].filter(Boolean)
  return {
    cells: [
      html`${citation(about, say)}<br><span class="soft">${regime.legal_act}</span>`,
      html`<strong>${RESTRICTION_NAMES[restriction.type][say.language]}</strong>: ${restriction.label}`,
      codesHtml(listings, say),
      inLines(
        [...days].map(
          ([words, alike]) =>
            html`${words}${days.size > 1 && html` <span class="soft">(${codesInWords(alike)})</span>`}`,
        ),
      ),
    ],
    below:
      words.length > 0 &&
      html`${inLines(words)}${
        exemptions.length > 0 &&
        html`<ul>${exemptions.map(({ article, text, until }) => html`<li>${citationInWords(article, say.language)}${until && ` (${say('until')} ${dayInSentence(until, say.language)})`}: ${text}</li>`)}</ul>`
      }`,
  }
}

/** Codes that are listed alike stand in one line. */
function codesHtml(listings: readonly CnResult[], say: Say): Piece {
  const limits = (one: CnResult): string =>
    [
      one.partial_by === 'description' &&
        (one.listed_as ? `${say('onlyPart')}: „${one.listed_as}”` : say('onlyPartNoWords')),
      one.category && `${say('category')} ${one.category}`,
      one.except_codes.length > 0 && `${say('except')} ${one.except_codes.join(', ')}`,
      ...one.thresholds.map((threshold) => `${say('threshold')}: ${thresholdInWords(threshold, say.language)}`),
      one.in_force === 'possibly' && say('possibly'),
    ]
      .filter(Boolean)
      .join('; ')
  return inLines(
    [...Map.groupBy(listings, limits)].map(
      ([words, alike]) =>
        html`<span>${codesInWords(alike)}</span>${words !== '' && html` <span class="soft">(${words})</span>`}`,
    ),
  )
}

const doubtsIn = ({ doubts }: WinddownAnswer | DerogationAnswer, say: Say): Piece =>
  doubts.length > 0 && html`<br>${say('toReview')}: ${doubts.join(' ')}`

const codesIn = (codes: readonly string[], say: Say): Piece =>
  codes.length > 0 && html` <span class="soft">(${say('goodsOf')} ${codes.join(', ')})</span>`

function winddownsHtml(response: CnResponse, say: Say): Html | false {
  const { winddowns, scope, meta } = response
  if (winddowns.length === 0) return false
  const { current, over } = winddownsByUse(winddowns)
  const rows = [...current, ...over].map((one) => ({
    cells: [
      placeOf(one, scope, say.language),
      html`${say(one.status === 'unknown' ? 'daysUnknown' : one.status)}${one.contracts_before && html`<br>${say('contractsBefore')} ${dayInSentence(one.contracts_before, say.language)}`}${one.until && html`<br>${endInWords(one, scope.as_of, say)}`}`,
      html`${meta.contract && html`<strong>${coverageInWords(one, say)}</strong> `}${one.text}${codesIn(one.cn_codes, say)}${doubtsIn(one, say)}`,
    ],
  }))
  return html`<section><h3>${say('winddowns')}</h3>${table(['provision', 'state', 'content'], rows, 'grants-of', say)}</section>`
}

function derogationsHtml(response: CnResponse, say: Say): Html | false {
  const { derogations, scope } = response
  if (derogations.length === 0) return false
  const rows = derogations.map((one) => ({
    cells: [
      html`${placeOf(one, scope, say.language)}${one.annex && html`<br>${say('annex')} ${one.annex}`}`,
      html`${say(one.status)}${one.until && html`<br>${endInWords(one, scope.as_of, say)}`}`,
      html`${one.text} <span class="soft">${say('authority')}: ${one.authority}</span>${codesIn(one.cn_codes, say)}${doubtsIn(one, say)}`,
    ],
  }))
  return html`<section><h3>${say('derogations')}</h3>${table(['provision', 'state', 'content'], rows, 'grants-of', say)}</section>`
}

function documentsHtml(response: CnResponse, say: Say): Html | false {
  const { meta, scope } = response
  if (meta.documents.length === 0) return false
  const rows = meta.documents.map(({ code, regime, article, statement, text }) => ({
    cells: [
      html`<span class="code">${code}</span>`,
      html`${statement} – <span class="soft">${text}</span>`,
      placeOf({ regime, article }, scope, say.language),
    ],
  }))
  return html`<section><h3>${say('documents')}</h3>${table(['document', 'statement', 'provision'], rows, 'codes-of', say)}</section>`
}

function notCheckedHtml({ scope }: CnResponse, say: Say): Html {
  const pending = scope.regimes.flatMap(({ pending_acts }) => pending_acts)
  return html`<section class="not-checked"><h2>${say('leftOut')}</h2>
<ul>${scope.on_request.map(({ name }) => html`<li>${name}</li>`)}${pending.map(
    ({ title, in_force_from }) =>
      html`<li>${say('pending')}: ${title}${in_force_from && html` (${dayInSentence(in_force_from, say.language)})`}</li>`,
  )}</ul>
${uncodedHtml(scope.regimes, say)}</section>`
}

function sourcesHtml({ response, moment }: PageAnswer, say: Say): Html {
  const { regimes } = response.scope
  return html`<section><h3>${say('sources')}</h3>
<ul>${regimes.map((regime) => html`<li>${regimeName(regime.code, regimes)}: ${sourceInWords(regime, moment.day, say)}; ${say('scope')}: ${regime.annexes_checked.join(', ')}</li>`)}</ul></section>`
}
