import type { Language, Text } from '../../base/language.ts'
import { OTHER_CONTROLS } from '../../law/terms/finding-names.ts'
import { type Speaker, speaker } from '../shell/texts.ts'
import type { TradeDirection } from './trade-direction.ts'

/** Texts around an answer; the assessment and the sentences of the law come from the API. */
export const ANSWER_TEXTS = {
  asOf: { pl: 'stan prawny na', en: 'law as of' },
  questions: { pl: 'Od czego zależy odpowiedź', en: 'What the answer depends on' },
  moreChoices: { pl: 'Pozostałe', en: 'More' },
  told: { pl: 'Podane przez pytającego, niesprawdzone', en: 'Declared by the asker, not checked' },
  takeBack: { pl: 'Cofnij', en: 'Take back' },
  unused: { pl: 'nie ma wpływu na odpowiedź', en: 'has no effect on the answer' },
  yes: { pl: 'tak', en: 'yes' },
  no: { pl: 'nie', en: 'no' },
  prohibited: { pl: 'zakaz', en: 'prohibited' },
  depends: { pl: 'zależy od dalszych okoliczności', en: 'depends on further facts' },
  not_checked: { pl: 'nie sprawdzono', en: 'not checked' },
  duties: { pl: 'brak zakazu, są obowiązki', en: 'no ban, but duties' },
  none: { pl: 'brak zakazu', en: 'no ban' },
  stateOf: { pl: 'dane według stanu na', en: 'data as of' },
  onlyChecked: { pl: 'sprawdzono tylko', en: 'checked only' },
  replacedBy: { pl: 'Możliwe nowe kody', en: 'Possible new codes' },
  notAllowed: {
    pl: 'To nie znaczy, że obrót jest dozwolony: niżej wymieniamy, czego po kodzie nie da się sprawdzić.',
    en: 'This does not mean that the trade is allowed: what no code can tell is named below.',
  },
  uncodedNear: {
    pl: 'Takie towary mogą też podlegać zakazom, których kod CN nie pokaże',
    en: 'Such goods may also fall under prohibitions that no CN code shows',
  },
  copyText: { pl: 'Kopiuj tekst', en: 'Copy as text' },
  copyLink: { pl: 'Kopiuj link', en: 'Copy link' },
  print: { pl: 'Drukuj / PDF', en: 'Print / PDF' },
  recordForFile: { pl: 'Zapis do akt', en: 'Record for the file' },
  recordHint: {
    pl: 'Strona do wydruku z tą odpowiedzią, kodem QR i podpisanym plikiem, który można później sprawdzić',
    en: 'A page to print with this answer, a QR code and a signed file that can be verified later',
  },
  tools: { pl: 'Zachowaj odpowiedź', en: 'Keep the answer' },
  caseNumber: { pl: 'Numer sprawy', en: 'Case number' },
  caseNumberHint: {
    pl: 'Usługa go nie przechowuje.',
    en: 'The service does not store it.',
  },
  warnings: { pl: 'Zanim oprzesz się na tej odpowiedzi', en: 'Before you rely on this answer' },
  pending: { pl: 'Jeszcze nie uwzględniono', en: 'Not worked in yet' },
  understood: { pl: 'Rozumiemy', en: 'Understood' },
  ignored: { pl: 'pomijamy', en: 'ignored' },
  unknown: { pl: 'nie rozpoznajemy', en: 'not recognised' },
  unsure: {
    pl: 'Nie mamy pewności, o jaki towar chodzi: wybierz go spośród znalezionych albo podaj kod CN.',
    en: 'We are not sure what goods are meant: choose among those found, or give the CN code.',
  },
  narrower: { pl: 'dokładniej', en: 'more precisely' },
  goods: { pl: 'Znalezione towary', en: 'Goods found' },
  goodsHint: {
    pl: 'Sama nazwa nie przesądza o klasyfikacji towaru. Wybierz kod, aby zobaczyć odpowiedź tylko dla niego.',
    en: 'A name alone classifies nothing. Choose a code to see the answer for it alone.',
  },
  deal: { pl: 'Co zrobić', en: 'What to do now' },
  nothingToDo: {
    pl: 'Co zrobić: nic nie wynika ze sprawdzonych wykazów',
    en: 'What to do: nothing follows from the lists that were checked',
  },
  route: { pl: 'Trasa', en: 'Route' },
  routeBan: { pl: 'zakaz', en: 'ban' },
  details: { pl: 'Podstawy prawne i szczegóły', en: 'Legal basis and details' },
  matrix: { pl: 'Zakazy i warunki według państw', en: 'Bans and conditions by country' },
  nothingFound: { pl: 'nic nie znaleziono', en: 'nothing found' },
  dealFrom: { pl: 'skąd', en: 'from' },
  dealTo: { pl: 'dokąd', en: 'to' },
  dealDispatch: { pl: 'wysyłka z', en: 'sent from' },
  dealVia: { pl: 'którędy', en: 'via' },
  dealValue: { pl: 'wartość sztuki', en: 'value of one item' },
  said: { pl: 'W pytaniu jest też', en: 'The question also says' },
  useSaid: { pl: 'Sprawdź z tymi danymi', en: 'Check with that' },
  saidIncomplete: {
    pl: 'Podaj jeszcze, skąd i dokąd jedzie towar, a uwzględnimy to w odpowiedzi.',
    en: 'Say where the goods come from and go to, and the answer will take it into account.',
  },
  codeMeant: { pl: 'Czy chodzi o kod', en: 'Did you mean the code' },
  byLand: {
    pl: 'Lądem ta trasa prowadzi przez kraj, którego nie wymieniono.',
    en: 'By land, this route crosses a country that it does not name.',
  },
  checkRoute: { pl: 'Sprawdź trasę', en: 'Check the route' },
  guides: { pl: 'Przewodnik', en: 'Guide' },
  dealDocuments: { pl: 'Kody do zgłoszenia', en: 'Codes for the declaration' },
  controls: OTHER_CONTROLS,
  controlsHint: {
    pl: 'Tak oznacza ten kod TARIC. Przepisy opisują towary, a nie kody, więc brak oznaczenia niczego nie przesądza.',
    en: 'This is how TARIC flags the code. The acts describe goods, not codes, so that a missing flag proves nothing.',
  },
  dealMatches: { pl: 'Na podstawie', en: 'Based on' },
  draft: {
    pl: 'Projekt klauzuli, do sprawdzenia przez prawnika',
    en: 'Draft of the clause, to be checked by a lawyer',
  },
  copyDraft: { pl: 'Kopiuj projekt klauzuli', en: 'Copy the draft' },
  matches: { pl: 'Co obowiązuje', en: 'What applies' },
  annex: { pl: 'załącznik', en: 'Annex' },
  noAnnex: { pl: 'kod wymieniony w samym artykule', en: 'code named in the article itself' },
  eurLex: { pl: 'tekst w EUR-Lex', en: 'text on EUR-Lex' },
  services: {
    pl: 'Obejmuje też powiązaną pomoc techniczną, usługi pośrednictwa lub finansowanie.',
    en: 'Also covers related services: technical assistance, brokering or financing.',
  },
  condition: { pl: 'Warunek', en: 'Condition' },
  remark: { pl: 'Uwaga', en: 'Note' },
  threshold: { pl: 'Próg', en: 'Threshold' },
  onlyPart: {
    pl: 'Tylko towary opisane w załączniku jako',
    en: 'Only goods that the annex describes as',
  },
  onlyPartNoWords: {
    pl: 'Tylko część towarów objętych tym kodem: porównaj opis w załączniku',
    en: 'Only part of the goods of this code: compare the annex',
  },
  except: { pl: 'z wyjątkiem', en: 'except' },
  category: { pl: 'część', en: 'part' },
  since: { pl: 'obowiązuje od', en: 'in force since' },
  sinceLatest: { pl: 'obowiązuje najpóźniej od', en: 'in force since, at the latest,' },
  until: { pl: 'do', en: 'until' },
  sinceUnknown: { pl: 'pierwszy dzień obowiązywania nieznany', en: 'first day unknown' },
  possibly: {
    pl: 'Nie wiadomo, czy tego dnia wpis już obowiązywał: sprawdź ówczesny tekst aktu.',
    en: 'It is not known whether the entry was in force on that day: check the text of that time.',
  },
  exemptions: { pl: 'Wyłączenia', en: 'Exemptions' },
  moreListings: { pl: 'Pozostałe pozycje', en: 'Further entries' },
  toReview: { pl: 'Do sprawdzenia w tekście aktu', en: 'To be checked against the act' },
  toReviewWhy: {
    pl: 'wpisu nie porównano jeszcze dwukrotnie z tekstem urzędowym.',
    en: 'we have not yet compared this entry twice with the official text.',
  },
  demo: { pl: 'Dane pokazowe, nie prawo', en: 'Demonstration data, not law' },
  verified: { pl: 'porównano dwukrotnie z tekstem urzędowym', en: 'compared twice with the official text' },
  winddowns: { pl: 'Okresy przejściowe', en: 'Wind-downs' },
  winddown: { pl: 'okres przejściowy', en: 'wind-down' },
  winddownsOver: { pl: 'Zakończone okresy przejściowe', en: 'Wind-downs that are over' },
  winddownsIntro: {
    pl: 'Umowy zawarte przed określonym dniem można niekiedy jeszcze wykonać. Podaj dzień zawarcia umowy, a wskażemy, które okresy ją obejmują.',
    en: 'Contracts concluded before a certain day may sometimes still be performed. Give the day of the contract to see which periods cover it.',
  },
  noWinddowns: {
    pl: 'W naszych danych nie ma okresu przejściowego, który dotyczy tych towarów.',
    en: 'Our data hold no wind-down for these goods.',
  },
  contractDate: { pl: 'Dzień zawarcia umowy', en: 'Day of the contract' },
  checkContract: { pl: 'Sprawdź umowę', en: 'Check the contract' },
  contractOf: { pl: 'umowa z', en: 'contract of' },
  contractsBefore: { pl: 'umowy zawarte przed', en: 'contracts concluded before' },
  open: { pl: 'trwa', en: 'open' },
  expired: { pl: 'zakończony', en: 'over' },
  not_yet: { pl: 'jeszcze się nie rozpoczął', en: 'not begun' },
  daysUnknown: { pl: 'dni nieznane', en: 'days unknown' },
  covers: { pl: 'Obejmuje tę umowę.', en: 'Covers this contract.' },
  willCover: { pl: 'Obejmie tę umowę, gdy się rozpocznie.', en: 'Will cover this contract once it begins.' },
  covered: { pl: 'Obejmował tę umowę; skończył się', en: 'Covered this contract; it ended on' },
  coversNot: { pl: 'Nie obejmuje tej umowy.', en: 'Does not cover this contract.' },
  coveredNot: { pl: 'Nie obejmował tej umowy.', en: 'Did not cover this contract.' },
  coversUnknown: {
    pl: 'Źródła podają dwa różne dni graniczne, więc nie wiadomo, czy obejmuje tę umowę.',
    en: 'The sources give two different cut-off days, so it is open whether this contract is covered.',
  },
  goodsOf: { pl: 'kody', en: 'codes' },
  derogations: { pl: 'Odstępstwa na podstawie zezwolenia', en: 'Derogations by authorisation' },
  derogationsOver: { pl: 'Zakończone odstępstwa', en: 'Derogations that are over' },
  moreDerogations: { pl: 'Pozostałe odstępstwa', en: 'Further derogations' },
  notYetInForce: { pl: 'jeszcze nie obowiązuje', en: 'not in force yet' },
  authority: { pl: 'zezwolenie wydaje', en: 'granted by' },
  documents: { pl: 'Kody dokumentów TARIC', en: 'TARIC document codes' },
  documentsIntro: {
    pl: 'Kody do zgłoszenia celnego, według tego, co stwierdza ich podanie. Większość potwierdza tylko jedno źródło: sprawdź je w TARIC.',
    en: 'Codes for the customs declaration, by what entering them states. Most rest on one source only: check them in TARIC.',
  },
  tree: { pl: 'Miejsce kodu w taryfie', en: 'The code in the tariff' },
  here: { pl: 'ten kod', en: 'this code' },
  omitted: { pl: 'Pominięte wiersze', en: 'Lines left out' },
  timeline: { pl: 'Oś czasu', en: 'Timeline' },
  timelineNow: { pl: 'dzień, którego dotyczy pytanie', en: 'day asked about' },
  recent: { pl: 'Ostatnie zmiany', en: 'Recent changes' },
  recentListed: { pl: 'objęto', en: 'listed' },
  recentEnded: { pl: 'ostatni dzień', en: 'last day' },
  recentAll: { pl: 'Wszystkie zmiany, które mogą dotyczyć kodu', en: 'All changes that may concern' },
  grounds: { pl: 'Podstawy oceny, przepis po przepisie', en: 'Grounds of the assessment, provision by provision' },
  story: { pl: 'Historia kodu: co zmienił który akt', en: 'The story of this code: what each act changed' },
  storyUntil: { pl: 'do', en: 'until' },
  storyAdded: { pl: 'dodano', en: 'added' },
  storyRemoved: { pl: 'skreślono', en: 'removed' },
  storyChanged: { pl: 'inne brzmienie', en: 'other words:' },
  storyPackage: { pl: 'pakiet', en: 'package' },
  scope: { pl: 'Co sprawdziliśmy', en: 'What was checked' },
  notChecked: { pl: 'Nie sprawdzono', en: 'Not checked' },
  checkRegime: { pl: 'Sprawdź te środki', en: 'Check these measures' },
  orChoose: { pl: ' albo wybierz w polu „Skąd” lub „Dokąd”', en: ', or choose under "From" or "To"' },
  uncoded: { pl: 'Czego kod CN nie pokaże', en: 'What no CN code can tell' },
  consolidated: { pl: 'tekst skonsolidowany z', en: 'consolidated text of' },
  workedIn: { pl: 'z uwzględnieniem zmian', en: 'with these acts worked in' },
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

export type Say = Speaker<keyof typeof ANSWER_TEXTS>
export const answerSpeaker = (language: Language): Say => speaker(ANSWER_TEXTS, language)

/** A heading and its lines in a plain text; nothing where there are no lines. */
export const titled = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`${title}:`, ...lines]

/** Headings of the matches of one country. */
export const SECTION_TEXTS: Readonly<Record<TradeDirection, Text>> = {
  import: { pl: 'przywóz do UE', en: 'imports into the EU' },
  export: { pl: 'wywóz z UE', en: 'exports from the EU' },
  transit: { pl: 'tranzyt', en: 'transit' },
  other: { pl: 'niezależnie od kierunku', en: 'whatever the direction' },
}

/** Behind the heading of transit bans, where exports were asked about. */
export const IF_IN_TRANSIT: Text = {
  pl: 'jeżeli towar jest przewożony przez to państwo',
  en: 'if the goods pass through this country',
}

export const FORMS = {
  annexes: { pl: ['załącznik', 'załączniki', 'załączników'], en: ['annex', 'annexes'] },
} as const
