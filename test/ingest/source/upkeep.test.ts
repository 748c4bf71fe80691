import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { inspectLaw } from '../../../src/law/check.ts'
import { openStore } from '../../../src/store/store.ts'
import { copySmallLaw } from '../../small-law.ts'
import { actHtml, p, point, RUSSIA, table } from '../act/act-html.ts'
import { modelOf, newAct, newRow, renderPage } from '../page/render-page.ts'
import { cellarStub } from './cellar-stub.ts'

// How the law is kept current without anybody at a keyboard, from an act that appears to the text that confirms it.

const root = join(import.meta.dirname, '..', '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'cn-upkeep-'))
const stub = await cellarStub()
after(async () => {
  await stub.close()
  rmSync(folder, { recursive: true, force: true })
})
const LAW = join(folder, 'law')
copySmallLaw(LAW, ['2401'])
const CACHE = join(folder, 'cache')
const ACT = '32027R0077'

interface Ran {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

function run(...asked: readonly (string | NodeJS.ProcessEnv)[]): Promise<Ran> {
  const args = asked.filter((one) => typeof one === 'string')
  const settings = asked.find((one) => typeof one !== 'string')
  const { NO_COLOR, FORCE_COLOR, CONTACT, HTTPS_PROXY, NODE_USE_ENV_PROXY, ...env } = process.env
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, 'bin/cn-sanctions.js'), ...args], {
      cwd: root,
      env: { ...env, LAW_DIR: LAW, CELLAR_URL: stub.url, CONTACT: 'law@example.com', ...settings },
    })
    const output = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const) child[name].on('data', (piece) => (output[name] += piece))
    child.on('close', (status) => resolve({ status, ...output }))
  })
}

const fetchNews = () =>
  run('law', 'fetch', '--act', '833-2014', '--cache', CACHE, '--acts', '--fail-on', 'news', '--json')
const check = async (...args: readonly string[]) =>
  JSON.parse((await run('check', ...args, '--regime', 'EU-RU-833-2014', '--lang', 'en', '--json')).stdout)

