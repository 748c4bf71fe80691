import type { Language, Text } from '../base/language.ts'
import { printable } from '../base/plain-text.ts'
import type { Claims } from './receipt.ts'
import { conclusionOf, type Verification } from './verify.ts'

/** What a verification found, in words, for the command line, the page and assistants. `#` is the key, or the version of the law. */

export const VERIFIED = {
  receipt: { pl: 'Zapis', en: 'Receipt' },
  issuer: { pl: 'Wystawca', en: 'Issuer' },
  signedAt: { pl: 'Podpisano', en: 'Signed' },
  question: { pl: 'Pytanie', en: 'Question' },
  sentence: { pl: 'Ocena', en: 'Assessment' },
  signature: { pl: 'Podpis', en: 'Signature' },
  hash: { pl: 'Skrót odpowiedzi', en: 'Hash of the answer' },
  law: { pl: 'Prawo', en: 'Law' },
  answer: { pl: 'Odpowiedź', en: 'Answer' },
  clock: { pl: 'według zegara usługi', en: 'by the clock of the service' },
  signed: { pl: 'w zapisie', en: 'in the receipt' },
  now: { pl: 'teraz', en: 'now' },
  nothing: { pl: 'brak', en: 'nothing' },
} satisfies Record<string, Text>

export const SIGNATURES: Readonly<Record<Verification['signature'], Text>> = {
  valid: { pl: 'zgodny; klucz #', en: 'valid; key #' },
  invalid: {
    pl: 'NIEZGODNY: zapis zmieniono albo nie podpisano go kluczem #',
    en: 'NOT VALID: the receipt was changed, or was not signed with the key #',
  },
  key_unknown: { pl: 'NIE SPRAWDZONO: nie znamy klucza #', en: 'NOT CHECKED: the key # is not known' },
}

export const HASHES: Readonly<Record<Verification['hash'], Text>> = {
  agrees: { pl: 'zgodny', en: 'agrees' },
  differs: {
    pl: 'NIEZGODNY: odpowiedź w zapisie ma inny skrót',
    en: 'DIFFERS: the answer in the receipt has another hash',
  },
}

export const LAWS: Readonly<Record<Verification['law'], Text>> = {
  same: { pl: 'zgodne: wersja #', en: 'the same: version #' },
  other: {
    pl: 'INNE: zapis wskazuje wersję #, a prawo, które tu mamy, ma inną wersję albo treść',
    en: 'ANOTHER: the receipt names version #, and the law at hand has another version or content',
  },
  missing: { pl: 'BRAK: nie ma tu wersji #', en: 'MISSING: version # is not here' },
}

export const ANSWERS: Readonly<Record<Verification['answer']['outcome'], Text>> = {
  same_bytes: { pl: 'odtworzona z prawa, bajt w bajt', en: 'worked out again from the law, byte for byte' },
  same_content: {
    pl: 'odtworzona z prawa; różni się tylko oznaczeniem wersji programu',
    en: 'worked out again from the law; only the name of the build differs',
  },
  differs: { pl: 'INNA w tej wersji programu', en: 'ANOTHER in this build' },
  not_worked_out: { pl: 'NIE ODTWORZONO', en: 'NOT WORKED OUT AGAIN' },
}

export const CONCLUSIONS: Readonly<Record<ReturnType<typeof conclusionOf>, Text>> = {
  confirmed: {
    pl: 'Zapis jest autentyczny, a odpowiedź wynika z prawa w tej wersji.',
    en: 'The receipt is genuine, and the answer follows from that version of the law.',
  },
  other_answer: {
    pl: 'Zapis jest autentyczny, ale ta wersja programu odpowiada inaczej.',
    en: 'The receipt is genuine, but this build answers otherwise.',
  },
  unconfirmed: { pl: 'Zapisu NIE potwierdzono.', en: 'The receipt is NOT confirmed.' },
}

export const DAMAGED_TEXT: Text = {
  pl: 'ma postać zapisu odpowiedzi, ale jego treści nie da się odczytać: zmieniono ją albo uszkodzono.',
  en: 'is shaped like a receipt, but its content cannot be read: it was changed or damaged.',
}

export const NO_RECEIPT_TEXT: Text = {
  pl: 'nie jest zapisem odpowiedzi: oczekiwano pliku JSON z polem receipt albo samego JWS (trzy części rozdzielone kropkami).',
  en: 'is no receipt: a JSON file with the field receipt, or a bare JWS (three parts separated by dots), was expected.',
}

/** What only a service says, which has all its keys and laws. */
const OF_SERVICE = {
  ofThisService: { pl: 'tej usługi', en: 'of this service' },
  keyUnknown: {
    pl: '. Zapis wystawił kto inny albo klucz wycofano.',
    en: '. Somebody else made the receipt, or the key was withdrawn.',
  },
  genuineOnly: {
    pl: 'Zapis jest autentyczny, ale odpowiedzi nie udało się odtworzyć.',
    en: 'The receipt is genuine, but its answer could not be worked out again.',
  },
  lawFailed: {
    pl: 'NIE SPRAWDZONO: prawa w wersji # nie udało się teraz wczytać',
    en: 'NOT CHECKED: the law of version # could not be loaded now',
  },
  lawUnasked: { pl: 'nie sprawdzano: wersja #', en: 'not looked for: version #' },
  lawMissing: {
    pl: '; usługa jej nie przechowuje. Kto ma plik tej wersji, sprawdzi zapis poleceniem receipt verify.',
    en: '; the service does not keep it. Whoever has the file of this version can use the command receipt verify.',
  },
  noName: { pl: '(zapis nie podaje poprawnej nazwy)', en: '(the receipt gives no valid name)' },
  thisText: { pl: 'Ten tekst', en: 'This text' },
} satisfies Record<string, Text>

