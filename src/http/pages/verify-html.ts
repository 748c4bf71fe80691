import type { Language, Text } from '../../base/language.ts'
import { MAX_POSTED } from '../../receipts/receipt.ts'
import {
  decisiveAmong,
  omittedInWords,
  sentenceIn,
  shown,
  unreadInWords,
  VERIFIED,
  verifiedInWords,
  versionNamed,
} from '../../receipts/verification-words.ts'
import type { Verification } from '../../receipts/verify.ts'
import { type Html, html, type Piece } from '../../web/design/html.ts'
import { momentInWords } from '../../web/pages/record-page.ts'
import type { Page } from '../../web/shell/layout.ts'
import { hrefOf } from '../../web/shell/paths.ts'
import { speaker } from '../../web/shell/texts.ts'

/** What was found: of a receipt, of the address in a QR code, or that nothing could be read. */
export type VerifyResult =
  | { readonly found: Verification; readonly question: string; readonly lawFailed: boolean }
  | { readonly address: VerifiedAddress }
  | { readonly unread: 'damaged' | 'no_receipt' }

interface VerifiedAddress {
  readonly dataset: string
  readonly build: string
  readonly isOtherBuild: boolean
  readonly isSame: boolean
  readonly question: string
  readonly sentence: string
  /** The query of the search page for the same question. */
  readonly search: string
}

const TEXTS = {
  title: { pl: 'Sprawdź zapis do akt', en: 'Verify a record for the file' },
  description: {
    pl: 'Czy zapis odpowiedzi jest autentyczny i czy prawo w tamtej wersji daje tę samą odpowiedź.',
    en: 'Whether the record of an answer is genuine, and whether the law of that version gives the same answer.',
  },
  lead: {
    pl: 'Wklej treść podpisanego pliku, który pobrano ze strony „Zapis do akt” albo przez API. Sprawdzimy podpis i odtworzymy odpowiedź z prawa w tamtej wersji. Zapisu nie przechowujemy.',
    en: 'Paste the signed file that was downloaded from the page "Record for the file" or through the API. We check its signature and work the answer out again from the law of that version. The receipt is not stored.',
  },
  field: { pl: 'Treść pliku (JSON albo sam JWS)', en: 'Content of the file (JSON or the bare JWS)' },
  file: { pl: 'albo wybierz plik', en: 'or choose the file' },
  check: { pl: 'Sprawdź zapis', en: 'Verify' },
  another: { pl: 'Sprawdź inny zapis', en: 'Verify another record' },
  fileToo: { pl: 'Sprawdź podpis z pliku', en: 'Check the signature from the file' },
  found: { pl: 'Co sprawdzono', en: 'What was checked' },
  says: { pl: 'Co jest w zapisie', en: 'What the receipt says' },
  saysUnproved: {
    pl: 'Co twierdzi ten zapis (niepotwierdzone)',
    en: 'What this receipt claims (not confirmed)',
  },
  version: { pl: 'Wersja danych', en: 'Data version' },
  build: { pl: 'Wersja programu', en: 'Version of the software' },
  differencesDecide: {
    pl: 'Różnice dotyczą oceny lub wpisów:',
    en: 'The differences touch the assessment or the entries:',
  },
  differencesBeside: {
    pl: 'Ocena i wpisy są w pokazanych miejscach takie same; różnią się:',
    en: 'Assessment and entries are the same in the places shown; different are:',
  },
  clockOnly: {
    pl: 'Podpis potwierdza, kto i jakiej odpowiedzi udzielił. Chwilę podpisania podaje zegar usługi.',
    en: 'The signature shows who gave which answer. The moment of signing is what the clock of the service said.',
  },
  addressSame: {
    pl: 'Prawo w tej wersji daje dokładnie odpowiedź z zapisu.',
    en: 'The law of this version gives exactly the answer of the record.',
  },
  addressSameOther: {
    pl: 'Prawo w tej wersji daje odpowiedź z zapisu; różni się tylko wersja programu.',
    en: 'The law of this version gives the answer of the record; only the version of the software differs.',
  },
  addressOther: {
    pl: 'Prawo w tej wersji daje dziś inną odpowiedź niż w zapisie.',
    en: 'The law of this version gives another answer today than the record has.',
  },
  addressOtherWhy: {
    pl: 'Skrót odpowiedzi nie zgadza się: adres zmieniono albo inna wersja programu inaczej formułuje odpowiedź. Sprawdź podpisany plik.',
    en: 'The hash of the answer does not agree: the address was changed, or another version of the software words the answer otherwise. Verify the signed file.',
  },
  addressNoProof: {
    pl: 'Kod QR nie jest podpisem: porównaj pytanie, ocenę i wersje z wydrukiem. Czy zapis wystawiła ta usługa, pokaże dopiero podpisany plik.',
    en: 'A QR code is no signature: compare question, assessment and versions with the print. Only the signed file shows whether this service made the record.',
  },
  openAnswer: { pl: 'Otwórz odpowiedź na to pytanie', en: 'Open the answer to this question' },
} as const satisfies Record<string, Text>

