import type { Language, Text } from '../../base/language.ts'
import type { LineClass } from '../lists/checked-line.ts'
import type { Skipped } from '../lists/lines.ts'
import type { UnreadableFile } from '../lists/table.ts'
import { speaker } from '../shell/texts.ts'

/** Texts of the list page, on the server and in the browser. */
const LIST_TEXTS = {
  title: { pl: 'Sprawdź listę towarów', en: 'Check a list of goods' },
  description: {
    pl: 'Wklej lub upuść listę kodów CN albo nazw (CSV, XLSX, TXT), a dostaniesz tabelę: co jest objęte sankcjami UE, z artykułami i odnośnikami.',
    en: 'Paste or drop a list of CN codes or names (CSV, XLSX, TXT) and get a table: what falls under EU sanctions, with articles and links.',
  },
  intro: {
    pl: 'Do 5000 pozycji naraz: kody CN albo nazwy towarów. Wynik pobierzesz jako XLSX lub CSV.',
    en: 'Up to 5,000 lines at once: CN codes or names of goods. The result can be downloaded as XLSX or CSV.',
  },
  privacy: {
    pl: 'Plik nie opuszcza przeglądarki. Wysyłane są tylko kody i nazwy ze wskazanych kolumn, a przy transakcjach także kraje i wartości; usługa ich nie zapisuje.',
    en: 'The file never leaves your browser. Only the codes and names of the chosen columns are sent, and of deals the countries and values; the service does not keep them.',
  },
  paste: { pl: 'Wklej kody lub nazwy, po jednej w wierszu', en: 'Paste codes or names, one a line' },
  pasteHint: {
    pl: 'Możesz też wkleić komórki wprost z Excela.',
    en: 'You can also paste cells straight from Excel.',
  },
  file: { pl: 'albo wybierz plik XLSX, CSV lub TXT', en: 'or choose a file: XLSX, CSV or TXT' },
  drop: { pl: 'Możesz go też upuścić tutaj.', en: 'You can also drop it here.' },
  example: { pl: 'Wstaw przykład', en: 'Insert an example' },
  fileTaken: { pl: 'Plik', en: 'File' },
  fileRemove: { pl: 'Usuń plik', en: 'Remove the file' },
  noScript: {
    pl: 'Listę czyta i sprawdza skrypt w przeglądarce, a skrypty są wyłączone. Bez nich sprawdzisz towary po jednym na stronie głównej albo całą listę przez API:',
    en: 'The list is read and checked by a script in your browser, and scripts are switched off. Without them you can check goods one by one on the front page, or a whole list through the API:',
  },
  single: { pl: 'Sprawdź jeden towar', en: 'Check one item' },
  preview: { pl: 'Co sprawdzić', en: 'What to check' },
  sheet: { pl: 'Arkusz', en: 'Sheet' },
  column: { pl: 'Kolumna z kodami lub nazwami', en: 'Column with the codes or names' },
  columnPick: { pl: 'Wybierz kolumnę', en: 'Choose a column' },
  columnUnclear: {
    pl: 'Nie wiadomo, która kolumna zawiera towary. Wybierz ją.',
    en: 'It is not clear which column holds the goods. Please choose it.',
  },
  columnN: { pl: 'Kolumna #', en: 'Column #' },
  header: { pl: 'Wiersz nagłówka', en: 'Row of the header' },
  noHeader: { pl: 'bez nagłówka', en: 'no header' },
  nameColumn: { pl: 'Nazwa towaru, gdy brak kodu: kolumna', en: 'Name where the code is missing: column' },
  noNameColumn: { pl: 'żadna', en: 'none' },
  zeros: {
    pl: 'Dopisz brakujące 0 na początku (kodów: #)',
    en: 'Put the missing 0 in front (codes: #)',
  },
  zerosHint: {
    pl: 'Kod ma parzystą liczbę cyfr. Arkusz obcina zero na początku: 1012100 to zapewne 0101 21 00. Bez zera byłby to inny towar, więc nie sprawdzimy go, dopóki tego nie potwierdzisz; możesz też wybrać kod w wyniku.',
    en: 'A code has an even number of digits. Spreadsheets cut a leading zero off: 1012100 is probably 0101 21 00. Without the zero it would be other goods, so we do not check it until you confirm; you can also choose the code in the result.',
  },
  directionAsk: { pl: 'W którą stronę jadą towary?', en: 'Which way do the goods go?' },
  directionHint: {
    pl: 'Od tego zależy wynik: towar objęty zakazem przywozu często wolno wywieźć i na odwrót.',
    en: 'The result depends on it: goods that must not be imported may often be exported, and the other way round.',
  },
  directionMissing: {
    pl: 'Wskaż kierunek: wywóz, przywóz, tranzyt albo wszystkie naraz.',
    en: 'Choose a direction: export, import, transit, or all of them.',
  },
  dealAsked: { pl: 'konkretne transakcje: skąd, dokąd, którędy', en: 'particular deals: from, to, via' },
  dealAll: { pl: 'Dla wszystkich wierszy', en: 'For all rows' },
  dealHint: {
    pl: 'Kraj w kolumnie pliku ma pierwszeństwo. Jeżeli towar jest wysyłany z innego kraju niż kraj pochodzenia, podaj kraj wysyłki. Wystarczy jeden koniec, gdy leży poza Unią; drugim jest wtedy Unia.',
    en: 'A country in a column of the file comes first. If the goods are sent from another country than that of origin, name the country of dispatch. One end is enough if it is outside the Union; the other is then the Union.',
  },
  dealMissing: {
    pl: 'Wybierz, skąd lub dokąd jadą towary, albo wskaż kolumny z krajami.',
    en: 'Choose where the goods come from or go to, or the columns with the countries.',
  },
  dealColumns: {
    pl: 'W pliku są kraje (#). Aby je uwzględnić, wybierz wyżej „konkretne transakcje”.',
    en: 'The file has countries (#). To take them into account, choose "particular deals" above.',
  },
  dealUnplaced: {
    pl: 'Kraje są też w kolumnie: #. Wskaż, czy to kraj pochodzenia, wysyłki, czy przeznaczenia.',
    en: 'There are countries in this column too: #. Say whether it is the origin, the dispatch or the destination.',
  },
  originColumn: { pl: 'Skąd: kolumna', en: 'From: column' },
  dispatchColumn: { pl: 'Wysyłka z: kolumna', en: 'Sent from: column' },
  destinationColumn: { pl: 'Dokąd: kolumna', en: 'To: column' },
  viaColumn: { pl: 'Którędy: kolumna', en: 'Via: column' },
  valueColumn: { pl: 'Wartość sztuki w EUR: kolumna', en: 'Value of one item in EUR: column' },
  noColumn: { pl: 'żadna, jak dla wszystkich wierszy', en: 'none, as for all rows' },
  deal: { pl: 'Transakcja', en: 'Deal' },
  dealOfRows: { pl: 'w każdym wierszu jego własna', en: 'in every row its own' },
  origin: { pl: 'Skąd', en: 'From' },
  dispatch: { pl: 'Wysyłka z', en: 'Sent from' },
  sentFrom: { pl: 'wysyłka z', en: 'sent from' },
  destination: { pl: 'Dokąd', en: 'To' },
  via: { pl: 'Którędy', en: 'Via' },
  value: { pl: 'Wartość sztuki (EUR)', en: 'Value of one item (EUR)' },
  regime: { pl: 'Reżim', en: 'Regime' },
  contract_date: { pl: 'Data umowy', en: 'Contract date' },
  facts: { pl: 'Fakty', en: 'Facts' },
  quoted: { pl: '„#”', en: '"#"' },
  columnGravest: { pl: 'Najpoważniejsze ustalenie', en: 'Gravest finding' },
  columnFindings: { pl: 'Ustalenia', en: 'Findings' },
  columnDealDocuments: { pl: 'Kody do zgłoszenia', en: 'Codes for the declaration' },
  noFindings: { pl: 'brak', en: 'none' },
  exportAsked: { pl: 'wywóz z UE', en: 'export from the EU' },
  importAsked: { pl: 'przywóz do UE', en: 'import into the EU' },
  transitAsked: { pl: 'tranzyt przez kraj objęty sankcjami', en: 'transit through a sanctioned country' },
  anyDirection: { pl: 'wszystkie kierunki', en: 'all directions' },
  country: { pl: 'Sankcje wobec', en: 'Sanctions against' },
  anyCountry: { pl: 'Rosja i Białoruś', en: 'Russia and Belarus' },
  options: { pl: 'Inny dzień, data umowy', en: 'Another day, date of the contract' },
  asOf: { pl: 'Stan na dzień', en: 'As of' },
  direction: { pl: 'Kierunek', en: 'Direction' },
  contractDate: { pl: 'Dzień zawarcia umowy', en: 'Day of the contract' },
  contractHint: {
    pl: 'Wspólny dla wszystkich pozycji; wskażemy okresy przejściowe, które obejmują taką umowę.',
    en: 'The same for all lines; we show the wind-down periods that cover such a contract.',
  },
  notGiven: { pl: 'nie podano', en: 'not given' },
  check: { pl: 'Sprawdź', en: 'Check' },
  tooMany: {
    pl: 'Lista ma #, a naraz można sprawdzić 5000. Podziel ją na części.',
    en: 'The list has #, and 5,000 can be checked at once. Please split it.',
  },
  nothing: {
    pl: 'Nie ma czego sprawdzić: wklej listę albo wybierz plik.',
    en: 'Nothing to check yet: paste a list or choose a file.',
  },
  nothingInColumn: { pl: 'W tej kolumnie nie ma żadnej pozycji.', en: 'There is nothing in this column.' },
  progress: { pl: 'Sprawdzono # z #', en: '# of # checked' },
  waiting: {
    pl: 'Limit na minutę wyczerpany. Dalej za # s.',
    en: 'The limit for this minute is used up. Going on in # s.',
  },
  retrying: { pl: 'Usługa nie odpowiada, próbuję ponownie…', en: 'The service does not answer, trying again…' },
  cancel: { pl: 'Przerwij', en: 'Cancel' },
  cancelled: {
    pl: 'Przerwano. Niżej jest to, co już sprawdzono.',
    en: 'Cancelled. What was checked before stands below.',
  },
  failed: {
    pl: 'Nie udało się sprawdzić wszystkiego. Niżej jest to, co się udało.',
    en: 'Not everything could be checked. What could stands below.',
  },
  resume: { pl: 'Sprawdź resztę', en: 'Check the rest' },
  results: { pl: 'Wynik', en: 'Result' },
  show: { pl: 'Pokaż', en: 'Show' },
  all: { pl: 'Wszystkie', en: 'All' },
  search: { pl: 'Szukaj w wyniku', en: 'Search the result' },
  downloadXlsx: { pl: 'Pobierz XLSX', en: 'Download XLSX' },
  downloadCsv: { pl: 'Pobierz CSV', en: 'Download CSV' },
  print: { pl: 'Drukuj', en: 'Print' },
  caption: { pl: 'Wynik sprawdzenia: #', en: 'Result of the check: #' },
  row: { pl: 'Wiersz', en: 'Row' },
  given: { pl: 'Pozycja', en: 'Line' },
  result: { pl: 'Wynik', en: 'Result' },
  basis: { pl: 'Ocena i podstawa', en: 'Assessment and basis' },
  details: { pl: 'Szczegóły', en: 'Details' },
  more: { pl: 'i # więcej', en: 'and # more' },
  checkedAs: { pl: 'sprawdzono jako', en: 'checked as' },
  readAs: { pl: 'Znalezione towary', en: 'Goods found' },
  choose: { pl: 'Sprawdź jako', en: 'Check as' },
  uncoded: { pl: 'Czego kod nie pokaże', en: 'What no code shows' },
  skippedRows: {
    pl: 'Bez kodu i nazwy: #. W wyniku: „Nie sprawdzono”.',
    en: 'Without a code or name: #. In the result: "Not checked".',
  },
  totalRows: { pl: 'Sumy pominięto: #.', en: 'Totals are left out: #.' },
  pendingTitle: {
    pl: 'Nie uwzględniono jeszcze wszystkich aktów. Te mogły zmienić wynik:',
    en: 'Not all acts are worked in yet. These may have changed the result:',
  },
  pending: { pl: 'Akty jeszcze nieuwzględnione', en: 'Acts not worked in yet' },
  pendingNone: { pl: 'brak', en: 'none' },
  from: { pl: 'od', en: 'from' },
  warning: { pl: 'Uwaga do całej listy', en: 'Note on the whole list' },
  disclaimer: { pl: 'Zastrzeżenie', en: 'Disclaimer' },
  information: { pl: 'Informacje', en: 'Information' },
  law: { pl: 'Stan prawny', en: 'Law' },
  consolidated: { pl: 'tekst skonsolidowany z dnia', en: 'consolidated text of' },
  lawData: { pl: 'Stan danych', en: 'State of the data' },
  footer: {
    pl: 'Informacja, nie porada prawna: zastrzeżenie i stan prawny w arkuszu Informacje. Stan na dzień:',
    en: 'Information, not legal advice: disclaimer and state of the law on the sheet Information. As of:',
  },
  completeFrom: { pl: 'dane pełne od', en: 'data complete from' },
  allLines: { pl: 'Liczba wierszy', en: 'Lines' },
  address: { pl: 'Sprawdzono na stronie', en: 'Checked at' },
  notListed: { pl: 'brak w wykazach', en: 'not listed' },
  none: { pl: 'Żaden wiersz nie pasuje do filtra.', en: 'No line fits the filter.' },
  previous: { pl: 'Poprzednie', en: 'Previous' },
  next: { pl: 'Następne', en: 'Next' },
  page: { pl: 'Wiersze #–# z #', en: 'Lines #–# of #' },
  pages: { pl: 'Strony wyniku', en: 'Pages of the result' },
  dataset: { pl: 'Wersja danych', en: 'Data version' },
  annex: { pl: 'zał.', en: 'Annex' },
  part: { pl: 'tylko część kodu', en: 'only part of the code' },
  except: { pl: 'z wyjątkiem', en: 'except' },
  limited: { pl: 'próg lub warunek', en: 'threshold or condition' },
  possibly: { pl: 'być może', en: 'possibly' },
  until: { pl: 'do', en: 'until' },
  covers: { pl: 'obejmuje umowę', en: 'covers the contract' },
  coversNot: { pl: 'nie obejmuje umowy', en: 'does not cover the contract' },
  noReply: { pl: 'Nie sprawdzono: nie otrzymano odpowiedzi.', en: 'Not checked: no reply was received.' },
  fileName: { pl: 'sankcje-wynik', en: 'sanctions-result' },
  columnPrefix: { pl: 'Plik: ', en: 'File: ' },
  columnChecked: { pl: 'Sprawdzono jako', en: 'Checked as' },
  columnSentence: { pl: 'Ocena', en: 'Assessment' },
  columnName: { pl: 'Nazwa w taryfie', en: 'Name in the tariff' },
  columnCandidate: { pl: 'Możliwy kod #', en: 'Possible code #' },
  columnConfidence: { pl: 'Pewność rozpoznania nazwy', en: 'Confidence in the name' },
  high: { pl: 'wysoka', en: 'high' },
  medium: { pl: 'średnia', en: 'medium' },
  low: { pl: 'niska', en: 'low' },
  columnThreshold: { pl: 'Próg (liczba)', en: 'Threshold (number)' },
  columnThresholdWords: { pl: 'Próg', en: 'Threshold' },
  columnCount: { pl: 'Liczba wpisów', en: 'Entries' },
  columnMatches: { pl: 'Wpisy', en: 'Entries in words' },
  columnWinddowns: { pl: 'Okresy przejściowe', en: 'Wind-downs' },
  columnContract: { pl: 'Umowa', en: 'Contract' },
  columnDocuments: { pl: 'Kody dokumentów (TARIC)', en: 'Document codes (TARIC)' },
  columnGrounds: { pl: 'Podstawy oceny', en: 'Grounds of the assessment' },
  columnRemarks: { pl: 'Uwagi', en: 'Remarks' },
} as const satisfies Record<string, Text>

