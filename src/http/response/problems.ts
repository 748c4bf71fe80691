import { codesMeantText, ofStatus, QUESTION_PROBLEMS } from '../../answer/question/problems.ts'
import { CHECK_COLUMNS } from '../../answer/shape/csv/check-line.ts'
import type { Language, Text } from '../../base/language.ts'
import { printable } from '../../base/plain-text.ts'
import { UTM_BYTES, UTM_ENTRIES } from '../../base/utm.ts'
import { EVENT_TYPES } from '../../changes/change.ts'
import { MAX_POSTED } from '../../receipts/receipt.ts'
import { ITEMS_PER_NAME, MAX_LIST_ITEMS, MAX_LISTS } from '../../store/lists/list-limits.ts'
import { MAX_CODES } from '../../webhooks/watchlist.ts'
import { BatchItemSchema, BatchRequestSchema } from '../input/batch-body.ts'
import { ARRIVAL_BOUNDS } from '../input/body-budget.ts'
import {
  BATCH_BODY,
  CASE_CHARACTERS,
  HEADER_BYTES,
  IDEMPOTENCY_KEY_CHARACTERS,
  LEAD_BODY,
  LEAD_CHARACTERS,
  LIST_BODY,
  LIST_CALL,
  LIST_CALL_ITEMS,
  LIST_NAME_CHARACTERS,
  MAX_ALERT_CODES,
  MAX_CSV_ITEMS,
  MAX_FILTER_CODES,
  MAX_ID,
  MAX_ITEMS,
  MAX_PAGES,
  MAX_REPLAY_IDS,
  MAX_WEBHOOKS,
  MESSAGE,
  RECEIPT_CALL,
  WEBHOOK_BODY,
} from '../input/bounds.ts'
import { ListItemSchema } from '../input/list-body.ts'
import { ITEMS_PER_POINT, NAME_PART } from '../request/costs.ts'
import { MAX_PARAMETERS } from '../request/url.ts'

const [ofBatch, ofItem, ofListItem] = [BatchRequestSchema, BatchItemSchema, ListItemSchema].map(({ properties }) =>
  Object.keys(properties).join(', '),
)

/** A large number as each language groups its digits. */
const grouped = (number: number) => ({
  pl: number.toLocaleString('en').replaceAll(',', ' '),
  en: number.toLocaleString('en'),
})
const LIST_ITEMS = grouped(MAX_LIST_ITEMS)

const sizeOf = ({ bytes }: { readonly bytes: number }): string =>
  bytes >= 1024 ** 2 ? `${bytes / 1024 ** 2} MiB` : `${bytes / 1024} KiB`

const COLUMNS = CHECK_COLUMNS.join(', ')
const { short, full } = ITEMS_PER_POINT
const { source, utmKey, utmValue } = LEAD_CHARACTERS
const { leastBytes, windowMs } = ARRIVAL_BOUNDS
const SECONDS = windowMs / 1000