test('an act appears, is declared, read, and confirmed by the consolidated text', async (story) => {
  const base = modelOf(LAW, '833-2014')
  stub.versions = [base.celex]
  stub.page = (_, language) => renderPage({ ...base, language: language === 'EN' ? 'en' : 'pl' })
  stub.amending = [{ celex: '32026R0506', date: '2026-04-23' }]

  await story.test('nothing is new', async () => {
    assert.equal((await fetchNews()).status, 0)
  })
  await story.test('an unknown act is news, with its text', async () => {
    stub.amending.push({ celex: ACT, date: '2027-03-02' })
    stub.acts[ACT] = actHtml({
      article: [point('(1)', p('Annex XXIII is amended in accordance with the Annex to this Regulation.'))],
      annexes: {
        '': [
          p(`In Annex XXIII to ${RUSSIA}, the following row is inserted:`),
          table(['‘2401', 'Unmanufactured tobacco; tobacco refuse’.']),
        ],
      },
    })
    const { status, stdout } = await fetchNews()
    assert.equal(status, 3)
    const [fetched] = JSON.parse(stdout)
    assert.deepEqual(fetched.amending.unknown, [{ celex: ACT, date: '2027-03-02' }])
    assert.equal(readFileSync(fetched.acts[0].file, 'utf8'), stub.acts[ACT])
  })
  await story.test('published, the services on that store know what was listed', async () => {
    const DATA_DIR = join(folder, 'data')
    const published = await run({ DATA_DIR }, 'law', 'fetch', '--act', '833-2014', '--cache', CACHE, '--publish')
    assert.deepEqual([published.status, published.stderr], [0, 'Published what was listed for 1 of 1 regulations.\n'])
    const store = await openStore({ dataDir: DATA_DIR })
    const checks = await store.lawChecks.list()
    await store.close()
    assert.deepEqual(
      checks.map(({ regime, acts }) => [regime, acts]),
      [['EU-RU-833-2014', stub.amending]],
    )
  })
  await story.test('declared as pending, it is warned of from its first day', async () => {
    stub.facts = [
      {
        title: 'Council Regulation (EU) 2027/77 of 2 March 2027 amending Regulation (EU) No 833/2014',
        date: '2027-03-02',
        force: '2027-03-04',
        amends: '32014R0833',
      },
    ]
    const declared = await run('law', 'pending', ACT)
    assert.deepEqual([declared.status, declared.stderr], [0, ''])
    assert.match(declared.stdout, /in force from 2027-03-04/)
    const [before, then] = [await check('2401', '--as-of', '2027-03-03'), await check('2401', '--as-of', '2027-03-04')]
    assert.deepEqual(
      then.scope.regimes[0].pending_acts.map((act: { celex: string }) => act.celex),
      [ACT],
    )
    assert.equal(then.assessment.answer, before.assessment.answer)
    assert.match(then.scope.warnings.join(' '), /2027\/77/)
    assert.equal((await fetchNews()).status, 0)
  })
  await story.test('its goods are proposed, to be reviewed', async () => {
    const proposed = await run('law', 'propose', join(CACHE, ACT, 'eng.xhtml'), '--write')
    assert.equal(proposed.status, 0, proposed.stderr)
    const { results, assessment } = await check('2401', '--as-of', '2027-03-04')
    assert.equal(assessment.answer, 'prohibited')
    const row = results.find(({ annex }: { annex: string | null }) => annex === 'XXIII')
    assert.deepEqual(
      [row.valid_from, row.since_act, row.data_quality, row.basis.kind],
      ['2027-03-04', ACT, 'to_review', 'act'],
    )
    assert.match(row.basis.text, /no consolidated text yet/)
  })
  await story.test('the consolidated text is news, and confirms the row', async () => {
    const next = structuredClone(base)
    next.celex = '02014R0833-20270304'
    next.version = '2027-03-04'
    next.acts.push(newAct('M60', ACT, 'COUNCIL REGULATION (EU) 2027/77 of 2 March 2027', '3.3.2027'))
    const xxiii = next.annexes.find(({ annex }) => annex === 'XXIII')!
    xxiii.rows.push(newRow('2401', 'Unmanufactured tobacco; tobacco refuse', `${ACT}:INSERTED`))
    stub.versions.push(next.celex)
    stub.page = (celex, language) =>
      renderPage({ ...(celex === next.celex ? next : base), language: language === 'EN' ? 'en' : 'pl' })
    assert.equal((await fetchNews()).status, 3)
    const page = join(CACHE, next.celex, 'eng.xhtml')
    assert.match((await run('law', 'compare', page)).stdout, /confirmed by the page: 1 of annex XXIII/)
    const applied = await run('law', 'apply', page)
    assert.equal(applied.status, 0, applied.stderr)
    const { results } = await check('2401', '--as-of', '2027-03-04')
    const row = results.find(({ annex }: { annex: string | null }) => annex === 'XXIII')
    assert.equal(row.basis.kind, 'consolidated')
    assert.deepEqual(inspectLaw(LAW).dataset!.regimes[0]!.data.pending, [])
    assert.equal((await fetchNews()).status, 0)
  })
})

test('law pending takes what it is given, and refuses what it cannot place', async () => {
  const declare = (...args: readonly string[]) => run('law', 'pending', ...args)
  const given = await declare('32027R0100', '--act', '833-2014', '--act', '765-2006')
  assert.deepEqual([given.status, given.stderr], [0, ''])
  assert.match(given.stdout, /a day that is not known/)
  const regimes = inspectLaw(LAW).dataset!.regimes.map(({ data }) => [data.code, data.pending.includes('32027R0100')])
  assert.deepEqual(regimes.slice(0, 3), [
    ['EU-RU-833-2014', true],
    ['EU-BY-765-2006', true],
    ['EU-UA-692-2014', false],
  ])
  assert.match((await declare('32014R0833', '--act', '833-2014')).stderr, /is in acts\.yaml as worked_in/)
  stub.facts = []
  const stranger = await declare('32027R0101')
  assert.equal(stranger.status, 2)
  assert.match(stranger.stderr, /Name the regulation: --act 833-2014/)
  assert.equal((await declare('2027/100', '--act', '833-2014')).status, 2)
})
