import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { cp, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { emptyDirectory, ROOT, ready } from './service.ts'

const DOCKERFILE = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
const IGNORED = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n')

test('what the image is made of is enough to run the service', async (t) => {
  const image = await emptyDirectory(t)
  const last = DOCKERFILE.slice(DOCKERFILE.lastIndexOf('\nFROM '))
  const taken = [...last.matchAll(/^COPY (?!--from)(\S+) \.\//gm)].map(([, from = '']) => from)
  assert.ok(taken.includes('src') && taken.includes('law'))
  assert.equal(IGNORED[0], '*')
  for (const name of taken) {
    assert.ok(IGNORED.includes(`!${name}`), `.dockerignore keeps ${name} out`)
    const filter = (file: string) => !file.endsWith('.test.ts')
    await cp(join(ROOT, name), join(image, name), { recursive: true, filter })
  }
  await symlink(join(ROOT, 'node_modules'), join(image, 'node_modules'), 'junction')
  const [program, ...args]: string[] = JSON.parse(/^CMD (\[.*\])$/m.exec(last)?.[1] ?? '[]')
  assert.deepEqual([program, args.at(-1)], ['node', 'serve'])
  const service = await ready(t, { DATA_DIR: join(image, 'data') }, image, join(image, args.at(-2) ?? ''))
  assert.equal(JSON.parse((await service.get('/api/v1/cn?q=7304+11+00')).text).verdict, 'restricted')
  assert.match((await service.get('/en')).text, /<h1/)
  assert.equal((await service.get('/openapi.json')).status, 200)
  assert.equal((await service.post('/api/lead', { email: 'anna@example.eu' })).status, 200)
  assert.equal(service.stderr(), '')
})
