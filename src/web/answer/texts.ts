import type { Language, Text } from '../../terms/language.ts'
import { speaker } from '../shell/texts.ts'
import type { TradeDirection } from './trade-direction.ts'
import type { Extent } from './verdict.ts'

/** Texts around an answer; the sentences of the answer itself come from the API. */
const ANSWER_TEXTS = {
  asOf: { pl: 'stan na', en: 'as of' },
  textOf: { pl: 'tekst z', en: 'text of' },
  onlyChecked: { pl: 'Sprawdzono tylko', en: 'Checked only' },
  replacedBy: { pl: 'Możliwe nowe kody', en: 'Possible new codes' },
  noBan: {
    pl: 'Nie znaleźliśmy zakazu, ale obowiązują warunki lub obowiązki.',
    en: 'We found no prohibition, but conditions or duties apply.',
  },
  noListing: {
    pl: 'Tego kodu nie ma w sprawdzonych załącznikach.',
    en: 'This code is not in the annexes that were checked.',
  },
  noListedGoods: {
    pl: 'Żadnego ze znalezionych towarów nie ma w sprawdzonych załącznikach.',
    en: 'None of the goods found is in the annexes that were checked.',
  },
  noGoods: { pl: 'W taryfie nie znaleźliśmy takiego towaru.', en: 'We found no such goods in the tariff.' },
  nothingChecked: {
    pl: 'Nic więc nie sprawdzono. Spróbuj innego słowa albo podaj kod.',
    en: 'So nothing was checked. Try another word, or give the code.',
  },
  notAllowed: {
    pl: 'To nie znaczy, że obrót jest dozwolony: czego kod nie pokaże, wymieniamy niżej.',
    en: 'This does not mean that the trade is allowed: what no code can tell is named below.',
  },
  designation: { pl: 'Załącznik opisuje te towary tak', en: 'The annex describes these goods as' },
  designations: { pl: 'Załączniki opisują te towary tak', en: 'The annexes describe these goods as' },
  copyText: { pl: 'Kopiuj tekst', en: 'Copy as text' },
  copyLink: { pl: 'Kopiuj link', en: 'Copy link' },
  print: { pl: 'Drukuj / PDF', en: 'Print / PDF' },
  tools: { pl: 'Zachowaj odpowiedź', en: 'Keep the answer' },
  warnings: { pl: 'Zanim polegasz na tej odpowiedzi', en: 'Before you rely on this answer' },
  pending: { pl: 'Jeszcze nie uwzględniono', en: 'Not worked in yet' },
  goods: { pl: 'Znalezione towary', en: 'Goods found' },
  goodsHint: {
    pl: 'Nazwa nie klasyfikuje towaru. Wybierz kod, aby zobaczyć odpowiedź tylko dla niego.',
    en: 'A name classifies nothing. Choose a code to see the answer for it alone.',
  },
  restricted: { pl: 'objęty', en: 'listed' },
  unrestricted: { pl: 'nie znaleziono', en: 'not found' },
  matches: { pl: 'Co obowiązuje', en: 'What applies' },
  annex: { pl: 'załącznik', en: 'Annex' },
  article: { pl: 'art.', en: 'Article' },
  noAnnex: { pl: 'kod wymieniony w samym artykule', en: 'code named in the article itself' },
  eurLex: { pl: 'tekst w EUR-Lex', en: 'text on EUR-Lex' },
  services: {
    pl: 'Obejmuje też powiązane usługi: pomoc techniczną, pośrednictwo lub finansowanie.',
    en: 'Also covers related services: technical assistance, brokering or financing.',
  },
  condition: { pl: 'Warunek', en: 'Condition' },
  remark: { pl: 'Uwaga', en: 'Note' },
  threshold: { pl: 'Próg', en: 'Threshold' },
  onlyPart: {
    pl: 'Tylko część kodu, opisana w załączniku jako',
    en: 'Only part of the code, described in the annex as',
  },
  onlyPartNoWords: {
    pl: 'Tylko część kodu: porównaj opis w załączniku',
    en: 'Only part of the code: compare the annex',
  },
  except: { pl: 'z wyjątkiem', en: 'except' },
  category: { pl: 'część', en: 'part' },
  since: { pl: 'obowiązuje od', en: 'in force since' },
  sinceLatest: { pl: 'obowiązuje najpóźniej od', en: 'in force since, at the latest,' },
  until: { pl: 'do', en: 'until' },
  sinceUnknown: { pl: 'pierwszy dzień nieznany', en: 'first day unknown' },
  possibly: {
    pl: 'Nie wiemy, czy wpis już obowiązywał tego dnia: sprawdź w tekście z tamtego czasu.',
    en: 'We do not know whether the entry was in force on that day: check the text of that time.',
  },
  exemptions: { pl: 'Wyłączenia', en: 'Exemptions' },
  moreListings: { pl: 'Pozostałe pozycje', en: 'Further entries' },
  toReview: { pl: 'Do sprawdzenia w tekście aktu', en: 'To be checked against the act' },
  toReviewWhy: {
    pl: 'nie porównaliśmy jeszcze tego wpisu dwukrotnie z tekstem urzędowym.',
    en: 'we have not yet compared this entry twice with the official text.',
  },
  demo: { pl: 'Dane pokazowe, nie prawo', en: 'Demonstration data, not law' },
  verified: { pl: 'porównano dwukrotnie z tekstem urzędowym', en: 'compared twice with the official text' },
  winddowns: { pl: 'Okresy przejściowe', en: 'Wind-downs' },
  winddown: { pl: 'okres przejściowy', en: 'wind-down' },
  winddownsLead: {
    pl: 'Stare umowy można czasem jeszcze wykonać. Podaj dzień zawarcia umowy, a powiemy, których okresów dotyczy.',
    en: 'Old contracts may sometimes still be performed. Give the day of the contract to see which periods cover it.',
  },
  contractDate: { pl: 'Dzień zawarcia umowy', en: 'Day of the contract' },
  checkContract: { pl: 'Sprawdź umowę', en: 'Check the contract' },
  contractsBefore: { pl: 'umowy sprzed', en: 'contracts before' },
  open: { pl: 'trwa', en: 'open' },
  expired: { pl: 'minął', en: 'over' },
  not_yet: { pl: 'jeszcze się nie zaczął', en: 'not begun' },
  applies: { pl: 'Dotyczy tej umowy.', en: 'Covers this contract.' },
  appliesNot: { pl: 'Nie dotyczy tej umowy.', en: 'Does not cover this contract.' },
  appliesUnknown: {
    pl: 'Źródła podają dwa różne dni, więc nie wiadomo, czy dotyczy tej umowy.',
    en: 'The sources give two different days, so it is open whether this contract is covered.',
  },
  goodsOf: { pl: 'kody', en: 'codes' },
  derogations: { pl: 'Odstępstwa za zezwoleniem', en: 'Derogations by authorisation' },
  authority: { pl: 'wydaje', en: 'granted by' },
  documents: { pl: 'Kody dokumentów TARIC', en: 'TARIC document codes' },
  documentsLead: {
    pl: 'Kody do zgłoszenia celnego. Większość potwierdza tylko jedno źródło: sprawdź je w TARIC.',
    en: 'Codes for the customs declaration. Most rest on one source only: check them in TARIC.',
  },
  tree: { pl: 'Miejsce kodu w taryfie', en: 'The code in the tariff' },
  here: { pl: 'ten kod', en: 'this code' },
  banWhole: { pl: 'zakaz', en: 'ban' },
  banPart: { pl: 'zakaz części', en: 'ban on part' },
  banBelow: { pl: 'zakaz niektórych kodów niżej', en: 'ban on some codes below' },
  listedOnly: { pl: 'warunek lub obowiązek', en: 'condition or duty' },
  omitted: { pl: 'Pominięto wierszy', en: 'Lines left out' },
  timeline: { pl: 'Oś czasu', en: 'Timeline' },
  timelineNow: { pl: 'dzień pytania', en: 'day asked about' },
  story: { pl: 'Historia kodu: co zmienił który akt', en: 'The story of this code: what each act changed' },
  storyUntil: { pl: 'do', en: 'until' },
  storyAdded: { pl: 'dodano', en: 'added' },
  storyRemoved: { pl: 'skreślono', en: 'removed' },
  storyChanged: { pl: 'inne brzmienie', en: 'other words:' },
  storyPackage: { pl: 'pakiet', en: 'package' },
  scope: { pl: 'Co sprawdziliśmy', en: 'What was checked' },
  uncoded: { pl: 'Czego kod CN nie pokaże', en: 'What no CN code can tell' },
  consolidated: { pl: 'tekst skonsolidowany z', en: 'consolidated text of' },
  completeFrom: { pl: 'dane pełne od', en: 'data complete from' },
  record: { pl: 'Zapis tej odpowiedzi', en: 'Record of this answer' },
  question: { pl: 'Pytanie', en: 'Question' },
  dataVersion: { pl: 'Wersja danych', en: 'Data version' },
  nomenclature: { pl: 'Nomenklatura scalona', en: 'Combined Nomenclature' },
  checkedAt: { pl: 'Sprawdzono', en: 'Checked' },
  brussels: { pl: 'czasu brukselskiego', en: 'Brussels time' },
  address: { pl: 'Adres odpowiedzi', en: 'Address of the answer' },
  citations: { pl: 'Podstawa prawna', en: 'Legal basis' },
  truncated: {
    pl: 'Pokazano tylko część wpisów; podaj dłuższy kod, aby zobaczyć wszystkie:',
    en: 'Only some of the entries are shown; give a longer code to see all:',
  },
} as const satisfies Record<string, Text>

