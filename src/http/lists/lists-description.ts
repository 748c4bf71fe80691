import { NO_FIELDS } from '../../store/lists/list-queries.ts'
import { ListMessageSchema } from '../../webhooks/list-message.ts'
import {
  ARRIVAL,
  bodyProblems,
  inHeader,
  inPath,
  jsonBody,
  KEY_NEEDED,
  LANGUAGE_PROBLEMS,
  LIMIT_HEADERS,
  operation,
  revalidated,
  tagged,
} from '../kernel/describe/parts.ts'
import type { ProblemCode } from '../kernel/problem/problems.ts'
import { ITEM_PARAMETERS } from '../lookup/batch-body.ts'
import { TELL_OF_CHANGE } from '../webhooks/message-description.ts'
import { LIST_NAME_CHARACTERS } from './limits.ts'
import { LIST_CHANGES_PARAMETERS, LIST_PARAMETERS } from './list-parameters.ts'
import { ListPatchSchema, ListRequestSchema } from './list-request-body.ts'
import { ListChangesSchema, ListPageSchema, ListSchema, ListsSchema } from './list-schemas.ts'

const PATH = '/api/v1/lists/{name}'

const NAME = inPath('name', 'letters, digits, single spaces, dots, underscores, dashes', {
  minLength: 1,
  maxLength: LIST_NAME_CHARACTERS,
  examples: ['erp'],
})
const IF_MATCH = inHeader('If-Match', 'write only when the content is still the one of this ETag')
const IF_NONE_MATCH = inHeader('If-None-Match', '`*`: only when there is no such list yet')

const HEAD = {
  name: 'erp',
  lang: 'en',
  count: 2,
  prohibited: 1,
  state: 'checked',
  screened: { dataset: '2026-07-24-0123456789ab', as_of: '2026-11-16', at: '2026-11-16T06:00:02.000Z' },
  changes: 1,
  notify: null,
  notify_confirmed: false,
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:30:00.000Z',
}
const REACH = { country: 'RU', direction: 'import', kind: 'ban', extent: 'whole' }
const AFTER = {
  answer: 'prohibited',
  verdict: 'restricted',
  checked: true,
  extent: 'whole',
  reaches: [REACH],
  sentence: 'Prohibited: imports from Russia.',
}
const ASKED = { ...NO_FIELDS, origin: 'RU' }
const BEFORE = { answer: 'none', verdict: 'no_match', checked: true, extent: 'none', reaches: [] }

const HOLDER: readonly ProblemCode[] = ['key_missing', 'list_name_invalid']
/** The problems of a write besides those of its schema. */
const WRITE: readonly ProblemCode[] = [
  ...LANGUAGE_PROBLEMS,
  ...HOLDER,
  ...ITEM_PARAMETERS.q.problems,
  'item_id_repeated',
  'deal_incomplete',
  'deal_within_country',
  'via_contradicts',
  'direction_contradicts',
  'fact_unknown',
  'list_version_other',
  'list_too_large',
  ...ARRIVAL,
  'lists_limited',
  'batches_busy',
  'alerts_off',
  'alerts_limited',
]

const body = (schema: object, value: object) => jsonBody(schema, { examples: { list: { value } } })
const stored = (description: string) => tagged(description, ListSchema, { list: { value: HEAD } })

