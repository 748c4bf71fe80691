import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, type TestContext, test } from 'node:test'
import { buildAnswerer } from '../../../src/answer/answer.ts'
import { CnSanctions, type CnSanctionsError, type QuestionOptions } from '../../../src/client/index.ts'
import { parametersOf } from '../../../src/client/question.ts'
import { contentsAt } from '../../../src/law/read/law-source.ts'
import { packLaw } from '../../../src/law/read/pack.ts'
import { type Law, LawError, openLaw } from '../../../src/library/index.ts'
import { answerer as realLaw } from '../../real-law.ts'
import { smallLaw } from '../../small-law.ts'
import { emptyPlace, NOON, PLENTY, type ServiceOptions, serviceFor } from './service.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string }
/** As `serve` does it: the build is part of every answer. */
const answerer = buildAnswerer(realLaw.dataset, `cn-sanctions ${version}`)

/** A service on the wire, and a client of it that counts what comes back. */
async function serve(t: TestContext, options: ServiceOptions = {}) {
  const service = await serviceFor(t, { limits: PLENTY, answerer: () => answerer, ...options })
  const baseUrl = `http://127.0.0.1:${await service.listen()}`
  const statuses: number[] = []
  const counting = async (address: string, init: RequestInit) => {
    const response = await fetch(address, init)
    statuses.push(response.status)
    return response
  }
  const clientOf = (more: object = {}) => new CnSanctions({ baseUrl, lang: 'en', fetch: counting, ...more })
  return { service, baseUrl, clientOf, client: clientOf(), statuses }
}

const QUESTIONS: readonly (readonly [q: string, options: QuestionOptions])[] = [
  ['7304 11 00', {}],
  ['7304 11 00', { day: '2023-06-23', lang: 'en', contractDate: '2022-01-31' }],
  ['84', { lang: 'en', direction: 'export', limit: 3, offset: 2 }],
  ['8471 50', { lang: 'en', origin: 'PL', destination: 'KZ', via: ['RU'] }],
  ['2603', { origin: 'UA-43' }],
  ['laptop', { lang: 'en', detail: 'short' }],
  ['rury stalowe bez szwu DN50', { regime: 'EU-BY-765-2006' }],
  ['8471 30 00', { include: ['tree', 'history'] }],
  ['9999 99 99', {}],
]

describe('the law in process', () => {
  let law: Law
  before(async () => {
    law = await openLaw({ now: () => new Date(NOON) })
  })

  test('gives the same bytes as the API for the same day, and the client gives the same object', async (t) => {
    const { service, clientOf } = await serve(t)
    assert.equal(law.version, realLaw.dataset.version)
    for (const [q, options] of QUESTIONS) {
      const { statusCode, body } = await service.get(
        `/api/v1/cn?${new URLSearchParams(parametersOf({ q, ...options }))}`,
      )
      assert.equal(statusCode, 200, body)
      assert.equal(JSON.stringify(law.check(q, options)), body, q)
      assert.deepEqual(await clientOf({ lang: 'pl' }).lookup(q, options), JSON.parse(body))
    }
  })

  test('is not changed by what somebody does to an answer', () => {
    const before = JSON.stringify(law.check('7304 11 00'))
    const answer = law.check('7304 11 00')
    answer.results[0]!.restriction.type = 'other'
    answer.results.length = 1
    answer.scope.regimes.pop()
    answer.meta.documents.pop()
    assert.equal(JSON.stringify(law.check('7304 11 00')), before)
  })

  test('suggests what the API suggests', async (t) => {
    const { client } = await serve(t)
    for (const typed of ['847', 'mikrosk', 'steel p']) {
      assert.deepEqual(law.suggest(typed, { lang: 'en' }), await client.suggest(typed))
    }
  })

  test('refuses what the API refuses, with the same problem', async (t) => {
    const { clientOf } = await serve(t)
    const wrong: readonly (readonly [string | undefined, object])[] = [
      ['3061792', {}],
      ['3061792', { lang: 'en' }],
      ['7304', { day: '2026-02-30', direction: 'up', lang: 'en' }],
      ['7304', { asOff: '2023-01-01' }],
      ['7304', { day: null }],
      ['7304', { lang: 'de' }],
      ['7304', { origin: 'PL' }],
      ['', {}],
      [undefined, {}],
    ]
    for (const [q, options] of wrong) {
      const ask = (from: (q: string, options: object) => unknown) =>
        Promise.resolve()
          .then(() => from(q as string, options))
          .then(
            () => assert.fail('answered'),
            ({ name, message, code, status, language, errors, problem }: CnSanctionsError) => {
              return { name, message, code, status, language, errors, problem }
            },
          )
      const inProcess = await ask((text, more) => law.check(text, more))
      assert.deepEqual(inProcess, await ask((text, more) => clientOf({ lang: 'pl' }).lookup(text, more)))
      assert.deepEqual([inProcess.name, inProcess.status], ['CnSanctionsError', 400])
    }
    assert.throws(() => law.suggest('8471', { day: 'today' }), { code: 'as_of_invalid' })
    assert.throws(() => law.suggest('x'.repeat(201)), { code: 'q_too_long' })
  })

  test('stands on the day in Brussels unless a question names another', async () => {
    const late = await openLaw({ path: smallLaw(), lang: 'en', now: () => new Date('2026-07-23T22:30:00Z') })
    const answer = late.check('7304')
    assert.deepEqual([answer.scope.as_of, answer.disclaimer.slice(0, 4)], ['2026-07-24', 'This'])
    await late.prepareNames()
    await late.prepareNames('2024-03-01')
    assert.equal(late.check('rury stalowe').matched_as, 'name')
  })

  test('is read from a directory or a .law file alike', async (t) => {
    const { dataDir: directory } = (await emptyPlace(t)) as { dataDir: string }
    const file = join(directory, 'small.law')
    await writeFile(file, await packLaw(contentsAt(smallLaw()).files))
    const [packed, plain] = await Promise.all([openLaw({ path: file }), openLaw({ path: smallLaw() })])
    assert.equal(packed.version, plain.version)
    assert.notEqual(packed.version, law.version)
    assert.deepEqual(packed.check('7304'), plain.check('7304'))
  })

  test('with mistakes is not opened at all, and neither is another one by mistake', async (t) => {
    const { dataDir: directory } = (await emptyPlace(t)) as { dataDir: string }
    await writeFile(join(directory, 'broken.law'), 'no law')
    for (const path of [join(directory, 'broken.law'), join(directory, 'nowhere')]) {
      await assert.rejects(openLaw({ path }), (error) => error instanceof LawError && error.mistakes.length > 0)
    }
    await assert.rejects(
      openLaw({ dir: directory } as object),
      /^CnSanctionsError: Nieznana opcja: dir\. Znane: path, lang, now/,
    )
  })
})

