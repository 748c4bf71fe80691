import { codesMeantText, QUESTION_PROBLEMS } from '../../answer/problems.ts'
import { CHANGE_TYPES } from '../../changes/change.ts'
import type { Language, Text } from '../../terms/language.ts'
import { MOST_PARAMETERS } from '../request/url.ts'

/** Every problem a caller can be told of, by code. The documentation is tested against this table. */
export const PROBLEMS = {
  ...QUESTION_PROBLEMS,
  url_invalid: {
    status: 400,
    title: { pl: 'Nieczytelny adres', en: 'The address cannot be read' },
    detail: {
      pl: 'Adres lub jego parametry są źle zakodowane; użyj kodowania procentowego UTF-8.',
      en: 'The address or its parameters are encoded wrongly; use UTF-8 percent-encoding.',
    },
  },
  parameters_too_many: {
    status: 400,
    title: { pl: 'Za dużo parametrów', en: 'Too many parameters' },
    detail: {
      pl: `Adres może mieć najwyżej ${MOST_PARAMETERS} parametrów.`,
      en: `An address may have at most ${MOST_PARAMETERS} parameters.`,
    },
  },
  request_invalid: {
    status: 400,
    title: { pl: 'Nieczytelne żądanie', en: 'The request cannot be read' },
    detail: { pl: 'Żądanie HTTP jest nieprawidłowe.', en: 'The HTTP request is not valid.' },
  },
  since_invalid: {
    status: 400,
    title: { pl: 'Nieprawidłowy pierwszy dzień', en: 'Not a day to start from' },
    detail: {
      pl: 'Parametr since to dzień w postaci RRRR-MM-DD.',
      en: 'The parameter since is a day written YYYY-MM-DD.',
    },
  },
  code_invalid: {
    status: 400,
    title: { pl: 'Nieprawidłowy kod', en: 'Not a code' },
    detail: {
      pl: 'Parametr code to kod CN o 2, 4, 6, 8 albo 10 cyfrach, na przykład 8471 30.',
      en: 'The parameter code is a CN code of 2, 4, 6, 8 or 10 digits, for example 8471 30.',
    },
  },
  codes_invalid: {
    status: 400,
    title: { pl: 'Nieprawidłowa lista kodów', en: 'Not a list of codes' },
    detail: {
      pl: 'Parametr codes to od 1 do 100 kodów CN o 2, 4, 6, 8 albo 10 cyfrach, rozdzielonych przecinkami, na przykład 8471 30,7304.',
      en: 'The parameter codes is 1 to 100 CN codes of 2, 4, 6, 8 or 10 digits, separated by commas, for example 8471 30,7304.',
    },
  },
  act_unknown: {
    status: 400,
    title: { pl: 'Nieznany akt', en: 'Unknown act' },
    detail: {
      pl: 'W naszych danych nie ma takiego aktu. Podaj numer CELEX albo numer rozporządzenia, na przykład 32024R1745, 2024/1745 albo 833/2014.',
      en: 'Our data have no such act. Give the CELEX number or the number of a regulation, for example 32024R1745, 2024/1745 or 833/2014.',
    },
  },
  named_invalid: {
    status: 400,
    title: { pl: 'Nieprawidłowy parametr named', en: 'Not a value of named' },
    detail: { pl: 'Parametr named to true albo false.', en: 'The parameter named is true or false.' },
  },
  page_invalid: {
    status: 400,
    title: { pl: 'Nieprawidłowy numer strony', en: 'Not a page number' },
    detail: { pl: 'Parametr page to liczba od 1 do 1000.', en: 'The parameter page is a number from 1 to 1000.' },
  },
  cursor_invalid: {
    status: 400,
    title: { pl: 'Nieznany kursor', en: 'Unknown cursor' },
    detail: {
      pl: 'Parametr cursor to wartość pola next z poprzedniej odpowiedzi, bez zmian.',
      en: 'The parameter cursor is the field next of an earlier answer, as it was.',
    },
  },
  body_invalid: {
    status: 400,
    title: { pl: 'Nieprawidłowa treść', en: 'The body is not valid' },
    detail: {
      pl: 'Wyślij obiekt JSON z polami email, source i utm.',
      en: 'Send a JSON object with the fields email, source and utm.',
    },
  },
  email_invalid: {
    status: 400,
    title: { pl: 'Nieprawidłowy adres e-mail', en: 'Not an e-mail address' },
    detail: {
      pl: 'Podaj adres e-mail, na przykład anna@example.com, najwyżej 254 znaki, bez cudzysłowów, znaków niewidocznych i liter o pełnej szerokości.',
      en: 'Give an e-mail address such as anna@example.com, at most 254 characters, without quotes, invisible characters and full-width letters.',
    },
  },
  field_invalid: {
    status: 400,
    title: { pl: 'Nieprawidłowe pole', en: 'A field is not valid' },
    detail: {
      pl: 'Pole source ma najwyżej 200 znaków; utm to najwyżej 20 tekstów o kluczach do 64 i wartościach do 200 znaków.',
      en: 'The field source has at most 200 characters; utm at most 20 texts with keys up to 64 and values up to 200 characters.',
    },
  },
  utm_too_large: {
    status: 400,
    title: { pl: 'Za duże pole utm', en: 'The field utm is too large' },
    detail: {
      pl: 'Klucze i wartości pola utm mogą mieć razem najwyżej 2048 bajtów w UTF-8.',
      en: 'The keys and values of utm may have at most 2048 bytes of UTF-8 together.',
    },
  },
  field_characters: {
    status: 400,
    title: { pl: 'Niedozwolone znaki w polu', en: 'Characters that no field may hold' },
    detail: {
      pl: 'Pola source i utm są jednowierszowym tekstem: bez znaków sterujących, tabulatorów, końców wiersza i znaków zmieniających kierunek pisma.',
      en: 'The fields source and utm are text of one line: without control characters, tabs, line breaks and marks that change the direction of writing.',
    },
  },
  field_unknown: {
    status: 400,
    title: { pl: 'Nieznane pole', en: 'Unknown field' },
    detail: { pl: 'Znane pola: email, source, utm.', en: 'Known fields: email, source, utm.' },
  },
  batch_invalid: {
    status: 400,
    title: { pl: 'Nieprawidłowa lista', en: 'The list is not valid' },
    detail: {
      pl: 'Wyślij obiekt JSON z polem items i, jeśli trzeba, lang, as_of, detail i regime; adres nie ma parametrów.',
      en: 'Send a JSON object with the field items and, where needed, lang, as_of, detail and regime; the address takes no parameters.',
    },
  },
  batch_field_unknown: {
    status: 400,
    title: { pl: 'Nieznane pole listy', en: 'Unknown field of the list' },
    detail: {
      pl: 'Znane pola: lang, as_of, detail, regime, items; w pozycji id, q, contract_date, direction, regime.',
      en: 'Known fields: lang, as_of, detail, regime, items; in an item id, q, contract_date, direction, regime.',
    },
  },
  items_invalid: {
    status: 400,
    title: { pl: 'Brak pozycji', en: 'No items' },
    detail: {
      pl: 'Pole items to lista od 1 do 500 pozycji { id, q }.',
      en: 'The field items is a list of 1 to 500 items { id, q }.',
    },
  },
  items_too_many: {
    status: 400,
    title: { pl: 'Za dużo pozycji', en: 'Too many items' },
    detail: {
      pl: 'Lista może mieć najwyżej 500 pozycji; podziel ją na części.',
      en: 'A list may have at most 500 items; send it in parts.',
    },
  },
  item_invalid: {
    status: 400,
    title: { pl: 'Nieprawidłowa pozycja', en: 'An item is not valid' },
    detail: {
      pl: 'Pozycja to obiekt z polami id i q oraz, jeśli trzeba, contract_date i direction; wszystkie są tekstami.',
      en: 'An item is an object with id and q and, where needed, contract_date and direction; all of them are texts.',
    },
  },
  item_id_invalid: {
    status: 400,
    title: { pl: 'Brak identyfikatora pozycji', en: 'An item without an id' },
    detail: {
      pl: 'Każda pozycja ma własne id: tekst od 1 do 64 znaków.',
      en: 'Every item has an id of its own: a text of 1 to 64 characters.',
    },
  },
  item_id_repeated: {
    status: 400,
    title: { pl: 'Powtórzony identyfikator pozycji', en: 'A repeated id' },
    detail: {
      pl: 'To id ma już wcześniejsza pozycja; każda ma mieć inne.',
      en: 'An earlier item has this id; each must have another.',
    },
  },
  idempotency_key_invalid: {
    status: 400,
    title: { pl: 'Nieprawidłowy Idempotency-Key', en: 'Not a valid Idempotency-Key' },
    detail: {
      pl: 'Nagłówek Idempotency-Key ma od 1 do 200 znaków.',
      en: 'The header Idempotency-Key has 1 to 200 characters.',
    },
  },
  key_ambiguous: {
    status: 400,
    title: { pl: 'Dwa różne klucze', en: 'Two different keys' },
    detail: {
      pl: 'Podaj klucz w nagłówku X-API-Key albo Authorization, nie w obu.',
      en: 'Give the key in the header X-API-Key or in Authorization, not in both.',
    },
  },
  state_unknown: {
    status: 400,
    title: { pl: 'Nieznany stan', en: 'Unknown state' },
    detail: {
      pl: 'Parametr state to pending, delivered albo dead.',
      en: 'The parameter state is pending, delivered or dead.',
    },
  },
  webhook_unknown: {
    status: 400,
    title: { pl: 'Nieznany webhook', en: 'Unknown webhook' },
    detail: {
      pl: 'Ten klucz nie ma takiego webhooka; listę podaje /api/v1/webhooks.',
      en: 'This key has no such webhook; /api/v1/webhooks lists them.',
    },
  },
  webhook_invalid: {
    status: 400,
    title: { pl: 'Nieprawidłowy opis webhooka', en: 'The webhook is not valid' },
    detail: {
      pl: 'Wyślij obiekt JSON: przy dodawaniu url i, jeśli trzeba, cn_codes, events i lang; przy zmianie paused, cn_codes, events albo lang.',
      en: 'Send a JSON object: to add, url and, where needed, cn_codes, events and lang; to change, paused, cn_codes, events or lang.',
    },
  },
  webhook_field_unknown: {
    status: 400,
    title: { pl: 'Nieznane pole webhooka', en: 'Unknown field of the webhook' },
    detail: {
      pl: 'Znane pola: url (tylko przy dodawaniu), paused (tylko przy zmianie), cn_codes, events, lang.',
      en: 'Known fields: url (only to add), paused (only to change), cn_codes, events, lang.',
    },
  },
  webhook_url_invalid: {
    status: 400,
    title: { pl: 'Pod ten adres nie można wysyłać', en: 'An address that nothing can be sent to' },
    detail: {
      pl: 'Pole url to publiczny adres https.',
      en: 'The field url is a public https address.',
    },
  },
  webhook_codes_invalid: {
    status: 400,
    title: { pl: 'Nieprawidłowe kody webhooka', en: 'The codes of the webhook are not valid' },
    detail: {
      pl: 'Pole cn_codes to lista najwyżej 2000 tekstów, kodów CN o 2, 4, 6, 8 albo 10 cyfrach; pusta oznacza wszystkie towary.',
      en: 'The field cn_codes is a list of at most 2000 texts, CN codes of 2, 4, 6, 8 or 10 digits; empty means all goods.',
    },
  },
  webhook_events_invalid: {
    status: 400,
    title: { pl: 'Nieprawidłowe rodzaje zdarzeń', en: 'The kinds of events are not valid' },
    detail: {
      pl: `Pole events to lista rodzajów zdarzeń, pusta oznacza wszystkie: ${CHANGE_TYPES.join(', ')}.`,
      en: `The field events is a list of kinds of events, empty means all: ${CHANGE_TYPES.join(', ')}.`,
    },
  },
  webhook_field_invalid: {
    status: 400,
    title: { pl: 'Nieprawidłowe pole webhooka', en: 'A field of the webhook is not valid' },
    detail: {
      pl: 'Pole lang to pl albo en, a paused to true albo false.',
      en: 'The field lang is pl or en, and paused is true or false.',
    },
  },
  key_missing: {
    status: 401,
    title: { pl: 'Potrzebny klucz', en: 'A key is needed' },
    detail: {
      pl: 'Podaj klucz API w nagłówku X-API-Key; wydaje go operator.',
      en: 'Give an API key in the header X-API-Key; the operator issues it.',
    },
  },
  key_malformed: {
    status: 401,
    title: { pl: 'Klucz z literówką', en: 'A mistyped key' },
    detail: {
      pl: 'To nie jest klucz tej usługi: klucz zaczyna się od cns_ i ma sumę kontrolną. Sprawdź, czy skopiowano go w całości.',
      en: 'This is no key of this service: a key starts with cns_ and has a checksum. Check that it was copied whole.',
    },
  },
  key_unknown: {
    status: 401,
    title: { pl: 'Nieznany klucz', en: 'Unknown key' },
    detail: {
      pl: 'Takiego klucza nie wydano. Poproś operatora o klucz albo pytaj bez niego.',
      en: 'No such key was issued. Ask the operator for one, or ask without a key.',
    },
  },
  key_revoked: {
    status: 401,
    title: { pl: 'Klucz odwołany', en: 'The key was revoked' },
    detail: {
      pl: 'Ten klucz odwołano. Poproś operatora o nowy.',
      en: 'This key was revoked. Ask the operator for a new one.',
    },
  },
  key_expired: {
    status: 401,
    title: { pl: 'Klucz wygasł', en: 'The key has expired' },
    detail: {
      pl: 'Ten klucz wygasł. Poproś operatora o nowy.',
      en: 'This key has expired. Ask the operator for a new one.',
    },
  },
  ops_token_wrong: {
    status: 401,
    title: { pl: 'Potrzebny token operatora', en: 'The token of the operator is needed' },
    detail: {
      pl: 'Podaj token ze zmiennej OPS_TOKEN w nagłówku Authorization: Bearer.',
      en: 'Give the token set as OPS_TOKEN in the header Authorization: Bearer.',
    },
  },
  own_webhooks_off: {
    status: 403,
    title: { pl: 'Webhookami zarządza tu operator', en: 'Here the operator manages webhooks' },
    detail: {
      pl: 'Przez API można tylko przeglądać swoje webhooki; o dodanie lub zmianę poproś operatora.',
      en: 'Over the API you can only see your webhooks; ask the operator to add or change one.',
    },
  },
  webhook_not_found: {
    status: 404,
    title: { pl: 'Nie ma takiego webhooka', en: 'No such webhook' },
    detail: {
      pl: 'Ten klucz nie ma webhooka o takim identyfikatorze; swoje podaje GET /api/v1/webhooks.',
      en: 'This key has no webhook of this id; GET /api/v1/webhooks lists its own.',
    },
  },
  metrics_off: {
    status: 404,
    title: { pl: 'Metryki są tu wyłączone', en: 'Metrics are off here' },
    detail: {
      pl: 'Operator udostępnia metryki na osobnym porcie (OPS_PORT) albo po podaniu tokenu (OPS_TOKEN).',
      en: 'The operator serves metrics on a port of their own (OPS_PORT), or to whoever bears a token (OPS_TOKEN).',
    },
  },
  not_found: {
    status: 404,
    title: { pl: 'Nie ma takiego adresu', en: 'No such address' },
    detail: { pl: 'Opis API jest pod /docs.', en: 'The API is described at /docs.' },
  },
  method_not_allowed: {
    status: 405,
    title: { pl: 'Niedozwolona metoda', en: 'Method not allowed' },
    detail: {
      pl: 'Dozwolone metody podaje nagłówek Allow.',
      en: 'The header Allow names the methods that are allowed.',
    },
  },
  idempotency_conflict: {
    status: 409,
    title: { pl: 'Ten sam Idempotency-Key, inna treść', en: 'The same Idempotency-Key, other content' },
    detail: {
      pl: 'Z tym kluczem wysłano już stąd inną treść; użyj nowego klucza.',
      en: 'Other content was sent from here with this key; use a new key.',
    },
  },
  webhooks_too_many: {
    status: 409,
    title: { pl: 'Za dużo webhooków', en: 'Too many webhooks' },
    detail: {
      pl: 'Klucz może mieć najwyżej 20 webhooków; usuń jeden z nich albo zmień jego kody.',
      en: 'A key may have at most 20 webhooks; remove one of them, or change its codes.',
    },
  },
  webhook_too_large: {
    status: 413,
    title: { pl: 'Za duży opis webhooka', en: 'The webhook is too large' },
    detail: { pl: 'Treść może mieć najwyżej 64 KiB.', en: 'The body may have at most 64 KiB.' },
  },
  body_too_large: {
    status: 413,
    title: { pl: 'Za duża treść', en: 'The body is too large' },
    detail: { pl: 'Treść może mieć najwyżej 16 KiB.', en: 'A body may have at most 16 KiB.' },
  },
  batch_too_large: {
    status: 413,
    title: { pl: 'Za duża lista', en: 'The list is too large' },
    detail: {
      pl: 'Treść może mieć najwyżej 1 MiB; podziel listę na części.',
      en: 'The body may have at most 1 MiB; send the list in parts.',
    },
  },
  media_type_unsupported: {
    status: 415,
    title: { pl: 'Nieobsługiwany typ treści', en: 'Unsupported media type' },
    detail: { pl: 'Wyślij treść jako application/json.', en: 'Send the body as application/json.' },
  },
  rate_limited: {
    status: 429,
    title: { pl: 'Za dużo żądań', en: 'Too many requests' },
    detail: {
      pl: 'Limit na minutę jest wyczerpany; spróbuj ponownie po czasie z nagłówka Retry-After. Klucz API podnosi limit.',
      en: 'The limit for this minute is used up; try again after the time in the header Retry-After. An API key raises the limit.',
    },
  },
  batch_limited: {
    status: 429,
    title: { pl: 'Lista nie mieści się w limicie', en: 'The list does not fit in the limit' },
    detail: {
      pl: 'Lista kosztuje jeden punkt za każde rozpoczęte 500 kodów albo 50 nazw lub całych działów, a w tej minucie tylu punktów już nie ma. Wyślij ją po czasie z nagłówka Retry-After albo podziel na części; klucz API podnosi limit.',
      en: 'A list costs one point for every 500 codes, or 50 names or whole chapters, begun, and this minute has not that many points left. Send it after the time in the header Retry-After, or in parts; an API key raises the limit.',
    },
  },
  batches_busy: {
    status: 429,
    title: { pl: 'Za dużo list naraz', en: 'Too many lists at once' },
    detail: {
      pl: 'Usługa sprawdza jednocześnie najwyżej dwie listy od jednego nadawcy i ograniczoną liczbę list w ogóle. Spróbuj ponownie po czasie z nagłówka Retry-After.',
      en: 'At most two lists of one caller, and a limited number in all, are checked at the same time. Try again after the time in the header Retry-After.',
    },
  },
  leads_full: {
    status: 429,
    title: { pl: 'Wyczerpany dzienny limit zgłoszeń', en: 'No more contacts today' },
    detail: {
      pl: 'Usługa przyjęła dziś już tyle zgłoszeń, ile może; niczego nie zapisano. Spróbuj ponownie po czasie z nagłówka Retry-After, jutro (UTC).',
      en: 'The service has taken as many contacts today as it may; nothing was stored. Try again after the time in the header Retry-After, tomorrow (UTC).',
    },
  },
  headers_too_large: {
    status: 431,
    title: { pl: 'Za długi adres lub nagłówki', en: 'Address or headers too long' },
    detail: {
      pl: 'Adres i nagłówki mogą mieć razem najwyżej 16 KiB.',
      en: 'Address and headers together may have at most 16 KiB.',
    },
  },
  store_unavailable: {
    status: 500,
    title: { pl: 'Błąd bazy danych', en: 'Database error' },
    detail: {
      pl: 'Baza danych jest chwilowo niedostępna; niczego nie zapisano. Spróbuj ponownie za chwilę.',
      en: 'The database is not available for the moment; nothing was stored. Try again shortly.',
    },
  },
  internal: {
    status: 500,
    title: { pl: 'Błąd usługi', en: 'Service error' },
    detail: { pl: 'Nie udało się odpowiedzieć; błąd zapisano.', en: 'The answer failed; the error was recorded.' },
  },
  not_ready: {
    status: 503,
    title: { pl: 'Usługa się uruchamia', en: 'The service is starting' },
    detail: { pl: 'Spróbuj ponownie za chwilę.', en: 'Try again in a moment.' },
  },
} as const satisfies Record<string, { status: number; title: Text; detail: Text }>