/** Every problem a caller can be told of, by code. The documentation is tested against this table. */
export const PROBLEMS = {
  ...QUESTION_PROBLEMS,
  ...ofStatus(400, {
    url_invalid: {
      pl: 'Nieczytelny adres. Adres lub jego parametry są źle zakodowane; użyj kodowania procentowego UTF-8.',
      en: 'The address cannot be read. The address or its parameters are encoded wrongly; use UTF-8 percent-encoding.',
    },
    parameters_too_many: {
      pl: `Za dużo parametrów. Adres może mieć najwyżej ${MAX_PARAMETERS} parametrów.`,
      en: `Too many parameters. An address may have at most ${MAX_PARAMETERS} parameters.`,
    },
    request_invalid: {
      pl: 'Nieczytelne żądanie. Żądanie HTTP jest nieprawidłowe.',
      en: 'The request cannot be read. The HTTP request is not valid.',
    },
    for_unknown: {
      pl: 'Nieznany zakres gotowości. Parametr for może mieć tylko wartość lookups.',
      en: 'Unknown part of the service. The parameter for can only be lookups.',
    },
    code_invalid: {
      pl: 'Nieprawidłowy kod. Parametr code to kod CN o 2, 4, 6, 8 albo 10 cyfrach, na przykład 8471 30.',
      en: 'Not a code. The parameter code is a CN code of 2, 4, 6, 8 or 10 digits, for example 8471 30.',
    },
    codes_invalid: {
      pl: `Nieprawidłowa lista kodów. Parametr codes to od 1 do ${MAX_FILTER_CODES} kodów CN o 2, 4, 6, 8 albo 10 cyfrach, rozdzielonych przecinkami, na przykład 8471 30,7304.`,
      en: `Not a list of codes. The parameter codes is 1 to ${MAX_FILTER_CODES} CN codes of 2, 4, 6, 8 or 10 digits, separated by commas, for example 8471 30,7304.`,
    },
    named_invalid: {
      pl: 'Nieprawidłowy parametr named. Parametr named to true albo false.',
      en: 'Not a value of named. The parameter named is true or false.',
    },
    page_invalid: {
      pl: `Nieprawidłowy numer strony. Parametr page to liczba od 1 do ${MAX_PAGES}.`,
      en: `Not a page number. The parameter page is a number from 1 to ${MAX_PAGES}.`,
    },
    cursor_invalid: {
      pl: 'Nieznany kursor. Parametr cursor to wartość pola next z poprzedniej odpowiedzi, bez zmian.',
      en: 'Unknown cursor. The parameter cursor is the field next of an earlier answer, as it was.',
    },
    body_invalid: {
      pl: 'Nieprawidłowa treść. Wyślij obiekt JSON z polami email, source i utm.',
      en: 'The body is not valid. Send a JSON object with the fields email, source and utm.',
    },
    email_invalid: {
      pl: `Nieprawidłowy adres e-mail. Podaj adres e-mail, na przykład anna@example.com, najwyżej ${LEAD_CHARACTERS.email} znaki, bez cudzysłowów, znaków niewidocznych i liter o pełnej szerokości.`,
      en: `Not an e-mail address. Give an e-mail address such as anna@example.com, at most ${LEAD_CHARACTERS.email} characters, without quotes, invisible characters and full-width letters.`,
    },
    field_invalid: {
      pl: `Nieprawidłowe pole. Pole source ma najwyżej ${source} znaków; utm to najwyżej ${UTM_ENTRIES} tekstów o kluczach do ${utmKey} i wartościach do ${utmValue} znaków.`,
      en: `A field is not valid. The field source has at most ${source} characters; utm at most ${UTM_ENTRIES} texts with keys up to ${utmKey} and values up to ${utmValue} characters.`,
    },
    utm_too_large: {
      pl: `Za duże pole utm. Klucze i wartości pola utm mogą mieć razem najwyżej ${UTM_BYTES} bajtów w UTF-8.`,
      en: `The field utm is too large. The keys and values of utm may have at most ${UTM_BYTES} bytes of UTF-8 together.`,
    },
    field_characters: {
      pl: 'Niedozwolone znaki w polu. Pola source i utm są jednowierszowym tekstem: bez znaków sterujących, tabulatorów, końców wiersza i znaków zmieniających kierunek pisma.',
      en: 'Characters that no field may hold. The fields source and utm are text of one line: without control characters, tabs, line breaks and marks that change the direction of writing.',
    },
    field_unknown: {
      pl: 'Nieznane pole. Znane pola: email, source, utm.',
      en: 'Unknown field. Known fields: email, source, utm.',
    },
    alert_invalid: {
      pl: `Nieprawidłowa prośba o powiadomienia. Wyślij obiekt JSON z polem email i, jeśli trzeba, codes (najwyżej ${MAX_ALERT_CODES} kodów CN o 2, 4, 6, 8 albo 10 cyfrach), regime i lang.`,
      en: `The request for alerts is not valid. Send a JSON object with the field email and, where needed, codes (at most ${MAX_ALERT_CODES} CN codes of 2, 4, 6, 8 or 10 digits), regime and lang.`,
    },
    batch_invalid: {
      pl: `Nieprawidłowa lista. Wyślij obiekt JSON z polem items i tylko tymi polami: ${ofBatch}; adres nie ma parametrów.`,
      en: `The list is not valid. Send a JSON object with the field items and no other fields than ${ofBatch}; the address takes no parameters.`,
    },
    batch_field_unknown: {
      pl: `Nieznane pole listy. Znane pola: ${ofBatch}; w pozycji ${ofItem}.`,
      en: `Unknown field of the list. Known fields: ${ofBatch}; in an item ${ofItem}.`,
    },
    items_invalid: {
      pl: `Brak pozycji. Pole items to lista od 1 do ${MAX_ITEMS} pozycji { id, q }.`,
      en: `No items. The field items is a list of 1 to ${MAX_ITEMS} items { id, q }.`,
    },
    items_too_many: {
      pl: `Za dużo pozycji. Lista może mieć najwyżej ${MAX_ITEMS} pozycji; podziel ją na części.`,
      en: `Too many items. A list may have at most ${MAX_ITEMS} items; send it in parts.`,
    },
    csv_items_missing: {
      pl: 'Brak kodów i nazw. Podaj kody CN w parametrze codes (rozdzielone przecinkami) albo nazwy towarów w parametrze names (rozdzielone średnikami).',
      en: 'Neither codes nor names. Give CN codes in the parameter codes (separated by commas) or product names in the parameter names (separated by semicolons).',
    },
    csv_items_too_many: {
      pl: `Za dużo kodów i nazw. Jedno zapytanie może mieć najwyżej ${MAX_CSV_ITEMS} kodów i nazw łącznie; podziel listę na części albo użyj POST /api/v1/check.`,
      en: `Too many codes and names. One request may have at most ${MAX_CSV_ITEMS} codes and names together; send the list in parts, or use POST /api/v1/check.`,
    },
    csv_code_invalid: {
      pl: 'To nie jest kod CN. Nie sprawdzono: to nie jest kod CN. W parametrze codes podaj same kody, na przykład 8471 30; nazwy towarów podaj w parametrze names.',
      en: 'Not a CN code. Not checked: this is no CN code. Give only codes in the parameter codes, for example 8471 30; product names belong in the parameter names.',
    },
    separator_unknown: {
      pl: 'Nieznany separator. Parametr separator to comma (przecinek) albo semicolon (średnik).',
      en: 'Unknown separator. The parameter separator is comma or semicolon.',
    },
    bom_unknown: {
      pl: 'Nieznana wartość bom. Parametr bom to true albo false.',
      en: 'Unknown value of bom. The parameter bom is true or false.',
    },
    columns_unknown: {
      pl: `Nieznane kolumny. Parametr columns to nazwy kolumn rozdzielone przecinkami, każda najwyżej raz. Są kolumny: ${COLUMNS}.`,
      en: `Unknown columns. The parameter columns is names of columns, separated by commas, each at most once. There are: ${COLUMNS}.`,
    },
    header_unknown: {
      pl: 'Nieznana wartość header. Parametr header to true albo false.',
      en: 'Unknown value of header. The parameter header is true or false.',
    },
    item_invalid: {
      pl: `Nieprawidłowa pozycja. Pozycja to obiekt z polami id i q oraz, jeśli trzeba, innymi spośród: ${ofItem}. Wszystkie są tekstami; pole bez wartości pomiń zamiast podawać null.`,
      en: `An item is not valid. An item is an object with id and q and, where needed, others of ${ofItem}. All of them are texts; leave out a field without a value instead of sending null.`,
    },
    item_id_invalid: {
      pl: `Brak identyfikatora pozycji. Każda pozycja ma własne id: tekst od 1 do ${MAX_ID} znaków.`,
      en: `An item without an id. Every item has an id of its own: a text of 1 to ${MAX_ID} characters.`,
    },
    item_id_repeated: {
      pl: 'Powtórzony identyfikator pozycji. To id ma już wcześniejsza pozycja; każda ma mieć inne.',
      en: 'A repeated id. An earlier item has this id; each must have another.',
    },
    list_name_invalid: {
      pl: `Nieprawidłowa nazwa listy. Nazwa listy ma od 1 do ${LIST_NAME_CHARACTERS} znaków: litery, cyfry, pojedyncze odstępy, kropki, podkreślenia i łączniki; zaczyna się od litery lub cyfry.`,
      en: `Not a name of a list. The name of a list has 1 to ${LIST_NAME_CHARACTERS} characters: letters, digits, single spaces, dots, underscores and dashes; it begins with a letter or digit.`,
    },
    list_invalid: {
      pl: 'Nieprawidłowa treść listy. Wyślij obiekt JSON: przy PUT z polem items i, jeśli trzeba, lang; przy PATCH z polem set (pozycje), remove (identyfikatory) albo oboma.',
      en: 'The content of the list is not valid. Send a JSON object: with PUT the field items and, where needed, lang; with PATCH the field set (items), remove (ids) or both.',
    },
    list_field_unknown: {
      pl: `Nieznane pole zapisanej listy. Znane pola: przy PUT lang i items, przy PATCH set i remove; w pozycji ${ofListItem}.`,
      en: `Unknown field of a stored list. Known fields: with PUT lang and items, with PATCH set and remove; in an item ${ofListItem}.`,
    },
    list_items_invalid: {
      pl: `Brak pozycji listy. To pole jest listą: items ma od 1 do ${LIST_ITEMS.pl} pozycji { id, q }, set i remove najwyżej tyle samo. Listę usuwa DELETE.`,
      en: `No items in the list. This field is a list: items has 1 to ${LIST_ITEMS.en} items { id, q }, set and remove at most as many. DELETE removes a list.`,
    },
    list_items_too_many: {
      pl: `Za dużo pozycji listy. Lista może mieć najwyżej ${LIST_ITEMS.pl} pozycji, przy czym nazwa albo cały dział liczy się za ${ITEMS_PER_NAME}; podziel ją na kilka list. Niczego nie zapisano.`,
      en: `Too many items in the list. A list may have at most ${LIST_ITEMS.en} items, of which a name or a whole chapter counts as ${ITEMS_PER_NAME}; make several lists of it. Nothing was stored.`,
    },
    list_item_invalid: {
      pl: 'Nieprawidłowa pozycja listy. Pozycja to obiekt z tekstami id i q oraz, jeśli trzeba, origin i destination; w remove są same teksty id.',
      en: 'An item of the list is not valid. An item is an object with the texts id and q and, where needed, origin and destination; in remove there are only ids.',
    },
    list_item_id_invalid: {
      pl: `Nieprawidłowy identyfikator pozycji. Każda pozycja ma własne id: tekst od 1 do ${MAX_ID} znaków, bez znaków sterujących.`,
      en: `Not an id of an item. Every item has an id of its own: a text of 1 to ${MAX_ID} characters, without control characters.`,
    },
    case_invalid: {
      pl: `Nieprawidłowy numer sprawy. Numer sprawy ma najwyżej ${CASE_CHARACTERS} znaków w jednym wierszu.`,
      en: `Not a case number. A case number has at most ${CASE_CHARACTERS} characters in one line.`,
    },
    verification_incomplete: {
      pl: 'Niepełny adres sprawdzenia. Adres z kodu QR zawiera pytanie z dniem, wersję danych i skrót odpowiedzi. Zeskanuj kod ponownie albo wklej treść zapisu na stronie „Sprawdź zapis”.',
      en: 'An incomplete address to verify. The address in the QR code holds the question with its day, the version of the data and the hash of the answer. Scan the code again, or paste the receipt on the page "Verify a record".',
    },
    idempotency_key_invalid: {
      pl: `Nieprawidłowy Idempotency-Key. Nagłówek Idempotency-Key ma od 1 do ${IDEMPOTENCY_KEY_CHARACTERS} znaków.`,
      en: `Not a valid Idempotency-Key. The header Idempotency-Key has 1 to ${IDEMPOTENCY_KEY_CHARACTERS} characters.`,
    },
    key_ambiguous: {
      pl: 'Dwa różne klucze. Podaj klucz w nagłówku X-API-Key albo Authorization, nie w obu.',
      en: 'Two different keys. Give the key in the header X-API-Key or in Authorization, not in both.',
    },
    state_unknown: {
      pl: 'Nieznany stan. Parametr state to pending, delivered albo dead.',
      en: 'Unknown state. The parameter state is pending, delivered or dead.',
    },
    webhook_unknown: {
      pl: 'Nieznany webhook. Ten klucz nie ma takiego webhooka; listę podaje /api/v1/webhooks.',
      en: 'Unknown webhook. This key has no such webhook; /api/v1/webhooks lists them.',
    },
    webhook_invalid: {
      pl: 'Nieprawidłowy opis webhooka. Wyślij obiekt JSON: przy dodawaniu url i, jeśli trzeba, cn_codes, events i lang; przy zmianie paused, cn_codes, events albo lang.',
      en: 'The webhook is not valid. Send a JSON object: to add, url and, where needed, cn_codes, events and lang; to change, paused, cn_codes, events or lang.',
    },
    webhook_field_unknown: {
      pl: 'Nieznane pole webhooka. Znane pola: url (tylko przy dodawaniu), paused (tylko przy zmianie), cn_codes, events, lang.',
      en: 'Unknown field of the webhook. Known fields: url (only to add), paused (only to change), cn_codes, events, lang.',
    },
    webhook_url_invalid: {
      pl: 'Pod ten adres nie można wysyłać. Pole url to publiczny adres https.',
      en: 'An address that nothing can be sent to. The field url is a public https address.',
    },
    webhook_codes_invalid: {
      pl: `Nieprawidłowe kody webhooka. Pole cn_codes to lista najwyżej ${MAX_CODES} tekstów, kodów CN o 2, 4, 6, 8 albo 10 cyfrach; pusta oznacza wszystkie towary.`,
      en: `The codes of the webhook are not valid. The field cn_codes is a list of at most ${MAX_CODES} texts, CN codes of 2, 4, 6, 8 or 10 digits; empty means all goods.`,
    },
    webhook_events_invalid: {
      pl: `Nieprawidłowe rodzaje zdarzeń. Pole events to lista rodzajów zdarzeń, pusta oznacza wszystkie: ${EVENT_TYPES.join(', ')}.`,
      en: `The kinds of events are not valid. The field events is a list of kinds of events, empty means all: ${EVENT_TYPES.join(', ')}.`,
    },
    webhook_field_invalid: {
      pl: 'Nieprawidłowe pole webhooka. Pole lang to pl albo en, a paused to true albo false.',
      en: 'A field of the webhook is not valid. The field lang is pl or en, and paused is true or false.',
    },
    webhook_replay_invalid: {
      pl: `Nie wiadomo, co wysłać ponownie. Wyślij ids, listę od 1 do ${MAX_REPLAY_IDS} identyfikatorów msg_…, albo since, dzień lub chwilę jak 2026-11-01T09:30:00Z, i jeśli trzeba state (dead albo delivered) oraz cursor (pole next poprzedniej odpowiedzi).`,
      en: `It is not clear what to send again. Send ids, a list of 1 to ${MAX_REPLAY_IDS} ids msg_…, or since, a day or a moment such as 2026-11-01T09:30:00Z, and where needed state (dead or delivered) and cursor (next of the answer before).`,
    },
  }),
  ...ofStatus(401, {
    key_missing: {
      pl: 'Potrzebny klucz. Podaj klucz API w nagłówku X-API-Key; wydaje go operator.',
      en: 'A key is needed. Give an API key in the header X-API-Key; the operator issues it.',
    },
    key_malformed: {
      pl: 'Klucz z literówką. To nie jest klucz tej usługi: klucz zaczyna się od cns_ i ma sumę kontrolną. Sprawdź, czy skopiowano go w całości.',
      en: 'A mistyped key. This is no key of this service: a key starts with cns_ and has a checksum. Check that it was copied whole.',
    },
    key_unknown: {
      pl: 'Nieznany klucz. Takiego klucza nie wydano. Poproś operatora o klucz albo pytaj bez niego.',
      en: 'Unknown key. No such key was issued. Ask the operator for one, or ask without a key.',
    },
    key_revoked: {
      pl: 'Klucz odwołany. Ten klucz odwołano albo zastąpiono nowym. Użyj nowego albo poproś o niego operatora.',
      en: 'The key was revoked. This key was revoked or replaced. Use the new one, or ask the operator for one.',
    },
    key_expired: {
      pl: 'Klucz wygasł. Ten klucz wygasł. Poproś operatora o nowy.',
      en: 'The key has expired. This key has expired. Ask the operator for a new one.',
    },
    ops_token_wrong: {
      pl: 'Potrzebny token operatora. Podaj token ze zmiennej OPS_TOKEN w nagłówku Authorization: Bearer.',
      en: 'The token of the operator is needed. Give the token set as OPS_TOKEN in the header Authorization: Bearer.',
    },
  }),
  ...ofStatus(403, {
    own_webhooks_off: {
      pl: 'Webhookami zarządza tu operator. Przez API można tylko przeglądać swoje webhooki; o dodanie lub zmianę poproś operatora.',
      en: 'Here the operator manages webhooks. Over the API you can only see your webhooks; ask the operator to add or change one.',
    },
  }),
  ...ofStatus(404, {
    webhook_not_found: {
      pl: 'Nie ma takiego webhooka. Ten klucz nie ma webhooka o takim identyfikatorze; swoje podaje GET /api/v1/webhooks.',
      en: 'No such webhook. This key has no webhook of this id; GET /api/v1/webhooks lists its own.',
    },
    alerts_off: {
      pl: 'Powiadomienia e-mail są tu wyłączone. Operator ich nie włączył. Zmiany podają /changes, kanał Atom /changes.atom i webhooki.',
      en: 'Alerts by e-mail are off here. The operator has not switched them on. /changes, the Atom feed /changes.atom and webhooks tell of changes.',
    },
    metrics_off: {
      pl: 'Metryki są tu wyłączone. Operator udostępnia metryki na osobnym porcie (OPS_PORT) albo po podaniu tokenu (OPS_TOKEN).',
      en: 'Metrics are off here. The operator serves metrics on a port of their own (OPS_PORT), or to whoever bears a token (OPS_TOKEN).',
    },
    not_found: {
      pl: 'Nie ma takiego adresu. Opis API jest pod /docs.',
      en: 'No such address. The API is described at /docs.',
    },
    version_unknown: {
      pl: 'Nie mamy prawa w tej wersji. Usługa nie zna tej wersji albo nie przechowuje już jej tekstu. Wersję podaje pole meta.dataset każdej odpowiedzi, a bieżącą /api/v1/dataset.',
      en: 'No law of this version. The service does not know this version, or no longer keeps its text. meta.dataset of every answer names its version, /api/v1/dataset the current one.',
    },
    version_not_served: {
      pl: 'Ta wersja nie jest bieżąca. Plik CSV powstaje tylko z prawa w bieżącej wersji, którą podaje /api/v1/dataset. Inną wersję pobierz jako .law i użyj polecenia law list --csv.',
      en: 'This version is not being served. The CSV is made only of the law being served, whose version is at /api/v1/dataset. Download another version as .law and use the command law list --csv.',
    },
    list_unknown: {
      pl: 'Nie ma takiej listy. Ten klucz nie ma listy o tej nazwie; jego listy podaje /api/v1/lists.',
      en: 'No such list. This key has no list of this name; /api/v1/lists names its lists.',
    },
  }),
  ...ofStatus(405, {
    method_not_allowed: {
      pl: 'Niedozwolona metoda. Dozwolone metody podaje nagłówek Allow.',
      en: 'Method not allowed. The header Allow names the methods that are allowed.',
    },
  }),
  ...ofStatus(409, {
    idempotency_conflict: {
      pl: 'Ten sam Idempotency-Key, inna treść. Z tym kluczem wysłano już stąd inną treść; użyj nowego klucza.',
      en: 'The same Idempotency-Key, other content. Other content was sent from here with this key; use a new key.',
    },
    lists_too_many: {
      pl: `Za dużo list. Klucz może mieć najwyżej ${MAX_LISTS} list; usuń którąś albo dopisz pozycje do istniejącej.`,
      en: `Too many lists. A key may have at most ${MAX_LISTS} lists; delete one, or add the items to one that is there.`,
    },
  }),
  ...ofStatus(412, {
    list_version_other: {
      pl: 'Lista ma inną treść. Warunek z nagłówka If-Match albo If-None-Match nie jest spełniony: lista zmieniła się od ostatniego odczytu, nie ma jej albo już jest. Niczego nie zmieniono; odczytaj ją ponownie.',
      en: 'The list has another content. The condition in the header If-Match or If-None-Match does not hold: the list changed since it was read, is not there, or is there already. Nothing was changed; read it again.',
    },
  }),
  ...ofStatus(409, {
    webhooks_too_many: {
      pl: `Za dużo webhooków. Klucz może mieć najwyżej ${MAX_WEBHOOKS} webhooków; usuń jeden z nich albo zmień jego kody.`,
      en: `Too many webhooks. A key may have at most ${MAX_WEBHOOKS} webhooks; remove one of them, or change its codes.`,
    },
  }),
  ...ofStatus(413, {
    receipt_too_large: {
      pl: `Za duży zapis. Zapis może mieć najwyżej ${sizeOf({ bytes: MAX_POSTED })}.`,
      en: `The receipt is too large. A receipt may have at most ${sizeOf({ bytes: MAX_POSTED })}.`,
    },
    webhook_too_large: {
      pl: `Za duży opis webhooka. Treść może mieć najwyżej ${sizeOf(WEBHOOK_BODY)}.`,
      en: `The webhook is too large. The body may have at most ${sizeOf(WEBHOOK_BODY)}.`,
    },
    body_too_large: {
      pl: `Za duża treść. Treść może mieć najwyżej ${sizeOf(LEAD_BODY)}.`,
      en: `The body is too large. A body may have at most ${sizeOf(LEAD_BODY)}.`,
    },
    batch_too_large: {
      pl: `Za duża lista. Treść może mieć najwyżej ${sizeOf(BATCH_BODY)} i ${MAX_ITEMS} pozycji; podziel listę na części.`,
      en: `The list is too large. The body may have at most ${sizeOf(BATCH_BODY)} and ${MAX_ITEMS} items; send the list in parts.`,
    },
    list_too_large: {
      pl: `Za duża treść listy. Treść może mieć najwyżej ${sizeOf(LIST_BODY)}; wyślij część pozycji, a resztę dopisz przez PATCH.`,
      en: `The content of the list is too large. The body may have at most ${sizeOf(LIST_BODY)}; send some of the items, and add the others with PATCH.`,
    },
  }),
  ...ofStatus(408, {
    body_too_slow: {
      pl: `Treść przychodzi zbyt wolno. Treść żądania nie nadeszła w całości, a przez ${SECONDS} sekund przyszło mniej niż ${sizeOf({ bytes: leastBytes })}. Wyślij żądanie ponownie.`,
      en: `The body arrives too slowly. The body did not arrive whole, and in ${SECONDS} seconds less than ${sizeOf({ bytes: leastBytes })} of it came. Send the request again.`,
    },
  }),
  ...ofStatus(415, {
    content_encoding_unsupported: {
      pl: 'Skompresowana treść. Treść jest skompresowana (nagłówek Content-Encoding). Wyślij ją bez kompresji i bez tego nagłówka.',
      en: 'A compressed body. The body is compressed (the header Content-Encoding). Send it uncompressed and without that header.',
    },
    media_type_unsupported: {
      pl: 'Nieobsługiwany typ treści. Wyślij treść jako application/json.',
      en: 'Unsupported media type. Send the body as application/json.',
    },
  }),
  ...ofStatus(429, {
    rate_limited: {
      pl: 'Za dużo żądań. Limit na minutę jest wyczerpany; spróbuj ponownie po czasie z nagłówka Retry-After. Klucz API podnosi limit.',
      en: 'Too many requests. The limit for this minute is used up; try again after the time in the header Retry-After. An API key raises the limit.',
    },
    alerts_limited: {
      pl: 'Za dużo próśb o powiadomienia. Dziś złożono ich już tyle, ile można w ciągu doby: łącznie, z jednej sieci albo z tej sieci dla adresów w tej samej domenie. Niczego nie zapisano. Spróbuj ponownie po czasie z nagłówka Retry-After, jutro (UTC).',
      en: 'Too many requests for alerts. As many were made today as a day takes: in all, from one network, or from it for addresses of this domain. Nothing was stored. Try again after the time in the header Retry-After, tomorrow (UTC).',
    },
    batch_limited: {
      pl: `Lista nie mieści się w limicie. Lista kosztuje jeden punkt za każde rozpoczęte ${short.code} kodów albo ${short.name} nazw (dłuższa liczy się za każde rozpoczęte ${NAME_PART} znaków) lub ${short.chapter} całych działów, a z detail=full za ${full.code} kodów, ${full.heading} pozycji albo ${full.name} nazw lub ${full.chapter} całych działów, i w tej minucie tylu punktów już nie ma. Wyślij ją po czasie z nagłówka Retry-After albo podziel na części; klucz API podnosi limit.`,
      en: `The list does not fit in the limit. A list costs one point for every ${short.code} codes, or ${short.name} names (a longer one counts for every ${NAME_PART} characters begun) or ${short.chapter} whole chapters, begun, with detail=full for every ${full.code} codes, ${full.heading} headings, or ${full.name} names or ${full.chapter} whole chapters, and this minute has not that many points left. Send it after the time in the header Retry-After, or in parts; an API key raises the limit.`,
    },
    batches_busy: {
      pl: 'Za dużo list naraz. Usługa sprawdza jednocześnie najwyżej dwie listy od jednego nadawcy i ograniczoną liczbę list w ogóle. Spróbuj ponownie po czasie z nagłówka Retry-After.',
      en: 'Too many lists at once. At most two lists of one caller, and a limited number in all, are checked at the same time. Try again after the time in the header Retry-After.',
    },
    lists_limited: {
      pl: `Lista nie mieści się w limicie klucza. Zapis i odczyt listy kosztuje jeden punkt za każde rozpoczęte ${short.code} kodów albo ${short.name} nazw (dłuższa liczy się za każde rozpoczęte ${NAME_PART} znaków) lub ${short.chapter} całych działów, a w tej minucie tylu punktów już nie ma. Spróbuj ponownie po czasie z nagłówka Retry-After.`,
      en: `The list does not fit in the limit of the key. Writing or reading a list costs one point for every ${short.code} codes, or ${short.name} names (a longer one counts for every ${NAME_PART} characters begun) or ${short.chapter} whole chapters, begun, and this minute has not that many points left. Try again after the time in the header Retry-After.`,
    },
    leads_full: {
      pl: 'Wyczerpany dzienny limit zgłoszeń. Usługa przyjęła dziś już tyle zgłoszeń, ile może, łącznie albo z jednej sieci; niczego nie zapisano. Spróbuj ponownie po czasie z nagłówka Retry-After, jutro (UTC).',
      en: 'No more contacts today. The service has taken as many contacts today as it may, in all or from one network; nothing was stored. Try again after the time in the header Retry-After, tomorrow (UTC).',
    },
  }),
  ...ofStatus(413, {
    mcp_too_large: {
      pl: `Za duży komunikat. Komunikat MCP może mieć najwyżej ${sizeOf(MESSAGE)} i ${MESSAGE.parts} elementów, wywołanie check_list ${sizeOf(LIST_CALL)} i ${LIST_CALL.parts} elementów, a zapis w verify_receipt ${sizeOf({ bytes: RECEIPT_CALL.textBytes })}; dłuższy sprawdza strona /verify.`,
      en: `The message is too large. An MCP message may have at most ${sizeOf(MESSAGE)} and ${MESSAGE.parts} parts, a call of check_list ${sizeOf(LIST_CALL)} and ${grouped(LIST_CALL.parts).en}, a receipt in verify_receipt ${sizeOf({ bytes: RECEIPT_CALL.textBytes })}; a longer one is for the page /verify.`,
    },
  }),
  ...ofStatus(403, {
    host_forbidden: {
      pl: 'Niedozwolona nazwa hosta. Ten adres nie odpowiada pod nazwą podaną w nagłówku Host. Operator dopuszcza nazwy zmiennymi PUBLIC_URL i ALLOWED_HOSTS.',
      en: 'Host not allowed. This address does not answer under the name in the header Host. The operator allows names by PUBLIC_URL and ALLOWED_HOSTS.',
    },
    origin_forbidden: {
      pl: 'Niedozwolone pochodzenie żądania. Ten adres nie przyjmuje żądań ze stron o tym pochodzeniu (nagłówek Origin). Operator dopuszcza nazwy zmienną ALLOWED_HOSTS; ze stron WWW można korzystać z API.',
      en: 'Origin not allowed. This address takes no requests from pages of this origin (header Origin). The operator allows names by ALLOWED_HOSTS; web pages can use the API.',
    },
  }),
  ...ofStatus(400, {
    argument_unknown: {
      pl: 'Nieznany argument. To narzędzie nie ma takiego argumentu.',
      en: 'Unknown argument. This tool has no such argument.',
    },
    argument_invalid: {
      pl: 'Nieprawidłowy argument. Podaj tekst albo liczbę, nie listę ani obiekt; kilka kodów państw rozdziel przecinkami.',
      en: 'Not a valid argument. Give a text or a number, not a list or an object; separate several country codes by commas.',
    },
    code_expected: {
      pl: 'Oczekiwano kodu. To narzędzie przyjmuje kod CN o 2, 4, 6, 8 albo 10 cyfrach, na przykład 8471 30 00. Nazwę towaru sprawdza find_product.',
      en: 'A code is expected. This tool takes a CN code of 2, 4, 6, 8 or 10 digits, for example 8471 30 00. The name of a product is checked by find_product.',
    },
    items_count_invalid: {
      pl: `Nieprawidłowa liczba pozycji. Argument items to lista od 1 do ${LIST_CALL_ITEMS} pozycji { id, q }; resztę podaj w następnym wywołaniu.`,
      en: `Not a valid number of items. The argument items is a list of 1 to ${LIST_CALL_ITEMS} items { id, q }; give the rest in another call.`,
    },
  }),
  ...ofStatus(431, {
    headers_too_large: {
      pl: `Za długi adres lub nagłówki. Adres i nagłówki mogą mieć razem najwyżej ${sizeOf({ bytes: HEADER_BYTES })}.`,
      en: `Address or headers too long. Address and headers together may have at most ${sizeOf({ bytes: HEADER_BYTES })}.`,
    },
  }),
  ...ofStatus(500, {
    store_unavailable: {
      pl: 'Błąd bazy danych. Baza danych jest chwilowo niedostępna; niczego nie zapisano. Spróbuj ponownie za chwilę.',
      en: 'Database error. The database is not available for the moment; nothing was stored. Try again shortly.',
    },
    internal: {
      pl: 'Błąd usługi. Nie udało się odpowiedzieć; błąd zapisano.',
      en: 'Service error. The answer failed; the error was recorded.',
    },
  }),
  ...ofStatus(503, {
    receipts_unavailable: {
      pl: 'Nie można wystawić zapisu. Usługa nie ma teraz klucza, którym mogłaby podpisać zapis; przyczynę zna operator. Samą odpowiedź podaje /api/v1/cn.',
      en: 'No receipts can be signed. The service has no key to sign a receipt with at the moment; the operator finds the reason in the log. The answer itself is at /api/v1/cn.',
    },
    busy: {
      pl: 'Usługa jest przeciążona. Usługa ma teraz więcej pracy, niż może przyjąć. Spróbuj ponownie po czasie z nagłówka Retry-After.',
      en: 'The service is busy. The service has more work than it can take at the moment. Try again after the time in the header Retry-After.',
    },
    not_ready: {
      pl: 'Usługa się uruchamia. Spróbuj ponownie za chwilę.',
      en: 'The service is starting. Try again in a moment.',
    },
  }),
}

