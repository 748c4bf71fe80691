import { groupWritten, NATIONAL_AUTHORITY } from '../../answer/match/grants.ts'
import { MAX_NUMBER, oneOf, readParameters, wholeNumber } from '../../answer/question/parameters.ts'
import { DISCLAIMER, labelOf } from '../../answer/shape/texts.ts'
import { group } from '../../base/cn-code.ts'
import { LANGUAGES, type Language } from '../../base/language.ts'
import type { Dataset, Entry, Regime } from '../../law/dataset/dataset.ts'
import { isCurrent, isInAct, provisionId } from '../../law/read/law.ts'
import { eurLexPlace } from '../../law/terms/celex.ts'
import type { GrantKind, Measure, Provision } from '../../law/terms/law.ts'
import { bytesOf, countFitting, RESULT_BYTES } from './result-size.ts'

/** An annex or an article of a regime. */
export type ResourceKind = 'annex' | 'article'

export const SCHEME = 'cn-sanctions:'

const PARAMETERS = {
  lang: oneOf(LANGUAGES, 'pl', 'lang_unknown', 'language of texts'),
  offset: wholeNumber(0, MAX_NUMBER, 0, 'offset_invalid', 'rows to skip'),
}

interface Asked {
  readonly regime: Regime
  readonly name: string
  readonly language: Language
  readonly offset: number
}

const uriOf = (kind: ResourceKind, regime: string, name: string): string =>
  `${SCHEME}//${kind}/${regime}/${encodeURIComponent(name)}`

/** The resources of one kind that there are, without what their template says of all of them. */
export const resourcesIn = (kind: ResourceKind, { regimes }: Dataset) =>
  regimes.flatMap((regime) =>
    namesOf(kind, regime).map((name) => ({
      uri: uriOf(kind, regime.data.code, name),
      name: `${regime.data.code} ${kind} ${name}`,
      title: undefined,
      description: undefined,
    })),
  )

const namesOf = (kind: ResourceKind, { law }: Regime): string[] =>
  kind === 'annex'
    ? law.annexes.filter(({ listings }) => listings.some(isCurrent)).map(({ annex }) => annex)
    : [...new Set(law.measures.filter(isInAct).map(({ article }) => articleOf(article)))]

/** `3k(1)(a)` stands in Article 3k. */
const articleOf = (citation: string): string => /^\w+/.exec(citation)?.[0] ?? citation

/** The resource at an address such as `cn-sanctions://annex/EU-RU-833-2014/XXIII?lang=en`, or null when there is none. */
export function readResource(uri: URL, dataset: Dataset): object | null {
  const kind = (['annex', 'article'] as const).find((one) => one === uri.host)
  const [, code, encoded = '', ...rest] = uri.pathname.split('/')
  if (!kind || uri.protocol !== SCHEME || rest.length > 0) return null
  const regime = dataset.regimes.find(({ data }) => data.code === code)
  const read = readParameters(PARAMETERS, uri.searchParams)
  if (!regime || 'problems' in read) return null
  const name = namesOf(kind, regime).find((one) => encodeURIComponent(one) === encoded)
  if (name === undefined) return null
  const asked = { regime, name, language: read.values.lang, offset: read.values.offset }
  return kind === 'annex' ? annexPage(asked, dataset) : articlePage(asked, dataset)
}

function annexPage(asked: Asked, dataset: Dataset): object {
  const { regime, name: annex, language } = asked
  const text = regime.law.annexes.find((one) => one.annex === annex)
  const measures = regime.law.measures.filter(
    (measure) => isInAct(measure) && (measure.annex === annex || measure.goods_also === annex),
  )
  const head = {
    ...headOf('annex', asked, dataset, eurLexPlace(regime.data.consolidated.celex, annex, '', language)),
    role: text?.role ?? null,
    measures: measures.map(({ article, type, flow, title, summary }) => ({
      article,
      type,
      direction: flow,
      title: title[language],
      summary: summary[language],
      resource: uriOf('article', regime.data.code, articleOf(article)),
    })),
  }
  const entries = dataset.entries.filter((entry) => entry.regime === regime && entry.annex === annex)
  const entered = new Set(entries.map(({ code }) => code))
  // Goods without a code, and goods of a list that says nothing of trade in them, such as Annex XXIV.
  const others = (text?.listings ?? []).filter((row) => isCurrent(row) && (row.code === '' || !entered.has(row.code)))
  const rows = [
    ...rowsOf(entries, language),
    ...others.map(({ code, printed, designation, designationPl }) => ({
      cn_code: code === '' ? null : group(code),
      printed,
      listed_as: language === 'pl' && designationPl !== '' ? designationPl : designation,
    })),
  ]
  return pageOf('annex', 'rows', head, rows, asked)
}