export const LIST_PATHS = {
  '/api/v1/lists': {
    get: operation({
      operationId: 'listLists',
      tags: ['lists'],
      summary: 'The lists of your key',
      security: KEY_NEEDED,
      answers: revalidated('Lists, without their items', ListsSchema, { one: { value: { lists: [HEAD] } } }),
      refusals: [...LANGUAGE_PROBLEMS, 'key_missing'],
    }),
  },
  [PATH]: {
    put: operation({
      operationId: 'putList',
      tags: ['lists'],
      summary: 'Store a list, or replace it as a whole',
      description:
        'At most 20,000 items a list, of which a name or a whole chapter counts as ten, and 50 lists a key, 8 MiB. All is stored or nothing; the same content again changes nothing and keeps the ETag. Costs points as a batch does. No personal data, but `notify`.',
      security: KEY_NEEDED,
      parameters: [NAME, IF_MATCH, IF_NONE_MATCH],
      requestBody: body(ListRequestSchema, {
        lang: 'en',
        items: [
          { id: 'A-1', q: '2603', origin: 'RU' },
          { id: 'A-2', q: 'laptop', origin: 'PL', destination: 'KZ', via: 'RU,BY' },
          { id: 'A-3', q: '7326 90', origin: 'CN', dispatch: 'RU', destination: 'PL', value: '120.50' },
          { id: 'A-4', q: '7318 15 95', origin: 'CN', destination: 'PL', facts: '833-2014.3g(1)(d):no' },
        ],
      }),
      answers: { 200: stored('Replaced, or unchanged'), 201: stored('Stored') },
      refusals: [...WRITE, ...bodyProblems(ListRequestSchema), 'lists_too_many'],
    }),
    patch: operation({
      operationId: 'patchList',
      tags: ['lists'],
      summary: 'Write and remove single items',
      description: 'New items come last. All is stored or nothing; an id may be named once.',
      security: KEY_NEEDED,
      parameters: [NAME, IF_MATCH],
      requestBody: body(ListPatchSchema, { set: [{ id: 'A-3', q: '8471 30 00' }], remove: ['A-1'] }),
      answers: { 200: stored('Changed, or unchanged') },
      refusals: [...WRITE, ...bodyProblems(ListPatchSchema), 'list_unknown'],
    }),
    get: operation({
      operationId: 'readList',
      tags: ['lists'],
      summary: 'A list, page by page, with the assessment of each item',
      description:
        'Items are assessed when they are read, with the law that is served and for today. The ETag begins with the version of the content, which If-Match compares.',
      security: KEY_NEEDED,
      parameters: [NAME],
      query: LIST_PARAMETERS,
      answers: revalidated('The page', ListPageSchema),
      refusals: [...HOLDER, 'list_unknown', 'lists_limited', 'busy'],
    }),
    delete: operation({
      operationId: 'deleteList',
      tags: ['lists'],
      summary: 'Delete a list with its items and changes',
      security: KEY_NEEDED,
      parameters: [NAME, IF_MATCH],
      answers: { 204: { description: 'Deleted', headers: LIMIT_HEADERS } },
      refusals: [...LANGUAGE_PROBLEMS, ...HOLDER, 'list_unknown', 'list_version_other'],
    }),
  },
  [`${PATH}/changes`]: {
    get: operation({
      operationId: 'readListChanges',
      tags: ['lists'],
      summary: 'Items whose assessment changed, oldest first',
      description:
        'Keep `next`, ask again with it as `cursor`, and nothing is missed. Assessments are compared as data (`verdict`, `checked`, `extent`, `reaches`), so that better wording is no change.',
      security: KEY_NEEDED,
      parameters: [NAME],
      query: LIST_CHANGES_PARAMETERS,
      answers: revalidated('The changes', ListChangesSchema, {
        one: {
          value: {
            changes: [
              {
                id: 'ls_4Zk2pQ9x7Wq1-1',
                item: 'A-1',
                q: '2603',
                ...ASKED,
                before: BEFORE,
                after: AFTER,
                acts: ['32026R1848'],
                day: '2026-07-24',
                dataset: '2026-07-24-0123456789ab',
                recorded_at: '2026-07-24T06:00:02.000Z',
              },
            ],
            next: 'ls_4Zk2pQ9x7Wq1.1',
            more: false,
          },
        },
      }),
      refusals: [...HOLDER, 'list_unknown'],
    }),
  },
}

/** The request that the service sends to a webhook about a list. */
export const TELL_OF_LIST = {
  ...TELL_OF_CHANGE,
  operationId: 'tellOfList',
  tags: ['lists'],
  summary: 'Sent to the webhooks of a key when items of one of its lists changed',
  description:
    'Standard Webhooks 1.0.0, below 20 kB: one message for each list and screening, with the first items that fit. Answered and tried again as `change` is.',
  requestBody: jsonBody(ListMessageSchema, {
    examples: {
      copper: {
        value: {
          type: 'list.changed',
          timestamp: '2026-07-24T06:00:02.000Z',
          data: {
            list: 'erp',
            day: '2026-07-24',
            dataset: '2026-07-24-0123456789ab',
            count: 1,
            items: [{ id: 'A-1', q: '2603', ...ASKED, before: BEFORE, after: AFTER, acts: ['32026R1848'] }],
            changes: 'https://cn.example.com/api/v1/lists/erp/changes?cursor=ls_4Zk2pQ9x7Wq1.0',
          },
        },
      },
    },
  }),
}
