import type { Language, Text } from '../../base/language.ts'
import type { DataQuality } from '../../law/terms/law.ts'
import { speaker } from '../shell/texts.ts'

const METHODOLOGY_TEXTS = {
  title: { pl: 'Skąd to wiemy', en: 'How we know' },
  description: {
    pl: 'Źródła, wersje, znaczenie słów w odpowiedzi i granice tego, co można sprawdzić po kodzie CN.',
    en: 'Sources, versions, what the words of an answer mean, and the limits of what a CN code can tell.',
  },
  sources: { pl: 'Źródła i wersje', en: 'Sources and versions' },
  sourcesText: {
    pl: 'Rosję i Białoruś sprawdzamy zawsze, a Iran, Koreę Północną, Syrię, Libię, Somalię i niektóre obszary Ukrainy wtedy, gdy wskaże je pytanie lub transakcja; przy każdym innym kraju mówimy, czego kod nie rozstrzyga. Odpowiedzi powstają wyłącznie z rozporządzeń wymienionych poniżej, Nomenklatury scalonej, kodów dokumentów TARIC i polskiej ustawy z 13 kwietnia 2022 r., przepisanych do danych, które można przejrzeć wiersz po wierszu. Niczego nie zgadujemy: czego nie wiemy, tego nie podajemy, a wątpliwości są widoczne przy wpisie.',
    en: 'Russia and Belarus are always checked, Iran, North Korea, Syria, Libya, Somalia and parts of Ukraine when a question or a deal names them; for other countries the answer lists controls that a customs code alone cannot decide. Answers are made only from the regulations named below, the Combined Nomenclature, document codes of TARIC and the Polish act of 13 April 2022, kept as data that can be reviewed line by line. Nothing is guessed: what we do not know is not stated, and doubts stand beside the entry.',
  },
  notReady: {
    pl: 'Dane właśnie się wczytują; odśwież stronę za chwilę.',
    en: 'The data are being loaded; reload in a moment.',
  },
  regime: { pl: 'Środki ograniczające', en: 'Restrictive measures' },
  text: { pl: 'Tekst skonsolidowany', en: 'Consolidated text' },
  published: { pl: 'akty ogłoszone w Dzienniku Urzędowym', en: 'acts as published in the Official Journal' },
  state: { pl: 'Stan danych', en: 'State of the data' },
  counts: { pl: 'Zawartość', en: 'Content' },
  completeFrom: { pl: 'pełne od', en: 'complete from' },
  annexes: { pl: 'załączniki z kodami', en: 'annexes with codes' },
  entries: { pl: 'wpisy', en: 'entries' },
  bans: { pl: 'w tym zakazy', en: 'of these, bans' },
  version: { pl: 'Wersja danych', en: 'Data version' },
  nomenclature: { pl: 'Nomenklatura scalona z lat', en: 'Combined Nomenclature of' },
  pending: { pl: 'Akty jeszcze nieuwzględnione', en: 'Acts not worked in yet' },
  inForce: { pl: 'w mocy od', en: 'in force from' },
  pendingText: {
    pl: 'Weszły w życie, ale ich zmian nie ma jeszcze w danych. Każda odpowiedź, której mogą dotyczyć, o tym ostrzega.',
    en: 'They are in force, but their changes are not in the data yet. Every answer they may concern says so.',
  },
  nonePending: {
    pl: 'Żaden znany nam akt nie czeka na uwzględnienie.',
    en: 'No act known to us is waiting to be worked in.',
  },
  knownThrough: { pl: 'znane tylko przez', en: 'known only through' },
  witness: { pl: 'Porównanie z TARIC', en: 'Compared with TARIC' },
  witnessText: {
    pl: 'Wykazy porównano kod po kodzie (osiem cyfr) z tym, czego wymaga celna baza TARIC; porównano z:',
    en: 'The lists were compared code by code (eight digits) with what the customs database TARIC asks for; compared with:',
  },
  witnessBoth: {
    pl: 'par wykazu i kodu jest w obu. Każdą różnicę wyjaśnia tabela w danych (law/taric); o wykazie decyduje tekst aktu, nie TARIC.',
    en: 'of the pairs of a list and a code stand in both. Every difference is explained in the data (law/taric); the act decides what is listed, not TARIC.',
  },
  witnessUnexplained: { pl: 'Różnice bez wyjaśnienia', en: 'Differences without an explanation' },
  witnessAnnexes: { pl: 'Załączniki', en: 'Annexes' },
  witnessInBoth: { pl: 'Kody w obu', en: 'Codes in both' },
  witnessOnlyOurs: { pl: 'Tylko w aktach', en: 'Only in the acts' },
  witnessOnlyTaric: { pl: 'Tylko w TARIC', en: 'Only in TARIC' },
  witnessThird: { pl: 'wszystkie państwa trzecie', en: 'all third countries' },
  matching: { pl: 'Jak czytamy pytanie', en: 'How a question is read' },
  matchingCode: {
    pl: 'Kod działa w obie strony: krótszy (na przykład pozycja) obejmuje też kody bardziej szczegółowe, a kod szczegółowy odnajduje także pozycje nadrzędne, które go obejmują. Dziesięciocyfrowy kod TARIC sprawdzamy według pierwszych ośmiu cyfr.',
    en: 'A code works both ways: a shorter one (a heading) also finds the longer codes below it, and a full code also the headings that cover it. A TARIC code of 10 digits is looked up by its first eight.',
  },
  matchingPart: {
    pl: 'Gdy załącznik obejmuje tylko część kodu („ex”), pokazujemy jego własny opis: o tym, czy towar do niego pasuje, decyduje towar, nie kod. Kody wyłączone z wpisu nie są dopasowywane.',
    en: 'Where an annex covers only part of a code (“ex”), its own description is shown: whether the goods fit it depends on the goods, not on the code. Codes left out of an entry do not match.',
  },
  matchingName: {
    pl: 'Nazwę porównujemy z nazwami taryfy w obu językach, z odmianą i literówkami, oraz ze słowami potocznymi. To pomoc w znalezieniu kodu, nie klasyfikacja taryfowa.',
    en: 'A name is compared with the names of the tariff in both languages, word forms and typing mistakes included, and with everyday words. That helps to find a code; it is no tariff classification.',
  },
  kinds: { pl: 'Zakaz, warunek, obowiązek', en: 'Ban, condition, duty' },
  kindsText: {
    pl: 'Zakaz przywozu, wywozu lub tranzytu to co innego niż warunek (zezwolenie, pułap cenowy, kontyngent, dowód pochodzenia) albo obowiązek wokół transakcji (klauzula „no re-export”, należyta staranność). Wykaz wyłączeń lub kontyngentów nigdy nie jest u nas zakazem.',
    en: 'A ban on imports, exports or transit is not the same as a condition (licence, price cap, quota, proof of origin) or a duty around the deal (no-re-export clause, due diligence). A list of exemptions or quotas is never shown as a ban.',
  },
  quality: { pl: 'Co znaczy jakość danych', en: 'What data quality means' },
  days: { pl: 'Dni', en: 'Days' },
  daysText: {
    pl: '„Obowiązuje od” to pierwszy dzień, w którym nasze źródła pokazują wpis w mocy. „Najpóźniej od” znaczy, że mógł zacząć obowiązywać wcześniej. Dzień liczymy według czasu w Brukseli.',
    en: '“In force since” is the first day on which our sources show the entry in force. “At the latest” means that it may have begun earlier. A day is counted in Brussels time.',
  },
  daysPast: {
    pl: 'Pytanie o przeszłość zwraca też wpisy, które mogły wtedy obowiązywać, i mówi, że to tylko możliwe. Sprzed dnia, od którego dane są pełne, może brakować kodów później usuniętych.',
    en: 'A question about the past also returns entries that may have been in force then, and says that this is only possible. Before the day from which the data are complete, codes deleted since may be missing.',
  },
  notCovered: { pl: 'Czego tu nie ma', en: 'What is not covered' },
  notCoveredText: {
    pl: 'Brak dopasowania nigdy nie znaczy, że obrót jest dozwolony. Po kodzie CN nie da się sprawdzić:',
    en: 'No match never means that the trade is allowed. A CN code cannot tell about:',
  },
  notPersons: {
    pl: 'osób i podmiotów z wykazów (zamrożenie środków, zakaz udostępniania), użytkownika końcowego i użycia końcowego;',
    en: 'listed persons and entities (asset freezes), the end user and the end use;',
  },
  notNational: {
    pl: 'przepisów krajowych, reżimów sankcji bez kodów CN (tabela krajów poniżej), kontroli towarów podwójnego zastosowania i uzbrojenia;',
    en: 'national rules, sanctions regimes without CN codes (table of countries below), controls of dual-use and military goods;',
  },
  notAllGoods: {
    pl: 'pochodzenia z Krymu lub Sewastopola (rozporządzenie (UE) nr 692/2014) albo z niekontrolowanych przez rząd obszarów obwodów donieckiego, ługańskiego, zaporoskiego i chersońskiego (rozporządzenie (UE) 2022/263): stamtąd nie wolno przywozić żadnego towaru, bez względu na kod CN;',
    en: 'origin in Crimea or Sevastopol (Regulation (EU) No 692/2014) or in the areas of Donetsk, Luhansk, Zaporizhzhia and Kherson oblasts not controlled by the government (Regulation (EU) 2022/263): nothing may be imported from there, whatever its CN code;',
  },
  notOrigin: {
    pl: 'pochodzenia towaru i prawdziwości dokumentów, a także wykazów bez kodów:',
    en: 'the origin of goods and the truth of documents; nor about lists without codes:',
  },
  countries: { pl: 'Każdy kraj', en: 'Every country' },
  countriesText: {
    pl: 'Unijne reżimy sankcji według krajów: które towary sprawdzamy według kodu, a które akt tylko opisuje. Jeżeli transakcja dotyczy kraju, którego reżimu towarowego kod nie rozstrzyga, odpowiedź to mówi i nie twierdzi, że zakazu nie ma.',
    en: 'The sanctions regimes of the Union by country: which goods are checked by code, and which the act only describes. Where a deal touches a country whose regime on goods no code settles, the answer says so and does not claim that there is no ban.',
  },
  countriesFind: { pl: 'Znajdź kraj lub akt', en: 'Find a country or act' },
  country: { pl: 'Kraj', en: 'Country' },
  countryGoods: { pl: 'Towary', en: 'Goods' },
  countryAct: { pl: 'Akt', en: 'Act' },
  countryMeaning: { pl: 'Co to znaczy', en: 'What it means' },
  goodsNowhere: { pl: 'nie znaleźliśmy reżimu towarowego', en: 'no regime on goods found' },
} as const satisfies Record<string, Text>

