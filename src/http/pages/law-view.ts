import { type ListingFilter, NO_FILTER } from '../../answer/listings/listing-filter.ts'
import { listedSince, listingsOn } from '../../answer/listings/listings-on.ts'
import { scopeOfListings } from '../../answer/listings/listings-page.ts'
import { derogationsOf, exemptionsOf, type Match, winddownsOf } from '../../answer/match/grants.ts'
import { labelOf } from '../../answer/shape/texts.ts'
import { group } from '../../base/cn-code.ts'
import { type Day, nextDay, yearOf } from '../../base/day.ts'
import { derivedOnce } from '../../base/derived-once.ts'
import type { Language } from '../../base/language.ts'
import type { Change } from '../../changes/change.ts'
import { type Dataset, isOnRequest, type Regime } from '../../law/dataset/dataset.ts'
import { isCurrent } from '../../law/read/law.ts'
import { readableName } from '../../law/tariff/nomenclature-names.ts'
import { annexKey } from '../../law/terms/annex-name.ts'
import { eurLexPlace, eurLexUrl } from '../../law/terms/celex.ts'
import { concerning, inOrderOfLaw } from '../../law/terms/citation.ts'
import { withCapital } from '../../law/terms/wording.ts'
import type {
  AnnexAct,
  ChosenLaw,
  LawMeasure,
  LawPlace,
  LawRegime,
  LawView,
  ListingGroup,
  ListingRow,
} from '../../web/law/law-view.ts'
import type { CurrentFeed } from '../changes/current-feed.ts'
import { changesList } from './changes-list.ts'

/** Listings on one page: more than any annex has rows. */
const ROWS_ON_PAGE = 1_000

/** What is asked of the page. */
export interface LawAsked {
  readonly filter: ListingFilter
  readonly day: Day
  readonly language: Language
  readonly page: number
  /** Null: nothing is compared. */
  readonly compare: Day | null
  /** Whether anything but the day and the regime was chosen. */
  readonly isChosen: boolean
  /** The filters for the API. */
  readonly query: URLSearchParams
}

/** All that the page shows; `feed` is needed where a day is compared with. */
export function lawView(dataset: Dataset, asked: LawAsked, feed: CurrentFeed | null): LawView {
  const { day, language } = asked
  return {
    day,
    warnings: scopeOfListings(dataset, [], asked).warnings,
    regimes: regimesOn(dataset, day, language),
    chosen: asked.isChosen ? chosenLaw(dataset, asked, feed) : null,
  }
}

/** Every regime with its annexes and articles, and how many listings each has on the day. */
export function regimesOn(dataset: Dataset, day: Day, language: Language): readonly LawRegime[] {
  const all = listingsOn(dataset, day, NO_FILTER)
  return dataset.regimes.map((regime) => {
    const own = all.filter(({ entry }) => entry.regime === regime)
    const annexOrder = new Map(regime.law.annexes.map(({ annex }, at) => [annex, at]))
    const placesBy = (nameOf: (match: Match) => string | null) =>
      [...Map.groupBy(own, nameOf)].flatMap(([name, matches]): LawPlace[] =>
        name === null ? [] : [{ name, count: matches.length, about: aboutIn(matches, language) }],
      )
    return {
      code: regime.data.code,
      name: nameOf(regime, language),
      act: regime.data.legal_act[language],
      url: eurLexUrl(regime.data.consolidated.celex, language),
      state: regime.data.state,
      annexes: placesBy(({ entry }) => entry.annex).toSorted(
        (a, b) => (annexOrder.get(a.name) ?? 0) - (annexOrder.get(b.name) ?? 0),
      ),
      articles: placesBy(({ entry }) => articleOf(entry.article)).toSorted((a, b) => inOrderOfLaw(a.name, b.name)),
    }
  })
}

/** `Rosja`; what a regime is aimed at, where that is part of a country. */
const nameOf = ({ data, shortName }: Regime, language: Language): string =>
  withCapital((data.place?.name ?? shortName)[language])

/** `3k(1)(a)` stands in Article 3k. */
const articleOf = (citation: string): string => /^\w+/.exec(citation)?.[0] ?? citation

const aboutIn = (matches: readonly Match[], language: Language): string =>
  [...new Set(matches.map(({ entry: { role, title } }) => labelOf(role, title)[language]))].join('; ')

