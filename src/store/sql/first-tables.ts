import type { Kind } from './schema.ts'

/** The tables of the first release, as the migration `0001_tables` creates them; schema.ts says what their columns hold. */
export const firstTables = (kind: Kind): readonly string[] => {
  // PostgreSQL would sort by the locale of the server; the collation "C" sorts by bytes, as SQLite does.
  const [text, blob, counted] =
    kind === 'postgres'
      ? ['text collate "C"', 'bytea', 'integer generated always as identity primary key']
      : ['text', 'blob', 'integer primary key autoincrement']
  const asked = ['origin', 'destination', 'dispatch', 'via', 'value', 'direction', 'regime', 'contract_date', 'facts']
  const question = `q ${text} not null, ${asked.map((column) => `${column} ${text}`).join(', ')}`
  const lease = `lease ${text}, leased_until ${text}`
  return [
    `create table store_values (name ${text} primary key, value ${text} not null)`,

    `create table leads (id ${text} primary key, email ${text} not null, email_folded ${text} not null, source ${text},
      utm ${text}, idempotency_key ${text}, created_at ${text} not null)`,
    'create unique index leads_idempotency_key on leads (idempotency_key)',
    'create index leads_email_folded on leads (email_folded)',
    'create index leads_oldest_first on leads (created_at, id)',

    `create table lead_requests (caller_hash ${text} primary key, content_hash ${text} not null,
      created_at ${text} not null)`,
    'create index lead_requests_oldest on lead_requests (created_at)',

    `create table api_keys (id ${text} primary key, name ${text} not null, prefix ${text} not null,
      hash ${text} not null unique, old_hash ${text}, old_until ${text}, rotated_at ${text}, per_minute integer,
      expires ${text}, created_at ${text} not null, revoked_at ${text}, last_used ${text})`,
    'create unique index api_keys_old_hash on api_keys (old_hash)',

    `create table audit_events (id ${text} primary key, at ${text} not null, who ${text} not null,
      origin ${text} not null, what ${text} not null, object ${text})`,

    `create table datasets (version ${text} primary key, introduced integer not null unique, published integer not null,
      base ${text}, law ${blob} not null, recorded_at ${text} not null, has_receipts integer not null default 0)`,
    `create table law_checks (regime ${text} primary key, checked_at ${text} not null, acts ${text} not null)`,
    `create table receipt_keys (kid ${text} primary key, jwk ${text} not null, created_at ${text} not null)`,

    `create table changes (id ${text} primary key, seq integer not null unique, version ${text}, type ${text} not null,
      day ${text} not null, regime ${text}, annex ${text}, article ${text}, cn_codes ${text} not null, act ${text},
      text_pl ${text} not null, text_en ${text} not null, recorded_at ${text} not null)`,
    `create table change_days (day ${text} primary key, recorded_at ${text} not null)`,
    'create table change_feed (seq integer not null)',
    'insert into change_feed (seq) values (0)',

    `create table webhook_endpoints (id ${text} primary key, key_id ${text} not null, url ${text} not null,
      host ${text} not null, codes ${text} not null, events ${text} not null, lang ${text} not null,
      secret ${text} not null, old_secret ${text}, old_secret_until ${text}, state ${text} not null, reason ${text},
      state_since ${text} not null, created_at ${text} not null, next_at ${text}, ${lease}, request_hash ${text},
      request_content ${text}, rotation_hash ${text})`,
    'create index webhook_endpoints_of_key on webhook_endpoints (key_id)',
    'create unique index webhook_endpoints_request on webhook_endpoints (request_hash)',
    // One change makes all webhooks due at the same moment, so the index holds their order among themselves too.
    `create index webhook_endpoints_queue on webhook_endpoints (next_at, id) where state = 'active'`,

    `create table webhook_events (seq ${counted}, type ${text} not null, day ${text} not null, regime ${text},
      annex ${text}, article ${text}, act ${text}, changes ${text} not null, at ${text} not null, list ${text})`,
    `create table webhook_deliveries (id ${text} primary key, endpoint_id ${text} not null, event_seq integer not null,
      state ${text} not null, attempts integer not null, due_at ${text} not null, created_at ${text} not null,
      finished_at ${text}, last_at ${text}, last_status integer, last_error ${text}, last_ms integer)`,
    'create index webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, created_at, id)',
    'create index webhook_deliveries_of_event on webhook_deliveries (event_seq)',
    'create index webhook_deliveries_finished on webhook_deliveries (finished_at)',
    // A partial index stays small whatever history there is. Workers find the next delivery by it.
    `create index webhook_deliveries_pending on webhook_deliveries (endpoint_id, event_seq) where state = 'pending'`,

    `create table lists (id ${text} primary key, key_id ${text} not null, name ${text} not null, lang ${text} not null,
      version ${text} not null, items integer not null, size integer not null, bans integer not null,
      created_at ${text} not null, updated_at ${text} not null, unchecked integer not null,
      screened_introduced integer, screened_version ${text}, screened_day ${text}, screened_at ${text},
      change_seq integer not null, ${lease})`,
    'create unique index lists_of_key on lists (key_id, name)',
    `create table list_items (list_id ${text} not null, id ${text} not null, position integer not null, ${question},
      state ${text}, acts ${text}, primary key (list_id, id))`,
    'create index list_items_in_order on list_items (list_id, position)',
    `create table list_changes (list_id ${text} not null, seq integer not null, item_id ${text} not null, ${question},
      before ${text} not null, after ${text} not null, sentence ${text} not null, acts ${text} not null,
      day ${text} not null, dataset ${text} not null, recorded_at ${text} not null, primary key (list_id, seq))`,
    'create index list_changes_oldest on list_changes (recorded_at)',

    `create table mail_recipients (id ${text} primary key, address ${text} not null, address_hash ${text} not null unique,
      mailbox_id ${text} not null, created_at ${text} not null, next_at ${text}, ${lease}, not_before ${text},
      mail ${text}, attempts integer not null)`,
    'create index mail_recipients_due on mail_recipients (next_at, id)',
    'create index mail_recipients_mailbox on mail_recipients (mailbox_id)',
    `create table refused_mailboxes (hash ${text} primary key, created_at ${text} not null)`,
    `create table alerts (id ${text} primary key, recipient_id ${text} not null, lang ${text} not null,
      codes ${text} not null, regime ${text}, list_id ${text}, state ${text} not null, created_at ${text} not null,
      told_seq integer not null, due_seq integer not null)`,
    'create index alerts_of_recipient on alerts (recipient_id, id)',
    'create index alerts_of_list on alerts (list_id)',
    'create index alerts_by_state on alerts (state, created_at)',

    `create table day_counts (name ${text} primary key, day ${text} not null, used integer not null)`,
    // On SQLite limits are counted in memory. Unlogged, since a count is not worth an fsync.
    ...(kind === 'postgres'
      ? [
          `create unlogged table rate_limits (key text primary key, points integer not null default 0, expire bigint)
            with (fillfactor = 70)`,
        ]
      : []),
  ]
}
