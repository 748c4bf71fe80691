import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildAnswerer } from '../../../src/answer/answer.ts'
import { calendarDay } from '../../../src/base/day.ts'
import { loadDataset } from '../../../src/law/load.ts'
import { contentsAt, contentsOf } from '../../../src/law/read/law-source.ts'
import { withUnreadActs } from '../../../src/law/unread-acts.ts'
import { smallLaw } from '../../small-law.ts'
import { serviceFor } from './service.ts'

const RUSSIA = 'EU-RU-833-2014'
const BELARUS = 'EU-BY-765-2006'
const { files } = contentsAt(smallLaw())
const answererOf = async (law: typeof files) => buildAnswerer(await loadDataset(contentsOf('law', law)), 'test')
const act = { celex: '32026R2300', regime: RUSSIA, date: calendarDay('2026-11-12') }
const [plain, extended] = await Promise.all([answererOf(files), answererOf(withUnreadActs(files, [act]))])
const checks = [
  { regime: RUSSIA, checkedAt: '2026-11-15T10:17:00Z', unknown: ['32026R2300'] },
  { regime: BELARUS, checkedAt: '2026-11-14T23:30:00Z', unknown: [] },
]

test('an act that nobody has read is told in the reason of its regime alone, and makes other bytes', async (t) => {
  const services = await Promise.all([plain, extended].map((one) => serviceFor(t, { answerer: () => one })))
  const bothOf = async (path: string) => {
    const answers = await Promise.all(services.map(({ get }) => get(path)))
    assert.notEqual(answers[0]!.headers.etag, answers[1]!.headers.etag)
    return answers.map((answer) => answer.json())
  }
  const [before, now] = await bothOf('/api/v1/cn?q=0102&origin=PL&destination=RU&lang=en')
  assert.equal(now.assessment.answer, before.assessment.answer)
  assert.equal(now.has_prohibition, before.has_prohibition)
  assert.doesNotMatch(before.assessment.reason, /newer act \(Russia\)/)
  assert.match(now.assessment.reason, /1 newer act \(Russia\)/)
  assert.deepEqual(now.scope.regimes.find(({ code }: { code: string }) => code === RUSSIA).pending_acts, [
    { celex: '32026R2300', title: 'Regulation 2026/2300', in_force_from: null, known_through: null },
  ])
  const [, belarus] = await bothOf('/api/v1/cn?q=7304&origin=PL&destination=BY&lang=pl')
  assert.doesNotMatch(belarus.assessment.reason, /2026\/2300|Rosja/)
})

test('when the source was asked stands with the dataset, in the metrics and at the foot of pages, and in no answer', async (t) => {
  const service = await serviceFor(t, { answerer: () => extended, lawChecks: checks })
  const [russia, belarus] = (await service.get('/api/v1/dataset')).json().regimes
  assert.deepEqual([russia.checked_at, russia.unknown_acts], ['2026-11-15T10:17:00Z', ['32026R2300']])
  assert.deepEqual([belarus.checked_at, belarus.unknown_acts], ['2026-11-14T23:30:00Z', []])
  assert.match((await service.get('/')).body, /szukano w EUR-Lex ostatnio 15 listopada 2026 r\./)
  assert.match(
    (await service.get('/en/methodology')).body,
    /last searched for new acts amending these regulations on 15 November 2026\./,
  )

  const unchecked = await serviceFor(t, { answerer: () => extended, lawChecks: checks.slice(0, 1) })
  assert.doesNotMatch((await unchecked.get('/')).body, /szukano w EUR-Lex/, 'one of the two was never asked about')
  const question = '/api/v1/cn?q=7304&lang=en'
  const [one, other] = [await service.get(question), await unchecked.get(question)]
  assert.ok(one.rawPayload.equals(other.rawPayload))
  assert.equal(one.headers.etag, other.headers.etag)
})