export const listSpeaker = (language: Language) => speaker(LIST_TEXTS, language)

export const CLASS_TEXTS: Readonly<Record<LineClass, Text>> = {
  ban: { pl: 'Zakaz', en: 'Ban' },
  partial: { pl: 'Zależy od okoliczności', en: 'Depends on a fact' },
  condition: { pl: 'Warunek lub obowiązek', en: 'Condition or duty' },
  problem: { pl: 'Do wyjaśnienia', en: 'To clear up' },
  unchecked: { pl: 'Nie sprawdzono', en: 'Not checked' },
  unconcerned: { pl: 'W wykazie, nie dotyczy', en: 'Listed, not concerned' },
  clear: { pl: 'Brak w wykazach', en: 'Not listed' },
}

/** What a class means. */
export const CLASS_HINTS: Readonly<Record<LineClass, Text>> = {
  ban: {
    pl: 'zakaz obejmuje te towary; bez podanej trasy – co najmniej w jednym kierunku',
    en: 'a ban covers these goods; without a route, in at least one direction',
  },
  partial: {
    pl: 'rozstrzyga okoliczność, której nie podano: wartość, opis w załączniku, dłuższy kod, trasa albo warunek przepisu',
    en: 'a fact that was not given decides: a value, the annex’s description, a longer code, the route or a condition',
  },
  condition: { pl: 'bez zakazu, ale są warunki lub obowiązki', en: 'no ban, but conditions or duties' },
  problem: { pl: 'wiersz trzeba poprawić lub wybrać kod', en: 'the line must be corrected, or a code chosen' },
  unchecked: {
    pl: 'nie rozpoznano kodu ani towaru albo wiersz jest pusty lub zawiera sumę',
    en: 'no such code or goods were recognised, or the row is empty or a sum',
  },
  unconcerned: {
    pl: 'towar jest w wykazie, ale nie dla tej trasy lub tego kierunku; to nie znaczy, że wolno',
    en: 'the goods are listed, but not for this route or direction; this does not mean: allowed',
  },
  clear: {
    pl: 'nie ma w sprawdzonych wykazach; to nie znaczy, że wolno',
    en: 'not in the lists that were checked; this does not mean: allowed',
  },
}

