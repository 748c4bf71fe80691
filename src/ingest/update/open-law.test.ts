import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { LawError } from '../../law/read/mistakes.ts'
import { folderOf, openLaw, UnknownActError } from './open-law.ts'

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

test('the folder of an act follows from the CELEX of a page', () => {
  assert.equal(folderOf('02014R0833-20260724'), '833-2014')
  assert.equal(folderOf('32014R0833'), null)
  assert.equal(folderOf(null), null)
})
