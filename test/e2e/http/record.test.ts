import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { loadLaw } from '../../../src/law/load.ts'
import { contentsAt } from '../../../src/law/read/law-source.ts'
import { packLaw } from '../../../src/law/read/pack.ts'
import { MAX_POSTED, makeReceipt, readReceipt, receiptId } from '../../../src/receipts/receipt.ts'
import { newPrivateKey, readPrivateKey } from '../../../src/receipts/signing-key.ts'
import { verifiableLaw } from '../../../src/receipts/verifiable-law.ts'
import { openStore, type Store } from '../../../src/store/store.ts'
import { answerer } from '../../real-law.ts'
import { smallLaw } from '../../small-law.ts'
import {
  BUILD,
  emptyPlace,
  LAW_SHA256,
  limitIn,
  NOON,
  problemIn,
  recordLaw,
  type Service,
  serviceFor,
} from './service.ts'

const VERSION = answerer.dataset.version
const KEY = readPrivateKey(newPrivateKey())!

async function storeWithLaw(t: TestContext): Promise<Store> {
  const store = await openStore(await emptyPlace(t))
  t.after(() => store.close())
  return recordLaw(store)
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** What a reader sees, without markup. */
const textOf = (body: string): string => unescaped(body.replaceAll(/<[^>]+>/g, ' ')).replaceAll(/\s+/g, ' ')

/** What a record prints and attaches. */
function recordIn(body: string) {
  const attached = /id="receipt-file" href="data:application\/json,([^"]+)" download="([^"]+)"/.exec(body)
  assert.ok(attached, 'the receipt is attached')
  const { receipt, id } = JSON.parse(decodeURIComponent(unescaped(attached[1]!))) as { receipt: string; id: string }
  const read = readReceipt(receipt)
  assert.ok(read !== null && read !== 'damaged')
  return {
    receipt,
    id,
    claims: read.claims,
    file: attached[2],
    printedId: /id="receipt-id">([^<]+)</.exec(body)?.[1],
    address: unescaped(/class="qr"[^>]* data-text="([^"]+)"/.exec(body)?.[1] ?? ''),
  }
}

async function recordOf(service: Service, query: string, path = '/record') {
  const answer = await service.get(`${path}?${query}`)
  assert.equal(answer.statusCode, 200, answer.body.slice(0, 500))
  return { answer, ...recordIn(answer.body) }
}

const verdictOf = (body: string): string => /<h2 id="verdict"[^>]*>([^<]*)</.exec(body)?.[1] ?? ''

const post = (service: Service, receipt: string, path = '/verify') =>
  service.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `${new URLSearchParams({ receipt })}`,
  })

