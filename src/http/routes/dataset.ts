import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { Dataset } from '../../law/build/dataset.ts'
import { isBan } from '../../law/build/dataset.ts'
import type { DatasetSchema } from '../openapi/lookup.ts'
import { admit } from '../request/access.ts'
import { sendProblem } from '../response/reply.ts'
import { type Encoded, encode } from '../response/response-body.ts'
import { sendEncoded } from '../response/send-body.ts'
import type { Services } from '../services.ts'

export function datasetRoute(app: FastifyInstance, services: Services): void {
  let described: { version: string; encoded: Encoded } | null = null
  app.get('/api/v1/dataset', { config: { limit: 'lookups' } }, async (request, reply) => {
    const refusal = await admit(request, reply, 'lookups', services)
    if (refusal) return sendProblem(request, reply, refusal)
    const dataset = services.answerer()?.dataset
    if (!dataset) return sendProblem(request, reply, 'not_ready')
    if (described?.version !== dataset.version) {
      const text = JSON.stringify(describeDataset(dataset, services.build))
      described = { version: dataset.version, encoded: encode(text, `dataset ${dataset.version} ${services.build}`) }
    }
    return sendEncoded(request, reply, described.encoded)
  })
}

const descriptions = new WeakMap<Dataset, Static<typeof DatasetSchema>>()

/** Worked out once for a dataset: it never changes. */
export function describeDataset(dataset: Dataset, build: string): Static<typeof DatasetSchema> {
  const known = descriptions.get(dataset) ?? describe(dataset, build)
  descriptions.set(dataset, known)
  return known
}

function describe(dataset: Dataset, build: string): Static<typeof DatasetSchema> {
  return {
    version: dataset.version,
    build,
    cn_years: [...dataset.nomenclatures.years],
    regimes: dataset.regimes.map((regime) => {
      const { data, annexes, pending } = regime
      const entries = dataset.entries.filter((entry) => entry.regime === regime)
      return {
        code: data.code,
        name_pl: data.name.pl,
        name_en: data.name.en,
        celex: data.consolidated.celex,
        consolidated_version: data.consolidated.version,
        source_version: data.state,
        complete_from: data.complete_from,
        data_quality: data.data_quality,
        worked_in: [...data.worked_in],
        pending_acts: pending.map(({ celex, title, in_force_from }) => ({
          celex,
          title_pl: title.pl,
          title_en: title.en,
          in_force_from,
        })),
        counts: {
          annexes: annexes.length,
          entries: entries.length,
          bans: entries.filter(({ type }) => isBan(type)).length,
        },
      }
    }),
  }
}