export type ProblemCode = keyof typeof PROBLEMS

export const problemType = (code: string): string => `urn:cn-sanctions:problem:${code}`

/** RFC 9457, https://www.rfc-editor.org/rfc/rfc9457; `ProblemSchema` describes the same to callers. */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly instance: string
  readonly code: ProblemCode
  readonly errors: readonly ProblemError[]
  readonly errors_omitted?: number
  readonly suggestions?: readonly string[]
}

/** What a problem says beyond its code. */
export interface ProblemDetails {
  readonly errors?: (language: Language) => readonly ProblemError[]
  /** Codes that could have been meant, grouped. */
  readonly suggestions?: readonly string[]
  /** A sentence behind the detail: what to do here. */
  readonly advice?: Text
}

/** A wrong parameter of the URL, or a wrong place in the body as a JSON pointer (RFC 6901). */
type ProblemError = { readonly detail: string } & ({ readonly parameter: string } | { readonly pointer: string })

/** A problem at one place of a body. */
export interface BodyProblem {
  readonly code: ProblemCode
  readonly pointer: string
}

export const errorsOf = (problems: readonly BodyProblem[]): ProblemDetails => ({
  errors: (language) => problems.map(({ code, pointer }) => ({ pointer, detail: PROBLEMS[code].detail[language] })),
})