function chosenLaw(dataset: Dataset, asked: LawAsked, feed: CurrentFeed | null): ChosenLaw {
  const { filter, day, language, query } = asked
  const found = listingsOn(dataset, day, filter)
  const pages = Math.max(1, Math.ceil(found.length / ROWS_ON_PAGE))
  const page = Math.min(asked.page, pages)
  const isPlace = filter.annex !== null || filter.article !== null
  const grants = isPlace ? found : []
  return {
    total: found.length,
    page,
    pages,
    groups: groupsOf(found.slice((page - 1) * ROWS_ON_PAGE, page * ROWS_ON_PAGE), dataset, day, language),
    measures: isPlace ? measuresOf(dataset, asked) : [],
    uncoded: isPlace ? uncodedOf(dataset, asked) : [],
    exemptions: exemptionsIn(grants, language),
    derogations: derogationsOf(grants, day, language),
    winddowns: winddownsOf(grants, day, null, language),
    history: historyOf(dataset, asked),
    changes: feed && asked.compare !== null ? comparedWith(feed, asked, asked.compare, dataset) : null,
    csv: `/api/v1/listings.csv?${new URLSearchParams([...query, ['lang', language]])}`,
    api: `/api/v1/listings?${new URLSearchParams([...query, ['lang', language]])}`,
  }
}

function groupsOf(matches: readonly Match[], dataset: Dataset, day: Day, language: Language): ListingGroup[] {
  const rowOf = rowsIn(dataset, day, language)
  const keyOf = ({ entry }: Match) =>
    [entry.regime.data.code, entry.annex, entry.article, entry.title.en, entry.role].join('|')
  return [...Map.groupBy(matches, keyOf).values()].map((same) => {
    const { regime, annex, article, role, title } = same[0]!.entry
    return {
      regime: {
        code: regime.data.code,
        name: nameOf(regime, language),
        isOnRequest: isOnRequest(regime),
      },
      annex,
      article,
      label: labelOf(role, title)[language],
      url: eurLexPlace(regime.data.consolidated.celex, annex, article, language),
      rows: same.map(rowOf),
    }
  })
}

function rowsIn(dataset: Dataset, day: Day, language: Language): (match: Match) => ListingRow {
  const { year } = dataset.nomenclatures.of(yearOf(day))
  const acts = new Map(dataset.acts.map(({ celex, title }) => [celex, /\d{4}\/\d+|\d+\/\d{4}/.exec(title.en)?.[0]]))
  return ({ entry, inForce }) => {
    const since = listedSince(entry)
    const line = entry.allGoods ? null : dataset.nomenclatures.lastLine(entry.code, year)
    const listedAs = entry.listedAs?.[language] ?? null
    return {
      code: entry.allGoods ? null : group(entry.code),
      name: line ? readableName(line, language) : (listedAs ?? ''),
      part: entry.partialBy === 'description' ? (listedAs ?? '') : null,
      except: entry.except.map(group),
      from: since.from,
      isAtLatest: since.basis === 'at_latest',
      isPossible: inForce === 'possibly',
      until: entry.validity.to,
      act:
        since.sinceAct === null
          ? null
          : { number: acts.get(since.sinceAct) ?? since.sinceAct, url: eurLexUrl(since.sinceAct, language) },
    }
  }
}

const regimesAsked = ({ regimes }: Dataset, { filter }: LawAsked): readonly Regime[] =>
  regimes.filter(({ data }) => filter.regime === null || data.code === filter.regime)

/** Measures of the article, or that use the annex, which stand on the day or are to come. */
function measuresOf(dataset: Dataset, asked: LawAsked): LawMeasure[] {
  const { filter, day, language } = asked
  const isThere = filter.article === null ? () => true : concerning(filter.article)
  const key = filter.annex === null ? null : annexKey(filter.annex)
  return regimesAsked(dataset, asked).flatMap((regime) =>
    regime.law.measures
      .filter(({ article, annex, until, applies_from, until_act }) => {
        const isOfAnnex = key === null || (annex !== null && annexKey(annex) === key)
        const stands = (until === undefined || day <= until) && (until_act === undefined || (applies_from ?? '') <= day)
        return isOfAnnex && isThere(article) && stands
      })
      .map((measure) => ({
        regime: { code: regime.data.code, name: nameOf(regime, language) },
        article: measure.article,
        annex: measure.annex,
        title: measure.title[language],
        summary: measure.summary[language],
        condition: measure.limit_text?.[language] ?? null,
        note: measure.note?.[language] ?? null,
        from: measure.applies_from,
        url: eurLexPlace(regime.data.consolidated.celex, null, measure.article, language),
      })),
  )
}

