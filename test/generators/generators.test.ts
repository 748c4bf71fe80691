// The generators are no packages of the project: npm ci --prefix test/generators
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { serviceFor } from '../e2e/http/service.ts'
import { emptyDirectory } from '../e2e/process/service.ts'

const MODULES = join(import.meta.dirname, 'node_modules')

interface Content {
  readonly [mediaType: string]: { readonly example?: unknown; readonly examples?: Record<string, { value: unknown }> }
}

interface Operation {
  readonly operationId: string
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** An example of the description, and where a generated type for it is found. */
interface Example {
  readonly path: string
  readonly method: string
  readonly operationId: string
  /** Null for the body of a request. */
  readonly status: string | null
  readonly value: unknown
  /** Whether the answer has other forms too: hey-api makes a type for one of them only. */
  readonly isOneOfMany: boolean
}

function* examplesIn({ paths }: Description): Generator<Example> {
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const { operationId, requestBody, responses } = operation
      const contents: [string | null, Content | undefined][] = [
        [null, requestBody?.content],
        ...Object.entries(responses).map(([status, { content }]): [string, Content | undefined] => [status, content]),
      ]
      for (const [status, content] of contents) {
        const { example, examples } = content?.['application/json'] ?? {}
        const values = [
          ...(example === undefined ? [] : [example]),
          ...Object.values(examples ?? {}).map((one) => one.value),
        ]
        const isOneOfMany = Object.keys(content ?? {}).length > 1
        for (const value of values) yield { path, method, operationId, status, value, isOneOfMany }
      }
    }
  }
}

/** A directory with the description, in which the generators can be run. */
async function generated(t: TestContext) {
  const directory = await emptyDirectory(t)
  await symlink(MODULES, join(directory, 'node_modules'))
  const { body } = await (await serviceFor(t)).get('/openapi.json')
  await writeFile(join(directory, 'openapi.json'), body)
  const run = (bin: string, ...options: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(MODULES, '.bin', bin), ...options], {
      cwd: directory,
      encoding: 'utf8',
    })
    assert.equal(status, 0, `${stdout}${stderr}`)
  }
  const compile = async (source: string) => {
    await writeFile(join(directory, 'use.ts'), source)
    const strict = ['--strict', '--noEmit', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes', 'false']
    const bundled = ['--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler']
    run('tsc', ...strict, ...bundled, '--lib', 'es2022,dom,dom.iterable', 'use.ts')
  }
  const examples = [...examplesIn(JSON.parse(body))]
  assert.ok(examples.length > 20)
  return { run, compile, examples }
}

const skip = !existsSync(MODULES) && 'the generators are not installed: npm ci --prefix test/generators'

test('openapi-typescript makes types that the documented examples have', { skip }, async (t) => {
  const { run, compile, examples } = await generated(t)
  run('openapi-typescript', 'openapi.json', '-o', 'api.d.ts')
  const typeOf = ({ path, method, status }: Example) => {
    const operation = `paths[${JSON.stringify(path)}][${JSON.stringify(method)}]`
    const part = status === null ? `NonNullable<${operation}['requestBody']>` : `${operation}['responses'][${status}]`
    return `${part}['content']['application/json']`
  }
  await compile(
    [
      "import type { paths } from './api'",
      ...examples.map((one, at) => `export const example${at}: ${typeOf(one)} = ${JSON.stringify(one.value)}`),
    ].join('\n'),
  )
})

test('hey-api makes a client that the documented examples fit', { skip }, async (t) => {
  const { run, compile, examples } = await generated(t)
  run('openapi-ts', '-i', 'openapi.json', '-o', 'client')
  const typeOf = ({ operationId, status }: Example) => {
    const name = operationId.charAt(0).toUpperCase() + operationId.slice(1)
    if (status === null) return `NonNullable<api.${name}Data['body']>`
    return Number(status) < 400 ? `api.${name}Responses[${status}]` : `api.${name}Errors[${status}]`
  }
  await compile(
    [
      "import type * as api from './client'",
      ...examples
        .filter(({ isOneOfMany }) => !isOneOfMany)
        .map((one, at) => `export const example${at}: ${typeOf(one)} = ${JSON.stringify(one.value)}`),
    ].join('\n'),
  )
})
