import { NO_FIELDS } from '../../store/lists/list-queries.ts'

/** Examples of the description. */

export const HEAD = {
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
export const AFTER = {
  answer: 'prohibited',
  verdict: 'restricted',
  checked: true,
  extent: 'whole',
  reaches: [REACH],
  sentence: 'Prohibited: imports from Russia.',
}
export const ASKED = { ...NO_FIELDS, origin: 'RU' }
export const BEFORE = { answer: 'none', verdict: 'no_match', checked: true, extent: 'none', reaches: [] }

export const LIST_CHANGES_EXAMPLE = {
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
}
