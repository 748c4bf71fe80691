import type { Language, Text } from '../../base/language.ts'
import { html } from '../design/html.ts'
import type { Page } from '../shell/layout.ts'
import { speaker } from '../shell/texts.ts'

const LEGAL_TEXTS = {
  title: { pl: 'Nota prawna', en: 'Legal notice' },
  description: {
    pl: 'Informacja, nie porada; źródła i ich ponowne wykorzystanie; co usługa zapisuje, a czego nie.',
    en: 'Information, not advice; sources and their reuse; what the service stores and what it does not.',
  },
  advice: { pl: 'Informacja, nie porada', en: 'Information, not advice' },
  adviceText: {
    pl: 'Odpowiedzi są informacją. Nie są poradą prawną ani celną, wiążącą informacją taryfową ani decyzją organu. Wiążące są tekst rozporządzenia opublikowany w Dzienniku Urzędowym Unii Europejskiej i decyzja organu celnego.',
    en: 'Answers are information. They are no legal or customs advice, no binding tariff information and no decision of an authority. The regulation as published in the Official Journal of the European Union and the decision of the customs authority are binding.',
  },
  noMatchText: {
    pl: 'Brak dopasowania nie oznacza, że obrót jest dozwolony. Poza kodem CN liczą się użycie i użytkownik końcowy, pochodzenie towaru, wykazy osób i wykazy techniczne. Naruszenie sankcji może być przestępstwem: w razie wątpliwości zapytaj prawnika lub właściwy organ.',
    en: 'No match does not mean that the trade is allowed. Besides the CN code, end use and end user, origin, lists of persons and technical lists count. A breach of sanctions can be a crime: when in doubt, ask a lawyer or the competent authority.',
  },
  sources: { pl: 'Źródła', en: 'Sources' },
  sourcesText: {
    pl: 'Dane pochodzą z EUR-Lex i z Nomenklatury scalonej, © Unia Europejska, i są ponownie wykorzystywane na podstawie decyzji Komisji 2011/833/UE. Autentyczny jest tylko Dziennik Urzędowy Unii Europejskiej; teksty skonsolidowane służą informacji i nie mają mocy prawnej. Streszczenia są nasze; opisy towarów są cytatami z załączników.',
    en: 'The data come from EUR-Lex and the Combined Nomenclature, © European Union, and are reused under Commission Decision 2011/833/EU. Only the Official Journal of the European Union is authentic; consolidated texts are for information and have no legal effect. Summaries are our own; descriptions of goods are quoted from the annexes.',
  },
  independent: {
    pl: 'Usługa nie jest stroną Unii Europejskiej ani żadnego urzędu.',
    en: 'This service is not a site of the European Union or of any authority.',
  },
  privacy: { pl: 'Prywatność', en: 'Privacy' },
  privacyText: {
    pl: 'Strony nie używają plików cookie, nie śledzą i nie łączą się z innymi serwerami. Ostatnie sprawdzenia i kraje ostatnich transakcji zapamiętuje tylko Twoja przeglądarka; nie są wysyłane, a listę sprawdzeń wyczyścisz na stronie głównej. Dziennik usługi nie zawiera pytań, adresów IP, kluczy ani adresów e-mail. Adres IP służy do liczenia limitu pytań na minutę; poza tym, wyłącznie jako skrót kryptograficzny usuwany po dobie, do rozpoznania tego samego zgłoszenia wysłanego dwa razy.',
    en: 'The pages use no cookies, do not track, and speak to no other server. Your recent checks and the countries of your last deals are kept by your browser alone; they are not sent, and the start page clears the checks. The log of the service holds no questions, IP addresses, keys or e-mail addresses. An IP address is used to count the questions of a minute; besides, only as a cryptographic hash that is deleted after a day, to recognise the same contact sent twice.',
  },
  privacyUrl: {
    pl: 'Pytanie jest częścią adresu strony, aby można było je przesłać dalej; zostaje w historii przeglądarki. Numer sprawy, który wpiszesz przy odpowiedzi, trafia tylko do zapisu do akt, gdy go otworzysz; jest wtedy częścią jego adresu. Usługa nie przechowuje ani zapisu, ani numeru sprawy i nie umieszcza ich w dzienniku.',
    en: 'The question stands in the address of the page, so that it can be passed on; it stays in the history of your browser. A case number that you enter beside an answer goes only into the record for the file, when you open it; it then stands in the address of that page. The service stores neither the record nor the case number, and its log holds neither.',
  },
  privacyContact: {
    pl: 'Adres e-mail zapisujemy tylko wtedy, gdy zostawisz go w formularzu lub wyślesz przez API, razem z chwilą wysłania, tematem prośby i znacznikami kampanii (utm) z adresu strony, i tylko po to, by odpowiedzieć.',
    en: 'We store an e-mail address only if you leave it in the form or send it through the API, with the moment it was sent, what the request is about and the campaign marks (utm) in the address of the page, and only to answer.',
  },
  privacyAlerts: {
    pl: 'Adres do powiadomień o zmianach przechowujemy od prośby o nie, razem z kodami i językiem. Usuwamy go, gdy powiadomienia zakończysz, a bez potwierdzenia po dwóch dniach. Jeśli właściciel adresu nie życzy sobie takich próśb, zachowujemy zamiast adresu jego skrót kryptograficzny, aby to uszanować.',
    en: 'An address for alerts about changes is stored from the request on, with its codes and language. It is deleted when you end the alerts, and without a confirmation after two days. If the owner of the address does not wish to be asked again, a keyed hash of it is kept instead, to honour that.',
  },
  privacyKeptDays: {
    pl: 'Zgłoszenie usuwamy z bazy automatycznie po upływie # dni, a na prośbę wcześniej: wtedy znikają wszystkie zgłoszenia z tym adresem e-mail.',
    en: 'A contact is deleted from the database automatically after # days, and earlier on request: then all contacts with that e-mail address are deleted.',
  },
  privacyKept: {
    pl: 'Zgłoszenie przechowujemy do czasu, gdy poprosisz o jego usunięcie: wtedy znikają z bazy wszystkie zgłoszenia z tym adresem e-mail.',
    en: 'A contact is kept until you ask for its deletion: then all contacts with that e-mail address are deleted from the database.',
  },
} as const satisfies Record<string, Text>

/** `retentionDays`: how long contacts are kept; 0 means without limit. `alerts`: whether they are offered. */
export function legalPage(language: Language, retentionDays: number, alerts = false): Page {
  const say = speaker(LEGAL_TEXTS, language)
  return {
    language,
    path: '/legal',
    title: say('title'),
    description: say('description'),
    main: html`<article class="prose">
<h1>${say('title')}</h1>
<h2>${say('advice')}</h2>
<p>${say('adviceText')}</p>
<p>${say('noMatchText')}</p>
<h2>${say('sources')}</h2>
<p>${say('sourcesText')}</p>
<p>${say('independent')}</p>
<h2>${say('privacy')}</h2>
<p>${say('privacyText')}</p>
<p>${say('privacyUrl')}</p>
<p>${say('privacyContact')}</p>
<p>${retentionDays > 0 ? say('privacyKeptDays', retentionDays.toLocaleString(language)) : say('privacyKept')}</p>
${alerts && html`<p>${say('privacyAlerts')}</p>`}
</article>`,
  }
}
