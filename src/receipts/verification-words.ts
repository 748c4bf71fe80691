import type { Language, Text } from '../terms/language.ts'
import type { conclusionOf, Verification } from './verify.ts'

/** What a verification found, in words, for the command line and the page. `#` is the key, or the version of the law. */

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