export const methodologySpeaker = (language: Language) => speaker(METHODOLOGY_TEXTS, language)

export const QUALITY_TEXTS: Readonly<Record<DataQuality, { readonly name: Text; readonly meaning: Text }>> = {
  verified: {
    name: { pl: 'zweryfikowane', en: 'verified' },
    meaning: {
      pl: 'Wpis porównano dwukrotnie z tekstem urzędowym i ani on, ani środek, ani pokazane przy nim wyłączenie nie budzi wątpliwości.',
      en: 'The entry was compared twice with the official text, and neither it, nor its measure, nor an exemption shown with it is in doubt.',
    },
  },
  to_review: {
    name: { pl: 'do sprawdzenia', en: 'to review' },
    meaning: {
      pl: 'Wpis jest prawdziwy, ale coś pozostaje otwarte: jest opisana wątpliwość, przepis porównano z tekstem tylko raz albo na uwzględnienie czeka nowszy akt. Zanim się na nim oprzesz, sprawdź tekst aktu.',
      en: 'The entry is real, but something is open: a doubt is described, the provision was compared with the text only once, or a newer act is waiting. Check the act before you rely on it.',
    },
  },
  demo: {
    name: { pl: 'pokazowe', en: 'demonstration' },
    meaning: {
      pl: 'Dane wymyślone do prób. W tej usłudze ich nie ma; gdyby były, wpis by o tym mówił.',
      en: 'Made up for trials. There are none in this service; an entry would say so.',
    },
  },
}
