import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digits } from '../../base/cn-code.ts'
import { calendarDay, type Day } from '../../base/day.ts'
import type { Entry, Grant } from '../../law/dataset/dataset.ts'
import type { Derogation, Doubt, Winddown } from '../../law/terms/law.ts'
import { derogationsOf, type Match, winddownsOf } from './grants.ts'

const text = { pl: 'x', en: 'x' }
const inDoubt: Doubt = { about: 'until', text: { pl: 'do kiedy?', en: 'until when?' } }

const grant = <P extends Winddown | Derogation>(provision: P): Grant<P> => ({
  provision,
  stood: null,
  goods: { codes: [], except: [] },
  written: [],
  asks: [],
  quality: 'verified',
  doubts: provision.doubts ?? [],
})

const validity = {
  from: '2022-01-01',
  basis: 'exact',
  to: null,
  possibleFrom: '2022-01-01',
  wordsFrom: null,
  sinceAct: null,
  untilAct: null,
} as const

const match = (winddowns: Winddown[], derogations: Derogation[]): Match => ({
  entry: {
    regime: { data: { code: 'EU-RU-833-2014' } },
    annex: null,
    validity,
    winddowns: winddowns.map(grant),
    derogations: derogations.map(grant),
  } as unknown as Entry,
  goods: digits('8471'),
  inForce: 'yes',
  day: calendarDay('2026-11-15'),
})

const winddown = (day: Day, doubts?: Doubt[]) =>
  winddownsOf(
    [
      match(
        [
          {
            kind: 'winddown',
            ref: '1(1)',
            contracts_before: calendarDay('2024-01-01'),
            until: calendarDay('2025-01-01'),
            text,
            ...(doubts && { doubts }),
          },
        ],
        [],
      ),
    ],
    day,
    calendarDay('2023-06-01'),
    'en',
  )[0]

test('a wind-down has expired after its last day, unless that day is in doubt', () => {
  assert.equal(winddown(calendarDay('2025-01-01'))?.status, 'open')
  assert.equal(winddown(calendarDay('2025-01-02'))?.status, 'expired')
  const doubtful = winddown(calendarDay('2025-01-02'), [inDoubt])
  assert.equal(doubtful?.status, 'open')
  assert.equal(doubtful?.applies, true)
  assert.equal(doubtful?.data_quality, 'to_review')
  assert.deepEqual(doubtful?.doubts, ['until when?'])
})

test('a doubt about other codes neither shows nor counts', () => {
  const about = (codes: string[]) => winddown(calendarDay('2024-06-01'), [{ ...inDoubt, codes }])
  assert.deepEqual(about(['8703'])?.doubts, [])
  assert.equal(about(['8703'])?.data_quality, 'verified')
  assert.deepEqual(about(['847130'])?.doubts, ['until when?'], 'part of the heading asked about')
})

test('a derogation is open from its first day on', () => {
  const shown = (day: Day) =>
    derogationsOf(
      [match([], [{ kind: 'derogation', ref: '1(2)', from: calendarDay('2025-02-25'), until: null, text }])],
      day,
      'en',
    )
  assert.equal(shown(calendarDay('2025-02-24'))[0]?.status, 'not_yet')
  assert.equal(shown(calendarDay('2025-02-25'))[0]?.status, 'open')
})