describe('the record for the file', () => {
  test('prints exactly the answer inside the receipt that is attached', async (t) => {
    const service = await serviceFor(t, { store: await storeWithLaw(t), publicUrl: 'https://cn.example.com' })
    for (const [path, query] of [
      ['/record', 'q=7304+11+00&case=CEL/2026/117'],
      ['/en/record', 'q=8471+30+00&origin=PL&destination=KZ&via=RU&contract_date=2022-02-01'],
      ['/record', 'q=frezarka+CNC&as_of=2025-01-31'],
    ] as const) {
      const lang = path === '/record' ? 'pl' : 'en'
      const { answer, id, printedId, receipt, claims, file, address } = await recordOf(service, query, path)
      assert.equal(answer.headers['cache-control'], 'no-store')
      assert.equal(answer.headers['content-language'], lang)
      assert.match(String(answer.headers['content-security-policy']), /default-src 'none'/)
      assert.equal(printedId, id)
      assert.equal(receiptId(receipt.split('.')[2]!), id)
      assert.match(file ?? '', lang === 'pl' ? /^zapis-.*\.json$/ : /^receipt-.*\.json$/)
      const { assessment, results, winddowns, derogations, meta, deal, scope, disclaimer } = JSON.parse(claims.answer)
      assert.equal(unescaped(verdictOf(answer.body)), assessment.headline)
      const text = textOf(answer.body)
      const parts = [
        ...results.map((one: { cn_code: string }) => one.cn_code),
        ...results.map((one: { restriction: { label: string } }) => one.restriction.label),
        ...results.flatMap((one: { exemptions: { text: string }[] }) => one.exemptions.map((each) => each.text)),
        ...[...winddowns, ...derogations].map((one: { text: string }) => one.text),
        ...meta.documents.map((one: { code: string }) => one.code),
        ...(deal?.findings ?? []).map((one: { text: string }) => one.text),
        ...(scope.controls ?? []).map((one: { text: string }) => one.text),
        ...scope.warnings,
        ...scope.regimes.flatMap((one: { uncoded_annexes: { what: string }[] }) =>
          one.uncoded_annexes.map(({ what }) => what),
        ),
        ...[disclaimer, claims.dataset, claims.build, claims.answer_sha256, 'https://cn.example.com', '12:00:00'],
      ]
      for (const part of parts) assert.ok(text.includes(String(part).replaceAll(/\s+/g, ' ')), `${query}: ${part}`)
      assert.ok(address.startsWith(`https://cn.example.com${lang === 'pl' ? '' : '/en'}/verify?`), address)
      assert.deepEqual(Object.fromEntries(new URL(address).searchParams), {
        ...claims.question,
        dataset: claims.dataset,
        build: claims.build,
        answer_sha256: claims.answer_sha256,
      })
      assert.equal(claims.question.lang, lang)
      assert.equal(claims.question.detail, 'full')
    }
  })

  test('carries a case number, which is escaped, bounded and in no log', async (t) => {
    const service = await serviceFor(t, { store: await storeWithLaw(t) })
    const number = `TAJNE/7 <script>"'&`
    const { answer, receipt, address } = await recordOf(service, `q=7304&case=${encodeURIComponent(number)}`)
    assert.ok(answer.body.includes('<strong id="case-number">TAJNE/7 &lt;script&gt;&quot;&#39;&amp;</strong>'))
    assert.equal(answer.body.match(/TAJNE/g)?.length, 1, 'nowhere else on the page')
    assert.ok(!Buffer.from(receipt.split('.')[1]!, 'base64url').includes('TAJNE') && !address.includes('TAJNE'))
    for (const wrong of ['x'.repeat(81), 'TAJNE%0A7', 'TAJNE%E2%80%AE7']) {
      const refused = await service.get(`/record?q=7304&case=${wrong}`)
      assert.equal(refused.statusCode, 400)
      assert.match(refused.body, /Numer sprawy ma najwyżej 80 znaków/)
      assert.equal(refused.headers['cache-control'], 'no-store')
    }
    assert.equal((await recordOf(service, `q=7304&case=${'ż'.repeat(80)}`)).answer.statusCode, 200)
    assert.doesNotMatch((await service.get('/record?q=7304&case=')).body, /Numer sprawy/)
    const english = await service.get(`/record?q=7304&case=TAJNE&lang=en`)
    assert.deepEqual([english.statusCode, english.headers.location], [302, '/en/record?q=7304&case=TAJNE'])
    assert.doesNotMatch(service.logged(), /TAJNE/)
  })

  test('shows a hundred matches at most, and says of how many', async (t) => {
    const service = await serviceFor(t, { store: await storeWithLaw(t) })
    const { body } = await service.get('/en/record?q=84&limit=500')
    assert.match(body, /\b100 \/ \d{3}\b/)
    assert.match((await service.get('/en/record?q=84&limit=7')).body, /\b7 \/ \d{3}\b/)
  })

  test('costs what a receipt costs, and is refused like one, in its language', async (t) => {
    const store = await storeWithLaw(t)
    const service = await serviceFor(t, { store, limits: { lookups: 8 } })
    assert.equal(limitIn(await service.get('/record?q=7304'))?.remaining, 8 - 2)
    assert.equal(limitIn(await service.get('/record?q=7304+11+00&limit=500'))?.remaining, 8 - 2 - 2)
    const wrong = await service.get('/en/record?q=3061792')
    assert.equal(wrong.statusCode, 400)
    assert.match(wrong.body, /0306 17 92/)
    assert.match(wrong.body, /<html lang="en">/)
    await service.get('/record?q=7304')
    assert.equal((await service.get('/record?q=7304')).statusCode, 429)
    const keyless = await serviceFor(t, { store, receiptKey: null })
    const unsigned = await keyless.get('/record?q=7304')
    assert.deepEqual([unsigned.statusCode, unsigned.headers['retry-after']], [503, '5'])
    assert.equal((await (await serviceFor(t, { store: null })).get('/record?q=7304')).statusCode, 503)
  })

  test('of a question too long for a QR code has none, and says so', async (t) => {
    const service = await serviceFor(t, { store: await storeWithLaw(t) })
    const { answer, address } = await recordOf(service, `q=${encodeURIComponent('ż'.repeat(200))}`)
    assert.equal(address, '')
    assert.match(answer.body, /zbyt długie na kod QR/)
  })
})

