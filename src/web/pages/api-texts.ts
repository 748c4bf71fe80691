import type { Language, Text } from '../../base/language.ts'
import { speaker } from '../shell/texts.ts'

/** Texts of the developers' page. */
const API_TEXTS = {
  title: { pl: 'API dla programistów', en: 'API for developers' },
  description: {
    pl: 'Sprawdzaj kody CN i nazwy towarów względem sankcji UE z własnego programu: przykłady w curl, TypeScript i Pythonie, limity, błędy, klucze.',
    en: 'Check CN codes and names of goods against EU sanctions from your own software: examples in curl, TypeScript and Python, limits, errors, keys.',
  },
  intro: {
    pl: 'JSON przez HTTP, bez rejestracji i bez klucza. Ta sama odpowiedź, którą widać na stronie.',
    en: 'JSON over HTTP, no registration, no key. The same answer that the page shows.',
  },
  reference: { pl: 'Pełna dokumentacja', en: 'Full reference' },
  openapi: { pl: 'opis OpenAPI 3.1', en: 'OpenAPI 3.1 description' },
  lookup: { pl: 'Jedno pytanie', en: 'One question' },
  lookupText: {
    pl: 'Kod CN (także TARIC) albo fragment nazwy. Dodatkowo: dzień (as_of), kierunek (direction), reżim (regime), dzień zawarcia umowy (contract_date); detail=short daje krótką odpowiedź.',
    en: 'A CN code (TARIC too) or part of a name. Also: the day (as_of), direction, regime, and the day of the contract (contract_date); detail=short gives a short answer.',
  },
  list: { pl: 'Cała lista', en: 'A whole list' },
  listText: {
    pl: 'Do 500 pozycji w żądaniu, każda z Twoim id. Zły wiersz ma status error i nie psuje pozostałych; detail: full daje pełne odpowiedzi.',
    en: 'Up to 500 items a request, each with your own id. A bad line has status error and spoils no other; detail: full gives whole answers.',
  },
  receiptText: {
    pl: 'przyjmuje te same parametry i daje odpowiedź podpisaną (JWS), do akt sprawy. Klucze publiczne są pod /.well-known/jwks.json.',
    en: 'takes the same parameters and gives the answer signed (JWS), for the file of a case. The public keys are at /.well-known/jwks.json.',
  },
  csvText: {
    pl: 'sprawdza do 100 kodów (codes) i nazw (names) podanych w adresie i odpowiada plikiem CSV, dla Excela i Arkuszy Google.',
    en: 'checks up to 100 codes and names given in the address and answers with CSV, for Excel and Google Sheets.',
  },
  copy: { pl: 'Kopiuj', en: 'Copy' },
  reading: { pl: 'Jak czytać odpowiedź', en: 'How to read the answer' },
  readAssessment: {
    pl: 'assessment to ocena, którą pokazujemy wszędzie: sentence słowami, reaches według państwa, kierunku i rodzaju środka, extent mówi, czy chodzi o cały kod, czy tylko o jego część. Gdy checked to false, niczego nie sprawdzono.',
    en: 'assessment is the judgement that we show everywhere: sentence in words, reaches by country, direction and kind of measure, extent whether all of the code is meant or only part. If checked is false, nothing was checked.',
  },
  readVerdict: {
    pl: 'verdict: no_match nigdy nie znaczy, że obrót jest dozwolony; scope mówi, co sprawdzono, a czego kod nie pokaże.',
    en: 'verdict: no_match never means that the trade is allowed; scope says what was checked, and what no code can tell.',
  },
  readPartial: {
    pl: 'partial_entry: załącznik wymienia tylko część kodu (ex). Gdy partial_by to description, porównaj opis w listed_as z towarem; gdy codes, wpis obejmuje cały kod oprócz except_codes.',
    en: 'partial_entry: the annex lists only part of the code (ex). If partial_by is description, compare listed_as with the goods; if it is codes, all of the code is listed but except_codes.',
  },
  readDataset: {
    pl: 'dataset to wersja danych: zapisz ją przy wyniku. Ta sama wersja i to samo pytanie dają tę samą odpowiedź.',
    en: 'dataset is the version of the data: keep it with the result. The same version and the same question give the same answer.',
  },
  limits: { pl: 'Limity', en: 'Limits' },
  limitsText: {
    pl: 'Na minutę. Każda odpowiedź mówi w nagłówkach RateLimit, ile zostało; po przekroczeniu jest 429 i Retry-After. Zapytanie liczy się raz, a z dużym limitem wyników, drzewem lub historią krótkiego kodu albo jako zapis do akt – kilka razy. Lista do 500 kodów liczy się raz, a lista nazw lub całych działów raz za każde rozpoczęte 50; jednocześnie sprawdzane są dwie listy jednego nadawcy.',
    en: 'Per minute. The RateLimit headers of every answer say how much is left; beyond it comes 429 with Retry-After. A lookup counts once, and several times with a large limit, with the tree or history of a short code, and as a receipt. A list of up to 500 codes counts once, one of names or whole chapters once for every 50 begun; two lists of one caller are checked at the same time.',
  },
  withoutKey: { pl: 'bez klucza, na adres IP', en: 'without a key, for an IP address' },
  withKey: { pl: 'z kluczem', en: 'with a key' },
  lookups: { pl: 'pytania', en: 'lookups' },
  batches: { pl: 'listy', en: 'lists' },
  noLimit: { pl: 'bez limitu', en: 'no limit' },
  errors: { pl: 'Błędy', en: 'Errors' },
  errorsText: {
    pl: 'Wszystkie w jednej postaci, RFC 9457 (application/problem+json): code dla programu, detail dla człowieka, errors z miejscem błędu. Nieznane parametry i pola są odrzucane, żeby literówka nie zmieniła po cichu pytania.',
    en: 'All in one form, RFC 9457 (application/problem+json): code for the program, detail for people, errors with the place. Unknown parameters and fields are refused, so that a typing mistake never silently changes the question.',
  },
  400: { pl: 'pytanie niezrozumiałe: popraw je', en: 'the question is not understood: correct it' },
  401: { pl: 'klucz nieznany, odwołany lub wygasły', en: 'the key is unknown, revoked or expired' },
  429: {
    pl: 'limit wyczerpany: ponów po Retry-After sekundach',
    en: 'limit used up: repeat after Retry-After seconds',
  },
  '500, 503': { pl: 'błąd po naszej stronie: ponów za chwilę', en: 'a fault of ours: repeat in a moment' },
  changes: { pl: 'Zmiany w prawie', en: 'Changes in the law' },
  changesText: {
    pl: 'podaje, które kody weszły na listy lub z nich zniknęły. Zachowaj next i podaj je następnym razem jako cursor: nic Cię nie ominie i nic się nie powtórzy.',
    en: 'tells which codes entered the lists or left them. Keep next and give it as cursor the next time: nothing is missed or told twice.',
  },
  atomText: {
    pl: 'to samo dla czytników, jako kanał Atom.',
    en: 'is the same for feed readers, as Atom.',
  },
  webhooksText: {
    pl: 'Posiadaczom klucza ustawimy webhook (Standard Webhooks): podpisaną wiadomość o każdej zmianie, która dotyczy ich kodów. Napisz do nas; doręczenia pokazuje',
    en: 'For holders of a key we set up a webhook (Standard Webhooks): a signed message about every change that concerns their codes. Write to us; the deliveries are at',
  },
  key: { pl: 'Klucz i kontakt', en: 'A key, and contact' },
  keyText: {
    pl: 'Klucz podnosi limit. Wysyłaj go w nagłówku X-API-Key albo Authorization: Bearer. Zostaw adres e-mail, a odpiszemy.',
    en: 'A key raises the limit. Send it in the header X-API-Key or Authorization: Bearer. Leave your e-mail and we will write back.',
  },
  email: { pl: 'Adres e-mail', en: 'E-mail address' },
  emailError: {
    pl: 'Podaj adres e-mail, na przykład anna@example.com.',
    en: 'Give an e-mail address, such as anna@example.com.',
  },
  about: { pl: 'W jakiej sprawie', en: 'What it is about' },
  about_key: { pl: 'klucz API, wyższy limit', en: 'an API key, a higher limit' },
  about_changes: { pl: 'powiadomienia o zmianach w prawie', en: 'notices of changes in the law' },
  about_other: { pl: 'coś innego', en: 'something else' },
  consent: {
    pl: 'Zgadzam się na użycie tego adresu do odpowiedzi na moją prośbę. Zgodę mogę wycofać w każdej chwili, a adres zostanie usunięty.',
    en: 'I agree that this address is used to answer my request. I can withdraw this at any time, and the address will be deleted.',
  },
  consentError: {
    pl: 'Bez tej zgody nie możemy zapisać adresu.',
    en: 'Without this consent we cannot store the address.',
  },
  keptDays: {
    pl: 'Zgłoszenie usuniemy automatycznie po upływie # dni.',
    en: 'Your request is deleted automatically after # days.',
  },
  keptUntilAsked: {
    pl: 'Zgłoszenie przechowujemy do czasu, gdy poprosisz o jego usunięcie.',
    en: 'Your request is kept until you ask for its deletion.',
  },
  legalLink: { pl: 'Co dzieje się z danymi', en: 'What becomes of your data' },
  send: { pl: 'Wyślij', en: 'Send' },
  sending: { pl: 'Wysyłanie…', en: 'Sending…' },
  sent: { pl: 'Dziękujemy. Odpiszemy na podany adres.', en: 'Thank you. We will write to the address you gave.' },
  failed: {
    pl: 'Nie udało się wysłać; nic nie zapisano. Spróbuj ponownie za chwilę.',
    en: 'It could not be sent; nothing was stored. Try again in a moment.',
  },
  full: {
    pl: 'Dziś nie przyjmiemy już więcej zgłoszeń; niczego nie zapisano. Spróbuj ponownie jutro.',
    en: 'No more requests can be taken today; nothing was stored. Please try again tomorrow.',
  },
  limited: { pl: 'Za dużo prób. Spróbuj ponownie za minutę.', en: 'Too many tries. Try again in a minute.' },
} as const satisfies Record<string, Text>

export const apiSpeaker = (language: Language) => speaker(API_TEXTS, language)
