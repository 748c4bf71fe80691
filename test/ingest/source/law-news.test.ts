import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Fetched, tasksOf } from '../../../scripts/law-news.ts'

const quiet: Fetched = {
  folder: '833-2014',
  pinned: { celex: '02014R0833-20260724', version: '2026-07-24' },
  newest: { celex: '02014R0833-20260724', version: '2026-07-24' },
  pages: [{ celex: '02014R0833-20260724', language: 'en', file: 'old.xhtml' }],
  acts: [],
  amending: { unknown: [] },
}

test('no news, nothing to do', () => assert.deepEqual(tasksOf([quiet]), []))

test('an unknown act is declared once, whatever regulations it amends, and read once its text is there', () => {
  const unknown = { amending: { unknown: [{ celex: '32027R0077' }] } }
  const both = [
    { ...quiet, ...unknown },
    { ...quiet, ...unknown, folder: '765-2006' },
  ]
  const [pending, ...others] = tasksOf(both)
  assert.deepEqual(others, [])
  assert.deepEqual([pending!.command, pending!.mergesItself], [['law', 'pending', '32027R0077'], true])
  assert.match(pending!.title, /833-2014, 765-2006/)
  const read = tasksOf([{ ...quiet, ...unknown, acts: [{ celex: '32027R0077', file: 'act.xhtml' }] }])[1]!
  assert.deepEqual([read.command, read.mergesItself], [['law', 'propose', 'act.xhtml', '--write'], false])
})

test('a newer text is applied with its Polish page, by a person', () => {
  const celex = '02014R0833-20270304'
  const pages = [
    { celex, language: 'en' as const, file: 'new.xhtml' },
    { celex, language: 'pl' as const, file: 'nowy.xhtml' },
  ]
  const [task] = tasksOf([{ ...quiet, newest: { celex, version: '2027-03-04' }, pages }])
  assert.deepEqual(task!.command, ['law', 'apply', 'new.xhtml', '--polish', 'nowy.xhtml'])
  assert.deepEqual([task!.branch, task!.mergesItself], [`law/apply-${celex}`, false])
})
