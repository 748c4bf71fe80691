import { conclusionOf, type Verification } from '../../receipts/verify.ts'
import type { Language, Text } from '../../terms/language.ts'
import { printable } from '../../terms/plain-text.ts'
import { shorten, type Terminal, wrap } from '../terminal.ts'

/** Where keys and law came from, `store` for this installation's own; law is null where none was found. */
export interface Sources {
  readonly keys: string
  readonly law: string | null
}

const LABELS = {
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
  store: { pl: 'baza tej instalacji', en: 'the store of this installation' },
} satisfies Record<string, Text>

const SIGNATURES: Readonly<Record<Verification['signature'], Text>> = {
  valid: { pl: 'zgodny; klucz #', en: 'valid; key #' },
  invalid: {
    pl: 'NIEZGODNY: zapis zmieniono albo nie podpisano go kluczem #',
    en: 'NOT VALID: the receipt was changed, or was not signed with the key #',
  },
  key_unknown: {
    pl: 'NIE SPRAWDZONO: nie znamy klucza #; podaj właściwy zbiór kluczy (--jwks)',
    en: 'NOT CHECKED: the key # is not known; give the right key set (--jwks)',
  },
}

const HASHES: Readonly<Record<Verification['hash'], Text>> = {
  agrees: { pl: 'zgodny', en: 'agrees' },
  differs: {
    pl: 'NIEZGODNY: odpowiedź w zapisie ma inny skrót',
    en: 'DIFFERS: the answer in the receipt has another hash',
  },
}

const LAWS: Readonly<Record<Verification['law'], Text>> = {
  same: { pl: 'zgodne: wersja #', en: 'the same: version #' },
  other: {
    pl: 'INNE: zapis wskazuje wersję #, a podane prawo ma inną wersję albo treść',
    en: 'ANOTHER: the receipt names version #, and the law given has another version or content',
  },
  missing: {
    pl: 'BRAK: nie ma tu wersji #; podaj ją (--law KATALOG, PLIK.law albo adres usługi)',
    en: 'MISSING: version # is not here; give it (--law DIRECTORY, FILE.law or the address of a service)',
  },
}

const ANSWERS: Readonly<Record<Verification['answer']['outcome'], Text>> = {
  same_bytes: { pl: 'odtworzona z prawa, bajt w bajt', en: 'worked out again from the law, byte for byte' },
  same_content: {
    pl: 'odtworzona z prawa; różni się tylko oznaczeniem wersji programu',
    en: 'worked out again from the law; only the name of the build differs',
  },
  differs: { pl: 'INNA w tej wersji programu', en: 'ANOTHER in this build' },
  not_worked_out: { pl: 'NIE ODTWORZONO', en: 'NOT WORKED OUT AGAIN' },
}

const CONCLUSIONS: Readonly<Record<ReturnType<typeof conclusionOf>, Text>> = {
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

/** What decides, in the order in which a reader asks for it. */
const DECISIVE = ['verdict', 'has_prohibition', 'assessment', 'results', 'matches'] as const

/** The receipt and what agrees, for people. Texts of the receipt may come from a stranger, so they are made printable. */
export function printVerification(
  found: Verification,
  sources: Sources,
  language: Language,
  terminal: Terminal,
): string {
  const { id, kid, claims, signature, hash, law, answer } = found
  const say = (label: keyof typeof LABELS) => LABELS[label][language]
  const named = (place: string) => (place === 'store' ? say('store') : place)
  const rows: [string, string][] = [
    [say('receipt'), id],
    [say('issuer'), `${claims.iss} (${claims.build})`],
    [say('signedAt'), `${momentOf(claims.iat)} (${say('clock')})`],
    [
      say('question'),
      Object.entries(claims.question)
        .map(([name, value]) => `${name}=${value}`)
        .join(', '),
    ],
    [say('sentence'), sentenceIn(claims.answer)],
    [say('signature'), `${SIGNATURES[signature][language].replace('#', () => kid)} (${named(sources.keys)})`],
    [say('hash'), HASHES[hash][language]],
    [
      say('law'),
      `${LAWS[law][language].replace('#', () => claims.dataset)}${sources.law ? ` (${named(sources.law)})` : ''}`,
    ],
    [say('answer'), ANSWERS[answer.outcome][language]],
  ]
  const width = Math.max(...rows.map(([label]) => label.length)) + 2
  const lines = rows.flatMap(([label, text]) =>
    wrap(`${label.padEnd(width)}${printable(text)}`, terminal.width, width).map((line, at) =>
      at === 0 ? terminal.style('dim', line.slice(0, width)) + line.slice(width) : line,
    ),
  )
  const mark = conclusionOf(found)
  const conclusion = terminal.style(['bold', mark === 'confirmed' ? 'green' : 'red'], CONCLUSIONS[mark][language])
  return `${[...lines, ...differenceLines(answer, language, terminal), '', conclusion].join('\n')}\n`
}

function differenceLines(answer: Verification['answer'], language: Language, terminal: Terminal): string[] {
  if (answer.outcome !== 'differs') return []
  const { differences, omitted } = answer
  const part = (path: string) => path.split(/[.[]/)[0] ?? ''
  const touched = DECISIVE.filter((name) => differences.some(({ path }) => part(path) === name))
  const decisive = {
    pl:
      touched.length > 0
        ? `Różnią się: ${touched.join(', ')}.`
        : 'verdict, assessment i results są w pokazanych miejscach takie same.',
    en:
      touched.length > 0
        ? `Different: ${touched.join(', ')}.`
        : 'verdict, assessment and results are the same in the places shown.',
  }[language]
  const shown = (text: string | null) => (text === null ? LABELS.nothing[language] : printable(shorten(text, 60)))
  return [
    '',
    decisive,
    ...differences.flatMap(({ path, signed, now }) =>
      wrap(
        `  ${printable(path)}: ${LABELS.signed[language]} ${shown(signed)}, ${LABELS.now[language]} ${shown(now)}`,
        terminal.width,
        4,
      ),
    ),
    ...(omitted > 0 ? [{ pl: `  … i ${omitted} dalszych`, en: `  … and ${omitted} more` }[language]] : []),
  ]
}

/** A moment outside of what a calendar has is shown as it stands. */
const momentOf = (seconds: number): string => {
  const moment = new Date(seconds * 1000)
  return Number.isNaN(moment.getTime())
    ? String(seconds)
    : moment.toISOString().replace('T', ' ').replace('.000Z', ' UTC')
}

function sentenceIn(answer: string): string {
  try {
    const { assessment } = JSON.parse(answer) as { assessment?: { sentence?: unknown } }
    return typeof assessment?.sentence === 'string' ? assessment.sentence : '–'
  } catch {
    return '–'
  }
}