/** Escapes a name as one step of a JSON pointer. */
export const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** A problem lists the first errors only: a thousand of them would tell the caller no more. */
export const ERRORS_LISTED = 10

/** Reading a body stops after this many errors. */
export const ERRORS_AT_MOST = 50

/** A wrong name can be as long as a URL; its beginning tells which one is meant. */
const NAME_SHOWN = 100

const omittedText = (omitted: number): Text => ({
  pl: `Wymieniono pierwsze błędy (${ERRORS_LISTED}); liczba dalszych: co najmniej ${omitted}.`,
  en: `The first ${ERRORS_LISTED} errors are listed; there are at least ${omitted} more.`,
})

/** `instance` is the path without the query, so that what was asked stays out of logs and reports. */
export function problemOf(
  code: ProblemCode,
  language: Language,
  instance: string,
  { errors: errorsIn = () => [], suggestions, advice }: ProblemDetails = {},
): Problem {
  const { status, title, detail } = PROBLEMS[code]
  const errors = errorsIn(language)
  const omitted = Math.max(0, errors.length - ERRORS_LISTED)
  return {
    type: problemType(code),
    title: title[language],
    status,
    detail: [
      detail[language],
      ...(advice ? [advice[language]] : []),
      ...(suggestions && suggestions.length > 0 ? [codesMeantText(suggestions)[language]] : []),
      ...(omitted > 0 ? [omittedText(omitted)[language]] : []),
    ].join(' '),
    instance,
    code,
    errors: errors.slice(0, ERRORS_LISTED).map(shortened),
    ...(omitted > 0 && { errors_omitted: omitted }),
    ...(suggestions && { suggestions }),
  }
}

function shortened(error: ProblemError): ProblemError {
  const { detail } = error
  return 'parameter' in error
    ? { parameter: shortName(error.parameter), detail }
    : { pointer: shortName(error.pointer), detail }
}

const shortName = (name: string): string =>
  name.length > NAME_SHOWN
    ? `${name
        .slice(0, NAME_SHOWN)
        .toWellFormed()
        .replace(/\ufffd$/, '')}…`
    : name
