import { type Dataset, type Entry, type Grant, isBan, type Regime } from '../law/build/dataset.ts'
import { concernsGoods } from '../law/build/doubts.ts'
import { provisionId } from '../law/read/law.ts'
import { readableName } from '../law/tariff/nomenclature-names.ts'
import { eurLexUrl } from '../terms/celex.ts'
import { group } from '../terms/cn-code.ts'
import type { Day } from '../terms/day.ts'
import type { Language } from '../terms/language.ts'
import type { Exemption } from '../terms/law.ts'
import { exemptionsOf, type Match } from './grants.ts'
import { memoizePer } from './memoize.ts'
import type { CnResult } from './response.ts'
import { labelOf } from './texts.ts'

/** Separates exemptions; it occurs in none of their texts. */
const SEPARATOR = ' | '

const memoizedResult = memoizePer<Entry, CnResult>()

/** Equal results are the same object, so that `serialize` can memoize their bytes. */
export function resultOf(match: Match, dataset: Dataset, cnYear: number, day: Day, language: Language): CnResult {
  const { entry, goods, inForce } = match
  const exemptions = exemptionsOf(match, day)
  const concerned = concernsGoods(goods)
  // Everything that the result depends on besides its entry.
  let variant = `${language} ${cnYear} ${inForce}`
  for (const { provision, doubts } of exemptions) {
    variant += ` ${provisionId(provision)} `
    for (const doubt of doubts) variant += concerned(doubt) ? '1' : '0'
  }
  variant += ' '
  for (const doubt of entry.doubts) variant += concerned(doubt) ? '1' : '0'
  for (const note of entry.notes) variant += concerned(note) ? '1' : '0'
  return memoizedResult(entry, variant, () => compose(match, exemptions, dataset, cnYear, language))
}

function compose(
  match: Match,
  exemptions: readonly Grant<Exemption>[],
  dataset: Dataset,
  cnYear: number,
  language: Language,
): CnResult {
  const { entry } = match
  const { regime, validity } = entry
  const line = dataset.nomenclatures.lastLine(entry.code, cnYear)
  const concerned = concernsGoods(match.goods)
  const notes = entry.notes.filter(concerned)
  const shortestFirst = exemptions.toSorted(
    (a, b) => a.provision.text[language].length - b.provision.text[language].length,
  )
  const doubts = [...entry.doubts, ...shortestFirst.flatMap((exemption) => exemption.doubts)].filter(concerned)
  return {
    cn_code: group(entry.code),
    // A code that is in none of our tariffs gets the name that the annex gives it.
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
        ? shortestFirst.map(({ provision }) => `${provision.ref}: ${provision.text[language]}`).join(SEPARATOR)
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
