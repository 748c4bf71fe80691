import { group } from '../../base/cn-code.ts'
import { derivedOnce } from '../../base/derived-once.ts'
import type { Language } from '../../base/language.ts'
import { ownText } from '../../base/own-text.ts'
import type { Entry, Grant, Regime } from '../../law/dataset/dataset.ts'
import { concernsGoods } from '../../law/dataset/doubts.ts'
import { firstListing } from '../../law/dataset/predecessors.ts'
import { readableName } from '../../law/tariff/nomenclature-names.ts'
import { eurLexPlace, eurLexUrl } from '../../law/terms/celex.ts'
import type { Exemption } from '../../law/terms/law.ts'
import { coversAll } from '../judge/reaches.ts'
import { exemptionsOf, type Match } from '../match/grants.ts'
import type { Asking, Question } from '../question/question.ts'
import type { CnResult } from '../response/response.ts'
import { IF_IN_TRANSIT, labelOf, ONLY_FOR_USE } from './texts.ts'

/** Separates exemptions; it occurs in none of their texts. */
const SEPARATOR = ' | '

/** `isConditional`: the countries of the deal do not decide. */
export function resultOf(
  match: Match,
  {
    dataset,
    cnYear,
    asked,
    question,
  }: Omit<Asking, 'question' | 'taric' | 'regimes'> & { question: Pick<Question, 'language' | 'direction' | 'deal'> },
  isConditional = false,
): CnResult {
  const { language } = question
  const { entry } = match
  const { regime, validity } = entry
  const isOnTheWay = entry.direction === 'transit' && question.direction === 'export' && !question.deal
  const remark = isOnTheWay ? IF_IN_TRANSIT : isConditional ? ONLY_FOR_USE : null
  const exemptions = exemptionsOf(match)
  const since = firstListing(entry, match.goods).validity
  const line = dataset.nomenclatures.lastLine(entry.code, cnYear)
  const concerned = concernsGoods(match.goods)
  const notes = entry.notes.filter(concerned).map(({ text }) => text[language])
  if (remark) notes.unshift(remark[language])
  const exempt = exemptionAnswers(exemptions)[language]
  const doubts = [...entry.doubts, ...exempt.doubts].filter(concerned)
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
      note: notes.length > 0 ? notes.join(' ') : null,
      activities: [...entry.activities],
      related_services: entry.relatedServices,
    },
    annex: entry.annex,
    article: entry.article,
    has_exemptions: exemptions.length > 0,
    exemption: exempt.text,
    exemptions: exempt.list,
    valid_from: since.from,
    valid_to: validity.to,
    since_act: since.sinceAct,
    until_act: validity.untilAct,
    regime: regimeAnswers(regime)[language],
    eur_lex_url: placeOf(entry)[language],
    source: regime.source[language],
    source_version: regime.data.state,
    basis: { kind: entry.basis.kind, text: entry.basis.text[language] },
    data_quality: doubts.length > 0 ? 'to_review' : entry.quality,
    partial_entry: entry.partialBy !== null,
    partial_by: entry.partialBy,
    category: entry.category?.[language] ?? null,
    listed_as: entry.listedAs?.[language] ?? null,
    valid_from_basis: since.basis,
    in_force: match.inForce,
    except_codes: entry.except.map(group),
    thresholds: entry.limits === 'any' ? [] : [...entry.limits],
    doubts: doubts.map(({ text }) => text[language]),
    covers_query: coversAll(match, asked, dataset.nomenclatures.of(cnYear)) ? 'whole' : 'part',
  }
}

const exemptionAnswers = derivedOnce((exemptions: readonly Grant<Exemption>[]) => ({
  pl: exemptionAnswer(exemptions, 'pl'),
  en: exemptionAnswer(exemptions, 'en'),
}))

function exemptionAnswer(exemptions: readonly Grant<Exemption>[], language: Language) {
  const list = exemptions.map(({ provision }) => ({
    article: provision.ref,
    text: provision.text[language],
    from: provision.from ?? null,
    until: provision.until,
  }))
  return {
    list,
    text: list.length > 0 ? ownText(list.map(({ article, text }) => `${article}: ${text}`).join(SEPARATOR)) : null,
    doubts: exemptions.flatMap(({ doubts }) => doubts),
  }
}

const placeOf = derivedOnce(({ regime, annex, article }: Entry) => {
  const place = (language: Language) => ownText(eurLexPlace(regime.data.consolidated.celex, annex, article, language))
  return { pl: place('pl'), en: place('en') }
})

const regimeAnswers = derivedOnce((regime: Regime) => ({
  pl: regimeAnswer(regime, 'pl'),
  en: regimeAnswer(regime, 'en'),
}))

function regimeAnswer({ data }: Regime, language: Language): CnResult['regime'] {
  const { celex, version } = data.consolidated
  return {
    code: data.code,
    name_pl: data.name.pl,
    name_en: data.name.en,
    legal_act: data.legal_act[language],
    eur_lex_url: ownText(eurLexUrl(celex, language)),
    eur_lex_url_en: ownText(eurLexUrl(celex, 'en')),
    eur_lex_url_pl: ownText(eurLexUrl(celex, 'pl')),
    target_country_code: data.country,
    consolidated_version: version,
  }
}
