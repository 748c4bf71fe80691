import type { Language, Text } from '../../base/language.ts'
import { speaker } from '../shell/texts.ts'

const CHANGES_TEXTS = {
  title: { pl: 'Co się zmieniło w sankcjach UE na towary', en: 'What changed in EU sanctions on goods' },
  titleOf: { pl: 'Zmiany w sankcjach UE', en: 'Changes in EU sanctions' },
  description: {
    pl: 'Zmiany w sankcjach UE na towary, bez wyboru kraju wobec Rosji i Białorusi: kody CN dodane i skreślone, nowe przepisy, okresy przejściowe, według dnia i pakietu.',
    en: 'Changes in EU sanctions on goods, against Russia and Belarus unless another country is chosen: CN codes added and deleted, new provisions, wind-downs, by day and package.',
  },
  intro: {
    pl: 'Według dnia, od którego zmiana obowiązuje, od najnowszych. Zmiany bez kodu mogą dotyczyć każdego towaru, więc pokazujemy je także przy wybranym kodzie, raz dla każdego aktu.',
    en: 'By the day from which a change is in force, newest first. A change without a code may concern any goods, so it is shown for a chosen code too, once for each act.',
  },
  filters: { pl: 'Wybierz zmiany', en: 'Choose changes' },
  code: { pl: 'Kod CN', en: 'CN code' },
  codeHint: { pl: 'na przykład 8471 30', en: 'for example 8471 30' },
  regime: { pl: 'Państwo', en: 'Country' },
  everyRegime: { pl: 'Rosja i Białoruś', en: 'Russia and Belarus' },
  act: { pl: 'Akt', en: 'Act' },
  actHint: { pl: 'na przykład 2024/1745', en: 'for example 2024/1745' },
  direction: { pl: 'Kierunek', en: 'Direction' },
  everyDirection: { pl: 'każdy', en: 'every' },
  import: { pl: 'przywóz do UE', en: 'import into the EU' },
  export: { pl: 'wywóz z UE (wraz z tranzytem)', en: 'export from the EU (with transit)' },
  transit: { pl: 'tranzyt', en: 'transit' },
  since: { pl: 'Od dnia', en: 'Since' },
  show: { pl: 'Pokaż', en: 'Show' },
  clear: { pl: 'Pokaż wszystkie zmiany', en: 'Show all changes' },
  found: { pl: 'Znaleziono zmian', en: 'Changes found' },
  package: { pl: 'pakiet', en: 'package' },
  noAct: { pl: 'okresy przejściowe i inne terminy', en: 'wind-downs and other dates' },
  codes: { pl: 'Kody', en: 'Codes' },
  andMore: { pl: 'i jeszcze #', en: 'and # more' },
  eachRow: { pl: 'Każdy wpis osobno', en: 'Each row by itself' },
  moreRows: {
    pl: 'Dalsze wpisy tego aktu podaje API albo lista zawężona do kodu. Pominięto tutaj',
    en: 'The API, or a list narrowed to a code, has the further rows of this act. Left out here',
  },
  none: { pl: 'Brak takich zmian', en: 'No such changes' },
  noneText: {
    pl: 'W naszych danych żadna zmiana nie spełnia tych warunków. To nie znaczy, że towar nie jest objęty sankcjami: sprawdź kod.',
    en: 'No change in our data fits. This does not mean that the goods are not covered by sanctions: check the code.',
  },
  check: { pl: 'Sprawdź', en: 'Check' },
  newer: { pl: 'Nowsze zmiany', en: 'Newer changes' },
  older: { pl: 'Starsze zmiany', en: 'Older changes' },
  page: { pl: 'Strona', en: 'Page' },
  of: { pl: 'z', en: 'of' },
  pages: { pl: 'Strony listy zmian', en: 'Pages of the list of changes' },
  feed: { pl: 'Kanał Atom z tym wyborem', en: 'Atom feed of this choice' },
  api: { pl: 'To samo dla programów', en: 'The same for programs' },
  incomplete: {
    pl: 'Baza danych jest chwilowo niedostępna: może brakować zmian zapisanych ostatnio.',
    en: 'The database is not available for the moment: changes recorded lately may be missing.',
  },
} as const satisfies Record<string, Text>

export const changesSpeaker = (language: Language) => speaker(CHANGES_TEXTS, language)
