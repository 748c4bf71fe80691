import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { answerer, TODAY } from '../../test/real-law.ts'
import { readState } from '../answer/shape/state.ts'
import { calendarDay } from '../base/day.ts'
import type { DealFacts } from '../law/terms/law-vocabulary.ts'
import { NO_FIELDS } from '../store/lists/list-queries.ts'
import { actsBehind } from './acts-behind.ts'
import { assessItem, type ItemQuestion, stateOf } from './item.ts'
import { memoizeStates } from './screen-list.ts'

const asks = (q: string, deal: Partial<DealFacts> = {}): ItemQuestion => ({ q, ...NO_FIELDS, ...deal })

describe('what is stored of an item', () => {
  test('it is what the answer says, without its words', () => {
    for (const item of [
      asks('8471 30 00'),
      asks('rury stalowe'),
      asks('8471 50', { destination: 'RU' }),
      asks('xyzzy'),
    ]) {
      const { verdict, assessment } = assessItem(item, answerer, TODAY, 'pl')
      const { answer, checked, extent } = assessment
      const bare = (of: typeof assessment) => of.reaches.map(({ grounds: _, place: __, ...reach }) => reach)
      const reaches = bare(assessment)
      assert.deepEqual(
        readState(stateOf(item, answerer, TODAY).state),
        { answer, verdict, checked, extent, reaches },
        item.q,
      )
      const english = assessItem(item, answerer, TODAY, 'en')
      assert.deepEqual([english.verdict, bare(english.assessment)], [verdict, reaches], 'in whatever language')
    }
  })

  test('an item that cannot be understood is not checked, and its sentence says why', () => {
    const item = asks('3061792')
    const { verdict, assessment } = assessItem(item, answerer, TODAY, 'en')
    assert.deepEqual([verdict, assessment.checked, assessment.reaches], ['no_match', false, []])
    assert.match(assessment.sentence, /leading zero.*0306 17 92/)
    assert.equal(readState(stateOf(item, answerer, TODAY).state)?.checked, false)
  })

  test('identical questions are answered once', () => {
    let answered = 0
    const memo = memoizeStates((item) => {
      answered++
      return stateOf(item, answerer, TODAY)
    })
    const find = (item: ReturnType<typeof asks>) => memo.known(item) ?? memo.of(item)
    assert.equal(find(asks('8471')), find(asks('8471')))
    assert.equal(answered, 1)
    assert.notEqual(find(asks('8471', { destination: 'RU' })), find(asks('8471')))
    assert.equal(answered, 2)
    const deal = { origin: 'CN', dispatch: 'TR', destination: 'PL', via: 'GE', value: '5' }
    for (const over of [{}, { origin: null }, { dispatch: 'RU' }, { via: 'GE,RU' }, { via: null }, { value: null }])
      find(asks('2603', { ...deal, ...over }))
    assert.equal(answered, 8, 'every fact of a deal makes another question')
  })

  test('the place of dispatch, every country on the way and the value decide', () => {
    const extent = (q: string, deal: Partial<DealFacts>) =>
      readState(stateOf(asks(q, deal), answerer, TODAY).state)?.extent
    const ores = { origin: 'CN', destination: 'PL' }
    assert.deepEqual([extent('2603', ores), extent('2603', { ...ores, dispatch: 'RU' })], ['none', 'whole'])
    const computers = { origin: 'PL', destination: 'KZ' }
    const bans = (deal: Partial<DealFacts>) =>
      readState(stateOf(asks('8471 50', { ...computers, ...deal }), answerer, TODAY).state)
        ?.reaches.filter(({ kind }) => kind === 'ban')
        .map(({ country }) => country)
    assert.deepEqual([bans({}), bans({ via: 'RU' }), bans({ via: 'RU,BY' })], [[], ['RU'], ['RU', 'BY']])
    const bags = { origin: 'PL', destination: 'RU' }
    const worth = (value: string | null) => extent('4202', { ...bags, value })
    assert.deepEqual([worth(null), worth('300'), worth('300.01')], ['threshold', 'none', 'whole'])
  })
})

describe('the acts behind a change', () => {
  const between = (item: ReturnType<typeof asks>, from: string, to: string) => {
    const [before, after] = [calendarDay(from), calendarDay(to)]
    const acts = (day: typeof before) => ({ acts: stateOf(item, answerer, day).acts, day })
    return actsBehind(item, acts(before), acts(after), answerer)
  }

  test('the act that lists a code: copper ores, package 21', () => {
    assert.deepEqual(between(asks('2603', { origin: 'RU' }), '2026-07-23', '2026-07-24'), ['32026R1848'])
  })

  test('the act that ends a listing: smartphones as luxury goods, package 19', () => {
    assert.ok(between(asks('8517 13 00'), '2025-10-23', '2025-10-24').includes('32025R2033'))
  })

  test('a name is told by the acts of the goods it means', () => {
    assert.ok(between(asks('smartfony'), '2025-10-23', '2025-10-24').includes('32025R2033'))
  })

  test('no act where nothing changed', () => {
    assert.deepEqual(between(asks('8471 30 00'), '2026-11-14', '2026-11-15'), [])
  })
})
