import type { Dataset, Entry, Regime } from '../law/build/dataset.ts'
import { inForce } from '../law/build/validity.ts'
import { readableName } from '../law/tariff/nomenclature-names.ts'
import type { NameReading } from '../search/asked-words.ts'
import { newBudget, WORK_PER_QUESTION } from '../search/budget.ts'
import { buildCodeIndex, type CodeIndex } from '../search/by-code.ts'
import type { Found as FoundByName } from '../search/by-name.ts'
import { type Digits, group } from '../terms/cn-code.ts'
import { calendarDay, type Day, yearOf } from '../terms/day.ts'
import type { Language, Text } from '../terms/language.ts'
import { assess } from './assessment/assess.ts'
import { judge, strongestOf } from './assessment/judge.ts'
import { contractAnswer } from './contract.ts'
import { directionsAsked } from './directions.ts'
import { documentsOf } from './documents.ts'
import { derogationsOf, type Match, matchGoods, winddownsOf } from './grants.ts'
import { buildNameIndexes } from './name-indexes.ts'
import type { Question } from './question.ts'
import type { CnResponse, Scope } from './response.ts'
import { hasBan, resultOf } from './result.ts'
import { scopeOf, uncodedNear } from './scope.ts'
import { storyOf } from './story.ts'
import { suggest } from './suggest.ts'
import type { Suggestion } from './suggest-response.ts'
import { treeOf } from './tariff-tree.ts'
import { DISCLAIMER, SEARCH_CUT_SHORT, TRANSLATED, wordsLeftOut } from './texts.ts'

/** A dataset with its indexes, which never change. */
export interface Answerer {
  readonly dataset: Dataset
  answer(question: Question): CnResponse
  /** What is checked for every question about that day; `regime` for questions about one regime only. */
  scope(day: Day, language: Language, regime?: string | null): Scope
  /**
   * Null when the names in the tariff of that day are indexed. Otherwise they are indexed in slices, and `turn` is awaited between
   * them. A name question that does not wait for it builds the whole index first and blocks all other work meanwhile.
   */
  indexNames(day: Day, turn: () => Promise<unknown>): Promise<void> | null
  /** Codes or goods that begin with what somebody is typing. */
  suggest(typed: string, language: Language, day: Day): readonly Suggestion[]
}

/** The goods that the answer to a name is about: those that score nearly as well as the best, and at most this many. */
const GOODS_SHOWN = 20
const SCORE_RATIO = 0.7

/** `source` is the identifier of the build, for `meta.source`; `work` is the budget of one name question. */
export function buildAnswerer(dataset: Dataset, source: string, work = WORK_PER_QUESTION): Answerer {
  const codes = buildCodeIndex(dataset)
  const names = buildNameIndexes(dataset)
  const yearFor = (day: Day) => dataset.nomenclatures.of(yearOf(day)).year
  const treeFor = (question: Question, cnYear: number) =>
    question.tree && question.read.as === 'cn_code'
      ? treeOf(question.read.digits, dataset.nomenclatures.of(cnYear), question.language, (code) =>
          matchesOf(code, codes, question),
        )
      : undefined
  const historyFor = (question: Question) =>
    question.history && question.read.as === 'cn_code'
      ? storyOf(entriesOf(question.read.digits, codes, question, BEFORE_ALL), dataset, question.language)
      : undefined
  return {
    dataset,
    indexNames: (day, turn) => names.prepare(yearFor(day), turn),
    answer: (question) => {
      const cnYear = yearFor(question.asOf)
      const found = find(question, codes, (text) => names.of(cnYear).find(text, newBudget(work)))
      return respond(dataset, question, cnYear, found, source, {
        tree: treeFor(question, cnYear),
        history: historyFor(question),
      })
    },
    scope: (day, language, regime = null) => {
      const ofNoCode = { language, asOf: day, direction: null, read: { as: 'name', text: '' } } as const
      const scope = scopeOf(dataset, regimesAsked(dataset, regime), ofNoCode, yearFor(day))
      return { ...scope, warnings: [...scope.warnings, ...translationWarning(dataset.entries, language)] }
    },
    suggest: (typed, language, day) => {
      const nomenclature = dataset.nomenclatures.of(yearOf(day))
      const isRestricted = (code: Digits) =>
        codes.find(code, day).some(({ validity }) => inForce(validity, code, day) !== 'no')
      return suggest(typed, language, nomenclature, () => names.of(nomenclature.year), isRestricted)
    },
  }
}

const regimesAsked = ({ regimes }: Dataset, asked: string | null): readonly Regime[] =>
  regimes.filter(({ data }) => asked === null || data.code === asked)

/** A batch has this warning once in its scope, which is written before its answers are known. */
const translationWarning = (entries: readonly Entry[], language: Language): string[] =>
  language === 'pl' && entries.some(({ translated }) => translated) ? [TRANSLATED] : []

interface Found {
  readonly matches: readonly Match[]
  /** The goods that a name means, and whether they are listed; null for a code question. */
  readonly goods: readonly { code: Digits; score: number; matches: readonly Match[] }[] | null
  /** What was made of a name; null for a code question. */
  readonly name: NameReading | null
  /** Warnings about how a name was looked up. */
  readonly warnings: readonly Text[]
}