function uncodedOf(dataset: Dataset, asked: LawAsked): ChosenLaw['uncoded'] {
  const { filter, day, language } = asked
  const isThere = filter.article === null ? () => true : concerning(filter.article)
  const key = filter.annex === null ? null : annexKey(filter.annex)
  return regimesAsked(dataset, asked).flatMap(({ uncoded }) =>
    uncoded
      .filter(
        ({ annex, article, from }) =>
          (key === null || (annex !== null && annexKey(annex) === key)) &&
          (article === null ? filter.article === null : isThere(article)) &&
          (from === null || from <= day),
      )
      .map(({ article, what }) => ({ article, what: what[language] })),
  )
}

/** The exemptions of all listings, each once. */
function exemptionsIn(matches: readonly Match[], language: Language): ChosenLaw['exemptions'] {
  const grants = new Set(matches.flatMap(exemptionsOf))
  return [...grants].map(({ provision: { ref, text, until } }) => ({ article: ref, text: text[language], until }))
}

/** The changes of the feed that concern the annex or article. */
function changesIn({ feed, law }: CurrentFeed, { filter, day }: LawAsked): readonly Change[] {
  const key = filter.annex === null ? null : annexKey(filter.annex)
  const isThere = filter.article === null ? null : concerning(filter.article)
  return law
    .oncePerAct([...feed.history, ...feed.recorded])
    .filter(
      (change) =>
        change.type !== 'dataset.published' &&
        change.day <= day &&
        (filter.regime === null || change.regime === filter.regime) &&
        (key === null || (change.annex !== null && annexKey(change.annex) === key)) &&
        (isThere === null || (change.article !== null && isThere(change.article))),
    )
}

function comparedWith(feed: CurrentFeed, asked: LawAsked, since: Day, dataset: Dataset): ChosenLaw['changes'] {
  const { filter, language } = asked
  const history = changesIn(feed, asked).filter(({ day }) => day >= since)
  const filters = { since: null, regime: null, direction: filter.direction, codes: [], act: null, named: false }
  return changesList({ ...feed, feed: { history, recorded: [] } }, filters, 1, dataset, language)
}

/** What each act did to the rows of an annex, the newest first. Beginnings that are only known at the latest are left out. */
function historyOf(dataset: Dataset, asked: LawAsked): readonly AnnexAct[] {
  const { filter, language, day } = asked
  if (filter.annex === null) return []
  const key = annexKey(filter.annex)
  const titles = titlesOf(dataset)
  const rows = regimesAsked(dataset, asked).flatMap(({ law }) =>
    law.annexes.filter(({ annex }) => annexKey(annex) === key).flatMap(({ listings }) => listings),
  )
  const began = new Set(rows.map(({ code, from }) => `${code} ${from}`))
  const events = rows.flatMap((row) => [
    ...(row.fromBasis === 'at_latest'
      ? []
      : [{ kind: row.firstAct === '' ? ('added' as const) : ('changed' as const), day: row.from, act: row.fromAct }]),
    // A row that another one of the same code follows was changed, and that one says so.
    ...(row.until === null || isCurrent(row) || began.has(`${row.code} ${nextDay(row.until)}`)
      ? []
      : [{ kind: 'removed' as const, day: nextDay(row.until), act: row.untilAct }]),
  ])
  return [...Map.groupBy(events, (event) => `${event.day} ${event.act}`).values()]
    .map((same): AnnexAct => {
      const { day: from, act } = same[0]!
      const counts = { added: 0, removed: 0, changed: 0 }
      for (const { kind } of same) counts[kind] += 1
      const title = titles.get(act)?.[language] ?? act
      return { day: from, act: act === '' ? null : { celex: act, title, url: eurLexUrl(act, language) }, counts }
    })
    .filter((one) => one.day <= day)
    .toSorted((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0))
}

const titlesOf = derivedOnce(({ acts }: Dataset) => new Map(acts.map(({ celex, title }) => [celex, title])))
