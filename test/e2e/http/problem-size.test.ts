import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PLENTY, problemIn, serviceFor } from './service.ts'

/** The most that fits in an address. */
const many = Array.from({ length: 3_000 }, (_, at) => `p${at}`)

describe('a refusal is no larger than what is worth reading', () => {
  test('too many parameters are refused as such, whatever they are', async (t) => {
    const { get } = await serviceFor(t, { store: null, limits: PLENTY })
    for (const path of ['/api/v1/cn', '/api/v1/changes', '/api/v1/suggest', '/changes.atom']) {
      const answer = await get(`${path}?q=84&${many.join('&')}`)
      problemIn(answer, 'parameters_too_many')
      assert.ok(answer.rawPayload.length < 1_000, `${path}: ${answer.rawPayload.length} bytes`)
    }
    const page = await get(`/?lang=en&${many.join('&')}`, { accept: 'text/html' })
    assert.equal(page.statusCode, 400)
    assert.match(page.body, /50 parametr/)
  })

  test('fifty wrong parameters: ten are named', async (t) => {
    const { get, check } = await serviceFor(t, { store: null, limits: PLENTY })
    for (const path of ['/api/v1/cn', '/api/v1/changes']) {
      const answer = await get(`${path}?lang=en&${many.slice(0, 49).join('&')}`)
      const { errors, errors_omitted: omitted } = problemIn(answer, 'parameter_unknown')
      assert.equal(errors.length, 10)
      assert.ok(omitted === 39 || omitted === 40, `${omitted}`)
      assert.ok(answer.rawPayload.length < 4_000)
    }
    const list = await check({ items: [], ...Object.fromEntries(many.map((name) => [name, 1])) })
    const { errors, errors_omitted: omitted } = problemIn(list, 'batch_field_unknown')
    assert.deepEqual([errors.length, omitted], [10, 40])
  })

  test('a lead with hundreds of wrong values: ten are named', async (t) => {
    const { post } = await serviceFor(t, { limits: PLENTY })
    const answer = await post({
      email: 'anna@example.com',
      utm: Object.fromEntries(many.slice(0, 300).map((name) => [name, 1])),
    })
    assert.equal(problemIn(answer).errors.length, 10)
    assert.ok(answer.rawPayload.length < 4_000)
  })

  test('a name as long as an address is not repeated', async (t) => {
    const { get } = await serviceFor(t, { store: null })
    const answer = await get(`/api/v1/cn?q=84&${'x'.repeat(10_000)}=1`)
    const [error] = problemIn(answer, 'parameter_unknown').errors
    assert.ok(error && 'parameter' in error)
    assert.equal(error.parameter, `${'x'.repeat(100)}…`)
  })
})
