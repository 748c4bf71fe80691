import type { Day } from '../../terms/day.ts'
import type { Text } from '../../terms/language.ts'
import type { FindingKind } from '../../terms/law.ts'
import { dayInSentence } from '../../terms/wording.ts'
import type { Extent } from '../assessment/terms.ts'
import type { Reason } from './concern.ts'

/** Sentences about deals. `#` is replaced by the name of a country or territory, `@` by citations. */

/** Why a measure concerns the deal, ahead of what it says. */
export const LEADS: Readonly<Partial<Record<Reason, Text>>> = {
  destination: { pl: 'Miejsce przeznaczenia: #.', en: 'Destination: #.' },
  country: { pl: 'Miejsce przeznaczenia: #.', en: 'Destination: #.' },
  origin: { pl: 'Towar pochodzi lub jest wysyłany z: #.', en: 'The goods come from: #.' },
  exported: { pl: 'Towar pochodzi lub jest wysyłany z: #.', en: 'The goods come from: #.' },
  located: { pl: 'Towar pochodzi lub jest wysyłany z: #.', en: 'The goods come from: #.' },
  via: { pl: 'Towar wywożony z Unii jedzie przez: #.', en: 'Goods exported from the Union pass through: #.' },
  via_any_origin: { pl: 'Towar jedzie przez: #.', en: 'The goods pass through: #.' },
  third_country: { pl: 'Państwo trzecie: #.', en: 'Third country: #.' },
}

/** Behind a measure that covers only part of what was asked about. */
export const QUALIFIERS: Readonly<Partial<Record<Extent, Text>>> = {
  threshold: {
    pl: 'Dotyczy tylko towarów powyżej progu lub pod warunkiem podanym przy przepisie.',
    en: 'Concerns only goods beyond the threshold, or on the condition, given with the provision.',
  },
  description: {
    pl: 'Dotyczy tylko towarów, które odpowiadają opisowi w załączniku.',
    en: 'Concerns only goods that fit the description in the annex.',
  },
  some_codes: {
    pl: 'Dotyczy tylko niektórych towarów z tego kodu.',
    en: 'Concerns only some goods of this code.',
  },
  possible: {
    pl: 'Nie wiadomo na pewno, czy obowiązuje tego dnia.',
    en: 'It is not certain that it is in force on that day.',
  },
}

/** Instead of a lead, where countries do not decide. */
export const OPEN: Readonly<Partial<Record<Reason, Text>>> = {
  use: {
    pl: 'Te przepisy nie zakazują samego kierunku, ale dostawę tych towarów do użytku tam: #, bez względu na to, kto je odbiera (@). Sprawdź i udokumentuj, kto i gdzie użyje towaru.',
    en: 'These provisions do not prohibit the destination itself, but supplying the goods for use there: #, whoever receives them (@). Check, and keep a record of, who will use the goods and where.',
  },
  passage: {
    pl: 'Towar innego pochodzenia jedzie przez: #. Rozporządzenie nie mówi, czy sam przejazd jest wywozem z tego państwa, a wywożone stamtąd towary są zakazane (@). Miej dowód pochodzenia i dokumenty tranzytowe.',
    en: 'Goods of another origin pass through: #. The Regulation does not say whether passing alone is an export from there, and goods exported from there are prohibited (@). Have proof of origin and transit documents.',
  },
  between_members: {
    pl: 'Towar jedzie między państwami Unii przez: #. Zakaz tranzytu dotyczy towarów wywożonych z Unii (@); miej dokumenty, które dowodzą, że to przemieszczenie wewnątrzunijne, a nie wywóz.',
    en: 'The goods go from one Member State to another through: #. The transit ban concerns goods exported from the Union (@); have documents that show a movement within the Union and no export.',
  },
  through_union: {
    pl: 'Towar pochodzi lub jest wysyłany z: # i jedzie przez Unię do państwa trzeciego. Wprowadzanie takich towarów do Unii jest zakazane, a przepis nie mówi, czy obejmuje to sam przejazd (@). Zanim towar wjedzie do Unii, ustal to z organem celnym i miej dokumenty tranzytowe.',
    en: 'The goods come from: # and pass through the Union to a third country. Bringing them into the Union is prohibited, and the provision does not say whether passing through counts (@). Settle it with customs before the goods enter the Union, and have transit documents.',
  },
}

/** Ahead of a measure that persons, ships or the history of the goods decide. */
export const UNDECIDED: Text = {
  pl: 'Kraje tego nie rozstrzygają:',
  en: 'Countries do not decide this:',
}