describe('the address in the QR code', () => {
  test('works the answer out again, by this build or another', async (t) => {
    const service = await serviceFor(t, { store: await storeWithLaw(t), publicUrl: 'https://cn.example.com' })
    const { address, claims } = await recordOf(service, 'q=8471+30+00&origin=PL&destination=KZ&via=RU')
    const { pathname, search } = new URL(address)
    const same = await service.get(pathname + search)
    assert.equal(same.statusCode, 200)
    assert.equal(same.headers['cache-control'], 'no-store')
    assert.equal(verdictOf(same.body), 'Prawo w tej wersji daje dokładnie odpowiedź z zapisu.')
    const sentence = JSON.parse(claims.answer).assessment.sentence
    for (const part of [sentence, VERSION, BUILD, 'dokąd: Kazachstan', 'Kod QR nie jest podpisem'])
      assert.ok(textOf(same.body).includes(part), part)
    const english = await service.get(`/en/verify${search}`)
    assert.equal(verdictOf(english.body), 'The law of this version gives exactly the answer of the record.')

    const then = JSON.parse(claims.answer)
    then.meta.source = 'cn-sanctions 0.9'
    const earlier = new URLSearchParams(search)
    earlier.set('build', then.meta.source)
    earlier.set('answer_sha256', hash('sha256', JSON.stringify(then), 'hex'))
    const other = await service.get(`/verify?${earlier}`)
    assert.match(verdictOf(other.body), /różni się tylko wersja programu/)
    assert.ok(textOf(other.body).includes('cn-sanctions 0.9'))

    earlier.set('build', BUILD)
    assert.match(verdictOf((await service.get(`/verify?${earlier}`)).body), /inną odpowiedź niż w zapisie/)
  })

  test('that is incomplete, changed or of no known version is refused with what to do', async (t) => {
    const service = await serviceFor(t, { store: await storeWithLaw(t) })
    const whole = { q: '7304', as_of: '2026-11-15', dataset: VERSION, answer_sha256: 'a'.repeat(64) }
    const refused = async (over: Record<string, string | null>) => {
      const asked = Object.entries({ ...whole, ...over }).filter((one): one is [string, string] => one[1] !== null)
      const answer = await service.get(`/verify?${new URLSearchParams(asked)}`)
      return `${answer.statusCode} ${verdictOf(answer.body)}`
    }
    for (const name of ['as_of', 'dataset', 'answer_sha256'])
      assert.equal(await refused({ [name]: null }), '400 Niepełny adres sprawdzenia')
    assert.equal(await refused({ answer_sha256: 'xyz' }), '400 Niepełny adres sprawdzenia')
    for (const said of ['../etc', 'the-answer-was-checked-by-hand-and-is-wrong'])
      assert.equal(await refused({ dataset: said }), '400 Niepełny adres sprawdzenia')
    assert.equal(await refused({ build: 'cn-sanctions: call us at once' }), '400 Niepełny adres sprawdzenia')
    assert.equal(await refused({ dataset: '2020-01-01-000000000000' }), '404 Nie mamy prawa w tej wersji')
    assert.match(await refused({ colour: 'red' }), /^400 /)
    assert.match(await refused({ q: null }), /^400 /)
  })
})