/** Texts of a receipt may come from a stranger: one printable line of bounded length. */
export const shown = (text: string, most = 300): string => {
  const line = printable(text.slice(0, most + 1))
  return line.length > most ? `${line.slice(0, most)}…` : line
}

/** RFC 7638: a SHA-256 in base64url. */
const THUMBPRINT = /^[\w-]{43}$/
/** As the service names its versions: the day of the law and the beginning of its hash. */
export const LAW_VERSION = /^\d{4}-\d{2}-\d{2}-[0-9a-f]{12}$/

/** What a receipt gives as a name is repeated in the shape of such names alone, or a stranger's sentence would stand among ours. */
const named = (text: string, shape: RegExp, language: Language): string =>
  shape.test(text) ? text : OF_SERVICE.noName[language]
export const keyNamed = (kid: string, language: Language): string => named(kid, THUMBPRINT, language)
export const versionNamed = (dataset: string, language: Language): string => named(dataset, LAW_VERSION, language)

/** What a service found of a receipt. `genuine`: it is ours, but its answer could not be worked out again. */
export function verifiedInWords(found: Verification, lawFailed: boolean, language: Language) {
  const { kid, claims, signature, hash, law, answer } = found
  const isGenuine = signature === 'valid' && hash === 'agrees'
  const concluded = conclusionOf(found)
  const conclusion: typeof concluded | 'genuine' =
    concluded === 'unconfirmed' && isGenuine && law !== 'other' ? 'genuine' : concluded
  const say = (name: keyof typeof OF_SERVICE) => OF_SERVICE[name][language]
  const ofKey = { valid: ` ${say('ofThisService')}`, invalid: '', key_unknown: say('keyUnknown') }[signature]
  const lawText = !isGenuine
    ? say('lawUnasked')
    : lawFailed
      ? say('lawFailed')
      : `${LAWS[law][language]}${law === 'missing' ? say('lawMissing') : ''}`
  const checks: readonly (readonly [label: string, text: string])[] = [
    [
      VERIFIED.signature[language],
      `${SIGNATURES[signature][language].replace('#', () => keyNamed(kid, language))}${ofKey}`,
    ],
    [VERIFIED.hash[language], HASHES[hash][language]],
    [VERIFIED.law[language], lawText.replace('#', () => versionNamed(claims.dataset, language))],
    [VERIFIED.answer[language], ANSWERS[answer.outcome][language]],
  ]
  const text = conclusion === 'genuine' ? say('genuineOnly') : CONCLUSIONS[conclusion][language]
  return { conclusion, text, isGenuine, checks }
}

export const unreadInWords = (unread: 'damaged' | 'no_receipt', language: Language) => ({
  text: CONCLUSIONS.unconfirmed[language],
  reason: `${OF_SERVICE.thisText[language]} ${(unread === 'damaged' ? DAMAGED_TEXT : NO_RECEIPT_TEXT)[language]}`,
})

/** What decides, in the order in which a reader asks for it. */
const DECISIVE = ['verdict', 'has_prohibition', 'assessment', 'results', 'matches'] as const

type Differing = Extract<Verification['answer'], { outcome: 'differs' }>

/** What decides and differs. */
export const decisiveAmong = ({ differences }: Differing): string[] =>
  DECISIVE.filter((name) => differences.some(({ path }) => path.split(/[.[]/)[0] === name))

export function differencesInWords(answer: Differing, language: Language): string {
  const touched = decisiveAmong(answer)
  return {
    pl:
      touched.length > 0
        ? `Różnią się: ${touched.join(', ')}.`
        : 'verdict, assessment i results są w pokazanych miejscach takie same.',
    en:
      touched.length > 0
        ? `Different: ${touched.join(', ')}.`
        : 'verdict, assessment and results are the same in the places shown.',
  }[language]
}

export const omittedInWords = ({ omitted }: Differing, language: Language): string | null =>
  omitted > 0 ? { pl: `… i ${omitted} dalszych`, en: `… and ${omitted} more` }[language] : null

/** The assessment in the text of an answer. */
export function sentenceIn(answer: string): string {
  try {
    const { assessment } = JSON.parse(answer) as { assessment?: { sentence?: unknown } }
    return typeof assessment?.sentence === 'string' ? assessment.sentence : '–'
  } catch {
    return '–'
  }
}

/** Parameters that decide what a question is about. */
export const DECIDING: readonly string[] = [
  'q',
  'direction',
  'regime',
  'origin',
  'dispatch',
  'via',
  'destination',
  'value',
  'contract_date',
  'as_of',
]

/** What decides in a question, as it stands. */
export const questionInShort = (question: Claims['question']): string =>
  DECIDING.flatMap((name) => (Object.hasOwn(question, name) ? [question[name]] : [])).join(' · ')
