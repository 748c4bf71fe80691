import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modulesWithoutTypes } from './strip-types.ts'

test('the scripts of the pages are the same whether a process of its own strips their types or this one', async () => {
  const modules = await modulesWithoutTypes()
  assert.deepEqual(modules, await modulesWithoutTypes('/no/such/program'))
  const search = modules.get('web/client/search.ts')
  assert.ok(search && search.imports.length > 0)
  assert.doesNotMatch(search.code, /^import type /m)
})
