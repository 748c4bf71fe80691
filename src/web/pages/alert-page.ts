import type { Language, Text } from '../../base/language.ts'
import { html } from '../design/html.ts'
import { alertForm } from '../shell/alert-form.ts'
import type { Page } from '../shell/layout.ts'
import { hrefOf } from '../shell/paths.ts'
import { speaker } from '../shell/texts.ts'

const ALERT_TEXTS = {
  form: { pl: 'Powiadomienia o zmianach', en: 'Alerts about changes' },
  formText: {
    pl: 'Aby śledzić wybrany kod, sprawdź go i skorzystaj z formularza pod odpowiedzią.',
    en: 'To follow a code, check it and use the form below the answer.',
  },
  toChanges: { pl: 'Zmiany w sankcjach', en: 'Changes of sanctions' },
  asked: { pl: 'Sprawdź skrzynkę', en: 'Check your mailbox' },
  askedText: {
    pl: 'Na podany adres wysłaliśmy prośbę o potwierdzenie, chyba że tego dnia wysłano ich tam już kilka albo właściciel adresu ich sobie nie życzy. Powiadomienia zaczną przychodzić, gdy naciśniesz przycisk na stronie, do której prowadzi link w wiadomości. Link jest ważny przez dwa dni.',
    en: 'We have sent a request for confirmation to the address, unless several went there today already, or its owner does not wish to be asked. Alerts begin once you press the button on the page that the link in the mail leads to. The link is valid for two days.',
  },
  confirm: { pl: 'Potwierdź powiadomienia', en: 'Confirm your alerts' },
  confirmText: { pl: 'Powiadomienia e-mail o zmianach:', en: 'Alerts by e-mail about changes:' },
  confirmButton: { pl: 'Potwierdzam', en: 'I confirm' },
  confirmed: { pl: 'Powiadomienia są włączone', en: 'Your alerts are on' },
  confirmedText: {
    pl: 'Gdy coś się zmieni, dostaniesz najwyżej jedną wiadomość na dobę. Każda ma link, który kończy powiadomienia i usuwa adres.',
    en: 'When something changes you get at most one mail a day. Each has a link that ends the alerts and deletes the address.',
  },
  confirm_unknown: { pl: 'Ten link już nie działa', en: 'This link is no longer valid' },
  confirm_unknownText: {
    pl: 'Link do potwierdzenia jest ważny przez dwa dni i do chwili, gdy prośba zostanie usunięta. Poproś o powiadomienia jeszcze raz.',
    en: 'A link for confirmation is valid for two days, and until the request is deleted. Ask for the alerts once more.',
  },
  full: { pl: 'Za dużo powiadomień', en: 'Too many alerts' },
  fullText: {
    pl: 'Ten adres ma już tyle powiadomień, ile może. Zakończ któreś z nich linkiem z wiadomości i potwierdź ponownie.',
    en: 'This address has as many alerts as it may. End one of them with the link in a mail and confirm again.',
  },
  end: { pl: 'Zakończ powiadomienia', en: 'End the alerts' },
  endText: { pl: 'Zakończone zostaną powiadomienia:', en: 'These alerts end:' },
  endButton: { pl: 'Zakończ', en: 'End' },
  end_unknown: { pl: 'Nie ma już tych powiadomień', en: 'These alerts are gone' },
  end_unknownText: {
    pl: 'Zostały już zakończone, a adres, do którego nie należały żadne inne, usunięty.',
    en: 'They have ended, and an address without any other alerts is deleted.',
  },
  never: { pl: 'Bez dalszych próśb o potwierdzenie', en: 'Never ask this address again' },
  neverText: {
    pl: 'Usuniemy niepotwierdzone prośby o powiadomienia na ten adres i nie wyślemy tu żadnej następnej, ktokolwiek o nią poprosi, także wtedy, gdy dopisze coś po znaku „+” przed @. Zamiast adresu zachowamy tylko jego skrót kryptograficzny. Potwierdzone powiadomienia będą przychodzić nadal; kończy je link w każdej wiadomości.',
    en: 'Requests for this address that were not confirmed are deleted, and no other is sent here, whoever asks for it, also with something after a “+” in front of the @. Only a keyed hash of the address is kept. Alerts that were confirmed go on; the link in each mail ends them.',
  },
  neverButton: { pl: 'Nie wysyłajcie więcej próśb', en: 'Never ask again' },
  refused: { pl: 'Nie wyślemy więcej próśb', en: 'This address is not asked again' },
  refusedText: {
    pl: 'Na ten adres nie wyślemy już żadnej prośby o potwierdzenie. Jeśli zmienisz zdanie, napisz do operatora tej usługi.',
    en: 'No request for confirmation is sent to this address any more. If you change your mind, write to whoever runs this service.',
  },
  incomplete: { pl: 'Link jest niepełny', en: 'The link is incomplete' },
  incompleteText: {
    pl: 'Nic się nie zmieniło. Program pocztowy mógł uciąć link: skopiuj z wiadomości cały adres, także to, co przeszło do następnego wiersza, i otwórz go jeszcze raz.',
    en: 'Nothing was changed. A mail program may have cut the link: copy the whole address from the mail, also what went on to the next line, and open it once more.',
  },
  ended: { pl: 'Powiadomienia są zakończone', en: 'The alerts have ended' },
  endedText: {
    pl: 'Adres, do którego nie należą już żadne powiadomienia, został usunięty.',
    en: 'An address without any alerts left has been deleted.',
  },
} as const satisfies Record<string, Text>

/** What a page about alerts shows. */
export type AlertPage = { readonly language: Language } & (
  | { readonly is: 'asked' | 'confirmed' | 'confirm_unknown' | 'full' | 'end_unknown' | 'ended' | 'form' }
  | { readonly is: 'refused' | 'incomplete' }
  | { readonly is: 'confirm' | 'end' | 'never'; readonly about: string; readonly action: string }
)

export function alertPage(page: AlertPage): Page {
  const { language, is } = page
  const say = speaker(ALERT_TEXTS, language)
  return {
    language,
    title: say(is),
    description: say(`${is}Text`),
    main: html`<article class="prose">
<h1>${say(is)}</h1>
<p>${say(`${is}Text`)}${'about' in page && page.about !== '' && html` <strong>${page.about}</strong>`}</p>
${is === 'form' && alertForm(language)}
${'action' in page ? html`<form method="post" action="${page.action}"><button class="button">${say(`${page.is}Button`)}</button></form>` : html`<p><a href="${hrefOf('/changes', language)}">${say('toChanges')}</a></p>`}
</article>`,
  }
}
