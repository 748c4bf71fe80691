import { ARRIVAL, answer, bodyProblems, jsonBody, LIMIT_HEADERS, operation } from '../kernel/describe/parts.ts'
import { withoutMembers } from '../kernel/problem/read-by-schema.ts'
import { BATCH_PATH, MATCHES_SHOWN } from './batch-answer.ts'
import { BatchRequestSchema } from './batch-body.ts'
import { BatchResponseSchema } from './batch-schemas.ts'
import { ITEMS_PER_POINT, NAME_PART } from './costs.ts'
import { MAX_ITEMS } from './limits.ts'

const { short, full } = ITEMS_PER_POINT

export const BATCH_PATHS = {
  [BATCH_PATH]: {
    post: operation({
      operationId: 'check',
      tags: ['lookup'],
      summary: `Check a list of codes and names, at most ${MAX_ITEMS} at once`,
      description: `Lists have a limit of their own, in points, which the RateLimit headers count: one point for every ${short.code} codes, ${short.name} names (of ${NAME_PART} characters) or ${short.chapter} whole chapters begun; with \`detail: full\` for every ${full.code} codes, ${full.heading} headings, ${full.name} names or ${full.chapter} whole chapters. A list that costs more than the limit is taken when nothing else was sent in its minute. A line that cannot be read or answered has \`status: error\` and its own problem, and spoils no other; its \`id\` is null where it gave none. \`detail: full\` gives every line all fields of the lookup, \`short\` (the default) a line for each match; either way at most ${MATCHES_SHOWN} of them, and \`meta.total\` counts them all.`,
      requestBody: jsonBody(BatchRequestSchema, {
        examples: {
          list: {
            summary: 'two codes and a name',
            value: {
              lang: 'en',
              items: [
                { id: '1', q: '7304 11 00', contract_date: '2022-01-31' },
                { id: '2', q: 'laptop', direction: 'export' },
                { id: 'last', q: '8471.30.00' },
              ],
            },
          },
        },
      }),
      answers: { 200: answer('The answers, in the order asked', BatchResponseSchema, LIMIT_HEADERS) },
      refusals: [
        ...bodyProblems(withoutMembers(BatchRequestSchema)),
        'batch_limited',
        'batches_busy',
        'batch_too_large',
        ...ARRIVAL,
        'busy',
      ],
    }),
  },
}
