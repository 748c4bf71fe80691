import assert from 'node:assert/strict'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { recordsIn } from '../../csv.ts'
import { smallLaw } from '../../small-law.ts'
import { emptyDirectory, ready, run, until } from './service.ts'

test('workers that start at once sign with one key; a receipt is verified from the service, from files and from the store', async (t) => {
  const directory = await emptyDirectory(t)
  const settings = { DATA_DIR: join(directory, 'data'), WORKERS: '2', PUBLIC_URL: 'https://cn.example.com' }
  const service = await ready(t, settings)
  const base = `http://127.0.0.1:${service.port}`

  // The law is recorded a moment after the service is ready.
  const path = '/api/v1/receipt?q=7304+11+00&lang=en'
  const first = await until('a receipt', async () => {
    const answer = await service.get(path)
    return answer.status === 200 && answer
  })
  const answers = [first, ...(await Promise.all(Array.from({ length: 8 }, () => service.get(path))))]
  const jwks = await service.get('/.well-known/jwks.json')
  assert.equal((JSON.parse(jwks.text) as { keys: unknown[] }).keys.length, 1, 'one key for all workers')
  assert.equal(new Set(answers.map(({ text }) => JSON.parse(text).receipt.split('.')[0])).size, 1)
  const keyFile = join(settings.DATA_DIR, 'receipt-key.pem')
  if (process.platform !== 'win32') assert.equal((await stat(keyFile)).mode & 0o777, 0o600)

  const file = join(directory, 'receipt-7304.json')
  await writeFile(file, first.text)
  const { id, receipt } = JSON.parse(first.text) as { id: string; receipt: string }
  const { dataset } = JSON.parse(Buffer.from(receipt.split('.')[1] ?? '', 'base64url').toString())
  const elsewhere = { DATA_DIR: join(directory, 'elsewhere'), LAW_DIR: join(directory, 'no-law') }
  const verify = async (args: readonly string[], over: Record<string, string> = elsewhere) => {
    const program = await run(t, ['receipt', 'verify', ...args], over)
    return { code: program.code, text: program.stdout, error: program.stderr }
  }

  const online = await verify([file, '--jwks', base, '--law', base, '--lang', 'en'])
  assert.equal(online.code, 0, online.text + online.error)
  assert.match(online.text, new RegExp(`^Receipt +${id}\n`))
  assert.match(online.text, /byte for byte/)
  assert.match(online.text, /The receipt is genuine, and the answer follows from that version of the law\.\n$/)
  assert.ok(!(await readdir(directory)).includes('elsewhere'), 'no store is made to verify a receipt')

  const own = await verify([file, '--json'], { ...settings, LAW_DIR: join(directory, 'no-law') })
  assert.equal(own.code, 0, own.text + own.error)
  assert.equal(JSON.parse(own.text).conclusion, 'confirmed')

  // Rotated while the service runs: the next receipt has another key, and the one before is confirmed still.
  const before = await readFile(keyFile, 'utf8')
  const rotated = await run(t, ['receipt', 'rotate'], settings)
  assert.equal(rotated.code, 0, rotated.stderr)
  assert.notEqual(await readFile(keyFile, 'utf8'), before)
  const second = JSON.parse((await service.get(path)).text) as { receipt: string }
  assert.notEqual(second.receipt.split('.')[0], receipt.split('.')[0])
  const keys = await service.get('/.well-known/jwks.json')
  assert.equal(JSON.parse(keys.text).keys.length, 2)

  const packed = join(directory, 'of-that-day.law')
  const law = await fetch(`${base}/api/v1/dataset/${dataset}.law`)
  await writeFile(packed, Buffer.from(await law.arrayBuffer()))
  await writeFile(join(directory, 'jwks.json'), keys.text)
  const offline = await verify([file, '--jwks', join(directory, 'jwks.json'), '--law', packed])
  assert.equal(offline.code, 0, offline.text + offline.error)
  assert.match(offline.text, /Zapis jest autentyczny, a odpowiedź wynika z prawa w tej wersji\.\n$/)

  // One letter of the answer was changed.
  const [head, body = '', signature] = receipt.split('.')
  const forged = Buffer.from(body, 'base64url').toString().replace('\\"restricted\\"', '\\"no_match\\"')
  await writeFile(file, [head, Buffer.from(forged).toString('base64url'), signature].join('.'))
  const tampered = await verify([file, '--jwks', base, '--law', smallLaw()])
  assert.equal(tampered.code, 1)
  assert.match(tampered.text, /NIEZGODNY: zapis zmieniono.*NIEZGODNY: odpowiedź.*Zapisu NIE potwierdzono\.\n$/s)

  // The content cannot even be read, or is made to be expensive; both are receipts that are not confirmed.
  await writeFile(file, JSON.stringify({ receipt: `${head}.${body.slice(1)}.${signature}`, id }))
  const damaged = await verify([file, '--jwks', base, '--law', base, '--lang', 'en'])
  assert.equal(damaged.code, 1)
  assert.match(damaged.text, /cannot be read: it was changed or damaged\. The receipt is NOT confirmed\.\n$/)
  const deep = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), answer: '['.repeat(3_000_000) }
  deep.answer += ']'.repeat(3_000_000)
  await writeFile(file, [head, Buffer.from(JSON.stringify(deep)).toString('base64url'), signature].join('.'))
  for (const json of [[], ['--json']]) {
    const hostile = await verify([file, '--jwks', join(directory, 'jwks.json'), '--law', packed, ...json])
    assert.equal(hostile.code, 1)
    assert.equal(hostile.error, '')
  }
  await writeFile(file, `${receipt}!!==`)
  const respelled = await verify([file, '--jwks', join(directory, 'jwks.json'), '--law', packed, '--lang', 'en'])
  assert.equal(respelled.code, 1)
  assert.match(respelled.text, /NOT VALID: the receipt was changed/)

  const csv = await run(t, ['law', 'list', packed, '--csv', '--as-of', '2026-11-15', '--lang', 'en'], elsewhere)
  assert.equal(csv.code, 0, csv.stderr)
  const served = await fetch(`${base}/api/v1/dataset/${dataset}.csv?as_of=2026-11-15&lang=en&bom=true`)
  assert.deepEqual(recordsIn(csv.stdout, ','), recordsIn(await served.text(), ','))
})

test('what is no receipt, no key set, no law or no key is said so', async (t) => {
  const directory = await emptyDirectory(t)
  const settings = { DATA_DIR: join(directory, 'data') }
  const file = join(directory, 'note.txt')
  await writeFile(file, 'a note')
  const wrong = async (args: readonly string[], over: Record<string, string> = settings) => {
    const program = await run(t, args, over)
    return `${program.code} ${program.stderr}`
  }
  assert.match(await wrong(['receipt', 'verify', file]), /^2 .*note\.txt nie jest zapisem odpowiedzi/)
  assert.match(await wrong(['receipt', 'verify', join(directory, 'none'), '--lang', 'en']), /^2 There is no file /)
  const large = join(directory, 'large.json')
  await writeFile(large, Buffer.alloc(16_000_001, 'a'))
  assert.match(await wrong(['receipt', 'verify', large]), /^2 .*large\.json is too large to be a receipt/)
  const given = { ...settings, RECEIPT_KEY: 'secret-0123' }
  const refused = await wrong(['serve'], given)
  assert.match(refused, /^2 RECEIPT_KEY must be an Ed25519 private key, as PEM \(PKCS #8\) or JWK; openssl /)
  assert.ok(!refused.includes('secret-0123'))
})