export const EVIDENCE_NOT_NEEDED: Text = {
  pl: 'Dowód pochodzenia wsadu nie jest wymagany, bo towar jest przywożony z państwa partnerskiego: # (załącznik @). Sam zakaz pozostaje.',
  en: 'No evidence of the origin of the inputs is needed, since the goods are imported from a partner country: # (Annex @). The ban itself stays.',
}

export const NO_EVIDENCE_NAMED: Text = {
  pl: 'Przepis nie wymaga określonego dowodu; zachowaj dokumenty o pochodzeniu użytych surowców.',
  en: 'The provision asks for no particular evidence; keep documents on the origin of the inputs.',
}

/** Ahead of the only exemption from a ban. */
export const EXCEPT: Text = { pl: 'Wyjątek:', en: 'Except:' }

/** Beside a result that could concern the deal, but does not by its countries. */
export const ONLY_FOR_USE: Text = {
  pl: 'Kraje tej transakcji nie uruchamiają tego przepisu; decydują użycie, osoby lub historia towaru.',
  en: 'The countries of this deal do not trigger this provision; use, persons or the history of the goods decide.',
}

/** How the sentence of an assessment names what a deal meets with; `@` is replaced by citations. */
export const KINDS_IN_SENTENCE: Readonly<Record<Exclude<FindingKind, 'prohibited' | 'end_use'>, Text>> = {
  authorisation: { pl: 'zezwolenie lub warunek (@)', en: 'an authorisation or condition (@)' },
  proof: { pl: 'dowód pochodzenia lub trasy (@)', en: 'proof of origin or route (@)' },
  clause: { pl: 'klauzula w umowie (@)', en: 'a clause in the contract (@)' },
  due_diligence: { pl: 'należyta staranność (@)', en: 'due diligence (@)' },
  national: { pl: 'być może obowiązek krajowy (@)', en: 'perhaps a national duty (@)' },
}

export const SENTENCES = {
  insideUnion: {
    pl: 'Towar nie opuszcza Unii: sprawdzone środki nie dotyczą tej transakcji.',
    en: 'The goods do not leave the Union: the measures checked do not concern this deal.',
  },
  notConcerned: {
    pl: 'Towar jest w wykazach, ale żaden sprawdzony środek nie dotyczy tej transakcji.',
    en: 'The goods are listed, but no measure checked concerns this deal.',
  },
  noBan: {
    pl: 'Nie znaleźliśmy zakazu tej transakcji.',
    en: 'We found no prohibition of this deal.',
  },
  needed: { pl: 'Do załatwienia:', en: 'To be seen to:' },
  besides: { pl: 'Poza tym:', en: 'Besides:' },
  useRemains: {
    pl: 'Pozostaje zakaz dostaw do użytku tam (#): ustal, kto i gdzie użyje towaru.',
    en: 'The ban on supplies for use there remains (#): find out who will use the goods, and where.',
  },
  proofNotNeeded: {
    pl: 'Dowód pochodzenia wsadu nie jest wymagany, ale zakaz pozostaje (@).',
    en: 'No evidence of the origin of the inputs is needed, but the ban stays (@).',
  },
  otherRemains: {
    pl: 'Część przepisów zależy od osób, użycia, zawiadomienia organu lub historii towaru (@).',
    en: 'Some provisions depend on persons, use, a notice or the history of the goods (@).',
  },
} as const satisfies Record<string, Text>

/** No route was given, and there are bans of transit for these goods. */
export const routeUnknown = (places: string, articles: string): Text => ({
  pl: `Nie podano trasy (via). Jeżeli towar wywożony z Unii przejedzie przez: ${places}, obowiązuje zakaz tranzytu (${articles}).`,
  en: `No route was given (via). If the goods exported from the Union pass through ${places}, a transit ban applies (${articles}).`,
})

export const territoriesOf = (codes: string): Text => ({
  pl: `Dla Ukrainy nie sprawdzono zakazów dotyczących okupowanych obszarów; jeżeli towar stamtąd pochodzi lub tam jedzie, podaj obszar: ${codes}.`,
  en: `For Ukraine the bans about occupied areas were not checked; if the goods come from or go to one of them, name it: ${codes}.`,
})

/** Behind a duty that partner countries are free of. */
export const partnerAtLatest = (country: Text, annex: string, since: Day): Text => ({
  pl: `${country.pl}: na liście państw partnerskich, których to nie dotyczy (załącznik ${annex}), najpóźniej od ${dayInSentence(since, 'pl')}; czy już wtedy, trzeba sprawdzić w ówczesnym tekście.`,
  en: `${country.en} is on the list of partner countries, which this does not concern (Annex ${annex}), since ${dayInSentence(since, 'en')} at the latest; whether it already was must be checked in the text of that time.`,
})