describe('a receipt on the page', () => {
  const signed = (over: object = {}, key = KEY, change = (text: string) => text) => {
    const question = { q: '7304 11 00', lang: 'pl', as_of: '2026-11-15', limit: '100', offset: '0', detail: 'full' }
    const claims = {
      iss: 'cn-sanctions',
      iat: Date.parse(NOON) / 1000,
      question,
      dataset: VERSION,
      law_sha256: LAW_SHA256,
      build: BUILD,
    }
    return async (service: Service) => {
      const { body } = await service.get(`/api/v1/cn?${new URLSearchParams(question)}`)
      return String(makeReceipt({ ...claims, ...over }, Buffer.from(change(body)), key).receipt)
    }
  }
  const serviceWithKey = async (t: TestContext) => serviceFor(t, { store: await storeWithLaw(t), receiptKey: KEY })

  test('is confirmed when it is genuine, alone or as the file of the record', async (t) => {
    const service = await serviceWithKey(t)
    const { receipt, id } = await recordOf(service, 'q=7304+11+00')
    for (const text of [receipt, JSON.stringify({ receipt, id }), `\ufeff ${receipt}\r\n`]) {
      const answer = await post(service, text)
      assert.equal(answer.statusCode, 200)
      assert.equal(answer.headers['cache-control'], 'no-store')
      assert.equal(verdictOf(answer.body), 'Zapis jest autentyczny, a odpowiedź wynika z prawa w tej wersji.')
      const shown = textOf(answer.body)
      for (const part of [id, `zgodny; klucz ${KEY.kid} tej usługi`, 'bajt w bajt', '7304 11 00; przywóz', '12:00:00'])
        assert.ok(shown.includes(part), part)
    }
    const english = await post(service, receipt, '/en/verify')
    assert.equal(
      verdictOf(english.body),
      'The receipt is genuine, and the answer follows from that version of the law.',
    )
    const short = (await service.get('/api/v1/receipt?q=7304+11+00&detail=short')).json<{ receipt: string }>()
    assert.match(verdictOf((await post(service, short.receipt)).body), /^Zapis jest autentyczny, a/)
    assert.equal(limitIn(await post(service, receipt))?.limit, 300)
  })

  test('is told apart: another build, another answer, another law, another key, changed, damaged, none', async (t) => {
    const service = await serviceWithKey(t)
    const said = async (make: (service: Service) => Promise<string>) => {
      const answer = await post(service, await make(service))
      return `${answer.statusCode} ${verdictOf(answer.body)} ${textOf(answer.body)}`
    }
    const otherBuild = signed({ build: 'cn-sanctions 0.9' }, KEY, (text) => text.replace(BUILD, 'cn-sanctions 0.9'))
    assert.match(await said(otherBuild), /^200 Zapis jest autentyczny, a .*tylko oznaczeniem wersji programu/)
    const otherAnswer = await said(signed({}, KEY, (text) => text.replace('"restricted"', '"no_match"')))
    assert.match(otherAnswer, /^200 Zapis jest autentyczny, ale ta wersja programu odpowiada inaczej\./)
    assert.match(otherAnswer, /Różnice dotyczą oceny lub wpisów: verdict : w zapisie "no_match" , teraz "restricted"/)
    assert.match(
      await said(signed({ law_sha256: 'f'.repeat(64) })),
      /^200 Zapisu NIE potwierdzono\. .*INNE: zapis wskazuje/,
    )
    const unknown = await said(signed({ dataset: '2020-01-01-000000000000' }))
    assert.match(
      unknown,
      /^200 Zapis jest autentyczny, ale odpowiedzi nie udało się odtworzyć\. .*BRAK: nie ma tu wersji/,
    )
    const later = await said(signed({ question: { q: '7304', as_of: '2026-11-15', colour: 'red' } }))
    assert.match(later, /^200 Zapis jest autentyczny, ale odpowiedzi nie udało się odtworzyć\. .*NIE ODTWORZONO/)

    const stranger = readPrivateKey(newPrivateKey())!
    const hostile = signed({ iss: '<script>alert(1)</script>', build: `<b>${'x'.repeat(5_000)}` }, stranger)
    const strange = await post(service, await hostile(service))
    assert.match(textOf(strange.body), /Zapisu NIE potwierdzono\. .*nie znamy klucza .*wystawił kto inny/)
    assert.ok(strange.body.includes('&lt;script&gt;') && !strange.body.includes('<script>alert'))
    assert.ok(strange.body.length < 20_000, 'a long text is cut')
    const sentence = 'this law was repealed'
    const named = await said(signed({ dataset: sentence }, { ...stranger, kid: sentence }))
    assert.match(named, /nie znamy klucza \(zapis nie podaje poprawnej nazwy\)/)
    assert.ok(!named.includes(sentence), 'what is no name of a key or version')
    const pretender = await said(signed({}, { ...stranger, kid: KEY.kid }))
    assert.match(pretender, /^200 Zapisu NIE potwierdzono\. .*NIEZGODNY: zapis zmieniono albo nie podpisano go kluczem/)
    let genuineId = ''
    const changed = await said(async (own) => {
      const [head, body = '', signature = ''] = (await signed()(own)).split('.')
      genuineId = receiptId(signature)
      const forged = Buffer.from(body, 'base64url').toString().replace('\\"restricted\\"', '\\"no_match\\"')
      return [head, Buffer.from(forged).toString('base64url'), signature].join('.')
    })
    assert.match(changed, /^200 Zapisu NIE potwierdzono\. .*NIEZGODNY: odpowiedź w zapisie ma inny skrót/)
    assert.match(changed, /Co twierdzi ten zapis \(niepotwierdzone\)/)
    assert.ok(!changed.includes(genuineId), 'the id of the genuine receipt')

    assert.match(
      await said(async (own) => (await signed()(own)).replace('.', '.!')),
      /^400 .*zmieniono ją albo uszkodzono/,
    )
    for (const text of ['', 'a note', '{"receipt":7}', 'a.b.c', '.'.repeat(1_000)])
      assert.match(await said(async () => text), /^400 Zapisu NIE potwierdzono\. .*nie jest zapisem odpowiedzi/)
  })

  test('is bounded: size, parts of its payload, and the form around it', async (t) => {
    const service = await serviceWithKey(t)
    const [head, , signature] = (await signed()(service)).split('.')
    const bracketed = [head, Buffer.from('['.repeat(1_000_000)).toString('base64url'), signature].join('.')
    assert.equal((await post(service, bracketed)).statusCode, 400)
    problemIn(await post(service, 'a'.repeat(MAX_POSTED)), 'receipt_too_large')
    const fresh = await serviceFor(t, { store: await storeWithLaw(t), receiptKey: KEY })
    assert.equal(limitIn(await post(fresh, 'a'.repeat(1_200_000)))?.remaining, 300 - 13, 'its bytes are paid for')
    const other = { method: 'POST', url: '/verify', payload: '{}' } as const
    problemIn(
      await service.app.inject({ ...other, headers: { 'content-type': 'application/json' } }),
      'media_type_unsupported',
    )
    const limited = await serviceFor(t, { store: await storeWithLaw(t), receiptKey: KEY, limits: { lookups: 1 } })
    await post(limited, 'a note')
    problemIn(await post(limited, 'a note'), 'rate_limited')
    const away = await serviceFor(t, { store: null, receiptKey: KEY })
    assert.equal((await post(away, await signed()(service))).statusCode, 503)
  })

  /** A service whose store has an older law, and a receipt of it with its address in a QR code. */
  async function olderLaw(t: TestContext) {
    const law = verifiableLaw(await loadLaw(contentsAt(smallLaw())), BUILD)
    const recorded = await storeWithLaw(t)
    const packed = await packLaw(contentsAt(smallLaw()).files)
    const introduced = { version: law.version, law: packed, published: false, after: VERSION, changes: [] }
    await recorded.datasets.introduce({ ...introduced, at: new Date(NOON) })
    let loaded = 0
    const datasets: Store['datasets'] = {
      ...recorded.datasets,
      law(version) {
        loaded++
        return recorded.datasets.law(version)
      },
    }
    const store = { ...recorded, datasets }
    const service = await serviceFor(t, { store, receiptKey: KEY, limits: { lookups: 1_000 }, trustProxy: 1 })
    const question = { q: '7304 11 00', lang: 'pl', as_of: '2026-11-15', limit: '100', offset: '0', detail: 'full' }
    const receiptOf = (over: Partial<typeof question> = {}, change = (text: string) => text) => {
      const asked = { ...question, ...over }
      const text = law.answer(asked)!
      const claims = { iss: 'cn-sanctions', iat: 1, dataset: law.version, law_sha256: law.sha256, build: BUILD }
      return {
        receipt: String(makeReceipt({ ...claims, question: asked }, Buffer.from(change(text)), KEY).receipt),
        address: `/verify?${new URLSearchParams({ ...asked, dataset: law.version, build: BUILD, answer_sha256: hash('sha256', text, 'hex') })}`,
      }
    }
    const postFrom = (address: string, receipt: string) =>
      service.app.inject({
        method: 'POST',
        url: '/verify',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': address },
        payload: `${new URLSearchParams({ receipt })}`,
      })
    return { service, version: law.version, receiptOf, postFrom, loaded: () => loaded }
  }
  const CONFIRMED = 'Zapis jest autentyczny, a odpowiedź wynika z prawa w tej wersji.'

  test('of an older version of the law is opened once, however many ask for it and whatever they ask', async (t) => {
    const { service, version, receiptOf, postFrom, loaded } = await olderLaw(t)
    const { receipt, address } = receiptOf()
    const all = await Promise.all([1, 1, 2, 3].map((network) => postFrom(`203.0.${network}.5`, receipt)))
    for (const { statusCode, body } of all) {
      assert.deepEqual([statusCode, verdictOf(body)], [200, CONFIRMED])
      assert.ok(textOf(body).includes(`zgodne: wersja ${version}`))
    }
    assert.equal(loaded(), 1)
    assert.ok(Number(limitIn(all[0]!)?.remaining) <= 1_000 - 12, 'charged for opening a law')
    const kept = await service.get(address)
    assert.equal(verdictOf(kept.body), 'Prawo w tej wersji daje dokładnie odpowiedź z zapisu.')
    assert.equal(limitIn(kept)?.remaining, 1_000 - 2, 'of a law that is open it costs what one of today costs')
    const other = receiptOf({}, (text) => text.replace('"restricted"', '"no_match"'))
    assert.match(
      verdictOf((await postFrom('203.0.4.5', other.receipt)).body),
      /ale ta wersja programu odpowiada inaczej/,
    )
    const english = await postFrom('203.0.5.5', receiptOf({ lang: 'en' }).receipt)
    assert.equal(verdictOf(english.body), CONFIRMED)
    assert.match(textOf(english.body), /bajt w bajt/)
    assert.equal(loaded(), 1)
  })

  test('of a recorded law that cannot be loaded says so, and the log says why', async (t) => {
    const store = await storeWithLaw(t)
    const version = '2020-01-01-000000000000'
    const introduced = { version, law: Buffer.from('damaged'), published: false, after: VERSION, changes: [] }
    await store.datasets.introduce({ ...introduced, at: new Date(NOON) })
    const service = await serviceFor(t, { store, receiptKey: KEY })
    const answer = await post(service, await signed({ dataset: version })(service))
    assert.match(
      textOf(answer.body),
      /Zapis jest autentyczny, ale odpowiedzi nie udało się odtworzyć\. .*nie udało się teraz wczytać/,
    )
    assert.equal(service.log.filter(({ message }) => message === 'recorded law not usable').length, 1)
  })
})