export type Say = (key: keyof typeof ANSWER_TEXTS) => string
export const answerSpeaker = (language: Language): Say => speaker(ANSWER_TEXTS, language)

/** How the verdict begins, by how far a ban reaches. */
export const EXTENT_TEXTS: Readonly<Record<Extent, Text>> = {
  whole: { pl: 'Zakazane', en: 'Prohibited' },
  limited: { pl: 'Zakazane powyżej progu lub pod warunkiem', en: 'Prohibited beyond a threshold or on a condition' },
  part: {
    pl: 'Zakazane tylko wtedy, gdy towar odpowiada opisowi w załączniku',
    en: 'Prohibited only if the goods fit the description in the annex',
  },
  some: { pl: 'Zakazane dla niektórych towarów z tego kodu', en: 'Prohibited for some goods of this code' },
  perhaps: { pl: 'Być może zakazane tego dnia', en: 'Perhaps prohibited on that day' },
}

export const SOME_GOODS: Text = {
  pl: 'Zakazane dla niektórych znalezionych towarów',
  en: 'Prohibited for some of the goods found',
}

/** `#` is replaced by the description in the annex. */
export const ONLY_IF: Text = {
  pl: 'Zakazane tylko wtedy, gdy towar to „#”',
  en: 'Prohibited only if it is “#”',
}

