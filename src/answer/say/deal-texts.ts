import type { Day } from '../../base/day.ts'
import type { Text } from '../../base/language.ts'
import { dayInSentence } from '../../law/terms/wording.ts'
import type { Reason } from '../match/concern.ts'
import type { Extent } from '../response/terms.ts'

/** Sentences about deals. `#` is replaced by the name of a country or territory, `@` by citations. */

/** Why a measure concerns the deal, ahead of what it says. */
export const OPENINGS: Readonly<Partial<Record<Reason, Text>>> = {
  destination: { pl: 'Miejsce przeznaczenia: #.', en: 'Destination: #.' },
  country: { pl: 'Miejsce przeznaczenia: #.', en: 'Destination: #.' },
  origin: { pl: 'Kraj pochodzenia: #.', en: 'Country of origin: #.' },
  exported: { pl: 'Towar pochodzi lub jest wysyłany #.', en: 'The goods come from #.' },
  located: { pl: 'Towar pochodzi lub jest wysyłany #.', en: 'The goods come from #.' },
  via: {
    pl: 'Towar wywożony z Unii przejeżdża #.',
    en: 'Goods exported from the Union pass through #.',
  },
  via_any_origin: { pl: 'Towar przejeżdża #.', en: 'The goods pass through #.' },
  third_country: { pl: 'Państwo trzecie: #.', en: 'Third country: #.' },
  partner: {
    pl: 'Państwo partnerskie (#): obowiązek mają tylko ci, którzy sprzedają te towary także do innych państw trzecich.',
    en: 'Partner country (#): only those who also sell these goods to other third countries have the duty.',
  },
}

/** Behind a measure that covers only part of what was asked about; `#` is its limit, or where it is described. */
export const QUALIFIERS: Readonly<Partial<Record<Extent, Text>>> = {
  threshold: { pl: 'Zakres: #.', en: 'Scope: #.' },
  description: {
    pl: 'Dotyczy tylko towarów, które odpowiadają opisowi (#).',
    en: 'Concerns only goods that fit the description (#).',
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

/** Ahead of the number of an annex. */
export const ANNEX: Text = { pl: 'załącznik', en: 'Annex' }

/** Instead of an opening, where countries do not decide. */
export const OPEN: Readonly<Partial<Record<Reason, Text>>> = {
  use: {
    pl: 'Przepisy te nie zakazują wywozu do tego państwa, lecz zakazują dostawy towarów do użytku #, bez względu na odbiorcę (@). Należy sprawdzić i udokumentować, kto i gdzie użyje towaru.',
    en: 'These provisions do not prohibit the destination itself, but supplying the goods for use #, whoever receives them (@). Check, and keep a record of, who will use the goods and where.',
  },
  passage: {
    pl: 'Towar innego pochodzenia przejeżdża #. Jeżeli jest stamtąd wysyłany, jest zakazany bez względu na pochodzenie (@). Jeżeli tylko tamtędy przejeżdża, rozporządzenie tego nie rozstrzyga; należy posiadać dowód miejsca wysyłki i dokumenty tranzytowe.',
    en: 'Goods of another origin pass through #. If they are sent from there, they are prohibited whatever their origin (@). If they only cross it, the Regulation does not settle it; have proof of the place of dispatch and transit documents.',
  },
  between_members: {
    pl: 'Towar jedzie między państwami Unii #. Zakaz tranzytu dotyczy towarów wywożonych z Unii (@); miej dokumenty, które dowodzą, że to przemieszczenie wewnątrzunijne, a nie wywóz.',
    en: 'The goods go from one Member State to another through #. The transit ban concerns goods exported from the Union (@); have documents that show a movement within the Union and no export.',
  },
  inside_union: {
    pl: 'Towar nie opuszcza Unii, ale pochodzi #. Zakazany jest także jego zakup (@), jeżeli wprowadzono go do Unii wbrew zakazowi; należy posiadać dowód, kiedy i na jakiej podstawie trafił do Unii.',
    en: 'The goods do not leave the Union, but originate in #. Buying them is prohibited too (@) if they were brought into the Union against the ban; have proof of when, and on what basis, they came into the Union.',
  },
  through_union: {
    pl: 'Towar pochodzi lub jest wysyłany # i przejeżdża przez Unię do państwa trzeciego. Wprowadzanie takich towarów do Unii jest zakazane, a przepis nie mówi, czy obejmuje to sam przejazd (@). Zanim towar wjedzie do Unii, należy to ustalić z organem celnym i posiadać dokumenty tranzytowe.',
    en: 'The goods come from # and pass through the Union to a third country. Bringing them into the Union is prohibited, and the provision does not say whether passing through counts (@). Settle it with customs before the goods enter the Union, and have transit documents.',
  },
}

/** Ahead of a measure that persons, ships or the history of the goods decide. */
export const UNDECIDED: Text = {
  pl: 'Niezależnie od państwa:',
  en: 'Whatever the countries:',
}

export const EVIDENCE_NOT_NEEDED: Text = {
  pl: 'Dowód pochodzenia wsadu nie jest wymagany, bo towar jest przywożony z państwa partnerskiego: # (załącznik @). Sam zakaz pozostaje.',
  en: 'No evidence of the origin of the inputs is needed, since the goods are imported from a partner country: # (Annex @). The ban itself stays.',
}

export const NO_EVIDENCE_NAMED: Text = {
  pl: 'Przepis nie wymaga określonego dowodu; należy zachować dokumenty o pochodzeniu użytych surowców.',
  en: 'The provision asks for no particular evidence; keep documents on the origin of the inputs.',
}

/** Ahead of an exemption from a ban or a duty. */
export const EXCEPT: Text = { pl: 'Wyjątek:', en: 'Except:' }

/** Beside a result that could concern the deal, but does not by its countries. */
export const ONLY_FOR_USE: Text = {
  pl: 'Kraje tej transakcji nie uruchamiają tego przepisu; decydują użycie, osoby lub historia towaru.',
  en: 'The countries of this deal do not trigger this provision; use, persons or the history of the goods decide.',
}

/** A wind-down that covers the contract: `#` its day, `~` the last day of the period, `@` the provision. */
export const COVERED = {
  until: {
    pl: 'Umowę z # obejmuje okres przejściowy do ~ (@).',
    en: 'A wind-down covers the contract of # until ~ (@).',
  },
  open: { pl: 'Umowę z # obejmuje okres przejściowy (@).', en: 'A wind-down covers the contract of # (@).' },
} as const satisfies Record<string, Text>

/** No route was given, and there are bans of transit for these goods. */
export const routeUnknown = (places: string, through: string, articles: string): Text => ({
  pl: `Nie podano trasy. Jeżeli towar wywożony z Unii przejedzie ${through}, obowiązuje zakaz tranzytu (${articles}).`,
  en: `No route was given. If the goods exported from the Union pass through ${places}, a transit ban applies (${articles}).`,
})

export const routeByLand = (route: string): Text => ({
  pl: `Podanej trasy nie da się przejechać lądem bez kraju, którego nie wymieniono. Jeżeli towar jedzie drogą lub koleją, sprawdź trasę: ${route}.`,
  en: `By land, this route crosses a country that it does not name. If the goods go by road or rail, check the route: ${route}.`,
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
