import type { Kind } from '../../src/store/schema.ts'

/** How many rows a store of the simulation has. */
export interface Sizes {
  readonly changes: number
  readonly webhooks: number
  readonly lists: number
  /** Lines of one list. */
  readonly lines: number
}

/** Changes that one law brought, webhooks and lists of one key, messages that a webhook has had. */
export const CHANGES_PER_LAW = 500
const WEBHOOKS_PER_KEY = 10
const LISTS_PER_KEY = 50
const MESSAGES_PER_WEBHOOK = 10
/** Laws came every hour, so that the newest is from before today. */
const FIRST_LAW = 1_690_000_000
const SECONDS_BETWEEN = 3_600

/** The statements that fill the tables of a new store, all in one transaction. */
export function fillingSql(kind: Kind, { changes, webhooks, lists, lines }: Sizes): string[] {
  const numbers = (below: number) =>
    kind === 'sqlite'
      ? `(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${below}) select i from n) n`
      : `generate_series(1, ${below}) n(i)`
  const padded = (text: string, width: number) =>
    kind === 'sqlite' ? `printf('%0${width}d', ${text})` : `lpad((${text})::text, ${width}, '0')`
  const moment = (law: string) => {
    const seconds = `${FIRST_LAW} + (${law}) * ${SECONDS_BETWEEN}`
    return kind === 'sqlite'
      ? `strftime('%Y-%m-%dT%H:%M:%fZ', ${seconds}, 'unixepoch')`
      : `to_char(to_timestamp(${seconds}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  }
  const law = `(i - 1) / ${CHANGES_PER_LAW}`
  /** A heading for every number, spread over the tariff. */
  const heading = (number: string) => padded(`100 + (${number}) * 37 % 9600`, 4)
  const keys = Math.ceil(Math.max(webhooks / WEBHOOKS_PER_KEY, lists / LISTS_PER_KEY))
  const filled = lists * lines
  return [
    `insert into changes (id, seq, version, type, day, regime, annex, article, cn_codes, act, text_pl, text_en, recorded_at)
      select 'chg_' || ${padded('i', 22)}, i, 'v' || ${padded(law, 12)}, 'listing.added', substr(${moment(law)}, 1, 10),
        'EU-RU-833-2014', 'XXIII', '3k(1)', '["' || ${heading('i')} || ' ' || ${padded('i % 90', 2)} || '"]', '32023R1214',
        'Dodano ' || ${heading('i')} || ' do załącznika XXIII: części maszyn i urządzeń, gdzie indziej niewymienione.',
        'Added ' || ${heading('i')} || ' to Annex XXIII: parts of machines and apparatus, not elsewhere specified.',
        ${moment(law)}
      from ${numbers(changes)}`,
    `update change_feed set seq = ${changes}`,
    `insert into datasets (version, introduced, published, law, recorded_at)
      values ('v0', 1, 0, ${kind === 'sqlite' ? "x''" : "''::bytea"}, '2026-01-01T00:00:00.000Z')`,
    `insert into api_keys (id, name, prefix, hash, created_at)
      select 'key_' || ${padded('i', 8)}, 'bench', 'cns_', 'hash' || i, '2026-01-01T00:00:00.000Z' from ${numbers(keys)}`,
    // Every webhook watches five headings.
    `insert into webhook_endpoints (id, key_id, url, host, codes, events, lang, secret, state, created_at)
      select 'wh_' || ${padded('i * 7919 % 1000003', 12)}, 'key_' || ${padded(`(i - 1) / ${WEBHOOKS_PER_KEY} + 1`, 8)},
        'https://h' || i || '.example/hook', 'h' || i || '.example',
        '["' || ${[1, 2, 3, 4, 5].map((times) => heading(`i * ${times * 11}`)).join(` || '","' || `)} || '"]',
        '[]', 'en', 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=', 'active', '2026-01-01T00:00:00.000Z'
      from ${numbers(webhooks)}`,
    `insert into webhook_events (type, day, regime, changes, at)
      select 'listing.added', '2026-01-01', 'EU-RU-833-2014', '[]', '2026-01-01T00:00:00.000Z' from ${numbers(MESSAGES_PER_WEBHOOK)}`,
    `insert into webhook_deliveries (id, endpoint_id, event_seq, state, attempts, due_at, created_at, finished_at)
      select 'msg_' || ${padded('i', 24)}, 'wh_' || ${padded(`((i - 1) / ${MESSAGES_PER_WEBHOOK} + 1) * 7919 % 1000003`, 12)},
        (i - 1) % ${MESSAGES_PER_WEBHOOK} + 1, 'delivered', 1, '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z',
        '2026-11-01T00:00:01.000Z'
      from ${numbers(webhooks * MESSAGES_PER_WEBHOOK)}`,
    `insert into lists (id, key_id, name, lang, version, items, created_at, updated_at, unchecked, screened_introduced,
        screened_version, screened_day, screened_at, change_seq)
      select 'ls_' || ${padded('i * 7919 % 1000003', 12)}, 'key_' || ${padded(`(i - 1) / ${LISTS_PER_KEY} + 1`, 8)}, 'list-' || i,
        'en', 'v', ${lines}, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', 0, 1, 'v0', '2026-01-01',
        '2026-01-01T00:00:00.000Z', 0
      from ${numbers(lists)}`,
    `insert into list_items (list_id, id, position, q, state, acts)
      select 'ls_' || ${padded(`((i - 1) / ${lines} + 1) * 7919 % 1000003`, 12)}, 'i' || ((i - 1) % ${lines}), (i - 1) % ${lines} + 1,
        ${heading('i')}, '1 no_match checked none ', ''
      from ${numbers(filled)}`,
  ]
}
