import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask } from '../../../test/real-law.ts'
import { documentGroups } from './documents.ts'

const inBrief = (q: string, parameters: Record<string, string> = {}) =>
  documentGroups(ask(q, parameters)).flatMap(({ regime, direction, purposes }) =>
    purposes.map(
      ({ purpose, documents }) =>
        `${regime.slice(3, 5)} ${direction} ${purpose}: ${documents.map(({ code }) => code).join(' ')}`,
    ),
  )

test('document codes by country, Russia first, then by direction and by what they state', () => {
  assert.deepEqual(inBrief('8471 30 00', { direction: 'export', regime: 'EU-RU-833-2014' }), [
    'RU export not_concerned: Y863 Y873',
    'RU export exempt: Y708 Y833',
    'RU export authorised: X834 X837 X840 X843',
    'RU transit not_concerned: Y873',
  ])
})

test('no code is lost, and none is shown for a direction that was not asked about', () => {
  for (const q of ['8471 30 00', '7304 39 82', '8539 52 00', '4412', 'laptop']) {
    for (const direction of ['', 'import', 'export', 'transit']) {
      const response = ask(q, direction === '' ? {} : { direction })
      const groups = documentGroups(response)
      const shown = new Set(groups.flatMap(({ purposes }) => purposes.flatMap(({ documents }) => documents)))
      assert.deepEqual(new Set(response.meta.documents), shown, `${q} ${direction}`)
      for (const group of groups) assert.ok(['other', ...response.scope.directions].includes(group.direction))
    }
  }
})
