import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { amendingActsOf, consolidationsOf } from './consolidations.ts'
import { SourceError } from './source-error.ts'
import type { Binding, SparqlEndpoint } from './sparql.ts'

const ACT = '32014R0833'

/** An endpoint that answers with these rows and remembers the queries. */
function endpointWith(rows: readonly Binding[]): SparqlEndpoint & { readonly queries: string[] } {
  const queries: string[] = []
  return {
    host: 'host',
    queries,
    select: async (query) => {
      queries.push(query)
      return [...rows]
    },
  }
}

test('CELEX literals are typed, as the endpoint wants them; versions are found by how their CELEX begins', async () => {
  const endpoint = endpointWith([{ celex: '02014R0833-20260724' }])
  await consolidationsOf(endpoint, ACT)
  await amendingActsOf(endpoint, ACT, 0)
  const [versions, amending] = endpoint.queries
  assert.match(versions!, /STRSTARTS\(STR\(\?celex\), "02014R0833-"\)/)
  assert.doesNotMatch(versions!, /MAX/i)
  assert.match(amending!, /"32014R0833"\^\^xsd:string/)
  assert.match(amending!, /\?work cdm:resource_legal_amends_resource_legal \?framework/)
})

test('the newest version is the latest day, in whatever order they come', async () => {
  const days = fc.uniqueArray(
    fc
      .date({ min: new Date('2014-08-01'), max: new Date('2030-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
    { minLength: 1 },
  )
  await fc.assert(
    fc.asyncProperty(days, async (list) => {
      const rows = list.map((day) => ({ celex: `02014R0833-${day.replaceAll('-', '')}` }))
      const versions = await consolidationsOf(endpointWith(rows), ACT)
      assert.deepEqual(
        versions.map(({ version }) => version),
        list.toSorted().toReversed(),
      )
    }),
  )
})

test('other acts, days that do not exist and texts that are no CELEX are no versions', async () => {
  const rows = ['02017R1509-20270101', 'nonsense', '02014R0833-20261399'].map((celex) => ({ celex }))
  await assert.rejects(consolidationsOf(endpointWith(rows), ACT), SourceError)
})

test('amending acts come oldest first, each once with its earliest day, and only under names that are a CELEX', async () => {
  const rows: Binding[] = [
    { celex: '32026R2101', date: '2026-10-20T00:00:00' },
    { celex: '32026R2222' },
    { celex: '32026R0513', date: '2026-04-24' },
    { celex: '32026R0513', date: '2026-04-23' },
    { celex: '32026R0513', date: 'soon' },
    { celex: '\u001b[31m' },
  ]
  assert.deepEqual(await amendingActsOf(endpointWith(rows), ACT, 1), [
    { celex: '32026R0513', date: '2026-04-23' },
    { celex: '32026R2101', date: '2026-10-20' },
    { celex: '32026R2222', date: null },
  ])
})

test('no amending act at all is an error when law/ knows some', async () => {
  assert.deepEqual(await amendingActsOf(endpointWith([]), ACT, 0), [])
  await assert.rejects(amendingActsOf(endpointWith([]), ACT, 3), /lists no act that amends 32014R0833, though law\/ kn/)
})