function find(question: Question, codes: CodeIndex, byName: (text: string) => FoundByName): Found {
  const { read } = question
  if (read.as === 'cn_code') {
    return {
      matches: transitLast(matchesOf(read.digits, codes, question), question),
      goods: null,
      name: null,
      warnings: [],
    }
  }
  const matches = new Map<Entry, Match>()
  const looked = byName(read.text)
  const found = looked.goods
  const enough = (found[0]?.score ?? 0) * SCORE_RATIO
  const goods = found
    .filter(({ score }) => score >= enough)
    .slice(0, GOODS_SHOWN)
    .map(({ line, score }) => {
      const listed = matchesOf(line.code, codes, question)
      for (const match of listed) if (!matches.has(match.entry)) matches.set(match.entry, match)
      return { code: line.code, score, matches: listed }
    })
  return {
    matches: transitLast([...matches.values()], question),
    goods,
    name: looked.reading,
    warnings: warningsOf(looked),
  }
}

function warningsOf({ leftOut, cutShort }: FoundByName): Text[] {
  const warnings: Text[] = []
  if (cutShort) warnings.push(SEARCH_CUT_SHORT)
  if (leftOut.length > 0) warnings.push(wordsLeftOut(leftOut))
  return warnings
}

/** Entries on the path of the code, filtered by the day, direction and regime of the question. */
function matchesOf(digits: Digits, codes: CodeIndex, question: Question): Match[] {
  const { asOf } = question
  return entriesOf(digits, codes, question, asOf).flatMap((entry) => {
    const goods = matchGoods(entry, digits)
    const force = inForce(entry.validity, goods, asOf)
    return force === 'no' ? [] : [{ entry, goods, inForce: force }]
  })
}

/** With a day before all others, what is listed today and what was listed ever. */
const BEFORE_ALL = calendarDay('0001-01-01')

const entriesOf = (digits: Digits, codes: CodeIndex, { direction, regime }: Question, day: Day): readonly Entry[] =>
  codes.find(digits, day).filter((entry) => {
    // An entry without a direction concerns every direction.
    if (entry.direction !== null && !directionsAsked(direction).includes(entry.direction)) return false
    return regime === null || entry.regime.data.code === regime
  })

/** Whoever asks about exports gets the bans of exports first. */
const transitLast = (matches: readonly Match[], { direction }: Question): readonly Match[] =>
  direction === 'export' ? matches.toSorted((a, b) => Number(isTransit(a)) - Number(isTransit(b))) : matches

const isTransit = ({ entry }: Match): boolean => entry.direction === 'transit'

function respond(
  dataset: Dataset,
  question: Question,
  cnYear: number,
  { matches, goods, name, warnings }: Found,
  source: string,
  { tree, history }: { [Part in 'tree' | 'history']: CnResponse['meta'][Part] | undefined },
): CnResponse {
  const { query, read, language, asOf, contractDate, limit, offset } = question
  const { nomenclatures } = dataset
  const shown = matches.slice(offset, offset + limit)
  const digits = read.as === 'cn_code' ? read.digits : null
  const line = digits === null ? undefined : nomenclatures.lastLine(digits, cnYear)
  const regimes = regimesAsked(dataset, question.regime)
  const winddowns = winddownsOf(matches, asOf, contractDate, language)
  const scope = scopeOf(dataset, regimes, question, cnYear)
  const derogations = derogationsOf(matches, asOf, language)
  const asked = goods ? goods.map(({ code }) => code) : digits === null ? [] : [digits]
  const asking = { dataset, cnYear, question, asked }
  return {
    query,
    matched_as: read.as,
    verdict: matches.length > 0 ? 'restricted' : 'no_match',
    has_prohibition: hasBan(matches),
    assessment: assess({ ...asking, matches, regimes, confidence: name?.confidence ?? null }),
    results: shown.map((match) => resultOf(match, asking)),
    cn_exists: digits !== null && nomenclatures.of(cnYear).exists(digits),
    cn_name: line ? readableName(line, language) : null,
    disclaimer: DISCLAIMER[language],
    meta: {
      returned: shown.length,
      source,
      total: matches.length,
      limit,
      offset,
      dataset: dataset.version,
      cn: digits === null ? null : cnOf(dataset, digits, cnYear),
      uncoded: uncodedNear(regimes, asked, question.direction).map(({ regime, uncoded: { annex, article, what } }) => ({
        regime: regime.data.code,
        annex,
        article,
        what: what[language],
      })),
      ...(contractDate && { contract: contractAnswer(winddowns, contractDate, language) }),
      documents: documentsOf(dataset, matches, winddowns, derogations, question),
      ...(tree && { tree }),
      ...(name && { name }),
      ...(history && { history }),
      ...(goods && {
        goods: goods.map(({ code, score, matches }) => ({
          code: group(code),
          name: readableName(nomenclatures.lastLine(code, cnYear)!, language),
          score: Math.round(score * 1000) / 1000,
          restricted: matches.length > 0,
          ...strongestOf(judge(matches, [code], nomenclatures.of(cnYear))),
        })),
      }),
    },
    scope: {
      ...scope,
      warnings: [
        ...warnings.map((warning) => warning[language]),
        ...scope.warnings,
        ...translationWarning(
          shown.map(({ entry }) => entry),
          language,
        ),
      ],
    },
    winddowns,
    derogations,
  }
}

/** The code in the tariff: the years that have it, and its successors or predecessors. */
function cnOf({ nomenclatures }: Dataset, digits: Digits, year: number): CnResponse['meta']['cn'] {
  const grouped = (found: { year: number; codes: readonly Digits[] } | null) =>
    found && { year: found.year, codes: found.codes.map(group) }
  return {
    code: group(digits),
    year,
    existed_in: nomenclatures.existedIn(digits),
    replaced_by: grouped(nomenclatures.replacedBy(digits)),
    replaces: grouped(nomenclatures.replaces(digits)),
  }
}
