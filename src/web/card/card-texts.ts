import type { CnResponse } from '../../answer/response/response.ts'
import type { Fact } from '../../answer/response/terms.ts'
import type { Language, Text } from '../../base/language.ts'
import { type Speaker, speaker } from '../shell/texts.ts'

/** Texts of the card and of what stands beside it; the answer itself is worded by the API. */
const CARD_TEXTS = {
  why: { pl: 'Dlaczego', en: 'Why' },
  annex: { pl: 'zał. #', en: 'Annex #' },
  goods: { pl: 'Towar', en: 'Goods' },
  contract: { pl: 'Umowa', en: 'Contract' },
  change: { pl: 'Zmień', en: 'Change' },
  law: { pl: 'Prawo', en: 'Law' },
  lawOn: { pl: 'stan na #', en: 'as of #' },
  pending: { pl: '(nieuwzględnione akty: #)', en: '(acts left out: #)' },
  elsewhere: { pl: 'Inne kraje', en: 'Elsewhere' },
  noConsent: {
    pl: 'To nie zgoda: kod nie pokaże odbiorcy ani przeznaczenia.',
    en: 'This is not a clearance: a code shows neither the recipient nor the end use.',
  },
  route: { pl: 'Trasa', en: 'Route' },
  matrix: { pl: 'Kierunek i państwo; wybór ustawia trasę', en: 'Direction and country; a choice sets the route' },
  whatIsIt: { pl: 'Co to jest?', en: 'What is it?' },
  severalGoods: { pl: '„#” to kilka towarów.', en: '“#” may be several goods.' },
  noneOfThem: { pl: 'Nic z tego', en: 'None of these' },
  otherGoods: { pl: 'Pozostałe', en: 'Others' },
  ownValue: { pl: 'Cena jednej sztuki w EUR', en: 'Price of one item in EUR' },
  valueExample: { pl: 'np. 85', en: 'e.g. 85' },
  check: { pl: 'Sprawdź', en: 'Check' },
  contractDay: { pl: 'Dzień zawarcia umowy', en: 'Day of the contract' },
  doNow: { pl: 'Zrób teraz', en: 'Do now' },
  moreSteps: { pl: 'Dalsze', en: 'More' },
  codes: { pl: 'kod', en: 'code' },
  record: { pl: 'Zapis do akt', en: 'Record for the file' },
  copy: { pl: 'Kopiuj', en: 'Copy' },
  copyAll: { pl: 'Kopiuj całość', en: 'Copy everything' },
  link: { pl: 'Link', en: 'Link' },
  print: { pl: 'Drukuj', en: 'Print' },
  keepAnswer: { pl: 'Zachowaj odpowiedź', en: 'Keep the answer' },
  reasons: { pl: 'Uzasadnienie', en: 'Reasons' },
  ways: { pl: 'Wyjątki', en: 'Exceptions' },
  documents: { pl: 'Dokumenty', en: 'Documents' },
  found: { pl: 'Towary', en: 'Goods' },
  history: { pl: 'Historia', en: 'History' },
  unknown: { pl: 'Czego nie wiemy', en: 'What we do not know' },
  sources: { pl: 'Źródła', en: 'Sources' },
} as const satisfies Record<string, Text>

export type CardSay = Speaker<keyof typeof CARD_TEXTS>
export const cardSpeaker = (language: Language): CardSay => speaker(CARD_TEXTS, language)

/** What a question is about, where its whole text is folded away. */
export const FACT_TITLES: Readonly<Record<Fact, Text>> = {
  goods: { pl: 'Który to towar?', en: 'Which goods?' },
  route: { pl: 'Skąd i dokąd?', en: 'From where to where?' },
  value: { pl: 'Ile kosztuje sztuka?', en: 'What does one item cost?' },
  fits: { pl: 'Czy towar odpowiada opisowi?', en: 'Do the goods fit the description?' },
  inputs: { pl: 'Z czego go zrobiono?', en: 'What was it made of?' },
  private_use: { pl: 'Zabierasz rzeczy dla siebie?', en: 'Taking your own things?' },
  contract_date: { pl: 'Kiedy zawarto umowę?', en: 'When was the contract made?' },
  quota: { pl: 'Mieści się w kontyngencie?', en: 'Within the quota?' },
  recipient: { pl: 'Kto jest odbiorcą?', en: 'Who is the other party?' },
  end_use: { pl: 'Gdzie będzie używany?', en: 'Where will it be used?' },
}

type StepKind = CnResponse['assessment']['steps'][number]['kind']

/** What to do, in a few words; the whole text of the step opens below them. */
export const STEP_TITLES: Readonly<Record<StepKind, Text>> = {
  route: { pl: 'Wybierz inną trasę', en: 'Choose another route' },
  claim: { pl: 'Powołaj się na wyjątek', en: 'Claim the exception' },
  ask: { pl: 'Ustal brakującą okoliczność', en: 'Find out the missing fact' },
  prohibited: { pl: 'Nie wykonuj transakcji', en: 'Do not go ahead' },
  authorisation: { pl: 'Wystąp o zezwolenie', en: 'Apply for an authorisation' },
  proof: { pl: 'Przygotuj dowód', en: 'Prepare the proof' },
  clause: { pl: 'Wpisz klauzulę do umowy', en: 'Put a clause into the contract' },
  due_diligence: { pl: 'Oceń ryzyko obejścia sankcji', en: 'Assess the risk of circumvention' },
  end_use: { pl: 'Ustal, kto i gdzie użyje towaru', en: 'Find out who will use it, and where' },
  national: { pl: 'Spełnij obowiązek krajowy', en: 'Meet the national duty' },
  control: { pl: 'Sprawdź inne kontrole', en: 'Check other controls' },
  not_checked: { pl: 'Sprawdź to, czego nie mamy', en: 'Check what we do not hold' },
}
