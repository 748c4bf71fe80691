import Type from 'typebox'
import { exact, exactObject } from '../../base/exact.ts'
import { LANGUAGES } from '../../base/language.ts'
import { EVENT_TYPES } from '../../changes/change.ts'
import { URL_CHARACTERS } from '../../webhooks/endpoint-url.ts'
import { MAX_CODES, watchedCode } from '../../webhooks/watchlist.ts'
import { quote } from '../kernel/problem/problem.ts'
import { PROBLEM } from '../kernel/problem/problem-keyword.ts'
import { placeOf } from './cursor.ts'
import { MAX_REPLAY_IDS } from './limits.ts'

const WHOLE = {
  ...exact,
  [PROBLEM]: {
    type: 'webhook_invalid',
    minProperties: 'webhook_invalid',
    additionalProperties: 'webhook_field_unknown',
  },
}

const CODES_INVALID = quote('webhook_codes_invalid', { max: MAX_CODES })
const Code = Type.Refine(Type.String({ [PROBLEM]: CODES_INVALID }), (text) => watchedCode(text) !== null)
const Watched = {
  cn_codes: Type.Optional(
    Type.Array(Code, {
      maxItems: MAX_CODES,
      description: 'CN codes to watch, up and down the tariff; empty: all goods',
      examples: [['8471 30', '7304']],
      [PROBLEM]: CODES_INVALID,
    }),
  ),
  events: Type.Optional(
    Type.Array(Type.Enum(EVENT_TYPES), {
      description: 'kinds of events to be told of; empty: all of them',
      [PROBLEM]: quote('webhook_events_invalid', { events: EVENT_TYPES.join(', ') }),
    }),
  ),
  lang: Type.Optional(
    Type.Enum(LANGUAGES, { description: 'language of texts; at first pl', [PROBLEM]: 'webhook_field_invalid' }),
  ),
}

export const WebhookRequestSchema = Type.Object(
  {
    url: Type.String({
      format: 'uri',
      maxLength: URL_CHARACTERS,
      description: 'https, at a public address',
      // What is wrong with an address is told in words by its reader.
      [PROBLEM]: { type: 'webhook_invalid', required: 'webhook_invalid', else: null },
    }),
    ...Watched,
  },
  WHOLE,
)

export const WebhookChangeSchema = Type.Object(
  {
    ...Watched,
    paused: Type.Optional(
      Type.Boolean({
        description: 'true: changes wait; false: send again, first what has waited',
        [PROBLEM]: 'webhook_field_invalid',
      }),
    ),
  },
  { ...WHOLE, minProperties: 1 },
)

const told = { [PROBLEM]: quote('webhook_replay_invalid', { max: MAX_REPLAY_IDS }) }

/** To be told again: these messages. */
export const ReplayIdsSchema = exactObject(
  {
    ids: Type.Array(Type.String({ pattern: '^msg_\\w{1,64}$' }), {
      minItems: 1,
      maxItems: MAX_REPLAY_IDS,
      description: 'these messages',
      examples: [['msg_9hT2kQ0ZsW4nLx7VbC1dRf3G']],
      ...told,
    }),
  },
  { ...told },
)

/** To be told again: what was told since a moment. */
export const ReplaySinceSchema = exactObject(
  {
    since: Type.Refine(
      Type.String({
        pattern: '^\\d{4}-\\d\\d-\\d\\d(T\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,3})?)?Z)?$',
        description: 'all since this day or moment, UTC',
        examples: ['2026-11-01', '2026-11-01T09:30:00Z'],
        ...told,
      }),
      (moment) => !Number.isNaN(Date.parse(moment)),
    ),
    state: Type.Optional(Type.Enum(['dead', 'delivered'], { description: 'with `since`: only those', ...told })),
    cursor: Type.Optional(
      Type.Refine(
        Type.String({ description: 'with `since`: `next` of the answer before', ...told }),
        (cursor) => placeOf(cursor) !== undefined,
      ),
    ),
  },
  { ...told },
)

/** Both as one object, as callers are shown it; the two do not mix, which the problem says in words. */
export const ReplaySchema = exactObject(
  {
    ids: Type.Optional(ReplayIdsSchema.properties.ids),
    ...ReplaySinceSchema.properties,
    since: Type.Optional(ReplaySinceSchema.properties.since),
  },
  { minProperties: 1 },
)
