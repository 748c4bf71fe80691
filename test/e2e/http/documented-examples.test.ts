import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openStore } from '../../../src/store/store.ts'
import { emptyPlace, NOON, PLENTY, recordLaw, serviceFor } from './service.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const README = readFileSync(join(ROOT, 'README.md'), 'utf8')
const API = readFileSync(join(ROOT, 'docs', 'api.md'), 'utf8')

/** One curl command of a document, the status its comment promises, and the answer shown below it. */
interface Example {
  readonly command: string
  readonly status: number
  readonly answer: string | null
}

/** Commands stand in `sh` blocks, each below a comment with its status; a `jsonc` block shows the answer to the last one. */
function examplesOf(document: string): Example[] {
  const blocks = [...document.matchAll(/^```sh\n(.*?)^```\n(?:```jsonc\n(.*?)^```\n)?/gms)]
  return blocks.flatMap(([, commands = '', answer]) => {
    const examples = [...commands.matchAll(/^# (\d{3})\n(curl .*?)(?=^# |$(?![\s\S]))/gms)]
    return examples.map(([, status = '', command = ''], at) => ({
      command: command.trim(),
      status: Number(status),
      answer: at === examples.length - 1 ? (answer ?? null) : null,
    }))
  })
}

/** Where a service without settings listens. */
const HERE = 'http://127.0.0.1:8080'

/** What curl would send, with variables filled in. Only what the documents use is understood; the rest is an error. */
function requestOf(command: string, variables: ReadonlyMap<string, string>) {
  const unquoted = (word = ''): string => {
    assert.match(word, /^["']/, `not understood: ${word}`)
    if (word.startsWith("'")) return word.slice(1, -1)
    return word.slice(1, -1).replace(/\$([A-Z]+)/g, (_, name: string) => {
      const value = variables.get(name)
      assert.ok(value !== undefined, `$${name} is not known here`)
      return value
    })
  }
  const words = command.match(/"[^"]*"|'[^']*'|#.*|\\$|[^\s"']+/gm)?.filter((word) => !/^(?:#.*|\\)$/.test(word)) ?? []
  assert.equal(words.shift(), 'curl')
  const headers: Record<string, string> = {}
  let url = ''
  let method: string | undefined
  let payload: string | undefined
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (/^-[fis]$/.test(word)) continue
    if (word === '-o') {
      words.shift()
      continue
    }
    if (word === '-X') {
      method = words.shift()
      continue
    }
    if (word === '-H') {
      const [, name = '', value = ''] = /^([^:]+): (.*)$/s.exec(unquoted(words.shift())) ?? []
      headers[name.toLowerCase()] = value
    } else if (word === '-d') payload = unquoted(words.shift())
    else url = (word.startsWith(HERE) ? word : unquoted(word)).replace(HERE, '')
  }
  assert.match(url, /^\//, command)
  return {
    method: (method ?? (payload === undefined ? 'GET' : 'POST')) as 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url,
    headers,
    ...(payload !== undefined && { payload }),
  } as const
}

/** JSON in which `…` outside of a text stands for what was left out. */
function parseShortened(text: string): unknown {
  const whole = text
    .replace(/("(?:[^"\\]|\\.)*")|…/g, (_, string?: string) => string ?? '')
    .replace(/("(?:[^"\\]|\\.)*")|,(?=[\s,]*[}\]])/g, (_, string?: string) => string ?? '')
  return JSON.parse(whole)
}

/** Whether the answer has all that is shown: texts with `…` match in parts, elements of a list in their order. */
function assertShows(actual: unknown, shown: unknown, path: string): void {
  if (typeof shown === 'string' && shown.includes('…')) {
    const parts = shown.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    assert.match(String(actual), new RegExp(`^${parts.join('.*')}$`, 's'), path)
  } else if (Array.isArray(shown)) {
    assert.ok(Array.isArray(actual), path)
    let from = 0
    for (const [at, element] of shown.entries()) {
      const found = actual.findIndex((one, place) => place >= from && shows(one, element))
      if (found === -1) assertShows(actual[from], element, `${path}[${at}]`)
      from = found + 1
    }
  } else if (typeof shown === 'object' && shown !== null) {
    assert.ok(typeof actual === 'object' && actual !== null, path)
    for (const [name, value] of Object.entries(shown)) {
      assert.ok(Object.hasOwn(actual, name), `${path}.${name}`)
      assertShows((actual as Record<string, unknown>)[name], value, `${path}.${name}`)
    }
  } else assert.deepEqual(actual, shown, path)
}

function shows(actual: unknown, shown: unknown): boolean {
  try {
    assertShows(actual, shown, '')
    return true
  } catch (error) {
    if (error instanceof assert.AssertionError) return false
    throw error
  }
}

test('every command of docs/api.md gets the status it promises, and the answer shown below it', async (t) => {
  const store = await recordLaw(await openStore(await emptyPlace(t)))
  t.after(() => store.close())
  const service = await serviceFor(t, { limits: PLENTY, store, alerts: true })
  const { key } = await store.keys.issue({ name: 'docs', perMinute: null, expires: null, at: new Date(NOON) })
  const variables = new Map([
    ['BASE', ''],
    ['KEY', key],
  ])
  const examples = examplesOf(API)
  assert.equal(examples.length, API.match(/^curl /gm)?.length, 'a command without a status')
  assert.ok(examples.filter(({ answer }) => answer !== null).length >= 10)
  for (const { command, status, answer } of examples) {
    const response = await service.app.inject(requestOf(command, variables))
    assert.equal(response.statusCode, status, `${command}\n${response.body}`)
    const { etag } = response.headers
    if (typeof etag === 'string') variables.set('ETAG', etag)
    if (answer === null) continue
    const body: unknown = response.json()
    assertShows(body, parseShortened(answer), command)
    if (typeof body === 'object' && body !== null && 'next' in body) variables.set('NEXT', String(body.next))
  }
})

test('every curl command of the other documents is answered, one after the other', async (t) => {
  const store = await recordLaw(await openStore(await emptyPlace(t)))
  t.after(() => store.close())
  const service = await serviceFor(t, { limits: PLENTY, store })
  const { key } = await store.keys.issue({ name: 'docs', perMinute: null, expires: null, at: new Date(NOON) })
  const variables = new Map([
    ['BASE', ''],
    ['KEY', key],
  ])
  const others = globSync('docs/*.md', { cwd: ROOT }).filter((file) => file !== 'docs/api.md')
  let ran = 0
  for (const file of others) {
    const document = readFileSync(join(ROOT, file), 'utf8')
    const [shownId = 'none'] = /we_\w{8}/.exec(document) ?? []
    let id = shownId
    const commands = document.match(/^curl (?:.*\\\n)*(?:'(?:[^'])*'|[^'\n])*/gm) ?? []
    assert.equal(commands.length, document.match(/^curl /gm)?.length ?? 0, file)
    for (const command of commands) {
      const { statusCode, body } = await service.app.inject(requestOf(command.replaceAll(shownId, id), variables))
      assert.ok(statusCode >= 200 && statusCode < 300, `${file}: ${command}\n${statusCode} ${body}`)
      id = /"id":"(we_\w+)"/.exec(body)?.[1] ?? id
      ran++
    }
  }
  assert.ok(ran >= 10)
})

test('the request of the README gets the answer it shows', async (t) => {
  const service = await serviceFor(t, { limits: PLENTY, alerts: true })
  const [, path = '', answer = ''] =
    /`curl 'http:\/\/127\.0\.0\.1:8080(\/[^']+)'`.*?^```jsonc\n(.*?)^```/ms.exec(README) ?? []
  const response = await service.get(path)
  assert.equal(response.statusCode, 200)
  assertShows(response.json(), parseShortened(answer), 'README.md')
})

test('what is shown is really compared', () => {
  const actual = { list: [{ a: 1 }, { a: 2, b: 'long text' }], gone: null }
  const accepted = [
    '{ "list": [{ "a": 2, … }, …], … }',
    '{ "list": [ … ], "gone": null }',
    '{ "list": [{ "b": "long …" }] }',
  ]
  for (const text of accepted) assert.ok(shows(actual, parseShortened(text)), text)
  const refused = [
    '{ "list": [{ "a": 3 }] }',
    '{ "list": [{ "a": 2 }, { "a": 1 }] }',
    '{ "other": 1, … }',
    '{ "gone": "…x" }',
  ]
  for (const text of refused) assert.ok(!shows(actual, parseShortened(text)), text)
})
