import type { Language, Text } from '../../base/language.ts'
import { printable, wrap } from '../../base/plain-text.ts'
import {
  ANSWERS,
  CONCLUSIONS,
  differencesInWords,
  HASHES,
  keyNamed,
  LAWS,
  omittedInWords,
  SIGNATURES,
  sentenceIn,
  VERIFIED,
  versionNamed,
} from '../../receipts/verification-words.ts'
import { conclusionOf, type Verification } from '../../receipts/verify.ts'
import { shorten, type Terminal } from '../terminal.ts'

/** Where keys and law came from, `store` for this installation's own; law is null where none was found. */
export interface Sources {
  readonly keys: string
  readonly law: string | null
}

const STORE: Text = { pl: 'baza tej instalacji', en: 'the store of this installation' }
const GIVE_KEYS: Text = { pl: '; podaj właściwy zbiór kluczy (--jwks)', en: '; give the right key set (--jwks)' }
const GIVE_LAW: Text = {
  pl: '; podaj ją (--law KATALOG, PLIK.law albo adres usługi)',
  en: '; give it (--law DIRECTORY, FILE.law or the address of a service)',
}

/** The receipt and what agrees, for people. Texts of the receipt may come from a stranger, so they are made printable. */
export function printVerification(
  found: Verification,
  sources: Sources,
  language: Language,
  terminal: Terminal,
): string {
  const { id, kid, claims, signature, hash, law, answer } = found
  const say = (label: keyof typeof VERIFIED) => VERIFIED[label][language]
  const named = (place: string) => (place === 'store' ? STORE[language] : place)
  const giveKeys = signature === 'key_unknown' ? GIVE_KEYS[language] : ''
  const giveLaw = law === 'missing' ? GIVE_LAW[language] : ''
  const rows: [string, string][] = [
    ...(id ? ([[say('receipt'), id]] as [string, string][]) : []),
    [say('issuer'), `${claims.iss} (${claims.build})`],
    [say('signedAt'), `${momentOf(claims.iat)} (${say('clock')})`],
    [
      say('question'),
      Object.entries(claims.question)
        .map(([name, value]) => `${name}=${value}`)
        .join(', '),
    ],
    [say('sentence'), sentenceIn(claims.answer)],
    [
      say('signature'),
      `${SIGNATURES[signature][language].replace('#', () => keyNamed(kid, language))}${giveKeys} (${named(sources.keys)})`,
    ],
    [say('hash'), HASHES[hash][language]],
    [
      say('law'),
      `${LAWS[law][language].replace('#', () => versionNamed(claims.dataset, language))}${giveLaw}${sources.law ? ` (${named(sources.law)})` : ''}`,
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
  const shown = (text: string | null) => (text === null ? VERIFIED.nothing[language] : printable(shorten(text, 60)))
  const omitted = omittedInWords(answer, language)
  return [
    '',
    differencesInWords(answer, language),
    ...answer.differences.flatMap(({ path, signed, now }) =>
      wrap(
        `  ${printable(path)}: ${VERIFIED.signed[language]} ${shown(signed)}, ${VERIFIED.now[language]} ${shown(now)}`,
        terminal.width,
        4,
      ),
    ),
    ...(omitted === null ? [] : [`  ${omitted}`]),
  ]
}

/** A moment outside of what a calendar has is shown as it stands. */
const momentOf = (seconds: number): string => {
  const moment = new Date(seconds * 1000)
  return Number.isNaN(moment.getTime())
    ? String(seconds)
    : moment.toISOString().replace('T', ' ').replace('.000Z', ' UTC')
}
