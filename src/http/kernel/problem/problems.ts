import { ofStatus, QUESTION_PROBLEMS } from '../../../answer/question/problems.ts'

/**
 * Every problem of the API, by code. The documentation is tested against this table. A `{name}` in a text is a
 * placeholder; the code that refuses the request fills it (`quote`), so the table imports no limits of features.
 */
export const PROBLEMS = {
  ...QUESTION_PROBLEMS,
  ...ofStatus(400, {
    url_invalid: {
      pl: 'Nieczytelny adres. Adres lub jego parametry są źle zakodowane; użyj kodowania procentowego UTF-8.',
      en: 'The address cannot be read. The address or its parameters are encoded wrongly; use UTF-8 percent-encoding.',
    },
    parameters_too_many: {
      pl: 'Za dużo parametrów. Adres może mieć najwyżej {max} parametrów.',
      en: 'Too many parameters. An address may have at most {max} parameters.',
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
      pl: 'Nieprawidłowa lista kodów. Parametr codes to od 1 do {max} kodów CN o 2, 4, 6, 8 albo 10 cyfrach, rozdzielonych przecinkami, na przykład 8471 30,7304.',
      en: 'Not a list of codes. The parameter codes is 1 to {max} CN codes of 2, 4, 6, 8 or 10 digits, separated by commas, for example 8471 30,7304.',
    },
    named_invalid: {
      pl: 'Nieprawidłowy parametr named. Parametr named to true albo false.',
      en: 'Invalid parameter: named. The parameter named is true or false.',
    },
    page_invalid: {
      pl: 'Nieprawidłowy numer strony. Parametr page to liczba od 1 do {max}.',
      en: 'Not a page number. The parameter page is a number from 1 to {max}.',
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
      pl: 'Nieprawidłowy adres e-mail. Podaj adres e-mail, na przykład anna@example.com, najwyżej {max} znaki, bez cudzysłowów, znaków niewidocznych i liter o pełnej szerokości.',
      en: 'Not an e-mail address. Give an e-mail address such as anna@example.com, at most {max} characters, without quotes, invisible characters and full-width letters.',
    },
    field_invalid: {
      pl: 'Nieprawidłowe pole. Pole source ma najwyżej {source} znaków; utm to najwyżej {entries} tekstów o kluczach do {key} i wartościach do {value} znaków.',
      en: 'A field is not valid. The field source has at most {source} characters; utm at most {entries} texts with keys up to {key} and values up to {value} characters.',
    },
    utm_too_large: {
      pl: 'Za duże pole utm. Klucze i wartości pola utm mogą mieć razem najwyżej {bytes} bajtów w UTF-8.',
      en: 'The field utm is too large. The keys and values of utm may have at most {bytes} bytes of UTF-8 together.',
    },
    field_characters: {
      pl: 'Niedozwolone znaki w polu. Pola source i utm są jednowierszowym tekstem: bez znaków sterujących, tabulatorów, końców wiersza i znaków zmieniających kierunek pisma.',
      en: 'Forbidden characters in a field. The fields source and utm are text of one line: without control characters, tabs, line breaks and marks that change the direction of writing.',
    },
    field_unknown: {
      pl: 'Nieznane pole. Znane pola: email, source, utm.',
      en: 'Unknown field. Known fields: email, source, utm.',
    },
    alert_invalid: {
      pl: 'Nieprawidłowa prośba o powiadomienia. Wyślij obiekt JSON z polem email i, jeśli trzeba, codes (najwyżej {max} kodów CN o 2, 4, 6, 8 albo 10 cyfrach), regime i lang.',
      en: 'The request for alerts is not valid. Send a JSON object with the field email and, where needed, codes (at most {max} CN codes of 2, 4, 6, 8 or 10 digits), regime and lang.',
    },
    batch_invalid: {
      pl: 'Nieprawidłowa lista. Wyślij obiekt JSON z polem items i tylko tymi polami: {fields}; adres nie ma parametrów.',
      en: 'The list is not valid. Send a JSON object with the field items and no other fields than {fields}; the address takes no parameters.',
    },
    batch_field_unknown: {
      pl: 'Nieznane pole listy. Znane pola: {fields}; w pozycji {itemFields}.',
      en: 'Unknown field of the list. Known fields: {fields}; in an item {itemFields}.',
    },
    items_invalid: {
      pl: 'Brak pozycji. Pole items to lista od 1 do {max} pozycji { id, q }.',
      en: 'No items. The field items is a list of 1 to {max} items { id, q }.',
    },
    items_too_many: {
      pl: 'Za dużo pozycji. Lista może mieć najwyżej {max} pozycji; podziel ją na części.',
      en: 'Too many items. A list may have at most {max} items; send it in parts.',
    },
    csv_items_missing: {
      pl: 'Brak kodów i nazw. Podaj kody CN w parametrze codes (rozdzielone przecinkami) albo nazwy towarów w parametrze names (rozdzielone średnikami).',
      en: 'Neither codes nor names. Give CN codes in the parameter codes (separated by commas) or product names in the parameter names (separated by semicolons).',
    },
    csv_items_too_many: {
      pl: 'Za dużo kodów i nazw. Jedno zapytanie może mieć najwyżej {max} kodów i nazw łącznie; podziel listę na części albo użyj POST /api/v1/check.',
      en: 'Too many codes and names. One request may have at most {max} codes and names together; send the list in parts, or use POST /api/v1/check.',
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
      pl: 'Nieznane kolumny. Parametr columns to nazwy kolumn rozdzielone przecinkami, każda najwyżej raz. Są kolumny: {columns}.',
      en: 'Unknown columns. The parameter columns is names of columns, separated by commas, each at most once. There are: {columns}.',
    },
    header_unknown: {
      pl: 'Nieznana wartość header. Parametr header to true albo false.',
      en: 'Unknown value of header. The parameter header is true or false.',
    },
    item_invalid: {
      pl: 'Nieprawidłowa pozycja. Pozycja to obiekt z polami id i q oraz, jeśli trzeba, innymi spośród: {itemFields}. Wszystkie są tekstami; pole bez wartości pomiń zamiast podawać null.',
      en: 'An item is not valid. An item is an object with id and q and, where needed, others of {itemFields}. All of them are texts; leave out a field without a value instead of sending null.',
    },
    item_id_invalid: {
      pl: 'Brak identyfikatora pozycji. Każda pozycja ma własne id: tekst od 1 do {max} znaków.',
      en: 'An item without an id. Every item has an id of its own: a text of 1 to {max} characters.',
    },
    item_id_repeated: {
      pl: 'Powtórzony identyfikator pozycji. To id ma już wcześniejsza pozycja; każda ma mieć inne.',
      en: 'A repeated id. An earlier item has this id; each must have another.',
    },
    list_name_invalid: {
      pl: 'Nieprawidłowa nazwa listy. Nazwa listy ma od 1 do {max} znaków: litery, cyfry, pojedyncze odstępy, kropki, podkreślenia i łączniki; zaczyna się od litery lub cyfry.',
      en: 'Not a name of a list. The name of a list has 1 to {max} characters: letters, digits, single spaces, dots, underscores and dashes; it begins with a letter or digit.',
    },
    list_invalid: {
      pl: 'Nieprawidłowa treść listy. Wyślij obiekt JSON: przy PUT z polem items i, jeśli trzeba, lang; przy PATCH z polem set (pozycje), remove (identyfikatory) albo oboma.',
      en: 'The content of the list is not valid. Send a JSON object: with PUT the field items and, where needed, lang; with PATCH the field set (items), remove (ids) or both.',
    },
    list_field_unknown: {
      pl: 'Nieznane pole zapisanej listy. Znane pola: przy PUT lang i items, przy PATCH set i remove; w pozycji {itemFields}.',
      en: 'Unknown field of a stored list. Known fields: with PUT lang and items, with PATCH set and remove; in an item {itemFields}.',
    },
    list_items_invalid: {
      pl: 'Brak pozycji listy. To pole jest listą: items ma od 1 do {max} pozycji { id, q }, set i remove najwyżej tyle samo. Listę usuwa DELETE.',
      en: 'No items in the list. This field is a list: items has 1 to {max} items { id, q }, set and remove at most as many. DELETE removes a list.',
    },
    list_items_too_many: {
      pl: 'Za dużo pozycji listy. Lista może mieć najwyżej {max} pozycji, przy czym nazwa albo cały dział liczy się za {perName}; podziel ją na kilka list. Niczego nie zapisano.',
      en: 'Too many items in the list. A list may have at most {max} items, of which a name or a whole chapter counts as {perName}; make several lists of it. Nothing was stored.',
    },
    list_item_invalid: {
      pl: 'Nieprawidłowa pozycja listy. Pozycja to obiekt z tekstami id i q oraz, jeśli trzeba, origin i destination; w remove są same teksty id.',
      en: 'An item of the list is not valid. An item is an object with the texts id and q and, where needed, origin and destination; in remove there are only ids.',
    },
    list_item_id_invalid: {
      pl: 'Nieprawidłowy identyfikator pozycji. Każda pozycja ma własne id: tekst od 1 do {max} znaków, bez znaków sterujących.',
      en: 'Not an id of an item. Every item has an id of its own: a text of 1 to {max} characters, without control characters.',
    },
    case_invalid: {
      pl: 'Nieprawidłowy numer sprawy. Numer sprawy ma najwyżej {max} znaków w jednym wierszu.',
      en: 'Not a case number. A case number has at most {max} characters in one line.',
    },
    verification_incomplete: {
      pl: 'Niepełny adres sprawdzenia. Adres z kodu QR zawiera pytanie z dniem, wersję danych i skrót odpowiedzi. Zeskanuj kod ponownie albo wklej treść zapisu na stronie „Sprawdź zapis”.',
      en: 'An incomplete address to verify. The address in the QR code holds the question with its day, the version of the data and the hash of the answer. Scan the code again, or paste the receipt on the page "Verify a record".',
    },
    idempotency_key_invalid: {
      pl: 'Nieprawidłowy Idempotency-Key. Nagłówek Idempotency-Key ma od 1 do {max} znaków.',
      en: 'Not a valid Idempotency-Key. The header Idempotency-Key has 1 to {max} characters.',
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
      pl: 'Nieprawidłowe kody webhooka. Pole cn_codes to lista najwyżej {max} tekstów, kodów CN o 2, 4, 6, 8 albo 10 cyfrach; pusta oznacza wszystkie towary.',
      en: 'The codes of the webhook are not valid. The field cn_codes is a list of at most {max} texts, CN codes of 2, 4, 6, 8 or 10 digits; empty means all goods.',
    },
    webhook_events_invalid: {
      pl: 'Nieprawidłowe rodzaje zdarzeń. Pole events to lista rodzajów zdarzeń, pusta oznacza wszystkie: {events}.',
      en: 'The kinds of events are not valid. The field events is a list of kinds of events, empty means all: {events}.',
    },
    webhook_field_invalid: {
      pl: 'Nieprawidłowe pole webhooka. Pole lang to pl albo en, a paused to true albo false.',
      en: 'A field of the webhook is not valid. The field lang is pl or en, and paused is true or false.',
    },
    webhook_replay_invalid: {
      pl: 'Nie wiadomo, co wysłać ponownie. Wyślij ids, listę od 1 do {max} identyfikatorów msg_…, albo since, dzień lub chwilę jak 2026-11-01T09:30:00Z, i jeśli trzeba state (dead albo delivered) oraz cursor (pole next poprzedniej odpowiedzi).',
      en: 'It is not clear what to send again. Send ids, a list of 1 to {max} ids msg_…, or since, a day or a moment such as 2026-11-01T09:30:00Z, and where needed state (dead or delivered) and cursor (next of the answer before).',
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
      pl: 'Za dużo list. Klucz może mieć najwyżej {max} list; usuń którąś albo dopisz pozycje do istniejącej.',
      en: 'Too many lists. A key may have at most {max} lists; delete one, or add the items to one that is there.',
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
      pl: 'Za dużo webhooków. Klucz może mieć najwyżej {max} webhooków; usuń jeden z nich albo zmień jego kody.',
      en: 'Too many webhooks. A key may have at most {max} webhooks; remove one of them, or change its codes.',
    },
  }),
  ...ofStatus(413, {
    receipt_too_large: {
      pl: 'Za duży zapis. Zapis może mieć najwyżej {size}.',
      en: 'The receipt is too large. A receipt may have at most {size}.',
    },
    webhook_too_large: {
      pl: 'Za duży opis webhooka. Treść może mieć najwyżej {size}.',
      en: 'The webhook is too large. The body may have at most {size}.',
    },
    body_too_large: {
      pl: 'Za duża treść. Treść może mieć najwyżej {size}.',
      en: 'The body is too large. A body may have at most {size}.',
    },
    batch_too_large: {
      pl: 'Za duża lista. Treść może mieć najwyżej {size} i {max} pozycji; podziel listę na części.',
      en: 'The list is too large. The body may have at most {size} and {max} items; send the list in parts.',
    },
    list_too_large: {
      pl: 'Za duża treść listy. Treść może mieć najwyżej {size}; wyślij część pozycji, a resztę dopisz przez PATCH.',
      en: 'The content of the list is too large. The body may have at most {size}; send some of the items, and add the others with PATCH.',
    },
  }),
  ...ofStatus(408, {
    body_too_slow: {
      pl: 'Treść przychodzi zbyt wolno. Treść żądania nie nadeszła w całości, a przez {seconds} sekund przyszło mniej niż {size}. Wyślij żądanie ponownie.',
      en: 'The body arrives too slowly. The body did not arrive whole, and in {seconds} seconds less than {size} of it came. Send the request again.',
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
      pl: 'Lista nie mieści się w limicie. Lista kosztuje jeden punkt za każde rozpoczęte {codes} kodów albo {names} nazw (dłuższa liczy się za każde rozpoczęte {part} znaków) lub {chapters} całych działów, a z detail=full za {fullCodes} kodów, {fullHeadings} pozycji albo {fullNames} nazw lub {fullChapters} całych działów, i w tej minucie tylu punktów już nie ma. Wyślij ją po czasie z nagłówka Retry-After albo podziel na części; klucz API podnosi limit.',
      en: 'The list does not fit in the limit. A list costs one point for every {codes} codes, or {names} names (a longer one counts for every {part} characters begun) or {chapters} whole chapters, begun, with detail=full for every {fullCodes} codes, {fullHeadings} headings, or {fullNames} names or {fullChapters} whole chapters, and this minute has not that many points left. Send it after the time in the header Retry-After, or in parts; an API key raises the limit.',
    },
    batches_busy: {
      pl: 'Za dużo list naraz. Usługa sprawdza jednocześnie najwyżej dwie listy od jednego nadawcy i ograniczoną liczbę list w ogóle. Spróbuj ponownie po czasie z nagłówka Retry-After.',
      en: 'Too many lists at once. At most two lists of one caller, and a limited number in all, are checked at the same time. Try again after the time in the header Retry-After.',
    },
    lists_limited: {
      pl: 'Lista nie mieści się w limicie klucza. Zapis i odczyt listy kosztuje jeden punkt za każde rozpoczęte {codes} kodów albo {names} nazw (dłuższa liczy się za każde rozpoczęte {part} znaków) lub {chapters} całych działów, a w tej minucie tylu punktów już nie ma. Spróbuj ponownie po czasie z nagłówka Retry-After.',
      en: 'The list does not fit in the limit of the key. Writing or reading a list costs one point for every {codes} codes, or {names} names (a longer one counts for every {part} characters begun) or {chapters} whole chapters, begun, and this minute has not that many points left. Try again after the time in the header Retry-After.',
    },
    leads_full: {
      pl: 'Wyczerpany dzienny limit zgłoszeń. Usługa przyjęła dziś już tyle zgłoszeń, ile może, łącznie albo z jednej sieci; niczego nie zapisano. Spróbuj ponownie po czasie z nagłówka Retry-After, jutro (UTC).',
      en: 'No more contacts today. The service has taken as many contacts today as it may, in all or from one network; nothing was stored. Try again after the time in the header Retry-After, tomorrow (UTC).',
    },
  }),
  ...ofStatus(413, {
    mcp_too_large: {
      pl: 'Za duży komunikat. Komunikat MCP może mieć najwyżej {size} i {parts} elementów, wywołanie check_list {listSize} i {listParts} elementów, a zapis w verify_receipt {receiptSize}; dłuższy sprawdza strona /verify.',
      en: 'The message is too large. An MCP message may have at most {size} and {parts} parts, a call of check_list {listSize} and {listParts}, a receipt in verify_receipt {receiptSize}; a longer one is for the page /verify.',
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
      pl: 'Nieprawidłowa liczba pozycji. Argument items to lista od 1 do {max} pozycji { id, q }; resztę podaj w następnym wywołaniu.',
      en: 'Not a valid number of items. The argument items is a list of 1 to {max} items { id, q }; give the rest in another call.',
    },
  }),
  ...ofStatus(431, {
    headers_too_large: {
      pl: 'Za długi adres lub nagłówki. Adres i nagłówki mogą mieć razem najwyżej {size}.',
      en: 'Address or headers too long. Address and headers together may have at most {size}.',
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
