import { ListMessageSchema } from '../../webhooks/list-message.ts'
import { jsonBody } from '../kernel/describe/parts.ts'
import { LAW_CHANGED } from '../webhooks/message-description.ts'
import { AFTER, ASKED, BEFORE } from './examples.ts'

/** The request that the service sends to a webhook about a list. */
export const LIST_CHANGED = {
  ...LAW_CHANGED,
  operationId: 'listChanged',
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