describe('the client on the wire', () => {
  test('checks a list longer than a batch, each line with its own answer or problem', async (t) => {
    const { client } = await serve(t)
    const items = Array.from({ length: 1_020 }, (_, at) => ({ id: `r${at}`, q: at === 700 ? '7' : '7304 11 00' }))
    const checked = await client.check([...items, { id: 'last', q: 'laptop', direction: 'export' }])
    assert.deepEqual(
      [checked.items.length, checked.dataset, checked.meta.items],
      [1_021, realLaw.dataset.version, 1_021],
    )
    assert.ok(checked.items.every(({ id }, at) => id === (items[at]?.id ?? 'last')))
    const [failed, ...more] = checked.items.filter((item) => item.status === 'error')
    assert.equal(more.length, 0)
    assert.deepEqual([failed?.problem.code, failed?.problem.errors[0]?.pointer], ['q_code_length', '/items/700/q'])
    const full = await client.check(['7304 11 00'], { detail: 'full', day: '2026-07-24' })
    assert.ok(full.items[0]?.status === 'ok' && full.items[0].results.length > 0)
    await assert.rejects(client.check([]), { code: 'items_invalid', language: 'en' })
  })

  test('gets what is unchanged as 304, and what is not as it is', async (t) => {
    const { client, statuses } = await serve(t)
    const first = await client.lookup('7304 11 00')
    assert.deepEqual(await client.lookup('7304 11 00'), first)
    await client.lookup('7304 11 00', { day: '2023-01-01' })
    assert.deepEqual(statuses, [200, 304, 200])
    assert.equal((await client.dataset()).version, realLaw.dataset.version)
  })

  test('reads all changes, page after page', async (t) => {
    const { service, client } = await serve(t)
    const { changes } = (await service.get('/api/v1/changes?limit=500&lang=en&code=2603')).json()
    const read: unknown[] = []
    for await (const change of client.changes({ code: '2603', limit: 7 })) read.push(change)
    assert.ok(read.length > 14)
    assert.deepEqual(read, changes)
  })

  test('asks with its key, and a wrong key is an error in its language', async (t) => {
    const { clientOf } = await serve(t)
    await assert.rejects(clientOf({ lang: 'pl', apiKey: 'cns_wrong' }).dataset(), {
      code: 'key_malformed',
      status: 401,
      language: 'pl',
    })
  })

  test('is told how long to wait when its limit is used up', async (t) => {
    const { clientOf } = await serve(t, { limits: { ...PLENTY, lookups: 1 } })
    const client = clientOf({ retry: { attempts: 1 } })
    await client.suggest('847')
    await assert.rejects(client.lookup('7304'), (error: CnSanctionsError) => {
      assert.deepEqual([error.code, error.status], ['rate_limited', 429])
      assert.ok(error.retryAfterMs !== null && error.retryAfterMs > 0 && error.retryAfterMs <= 60_000)
      return true
    })
  })

  test('says that nobody is there', async (t) => {
    const { service, baseUrl } = await serve(t)
    await service.app.close()
    const client = new CnSanctions({ baseUrl, retry: { attempts: 1 } })
    await assert.rejects(client.lookup('7304'), { code: 'network', status: null, language: 'pl' })
  })
})
