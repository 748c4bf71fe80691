import { type Dataset, type Grant, isBan, type Regime } from '../law/build/dataset.ts'
import { concernsGoods } from '../law/build/doubts.ts'
import { readableName } from '../law/tariff/nomenclature-names.ts'
import { eurLexUrl } from '../terms/celex.ts'
import { group } from '../terms/cn-code.ts'
import type { Day } from '../terms/day.ts'
import type { Language } from '../terms/language.ts'
import type { Doubt, Exemption } from '../terms/law.ts'
import { exemptionsOf, type Match } from './grants.ts'
import { sharedBy } from './memoize.ts'
import type { CnResult } from './response.ts'
import { labelOf } from './texts.ts'

/** Between two exemptions: a sign that stands in none of their texts. */
const BETWEEN = ' | '

const resultsShared = sharedBy<readonly Grant<Exemption>[], CnResult>()

export function resultOf(match: Match, dataset: Dataset, cnYear: number, day: Day, language: Language): CnResult {
  // A list of exemptions belongs to one entry in one language.
  const exemptions = exemptionsOf(match, day, language)
  const { doubts, notes } = match.entry
  const said = [...doubts, ...exemptions.flatMap((exemption) => exemption.doubts)]
  const concerned = concernsGoods(match.goods)
  let which = ''
  for (const one of said) which += concerned(one) ? '1' : '0'
  for (const one of notes) which += concerned(one) ? '1' : '0'
  return resultsShared(exemptions, `${cnYear} ${match.inForce} ${which}`, () =>
    compose(match, exemptions, said.filter(concerned), dataset, cnYear, language),
  )
}

function compose(
  match: Match,
  exemptions: readonly Grant<Exemption>[],
  doubts: readonly Doubt[],
  dataset: Dataset,
  cnYear: number,
  language: Language,
): CnResult {
  const { entry } = match
  const { regime, validity } = entry
  const line = dataset.nomenclatures.lastLine(entry.code, cnYear)
  const notes = entry.notes.filter(concernsGoods(match.goods))
  return {
    cn_code: group(entry.code),
    // A code that no tariff of ours has keeps the name the annex gives it.
    name: line ? readableName(line, language) : (entry.listedAs?.[language] ?? group(entry.code)),
    restriction: {
      type: entry.type,
      label: labelOf(entry.role, entry.title)[language],
      direction: entry.flow,
      summary: entry.summary[language],
      condition: entry.condition?.[language] ?? null,
      note: notes.length > 0 ? notes.map(({ text }) => text[language]).join(' ') : null,
      activities: [...entry.activities],
      related_services: entry.relatedServices,
    },
    annex: entry.annex,
    article: entry.article,
    has_exemptions: exemptions.length > 0,
    exemption:
      exemptions.length > 0
        ? exemptions.map(({ provision }) => `${provision.ref}: ${provision.text[language]}`).join(BETWEEN)
        : null,
    valid_from: validity.from,
    valid_to: validity.to,
    regime: regimeAnswer(regime, language),
    source: regime.source[language],
    source_version: regime.data.state,
    data_quality: doubts.length > 0 ? 'to_review' : entry.quality,
    partial_entry: entry.partialBy !== null,
    partial_by: entry.partialBy,
    category: entry.category?.[language] ?? null,
    listed_as: entry.listedAs?.[language] ?? null,
    valid_from_basis: validity.basis,
    in_force: match.inForce,
    except_codes: entry.except.map(group),
    thresholds: entry.limits === 'any' ? [] : [...entry.limits],
    doubts: doubts.map(({ text }) => text[language]),
  }
}

function regimeAnswer({ data }: Regime, language: Language): CnResult['regime'] {
  const { celex, version } = data.consolidated
  return {
    code: data.code,
    name_pl: data.name.pl,
    name_en: data.name.en,
    legal_act: data.legal_act[language],
    eur_lex_url: eurLexUrl(celex, language),
    eur_lex_url_en: eurLexUrl(celex, 'en'),
    eur_lex_url_pl: eurLexUrl(celex, 'pl'),
    target_country_code: data.country,
    consolidated_version: version,
  }
}

export const hasBan = (matches: readonly Match[]): boolean => matches.some(({ entry }) => isBan(entry.type))
