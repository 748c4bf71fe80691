import type { Language, Phrase, Text } from '../../base/language.ts'
import type { Entry } from '../../law/dataset/dataset.ts'
import type { FindingKind } from '../../law/terms/law-vocabulary.ts'
import type { Concern } from '../match/concern.ts'
import { partnerOf } from '../match/fitting.ts'
import type { Cited, Duty } from './model.ts'
import type { Setting } from './setting.ts'

export const citedAt = ({ regime, article, annex }: Entry): Cited => ({ regime, article, annex })

/** What a measure that prohibits nothing asks for. */
export function dutyOf(entry: Entry, { kind, reason }: Concern, { language }: Setting): Duty {
  const found = kind ?? 'end_use'
  const words =
    reason === 'use' ? placedAt(USE[language], entry.regime.place.use[language]) : { text: entry.summary[language] }
  return { kind: found, cited: citedAt(entry), ...words, brief: briefOf(found, language) }
}

/** What is left to do where a ban turns on something that no country shows, and that something is not so. Null where nothing is. */
export function dutyOfPassing(entry: Entry, concern: Concern, setting: Setting): Duty | null {
  const { reason, movement } = concern
  const { language, route } = setting
  const words = PASSING[reason]
  if (reason === 'processed') {
    const evidence = movement?.evidence
    if (!evidence || !route.toUnion || partnerOf(evidence.not_from, entry.regime, route) !== null) return null
    return {
      kind: 'proof',
      cited: { ...citedAt(entry), article: evidence.article },
      text: evidence.text[language],
      brief: BRIEFS.proof[language],
    }
  }
  if (reason === 'outside_union' && movement?.outside_union)
    return { ...dutyOf(entry, concern, setting), text: movement.outside_union[language] }
  if (reason === 'history') return null
  if (!words) return dutyOf(entry, concern, setting)
  return {
    kind: 'proof',
    cited: citedAt(entry),
    ...placedAt(words[language], entry.regime.place[reason === 'use' ? 'use' : 'name'][language]),
    brief: BRIEFS.proof[language],
  }
}

const placedAt = (words: (place: string) => string, place: string) => ({ text: words(place), at: { place, words } })

type Placed = Phrase<[place: string]>

const USE: Placed = {
  pl: (place) =>
    `Ustal i udokumentuj, kto i gdzie użyje towaru: dostawa do użytku ${place} jest zakazana bez względu na odbiorcę.`,
  en: (place) =>
    `Find out, and keep a record of, who will use the goods and where: supplying them for use ${place} is prohibited, whoever receives them.`,
}

const PASSING: Readonly<Partial<Record<Concern['reason'], Placed>>> = {
  use: USE,
  passage: {
    pl: (place) => `Zachowaj dowód miejsca wysyłki i dokumenty tranzytowe: towar ma tylko przejechać (${place}).`,
    en: (place) => `Keep proof of the place of dispatch and transit papers: the goods may only cross (${place}).`,
  },
  between_members: {
    pl: (place) =>
      `Zachowaj dokumenty, które dowodzą, że to przemieszczenie między państwami Unii (${place}), a nie wywóz.`,
    en: (place) => `Keep documents that show a movement between Member States (${place}) and no export.`,
  },
  through_union: {
    pl: (place) =>
      `Zanim towar wjedzie do Unii, ustal z organem celnym, czy sam przejazd jest dozwolony (${place}), i zachowaj dokumenty tranzytowe.`,
    en: (place) =>
      `Settle with customs, before the goods enter the Union, whether mere passage is allowed (${place}), and keep transit papers.`,
  },
  inside_union: {
    pl: (place) => `Zachowaj dowód, kiedy i na jakiej podstawie towar trafił do Unii (${place}).`,
    en: (place) => `Keep proof of when, and on what basis, the goods came into the Union (${place}).`,
  },
}

/** Duties in a few words, for a headline. */
const BRIEFS: Readonly<Record<FindingKind, Text>> = {
  prohibited: { pl: 'zakaz', en: 'a ban' },
  authorisation: { pl: 'zezwolenie', en: 'an authorisation' },
  proof: { pl: 'dowód pochodzenia lub trasy', en: 'proof of origin or route' },
  clause: { pl: 'klauzula w umowie', en: 'a clause in the contract' },
  due_diligence: { pl: 'należyta staranność', en: 'due diligence' },
  end_use: { pl: 'ustalenie odbiorcy i użycia', en: 'a check of recipient and use' },
  national: { pl: 'być może oświadczenie krajowe', en: 'perhaps a national declaration' },
  control: { pl: 'dokument w zgłoszeniu', en: 'a document in the declaration' },
  not_checked: { pl: 'sprawdzenie opisu towaru', en: 'a check of the description' },
}

export const briefOf = (kind: FindingKind, language: Language): string => BRIEFS[kind][language]