export const SKIPPED_TEXTS: Readonly<Record<Skipped, Text>> = {
  empty: {
    pl: 'Nie sprawdzono: w tym wierszu nie ma kodu ani nazwy.',
    en: 'Not checked: there is no code or name in this row.',
  },
  total: {
    pl: 'Nie sprawdzono: to wiersz z sumą, nie z towarem.',
    en: 'Not checked: this row is a sum, not goods.',
  },
  date: {
    pl: 'Nie sprawdzono: arkusz zamienił tę komórkę na datę. Wpisz kod jako tekst.',
    en: 'Not checked: the sheet turned this cell into a date. Enter the code as text.',
  },
  rounded: {
    pl: 'Nie sprawdzono: arkusz zaokrąglił tę liczbę. Wpisz kod jako tekst.',
    en: 'Not checked: the sheet rounded this number. Enter the code as text.',
  },
  place: {
    pl: 'Nie sprawdzono: nie rozpoznano kraju: #. Wpisz kod z dwóch liter (PL, KZ), EU, obszar (UA-43) albo nazwę po polsku lub angielsku; kodów wycofanych (SU, YU) nie przyjmujemy.',
    en: 'Not checked: no such country is known: #. Enter a code of two letters (PL, KZ), EU, a territory (UA-43), or a name in Polish or English; withdrawn codes (SU, YU) are not taken.',
  },
  no_deal: {
    pl: 'Nie sprawdzono: w tym wierszu nie ma kraju pochodzenia ani przeznaczenia. Uzupełnij go albo wybierz kraj dla wszystkich wierszy.',
    en: 'Not checked: this row has neither a country of origin nor of destination. Fill it in, or choose a country for all rows.',
  },
}