/** An entry is a row under one measure; a row that several measures refer to is shown once. */
function rowsOf(entries: readonly Entry[], language: Language): object[] {
  const rows = Map.groupBy(
    entries,
    ({ code, listedAs, category, partialBy, except }) =>
      `${code} ${partialBy} ${except.join()} ${category?.en} ${listedAs?.en}`,
  )
  return [...rows.values()].map((same) => {
    const { code, partialBy, except, listedAs, category, validity, role, title, basis } = same[0]!
    return {
      cn_code: group(code),
      partial_by: partialBy,
      ...(except.length > 0 && { except_codes: except.map(group) }),
      listed_as: listedAs?.[language] ?? null,
      ...(category && { category: category[language] }),
      articles: same.map(({ article }) => article),
      label: labelOf(role, title)[language],
      valid_from: validity.from,
      valid_from_basis: validity.basis,
      valid_to: validity.to,
      basis: { kind: basis.kind, text: basis.text[language] },
    }
  })
}

function articlePage(asked: Asked, dataset: Dataset): object {
  const { regime, name: article, language } = asked
  const { law, data } = regime
  const own = ({ article: citation }: { readonly article: string }) => articleOf(citation) === article
  const measures = law.measures.filter((measure) => isInAct(measure) && own(measure))
  const named = new Set(measures.flatMap((measure) => measure.grants ?? []))
  const isNamed = (grant: Provision) => isInAct(grant) && named.has(provisionId(grant))
  const grants = KIND_ORDER.flatMap((kind) =>
    law.grants
      .filter((grant) => grant.kind === kind && isNamed(grant))
      .map((grant) => describeGrant(kind, grant, language)),
  )
  const provisions = [...measures.map((measure) => describeMeasure(measure, regime, language)), ...grants]
  const head = headOf('article', asked, dataset, eurLexPlace(data.consolidated.celex, null, article, language))
  return pageOf('article', 'provisions', head, provisions, asked)
}

const KIND_ORDER = ['exemption', 'winddown', 'derogation'] as const

const describeMeasure = (measure: Measure, { data }: Regime, language: Language) => ({
  kind: 'measure',
  article: measure.article,
  annex: measure.annex,
  ...(measure.annex !== null && { resource: uriOf('annex', data.code, measure.annex) }),
  ...(measure.codes && { codes: measure.codes.map(groupWritten) }),
  type: measure.type,
  direction: measure.flow,
  title: measure.title[language],
  summary: measure.summary[language],
  condition: measure.limit_text?.[language] ?? null,
  note: measure.note?.[language] ?? null,
  from: measure.applies_from,
  inserted_by: measure.inserted_by,
  amended_by: measure.amended_by ?? null,
  doubts: (measure.doubts ?? []).map(({ text }) => text[language]),
})

const describeGrant = (kind: GrantKind, grant: Provision, language: Language) => ({
  kind,
  article: grant.ref,
  text: grant.text[language],
  ...(grant.annex && { annex: grant.annex }),
  ...(grant.codes && { codes: grant.codes.map(groupWritten) }),
  ...(kind === 'winddown' && { contracts_before: grant.contracts_before }),
  ...(kind === 'derogation' && { authority: (grant.authority ?? NATIONAL_AUTHORITY)[language] }),
  from: grant.from ?? null,
  until: grant.until,
  doubts: (grant.doubts ?? []).map(({ text }) => text[language]),
})

const headOf = (kind: ResourceKind, { regime, name, language }: Asked, dataset: Dataset, eurLex: string) => ({
  regime: regime.data.code,
  legal_act: regime.data.legal_act[language],
  [kind]: name,
  eur_lex_url: eurLex,
  source_version: regime.data.state,
  dataset: dataset.version,
  disclaimer: DISCLAIMER[language],
})

/** As many members as fit, and the address of the rest. */
function pageOf(
  kind: ResourceKind,
  field: string,
  head: object,
  members: readonly object[],
  { regime, name, language, offset }: Asked,
): object {
  const rest = members.slice(offset)
  const shown = rest.slice(0, Math.max(1, countFitting(rest, RESULT_BYTES - bytesOf(head))))
  const next = offset + shown.length
  const goOn = `${uriOf(kind, regime.data.code, name)}?lang=${language}&offset=${next}`
  return { ...head, total: members.length, offset, [field]: shown, next: next < members.length ? goOn : null }
}
