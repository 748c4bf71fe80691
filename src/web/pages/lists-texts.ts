import type { Language, Text } from '../../terms/language.ts'

const TEXTS = {
  title: { pl: 'Listy', en: 'Lists' },
  description: {
    pl: 'Listy towarów, które stale porównujemy z prawem: co się zmieniło, pobieranie i usuwanie.',
    en: 'Lists of goods that we keep comparing with the law: what changed, downloads and deletion.',
  },
  lead: {
    pl: 'Posiadacz klucza API może zapisać u nas listę towarów. Sprawdzamy ją ponownie po każdej zmianie prawa i każdego dnia.',
    en: 'The holder of an API key can store a list of goods here. We check it again after every change of the law and every day.',
  },
  noScript: {
    pl: 'Ta strona potrzebuje JavaScriptu. Bez niego listy podaje API: GET /api/v1/lists z nagłówkiem X-API-Key.',
    en: 'This page needs JavaScript. Without it, the API gives the lists: GET /api/v1/lists with the header X-API-Key.',
  },
  key: { pl: 'Klucz API', en: 'API key' },
  keyHint: {
    pl: 'Klucz zostaje tylko w pamięci tej karty: nie zapisujemy go ani w przeglądarce, ani na serwerze. Po odświeżeniu strony trzeba go podać ponownie.',
    en: 'The key stays in the memory of this tab alone: it is stored neither in the browser nor on the server. After a reload it must be given again.',
  },
  show: { pl: 'Pokaż listy', en: 'Show the lists' },
  keyMissing: { pl: 'Podaj klucz API. Wydaje go operator usługi.', en: 'Give the API key. The operator issues it.' },
  loading: { pl: 'Wczytuję…', en: 'Loading…' },
  failed: {
    pl: 'Usługa nie odpowiada. Spróbuj ponownie za chwilę.',
    en: 'The service does not answer. Try again in a moment.',
  },
  none: {
    pl: 'Ten klucz nie ma jeszcze żadnej listy.',
    en: 'This key has no list yet.',
  },
  noneHow: { pl: 'Sprawdź listę i zapisz ją', en: 'Check a list and store it' },
  caption: { pl: 'Listy tego klucza', en: 'The lists of this key' },
  name: { pl: 'Nazwa', en: 'Name' },
  count: { pl: 'Pozycje', en: 'Items' },
  prohibited: { pl: 'Z zakazem', en: 'With a ban' },
  screened: { pl: 'Sprawdzona na dzień', en: 'Checked as of' },
  checking: { pl: 'trwa pierwsze sprawdzenie', en: 'first check under way' },
  changesCount: { pl: 'Zmiany', en: 'Changes' },
  actions: { pl: 'Co zrobić', en: 'Actions' },
  showChanges: { pl: 'Co się zmieniło', en: 'What changed' },
  download: { pl: 'Pobierz XLSX', en: 'Download XLSX' },
  remove: { pl: 'Usuń', en: 'Delete' },
  ofList: { pl: 'lista', en: 'list' },
  confirmRemove: {
    pl: 'Usunąć listę wraz z historią jej zmian? Tego nie można cofnąć.',
    en: 'Delete the list with the history of its changes? This cannot be undone.',
  },
  removed: { pl: 'Usunięto listę', en: 'Deleted the list' },
  saved: { pl: 'Pobrano listę', en: 'Downloaded the list' },
  changesTitle: { pl: 'Co się zmieniło na liście', en: 'What changed in the list' },
  noChanges: {
    pl: 'Od pierwszego sprawdzenia ocena żadnej pozycji się nie zmieniła.',
    en: 'Since the first check the assessment of no item has changed.',
  },
  firstShown: { pl: 'Pokazano najnowsze; wszystkie są w pliku XLSX.', en: 'The newest are shown; the XLSX has all.' },
  day: { pl: 'Dzień', en: 'Day' },
  item: { pl: 'Pozycja', en: 'Item' },
  question: { pl: 'Kod lub nazwa', en: 'Code or name' },
  before: { pl: 'Przedtem', en: 'Before' },
  after: { pl: 'Teraz', en: 'Now' },
  acts: { pl: 'Akty', en: 'Acts' },
  actsUnknown: { pl: 'nieustalone', en: 'not known' },
  notChecked: { pl: 'nie sprawdzono', en: 'not checked' },
  notListed: { pl: 'brak w wykazach', en: 'not listed' },
  assessment: { pl: 'Ocena', en: 'Assessment' },
  verdict: { pl: 'Wynik', en: 'Result' },
  restricted: { pl: 'w wykazach', en: 'listed' },
  dataset: { pl: 'Wersja danych', en: 'Version of the data' },
  asOf: { pl: 'Stan na dzień', en: 'As of' },
  disclaimer: { pl: 'Zastrzeżenie', en: 'Disclaimer' },
  sheetItems: { pl: 'Lista', en: 'List' },
  sheetChanges: { pl: 'Zmiany', en: 'Changes' },
  sheetAbout: { pl: 'Informacje', en: 'Information' },
  keepTitle: { pl: 'Zapisz listę, aby pozostała sprawdzana', en: 'Store the list so that it stays checked' },
  keepLead: {
    pl: 'Z kluczem API zapiszesz pozycje tej listy u nas. Po każdej zmianie prawa i każdego dnia sprawdzimy je ponownie: wiersze z transakcją – dla tej transakcji, pozostałe – we wszystkich kierunkach i dla wszystkich krajów. Nie zapisuj danych osobowych.',
    en: 'With an API key you can store the items of this list here. After every change of the law and every day we check them again: rows with a deal for that deal, the others in all directions and for all countries. Store no personal data.',
  },
  keepName: { pl: 'Nazwa listy', en: 'Name of the list' },
  keepNameHint: {
    pl: 'Litery, cyfry, odstępy, kropki, podkreślenia i łączniki, na przykład: Towary do Kazachstanu. Lista o tej samej nazwie zostanie zastąpiona.',
    en: 'Letters, digits, spaces, dots, underscores and dashes, for example: Goods to Kazakhstan. A list of the same name is replaced.',
  },
  keep: { pl: 'Zapisz listę', en: 'Store the list' },
  keepNameMissing: { pl: 'Podaj nazwę listy.', en: 'Give the list a name.' },
  kept: { pl: 'Zapisano. Pozycje na liście:', en: 'Stored. Items in the list:' },
  keptSkipped: {
    pl: 'Pominięto wiersze, których nie dało się sprawdzić:',
    en: 'Rows that could not be checked were left out:',
  },
  keptLink: { pl: 'Przejdź do list', en: 'Go to the lists' },
} as const satisfies Record<string, Text>

export const storedListsSpeaker =
  (language: Language) =>
  (key: keyof typeof TEXTS): string =>
    TEXTS[key][language]