test('the page to verify is a form that works without scripts, in both languages', async (t) => {
  const service = await serviceFor(t, { store: await storeWithLaw(t) })
  for (const [path, lang, button] of [
    ['/verify', 'pl', 'Sprawdź zapis'],
    ['/en/verify', 'en', 'Verify'],
  ] as const) {
    const { statusCode, headers, body } = await service.get(`${path}?utm_source=x`)
    assert.deepEqual([statusCode, headers['content-language']], [200, lang])
    assert.ok(body.includes(`<form class="verify" method="post" action="${path}">`))
    assert.ok(
      body.includes('<textarea id="receipt-text" name="receipt"') && body.includes(`<button class="button">${button}`),
    )
  }
})

test('the recipe in docs/receipts.md verifies a receipt with plain Ed25519, and nothing that was changed', async (t) => {
  const service = await serviceFor(t, { store: await storeWithLaw(t) })
  const directory = await mkdtemp(join(tmpdir(), 'cn-sanctions-recipe-'))
  t.after(() => rm(directory, { recursive: true, force: true }))
  const document = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'receipts.md'), 'utf8')
  const recipe = /```js\n(.+?)```/s.exec(document)?.[1] ?? ''
  assert.ok(recipe.trim().split('\n').length <= 10, 'ten lines')
  const { receipt, id } = (await service.get('/api/v1/receipt?q=7304')).json<{ receipt: string; id: string }>()
  const run = async (text: string) => {
    await writeFile(join(directory, 'receipt.json'), JSON.stringify({ receipt: text, id }))
    const { stdout } = await promisify(execFile)(process.execPath, ['recipe.mjs'], { cwd: directory })
    return stdout
  }
  await writeFile(join(directory, 'recipe.mjs'), recipe)
  await writeFile(join(directory, 'jwks.json'), (await service.get('/.well-known/jwks.json')).body)
  assert.match(await run(receipt), new RegExp(`^genuine .*${VERSION}`))
  const [head, body = '', signature] = receipt.split('.')
  const changed = Buffer.from(body, 'base64url').toString().replace('restricted', 'no_match')
  assert.match(await run([head, Buffer.from(changed).toString('base64url'), signature].join('.')), /^NOT genuine/)
})