export type ProblemCode = keyof typeof PROBLEMS

/** Problems of the service that pass by themselves. Callers are told when to try again, and the log says once what is wrong. */
export const PASSING: ReadonlySet<ProblemCode> = new Set([
  'store_unavailable',
  'receipts_unavailable',
  'busy',
  'not_ready',
])

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
  /** In place of what the table says, for a page, where parameters are fields. */
  readonly title?: Text
  readonly detail?: Text
  /** A sentence behind the detail: what to do here. */
  readonly advice?: Text
}

/** A wrong parameter of the URL, or a wrong place in the body as a JSON pointer (RFC 6901). */
type ProblemError = { readonly detail: string } & ({ readonly parameter: string } | { readonly pointer: string })

/** A request that is refused: the problem to send, and what it says beyond its code. */
export interface Refused extends ProblemDetails {
  readonly problem: ProblemCode
}

/** A problem at one place of a body. */
export interface BodyProblem extends Pick<ProblemDetails, 'suggestions' | 'advice'> {
  readonly code: ProblemCode
  readonly pointer: string
}

/** A body that is refused: at least one problem, the first of which is that of the whole body. */
export interface WrongBody {
  readonly problems: readonly BodyProblem[]
}

/** Each wrong place with what to do there; what is said of the first is said of the whole body too. */
export const errorsOf = (problems: readonly BodyProblem[]): ProblemDetails => ({
  ...(problems[0]?.suggestions && { suggestions: problems[0].suggestions }),
  ...(problems[0]?.advice && { advice: problems[0].advice }),
  errors: (language) =>
    problems.map(({ code, pointer, ...more }) => ({ pointer, detail: inWords(PROBLEMS[code].detail, more, language) })),
})

