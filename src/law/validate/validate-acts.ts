import { isInAct, isWhole, type Law, type Listing, type RegimeLaw } from '../read/law.ts'
import type { TaricDocument } from '../read/read-taric.ts'
import { concerns } from '../terms/citation.ts'
import type { Inspection } from './inspection.ts'

export function checkActs({ law, acts, mistake }: Inspection): void {
  const regimes = new Set(law.regimes.map(({ regime }) => regime.value.code))
  const seen = new Set<string>()
  for (const { value: act, at } of law.acts) {
    const key = `${act.celex} ${act.regime}`
    if (seen.has(key)) mistake(at('celex'), `${act.celex} stands twice for ${act.regime}`)
    seen.add(key)
    if (isWhole(law) && !regimes.has(act.regime)) mistake(at('regime'), `no regime ${act.regime}`)
    if (act.corrects && !acts.has(act.corrects)) mistake(at('corrects'), `${act.corrects} is not in acts`)
    if ((act.kind === 'corrigendum') !== (act.corrects !== undefined)) {
      mistake(at('kind'), 'a corrigendum, and nothing else, says what it corrects')
    }
    if (act.date && act.in_force_from && act.in_force_from < act.date) {
      mistake(at('in_force_from'), `in force from ${act.in_force_from}, before the act of ${act.date}`)
    }
  }
  for (const { regime, annexes } of law.regimes) {
    const { value, at } = regime
    if (!acts.has(value.act)) mistake(at('act'), `${value.act} is not in acts`)
    for (const status of ['worked_in', 'pending'] as const) {
      value[status].forEach((celex, index) => {
        const act = law.acts.find((one) => one.value.celex === celex && one.value.regime === value.code)?.value
        if (!act) mistake(at(status, index), `${celex} is not in acts`)
        else if (act.status !== status) mistake(at(status, index), `${celex} is ${act.status} in acts.yaml`)
      })
    }
    for (const act of law.acts) {
      if (act.value.status !== 'pending' || act.value.regime !== value.code) continue
      if (!value.pending.includes(act.value.celex))
        mistake(act.at('status'), `${act.value.celex} is pending, ${value.code} does not name it`)
    }
    if (value.consolidated.version !== null && value.state < value.consolidated.version)
      mistake(at('state'), 'the state is older than the consolidated version')
    if (value.complete_from > value.state) mistake(at('complete_from'), 'complete only after the state of the data')
    if (value.data_quality === 'demo') mistake(at('data_quality'), 'demo data is never kept in law/')
    if (value.pending.length > 0 && value.data_quality === 'verified') {
      mistake(at('data_quality'), 'acts are pending, so the data cannot be verified')
    }
    if (value.to_read && value.data_quality === 'verified') {
      mistake(at('data_quality'), 'something waits to be read (to_read), so the data cannot be verified')
    }
    value.inferred?.forEach(({ act }, index) => {
      const named = acts.get(act)
      if (!value.pending.includes(act)) mistake(at('inferred', index), `${act} is not pending: rows of it are read`)
      else if (named && named.in_force_from === null)
        mistake(at('inferred', index), `${act} has no known day, so that its rows have no first day`)
      else if (!annexes.some(({ listings }) => listings.some((row) => isInferred(row.value, act))))
        mistake(at('inferred', index), `no row is inferred from ${act}`)
    })
    value.to_read?.forEach(({ annex, article, acts: named }, index) => {
      if ((annex === undefined) === (article === undefined))
        mistake(at('to_read', index), 'either an annex or an article')
      for (const celex of named) if (!acts.has(celex)) mistake(at('to_read', index), `${celex} is not in acts`)
    })
  }
}

const isInferred = ({ basis, act }: Listing, of: string): boolean => basis === 'inferred' && act === of

const citationsOf = ({ measures, grants }: RegimeLaw): readonly string[] => [
  ...measures.flatMap(({ value }) => (isInAct(value) ? value.article : [])),
  ...grants.flatMap(({ value }) => (isInAct(value) ? value.ref : [])),
]

/** Documents of acts that law/ does not hold are allowed. */
const isOfOtherAct = (law: Law, { regime }: TaricDocument): boolean =>
  !law.regimes.some(({ regime: { value } }) => value.code === regime)

export function checkDocuments({ law, mistake }: Inspection): void {
  const seen = new Set<string>()
  const cited = new Map(law.regimes.map((regime) => [regime.regime.value.code, [...new Set(citationsOf(regime))]]))
  for (const { value, at } of law.documents) {
    if (value.articles.some((article) => article === '')) mistake(at('articles'), 'an article is empty')
    if (value.articles.length === 0 && value.confidence !== 'inferred' && !isOfOtherAct(law, value)) {
      mistake(at('articles'), 'a document code needs its article, unless it is only inferred')
    }
    if (value.from && value.until && value.until < value.from) {
      mistake(at('until'), `ends ${value.until}, before it begins (${value.from})`)
    }
    const known = cited.get(value.regime)
    if (known && value.until === null) {
      for (const article of value.articles) {
        if (!known.includes(article) && !known.some((citation) => concerns(article, citation))) {
          mistake(at('articles'), `no measure, exemption, derogation or wind-down stands in ${article}`)
        }
      }
    }
    const key = `${value.code} ${value.regime} ${value.articles.join(' ')}`
    if (seen.has(key)) mistake(at('code'), `${value.code} stands twice for the same article`)
    seen.add(key)
  }
}