type Say = ReturnType<typeof speaker<keyof typeof TEXTS>>

/** `search`: the query of the address in a QR code, which the link to the other language keeps. */
export function verifyPage(language: Language, result: VerifyResult | null, search = ''): Page {
  const say = speaker(TEXTS, language)
  return {
    language,
    path: '/verify',
    search,
    title: say('title'),
    description: say('description'),
    script: 'record',
    main: html`<article class="prose sheet">
<h1>${say('title')}</h1>
${result && resultHtml(result, language, say)}
${!result && html`<p class="lead">${say('lead')}</p>`}
${result && html`<h2>${say('address' in result ? 'fileToo' : 'another')}</h2>`}
${formHtml(language, say)}
</article>`,
  }
}

const formHtml = (language: Language, say: Say): Html =>
  html`<form class="verify" method="post" action="${hrefOf('/verify', language)}">
<label for="receipt-text">${say('field')}</label>
<textarea id="receipt-text" name="receipt" rows="5" required spellcheck="false" autocomplete="off" autocapitalize="off"></textarea>
<div class="verify-tools"><button class="button">${say('check')}</button>
<p class="needs-script"><label for="receipt-upload">${say('file')}</label> <input type="file" id="receipt-upload" accept=".json,.jws,.txt,application/json" data-most="${MAX_POSTED}"></p></div>
</form>`

function resultHtml(result: VerifyResult, language: Language, say: Say): Html {
  if ('unread' in result) {
    const { text, reason } = unreadInWords(result.unread, language)
    return verdictHtml('ban', text, reason)
  }
  return 'address' in result ? addressHtml(result.address, language, say) : foundHtml(result, language, say)
}

const verdictHtml = (mark: string, conclusion: string, text: Piece = null): Html =>
  html`<section class="verdict ${mark}" role="status"><h2 id="verdict" tabindex="-1">${conclusion}</h2>${text && html`<p>${text}</p>`}</section>`

const rowsHtml = (rows: readonly (readonly [string, Piece])[]): Html =>
  html`<dl class="facts-rows">${rows.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`

function addressHtml(
  { dataset, build, isOtherBuild, isSame, question, sentence, search }: VerifiedAddress,
  language: Language,
  say: Say,
): Html {
  const conclusion = isSame ? (isOtherBuild ? 'addressSameOther' : 'addressSame') : 'addressOther'
  return html`${verdictHtml(isSame ? 'same' : 'partial', say(conclusion), say(isSame ? 'addressNoProof' : 'addressOtherWhy'))}
${rowsHtml([
  [VERIFIED.question[language], question],
  [VERIFIED.sentence[language], sentence],
  [say('version'), html`<span class="code">${dataset}</span>`],
  [say('build'), shown(build)],
])}
<p><a href="${hrefOf('/', language, search)}">${say('openAnswer')}</a></p>`
}

function foundHtml(
  { found, question, lawFailed }: Extract<VerifyResult, { found: unknown }>,
  language: Language,
  say: Say,
): Html {
  const { id, claims, answer } = found
  const { conclusion, text, isGenuine, checks } = verifiedInWords(found, lawFailed, language)
  const mark = conclusion === 'confirmed' ? 'same' : conclusion === 'unconfirmed' ? 'ban' : 'partial'
  const label = (name: keyof typeof VERIFIED) => VERIFIED[name][language]
  return html`${verdictHtml(mark, text, isGenuine && say('clockOnly'))}
<h2>${say('found')}</h2>
${rowsHtml([...(id ? [[label('receipt'), html`<span class="code">${id}</span>`] as const] : []), ...checks])}
${differencesHtml(answer, language, say)}
<h2>${say(isGenuine ? 'says' : 'saysUnproved')}</h2>
${rowsHtml([
  [label('question'), shown(question, 600)],
  ...(isGenuine
    ? [
        [
          label('sentence'),
          html`<span lang="${claims.question.lang === 'en' ? 'en' : 'pl'}">${shown(sentenceIn(claims.answer), 2_000)}</span>`,
        ] as const,
      ]
    : []),
  [label('issuer'), shown(claims.iss)],
  [label('signedAt'), `${momentInWords(claims.iat, language)} (${label('clock')})`],
  [say('version'), versionNamed(claims.dataset, language)],
  [say('build'), shown(claims.build)],
])}`
}

function differencesHtml(answer: Verification['answer'], language: Language, say: Say): Html | false {
  if (answer.outcome !== 'differs') return false
  const value = (text: string | null) => (text === null ? VERIFIED.nothing[language] : shown(text, 120))
  const omitted = omittedInWords(answer, language)
  return html`<p>${say(decisiveAmong(answer).length > 0 ? 'differencesDecide' : 'differencesBeside')}</p>
<ul class="differences">${answer.differences.map(
    ({ path, signed, now }) =>
      html`<li><code>${shown(path, 120)}</code>: ${VERIFIED.signed[language]} <code>${value(signed)}</code>, ${VERIFIED.now[language]} <code>${value(now)}</code></li>`,
  )}${omitted && html`<li>${omitted}</li>`}</ul>`
}