/** A text with the advice and the suggestions that belong to it. */
const inWords = (
  text: Text,
  { advice, suggestions = [] }: Pick<ProblemDetails, 'suggestions' | 'advice'>,
  language: Language,
): string =>
  [text, ...(advice ? [advice] : []), ...(suggestions.length > 0 ? [codesMeantText(suggestions)] : [])]
    .map((one) => one[language])
    .join(' ')

/** Escapes a name as one step of a JSON pointer. */
export const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** A problem lists the first errors only: a thousand of them would tell the caller no more. */
export const ERRORS_LISTED = 10

/** Reading a body stops after this many errors. */
export const MAX_ERRORS = 50

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
  { errors: errorsIn = () => [], ...more }: ProblemDetails = {},
): Problem {
  const { status, title, detail, suggestions } = { ...PROBLEMS[code], ...more }
  const errors = errorsIn(language)
  const omitted = Math.max(0, errors.length - ERRORS_LISTED)
  return {
    type: problemType(code),
    title: title[language],
    status,
    detail: [inWords(detail, more, language), ...(omitted > 0 ? [omittedText(omitted)[language]] : [])].join(' '),
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

/** The beginning of a name that a caller sent, on one line. */
export const shortName = (name: string): string =>
  printable(
    name.length > NAME_SHOWN
      ? `${name
          .slice(0, NAME_SHOWN)
          .toWellFormed()
          .replace(/\ufffd$/, '')}…`
      : name,
  )
