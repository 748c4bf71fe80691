import type { Language, Text } from '../../terms/language.ts'
import type { Damage } from '../lists/lines.ts'
import type { UnreadableFile } from '../lists/table.ts'
import type { Verdict } from '../lists/verdict.ts'
import { speaker } from '../shell/texts.ts'

/** Texts of the list page, on the server and in the browser. `#` is replaced by a number or a word. */
const LIST_TEXTS = {
  title: { pl: 'Sprawdź listę towarów', en: 'Check a list of goods' },
  description: {
    pl: 'Wklej lub upuść listę kodów CN albo nazw (CSV, XLSX, TXT), a dostaniesz tabelę: co jest objęte sankcjami UE wobec Rosji i Białorusi, z artykułami i odnośnikami.',
    en: 'Paste or drop a list of CN codes or names (CSV, XLSX, TXT) and get a table: what falls under EU sanctions against Russia and Belarus, with articles and links.',
  },
  lead: {
    pl: 'Do 5000 pozycji naraz: kody CN albo nazwy towarów. Wynik pobierzesz jako XLSX lub CSV.',
    en: 'Up to 5,000 lines at once: CN codes or names of goods. The result can be downloaded as XLSX or CSV.',
  },
  privacy: {
    pl: 'Plik nie opuszcza przeglądarki. Wysyłane są tylko same kody i nazwy ze wskazanej kolumny; usługa ich nie zapisuje.',
    en: 'The file never leaves your browser. Only the codes and names of the chosen column are sent, and the service does not keep them.',
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
  header: { pl: 'Pierwszy wiersz to nagłówek', en: 'The first row is a header' },
  zeros: {
    pl: 'Dopisz brakujące 0 na początku (kodów: #)',
    en: 'Put the missing 0 in front (codes: #)',
  },
  zerosHint: {
    pl: 'Kod ma parzystą liczbę cyfr. Arkusz obcina zero na początku: 1012100 to zapewne 0101 21 00; bez zera byłby innym towarem, więc nie sprawdzimy go, dopóki tego nie potwierdzisz.',
    en: 'A code has an even number of digits. Spreadsheets cut a leading zero off: 1012100 is probably 0101 21 00; without the zero it would be other goods, so we do not check it until you confirm.',
  },
  options: { pl: 'Dzień, kierunek, umowa', en: 'Day, direction, contract' },
  asOf: { pl: 'Stan na dzień', en: 'As of' },
  direction: { pl: 'Kierunek', en: 'Direction' },
  anyDirection: { pl: 'każdy', en: 'any' },
  import: { pl: 'przywóz', en: 'import' },
  export: { pl: 'wywóz', en: 'export' },
  transit: { pl: 'tranzyt', en: 'transit' },
  contractDate: { pl: 'Dzień zawarcia umowy', en: 'Day of the contract' },
  check: { pl: 'Sprawdź', en: 'Check' },
  tooMany: {
    pl: 'Lista ma # pozycji, a naraz można sprawdzić 5000. Podziel ją na części.',
    en: 'The list has # lines, and 5,000 can be checked at once. Please split it.',
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
  caption: { pl: 'Wynik sprawdzenia, # pozycji', en: 'Result of the check, # lines' },
  row: { pl: 'Wiersz', en: 'Row' },
  given: { pl: 'Pozycja', en: 'Line' },
  verdict: { pl: 'Wynik', en: 'Result' },
  basis: { pl: 'Podstawa', en: 'Basis' },
  details: { pl: 'Szczegóły', en: 'Details' },
  more: { pl: 'i # więcej', en: 'and # more' },
  checkedAs: { pl: 'sprawdzono jako', en: 'checked as' },
  readAs: { pl: 'Najbliżej w taryfie', en: 'Nearest in the tariff' },
  noGoods: {
    pl: 'W taryfie nie znaleźliśmy takiego towaru: użyj innego słowa albo kodu.',
    en: 'No such goods were found in the tariff: use another word, or the code.',
  },
  none: { pl: 'Żaden wiersz nie pasuje do filtra.', en: 'No line fits the filter.' },
  previous: { pl: 'Poprzednie', en: 'Previous' },
  next: { pl: 'Następne', en: 'Next' },
  page: { pl: 'Wiersze #–# z #', en: 'Lines #–# of #' },
  pages: { pl: 'Strony wyniku', en: 'Pages of the result' },
  dataset: { pl: 'Wersja danych', en: 'Data version' },
  yes: { pl: 'tak', en: 'yes' },
  no: { pl: 'nie', en: 'no' },
  annex: { pl: 'zał.', en: 'Annex' },
  article: { pl: 'art.', en: 'Art.' },
  part: { pl: 'tylko część kodu', en: 'only part of the code' },
  except: { pl: 'z wyjątkiem', en: 'except' },
  limited: { pl: 'próg lub warunek', en: 'threshold or condition' },
  possibly: { pl: 'być może', en: 'possibly' },
  winddown: { pl: 'okres przejściowy', en: 'wind-down' },
  until: { pl: 'do', en: 'until' },
  covers: { pl: 'obejmuje umowę', en: 'covers the contract' },
  coversNot: { pl: 'nie obejmuje umowy', en: 'does not cover the contract' },
  notChecked: { pl: 'Nie sprawdzono', en: 'Not checked' },
  fileName: { pl: 'sankcje-wynik', en: 'sanctions-result' },
  columnPrefix: { pl: 'Plik: ', en: 'File: ' },
  columnChecked: { pl: 'Sprawdzono jako', en: 'Checked as' },
  columnVerdict: { pl: 'Wynik', en: 'Result' },
  columnApi: { pl: 'Wynik API', en: 'API verdict' },
  columnBan: { pl: 'Zakaz', en: 'Prohibition' },
  columnName: { pl: 'Nazwa w taryfie', en: 'Name in the tariff' },
  columnDirections: { pl: 'Kraje i kierunki', en: 'Countries and directions' },
  columnCount: { pl: 'Liczba wpisów', en: 'Entries' },
  columnMatches: { pl: 'Wpisy', en: 'Entries in words' },
  columnArticles: { pl: 'Artykuły', en: 'Articles' },
  columnWinddowns: { pl: 'Okresy przejściowe', en: 'Wind-downs' },
  columnLinks: { pl: 'EUR-Lex', en: 'EUR-Lex' },
  columnRemarks: { pl: 'Uwagi', en: 'Remarks' },
  columnDay: { pl: 'Stan na', en: 'As of' },
  columnDataset: { pl: 'Wersja danych', en: 'Data version' },
} as const satisfies Record<string, Text>

type ListText = keyof typeof LIST_TEXTS

/** Says a text, with the values in place of its `#`, in order. */
export type SayList = (key: ListText, ...filled: readonly (string | number)[]) => string

export function listSpeaker(language: Language): SayList {
  const say = speaker(LIST_TEXTS, language)
  return (key, ...filled) => {
    const left = [...filled]
    return say(key).replace(/#/g, () => String(left.shift() ?? ''))
  }
}

export const VERDICT_TEXTS: Readonly<Record<Verdict, Text>> = {
  ban: { pl: 'Zakaz', en: 'Ban' },
  partial: { pl: 'Zależy od towaru', en: 'Depends on the goods' },
  condition: { pl: 'Warunek lub obowiązek', en: 'Condition or duty' },
  problem: { pl: 'Do poprawy', en: 'To correct' },
  unknown: { pl: 'Nie rozpoznano', en: 'Not recognised' },
  clear: { pl: 'Brak dopasowania', en: 'No match' },
}

/** What a verdict means. */
export const VERDICT_HINTS: Readonly<Record<Verdict, Text>> = {
  ban: { pl: 'zakazany jest co najmniej jeden kierunek', en: 'at least one direction is prohibited' },
  partial: {
    pl: 'zakaz obejmuje tylko część: rozstrzyga opis w załączniku, dłuższy kod, próg albo warunek',
    en: 'a ban reaches only part of it: the annex’s description, a longer code, a threshold or a condition decides',
  },
  condition: { pl: 'bez zakazu, ale są warunki lub obowiązki', en: 'no ban, but conditions or duties' },
  problem: { pl: 'nie sprawdzono: popraw wiersz', en: 'not checked: correct the line' },
  unknown: { pl: 'nie ma takiego kodu ani towaru', en: 'no such code or goods' },
  clear: { pl: 'nie ma w wykazach; nie znaczy: dozwolone', en: 'not in the lists; does not mean: allowed' },
}

export const DAMAGE_TEXTS: Readonly<Record<Damage, Text>> = {
  zero_lost: {
    pl: 'Nieparzysta liczba cyfr: zapewne brakuje zera na początku. Zaznacz „Dopisz brakujące 0” albo popraw kod.',
    en: 'An odd number of digits: a zero is probably missing in front. Tick "Put the missing 0 in front" or correct the code.',
  },
  digits_odd: {
    pl: 'Nieparzysta liczba cyfr: arkusz mógł obciąć zero. Wpisz kod jako tekst.',
    en: 'An odd number of digits: the sheet may have cut a zero off. Enter the code as text.',
  },
  date: {
    pl: 'Arkusz zamienił tę komórkę na datę. Wpisz kod jako tekst.',
    en: 'The sheet turned this cell into a date. Enter the code as text.',
  },
  rounded: {
    pl: 'Arkusz zaokrąglił tę liczbę. Wpisz kod jako tekst.',
    en: 'The sheet rounded this number. Enter the code as text.',
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
