import type { Language, Text } from '../../base/language.ts'
import { speaker } from '../shell/texts.ts'

const SEARCH_TEXTS = {
  title: {
    pl: 'Czy ten towar jest objęty sankcjami UE?',
    en: 'Is this product covered by EU sanctions?',
  },
  description: {
    pl: 'Podaj kod CN albo nazwę towaru: zakaz, kierunek, załącznik, artykuł, wyłączenia i okresy przejściowe, z odnośnikiem do EUR-Lex.',
    en: 'Give a CN code or the name of goods: prohibition, direction, annex, article, exemptions and wind-downs, with a link to EUR-Lex.',
  },
  covered: {
    pl: 'Rosję i Białoruś sprawdzamy zawsze, a Iran, Koreę Północną, Syrię, Libię, Somalię i niektóre obszary Ukrainy wtedy, gdy wskaże je pytanie lub transakcja; przy każdym innym kraju mówimy, czego kod nie rozstrzyga.',
    en: 'Russia and Belarus are always checked, Iran, North Korea, Syria, Libya, Somalia and parts of Ukraine when a question or a deal names them; for other countries the answer lists controls that a customs code alone cannot decide.',
  },
  field: { pl: 'Towar lub kod CN', en: 'Goods or CN code' },
  fieldExample: { pl: 'np. 8471 30 lub laptopy', en: 'e.g. 8471 30 or laptops' },
  change: { pl: 'Zmień', en: 'Change' },
  hint: { pl: 'Albo całym zdaniem', en: 'Or as a sentence' },
  ask: { pl: 'Sprawdź', en: 'Check' },
  more: { pl: 'Więcej', en: 'More' },
  newQuestion: { pl: 'Nowe pytanie', en: 'New question' },
  remove: { pl: 'Usuń', en: 'Remove' },
  origin: { pl: 'Skąd', en: 'From' },
  dispatch: { pl: 'Wysyłka z', en: 'Sent from' },
  asOrigin: { pl: 'kraju pochodzenia', en: 'the country of origin' },
  destination: { pl: 'Dokąd', en: 'To' },
  via: { pl: 'Przez', en: 'Via' },
  value: { pl: 'Cena sztuki', en: 'Item price' },
  valueInEuro: { pl: 'Cena sztuki (EUR)', en: 'Item price (EUR)' },
  contractDate: { pl: 'Umowa z dnia', en: 'Contract date' },
  notGiven: { pl: 'nie podano', en: 'not given' },
  asOf: { pl: 'Stan prawny na dzień', en: 'Law as of' },
  direction: { pl: 'Kierunek', en: 'Direction' },
  country: { pl: 'Państwo', en: 'Country' },
  everyDirection: { pl: 'każdy', en: 'every' },
  everyCountry: { pl: 'Rosja i Białoruś', en: 'Russia and Belarus' },
  import: { pl: 'przywóz do UE', en: 'import into the EU' },
  export: { pl: 'wywóz z UE (wraz z tranzytem)', en: 'export from the EU (with transit)' },
  transit: { pl: 'tranzyt', en: 'transit' },
  suggestions: { pl: 'Podpowiedzi', en: 'Suggestions' },
  listed: { pl: 'w wykazach', en: 'listed' },
  doors: { pl: 'Inne drogi', en: 'Other ways' },
  doorList: { pl: 'Wklej fakturę', en: 'Paste your invoice' },
  doorListHint: { pl: 'Cała lista naraz', en: 'The whole list at once' },
  doorGuides: { pl: 'Przewodniki', en: 'Guides' },
  doorGuidesHint: { pl: 'Stal, podróż, paczki, usługi', en: 'Steel, travel, parcels, services' },
  doorChanges: { pl: 'Co się zmieniło', en: 'What changed' },
  doorChangesHint: { pl: 'Akty i kody, dzień po dniu', en: 'Acts and codes, day by day' },
  whatYouGet: { pl: 'Co zawiera odpowiedź', en: 'What you get' },
  getAssessment: {
    pl: 'Ocena w jednym zdaniu, a pod nią każdy wpis: załącznik, artykuł, daty, progi, wyłączenia, okresy przejściowe i kody dokumentów TARIC.',
    en: 'The assessment in one sentence, and every entry below it: annex, article, days, thresholds, exemptions, wind-downs and TARIC document codes.',
  },
  getLimits: {
    pl: 'Czego nie sprawdzamy: czego nie da się ustalić na podstawie samego kodu i które wpisy trzeba jeszcze porównać z tekstem aktu.',
    en: 'What we do not check: what no code can tell, and which entries are still to be compared with the act.',
  },
  getRecord: {
    pl: 'Zapis do akt: pytanie, odpowiedź, podstawa prawna, wersja danych, godzina i numer sprawy w postaci do wydruku.',
    en: 'A record for your files: question, answer, legal basis, data version, time and case number, ready to print.',
  },
  noCode: { pl: 'Nie znasz kodu CN?', en: 'You do not know the CN code?' },
  whatIsCode: {
    pl: 'Kod CN to osiem cyfr, którymi unijna taryfa celna (Nomenklatura scalona) oznacza towar, na przykład 8471 30 00 dla laptopów. Pierwsze cztery to pozycja, pierwsze sześć jest wspólne dla całego świata (HS).',
    en: 'A CN code is the eight digits by which the customs tariff of the Union (Combined Nomenclature) names goods, such as 8471 30 00 for laptops. The first four are the heading, the first six are the same all over the world (HS).',
  },
  findCode: {
    pl: 'Znajdziesz go na fakturze, w zgłoszeniu celnym albo u producenta. Jeżeli go nie masz, wpisz zwykłą nazwę towaru: pokażemy kody, które mogą do niej pasować, i z jakim prawdopodobieństwem.',
    en: 'It stands on the invoice, in the customs declaration or with the maker. Without it, type what people call the goods: you will see the codes that may fit, and how likely each is.',
  },
  bindingCode: {
    pl: 'O klasyfikacji rozstrzyga organ celny; pewność daje wiążąca informacja taryfowa (WIT).',
    en: 'Classification is up to customs; a binding tariff information (BTI) gives certainty.',
  },
  guides: { pl: 'Przewodniki', en: 'Guides' },
  otherGuides: { pl: 'Inne przewodniki', en: 'Other guides' },
  example: { pl: 'Przykład', en: 'Example' },
  checkGoods: { pl: 'Sprawdź towar', en: 'Check goods' },
  guideLimits: {
    pl: 'Przewodnik streszcza przepisy naszymi słowami i nie wymienia wszystkich wyjątków. Wiążący jest tekst aktu, a o konkretnym towarze mówi dopiero odpowiedź na pytanie o jego kod i trasę.',
    en: 'A guide sums up provisions in our own words and does not name every exception. The text of the act is binding, and only an answer about code and route speaks of certain goods.',
  },
  dataNow: { pl: 'Dane, z których odpowiadamy', en: 'The data we answer from' },
  pendingNow: { pl: 'jeszcze nieuwzględnione', en: 'not worked in yet' },
  waiting: { pl: 'Sprawdzam…', en: 'Checking…' },
  failed: {
    pl: 'Nie udało się połączyć z usługą. Sprawdź połączenie i spróbuj ponownie.',
    en: 'The service cannot be reached. Check your connection and try again.',
  },
  noSuggestions: { pl: 'brak podpowiedzi', en: 'no suggestions' },
  available: { pl: 'podpowiedzi, wybierz strzałkami', en: 'suggestions, use the arrow keys' },
} as const satisfies Record<string, Text>

export const searchSpeaker = (language: Language) => speaker(SEARCH_TEXTS, language)

/** Examples of a question: a sentence, a name, a code. */
export const EXAMPLES: Readonly<Record<Language, readonly string[]>> = {
  pl: ['laptopy z Polski do Kazachstanu przez Rosję', 'perfumy do Rosji', '7304 11 00'],
  en: ['laptops from Poland to Kazakhstan via Russia', 'perfume to Russia', '7304 11 00'],
}
