import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Listing } from '../../law/read/law.ts'
import { LawError } from '../../law/read/mistakes.ts'
import type { ConsolidatedPage } from '../page/consolidated-page.ts'
import { inNamesOf, openLaw, printedListings, UnknownActError } from './open-law.ts'

const LAW = join(import.meta.dirname, '..', '..', '..', 'law')
const folder = mkdtempSync(join(tmpdir(), 'open-law-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('an act that law/ does not have, or that is not the page’s, is an UnknownActError that says what to do', () => {
  const fails = (act: string | undefined, celex: string | null, message: RegExp) =>
    assert.throws(
      () => openLaw(LAW, act, celex),
      (error: Error) => error instanceof UnknownActError && message.test(error.message),
    )
  fails('2021-1', null, /^law\/ has no act 2021-1; it has 833-2014, 765-2006, 692-2014, 2022-263, /)
  fails('765-2006', '02014R0833-20260724', /^the page is 02014R0833-20260724, not 765-2006: leave --act out/)
  fails(
    undefined,
    null,
    /^the piece does not say which act it is from: add --act, one of 833-2014, 765-2006, 692-2014, 2022-263, /,
  )
  fails(undefined, '02021R0001-20240913', /^the page is 02021R0001-20240913, an act that law\/ does not have/)
})

test('a law that cannot be read is a LawError with the places of its mistakes', () => {
  assert.throws(() => openLaw(join(folder, 'none'), '833-2014', null), LawError)
  const broken = join(folder, 'law')
  cpSync(LAW, broken, { recursive: true })
  rmSync(join(broken, 'nomenclature'), { recursive: true })
  writeFileSync(join(broken, 'acts.yaml'), 'acts: [')
  assert.throws(
    () => openLaw(broken, '833-2014', null),
    (error: LawError) => error.mistakes.some(({ file }) => file === join(broken, 'acts.yaml')),
  )
})

const page = (annexes: readonly { annex: string; rows: readonly string[] }[]) =>
  ({
    celex: '02014R0833-20260724',
    whole: false,
    deletedAnnexes: [],
    annexes: annexes.map(({ annex, rows }) => ({
      annex,
      named: [],
      rows: rows.map((printed) => ({ annex, printed })),
    })),
  }) as unknown as ConsolidatedPage

test('annexes have the names of law/, whether a page prints their letter small or large', () => {
  const law = openLaw(LAW, '2017-1509', null)
  const printed = ['XII', 'XIi', 'XIL', 'XIC']
  const named = inNamesOf(law, page(printed.map((annex) => ({ annex, rows: ['7301'] }))))
  assert.deepEqual(
    named.annexes.map(({ annex, rows }) => [annex, rows[0]?.annex]),
    [
      ['XII', 'XII'],
      ['XIi', 'XIi'],
      ['XIl', 'XIl'],
      ['XIc', 'XIc'],
    ],
  )
  const same = page([{ annex: 'XIi', rows: ['25'] }])
  assert.equal(inNamesOf(law, same), same)
})

test('a printed code is one row, however many codes of today stand for it', () => {
  const listing = (printed: string, code: string, successorOf = '') => ({ printed, code, successorOf }) as Listing
  const dead = listing('ex 4420 10', '442010')
  const next = [listing('ex 4420 10', '442011', '442010'), listing('ex 4420 10', '442019', '442010')]
  const range = ['27101231', '27101241'].map((code) =>
    listing('From 2710 12 31 till 2710 12 59', code, '27101231-27101259'),
  )
  const alive = listing('2603', '2603')
  assert.deepEqual(
    [...printedListings([dead, ...next, ...range, alive])],
    [
      [dead, next],
      [range[0], [range[1]]],
      [alive, []],
    ],
  )
})