/** `#` is replaced by the threshold. */
export const ONLY_BEYOND: Text = {
  pl: 'Zakazane tylko przy spełnieniu progu (#)',
  en: 'Prohibited only beyond a threshold (#)',
}

/** A direction inside the sentence of the verdict. */
export const VERDICT_DIRECTION_TEXTS: Readonly<Record<TradeDirection, Text>> = {
  import: { pl: 'przywóz', en: 'imports from' },
  export: { pl: 'wywóz', en: 'exports to' },
  transit: { pl: 'tranzyt', en: 'transit through' },
  other: { pl: 'inne transakcje (szczegóły niżej)', en: 'other dealings (details below)' },
}

/** Headings of the matches of one country. */
export const SECTION_TEXTS: Readonly<Record<TradeDirection, Text>> = {
  import: { pl: 'przywóz do UE', en: 'imports into the EU' },
  export: { pl: 'wywóz z UE', en: 'exports from the EU' },
  transit: { pl: 'tranzyt', en: 'transit' },
  other: { pl: 'niezależnie od kierunku', en: 'whatever the direction' },
}

/** A direction as a filter. */
export const DIRECTION_TEXTS: Readonly<Record<string, Text>> = {
  import: { pl: 'przywóz', en: 'import' },
  export: { pl: 'wywóz', en: 'export' },
  transit: { pl: 'tranzyt', en: 'transit' },
}

export const FORMS = {
  annexes: { pl: ['załącznik', 'załączniki', 'załączników'], en: ['annex', 'annexes'] },
} as const