export const FILE_TEXTS: Readonly<Record<UnreadableFile['reason'], Text>> = {
  not_xlsx: { pl: 'To nie jest plik XLSX albo jest uszkodzony.', en: 'This is no XLSX file, or it is damaged.' },
  locked: {
    pl: 'Plik jest chroniony hasłem. Zapisz kopię bez hasła.',
    en: 'The file is protected by a password. Save a copy without it.',
  },
  old_excel: {
    pl: 'To stary format Excela (.xls). Zapisz plik jako .xlsx albo .csv.',
    en: 'This is the old format of Excel (.xls). Save the file as .xlsx or .csv.',
  },
  too_large: {
    pl: 'To za dużo danych jak na listę towarów: naraz można sprawdzić do 5000 pozycji. Zapisz samą listę w osobnym pliku, po jednej pozycji w wierszu, bez zbędnych arkuszy i kolumn.',
    en: 'This is too much data for a list of goods: up to 5,000 lines can be checked at once. Save the list alone in a file of its own, one item a line, without other sheets and columns.',
  },
  empty: { pl: 'W pliku niczego nie ma.', en: 'There is nothing in the file.' },
  not_text: {
    pl: 'Tego pliku nie da się odczytać jako listy. Użyj XLSX, CSV albo TXT.',
    en: 'This file cannot be read as a list. Use XLSX, CSV or TXT.',
  },
}

/** "Line" after a number. */
export const LINE_FORMS = { pl: ['pozycja', 'pozycje', 'pozycji'], en: ['line', 'lines'] } as const

/** "Row" after a number. */
export const ROW_FORMS = { pl: ['wiersz', 'wiersze', 'wierszy'], en: ['row', 'rows'] } as const
