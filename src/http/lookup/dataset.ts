import { type DatasetResponse, DatasetSchema } from '../../answer/response/dataset-response.ts'
import { compareWitness } from '../../law/compare-witness.ts'
import { type Dataset, isBan } from '../../law/dataset/dataset.ts'
import type { CheckedRegime } from '../../law/unread-acts.ts'
import { revalidated } from '../kernel/describe/parts.ts'
import { endpoint, lawParameters } from '../kernel/endpoint/endpoint.ts'
import { type ResponseBody, responseBody } from '../kernel/reply/response-body.ts'
import { sendBody } from '../kernel/reply/send-body.ts'
import { LANGUAGE_ONLY } from '../kernel/request/parameters.ts'
import { perService } from '../kernel/service/per-service.ts'
import type { Services } from '../kernel/service/services.ts'

interface Described {
  readonly dataset: Dataset
  readonly checks: string
  readonly body: ResponseBody
}

/** The last description of each service: it changes with the law and with the looks for news. */
const lastOf = perService((_: Services): { described: Described | null } => ({ described: null }))

function bodyOf(dataset: Dataset, services: Services): ResponseBody {
  const last = lastOf(services)
  const checks = services.lawChecks()
  const key = JSON.stringify(checks)
  if (last.described?.dataset === dataset && last.described.checks === key) return last.described.body
  const body = responseBody(JSON.stringify(withChecks(describeDataset(dataset, services.build), checks)))
  last.described = { dataset, checks: key, body }
  return body
}

export const getDataset = endpoint({
  method: 'GET',
  path: '/api/v1/dataset',
  operationId: 'describeDataset',
  tag: 'lookup',
  summary: 'Version, regimes, consolidated texts, pending acts and counts of the data served',
  limit: 'lookups',
  query: lawParameters(() => LANGUAGE_ONLY),
  answers: revalidated('The dataset', DatasetSchema),
  problems: [],
  handle: async ({ query: { answerer }, services, request, reply }) =>
    sendBody(request, reply, bodyOf(answerer.dataset, services)),
})

/** The looks for news are no part of the law: they stand here alone. */
function withChecks(described: DatasetResponse, checks: readonly CheckedRegime[]): DatasetResponse {
  const regimes = described.regimes.map((regime) => {
    const check = checks.find((one) => one.regime === regime.code)
    return check ? { ...regime, checked_at: check.checkedAt, unknown_acts: [...check.unknown] } : regime
  })
  return { ...described, regimes }
}

const descriptions = new WeakMap<Dataset, DatasetResponse>()

/** Memoized, because a dataset never changes. */
export function describeDataset(dataset: Dataset, build: string): DatasetResponse {
  const known = descriptions.get(dataset) ?? describe(dataset, build)
  descriptions.set(dataset, known)
  return known
}

function describe(dataset: Dataset, build: string): DatasetResponse {
  return {
    version: dataset.version,
    build,
    cn_years: [...dataset.nomenclatures.years],
    witness: describeWitness(dataset),
    regimes: dataset.regimes.map((regime) => {
      const { data, shortName, annexes, pending } = regime
      const entries = dataset.entries.filter((entry) => entry.regime === regime)
      return {
        code: data.code,
        short_name_pl: shortName.pl,
        short_name_en: shortName.en,
        name_pl: data.name.pl,
        name_en: data.name.en,
        celex: data.consolidated.celex,
        consolidated_version: data.consolidated.version,
        source_version: data.state,
        complete_from: data.complete_from,
        data_quality: data.data_quality,
        checked_at: null,
        unknown_acts: [],
        worked_in: [...data.worked_in],
        pending_acts: pending.map(({ celex, title, in_force_from }) => {
          const witness = data.inferred?.find(({ act }) => act === celex)?.witness
          return {
            celex,
            title_pl: title.pl,
            title_en: title.en,
            in_force_from,
            known_through_pl: witness?.pl ?? null,
            known_through_en: witness?.en ?? null,
          }
        }),
        counts: {
          annexes: annexes.length,
          entries: entries.length,
          bans: entries.filter(({ type }) => isBan(type)).length,
        },
      }
    }),
  }
}

/** The law compared with its own extract of TARIC, on the day of the extract. */
function describeWitness(dataset: Dataset): DatasetResponse['witness'] {
  const { witness } = dataset
  if (!witness) return null
  const { day, name } = witness.data
  const { lists } = compareWitness(dataset, witness.rows(), day)
  return {
    day,
    name_pl: name.pl,
    name_en: name.en,
    lists: lists.map(({ regime, direction, area, annexes, both, onlyOurs, onlyTaric }) => ({
      regime,
      direction,
      area,
      annexes: annexes.split(' '),
      both,
      only_ours: onlyOurs.known.length + onlyOurs.fresh.length,
      only_taric: onlyTaric.known.length + onlyTaric.fresh.length,
      unexplained: onlyOurs.fresh.length + onlyTaric.fresh.length,
    })),
  }
}
