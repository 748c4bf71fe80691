import { type Digits, group, prefixOf } from '../base/cn-code.ts'
import { calendarDay, type Day, yearOf } from '../base/day.ts'
import type { Language } from '../base/language.ts'
import { ownText } from '../base/own-text.ts'
import { type Dataset, type Entry, isAllGoods, isBan, isGrantList } from '../law/dataset/dataset.ts'
import { inForce } from '../law/dataset/validity.ts'
import { ownName, readableName } from '../law/tariff/nomenclature-names.ts'
import { buildCodeIndex, type CodeIndex, type Find } from '../search/by-code.ts'
import type { FoundName } from '../search/by-name.ts'
import { askedInTaric } from './judge/documents.ts'
import type { DealFrame } from './judge/finding.ts'
import { controlsAnswer, flaggedOn } from './judge/flagged.ts'
import { notCheckedFindings } from './judge/not-checked.ts'
import { markFor } from './judge/reaches.ts'
import { type WayAsked, waysAsked } from './judge/ways.ts'
import { concernedBy, decisiveOf } from './match/concerned.ts'
import { isSpent, type Match, type Matching, matchGoods } from './match/grants.ts'
import { type MeantName, uniqueOf, weighName } from './match/meant-goods.ts'
import { buildNameIndexes } from './match/name-indexes.ts'
import { aimedAtOrAll, type RegimeFacts, regimeFactsOn, regimesAsked, regimesFor } from './match/regimes.ts'
import { calledBy, uncodedNear } from './match/uncoded.ts'
import { routeOf } from './question/deal.ts'
import { directionsAsked } from './question/directions.ts'
import { type Question, type QuestionContext, RefusedQuestion, type WrongParameter } from './question/question.ts'
import type { CnResponse, Scope } from './response/response.ts'
import type { Suggestion } from './response/suggest-response.ts'
import { type DecidedAlike, decidedAlike } from './say/decided.ts'
import { contractAnswer } from './shape/contract.ts'
import { dealAnswer, dealWarnings, touchedBy } from './shape/deal-answer.ts'
import { hintsFor, saidIn } from './shape/hints.ts'
import { legalPartOf } from './shape/legal-part.ts'
import { type Frame, frameOf, scopeOf } from './shape/scope.ts'
import { storyOf } from './shape/story.ts'
import { suggest } from './shape/suggest.ts'
import { linesBelow, treeOf } from './shape/tariff-tree.ts'
import { DISCLAIMER, translationWarning } from './shape/texts.ts'

/** The lines of a batch, and most lookups, differ in nothing but their goods, or are about the same few deals. */
const CONTEXTS = 8

/** A dataset with its indexes, which never change. */
export interface Answerer {
  readonly dataset: Dataset
  answer(question: Question): CnResponse
  /** The lines of the tariff below the code of a question, from its `offset` on, marked as those of `meta.tree` are. */
  below(question: Question): ReturnType<typeof linesBelow>
  /**
   * What is checked for every question about that day; `regime` for questions about one regime only, `deals` for questions
   * whose deals name these places. What is pending is told of regimes that one of them is about.
   */
  scope(day: Day, language: Language, regime?: string | null, deals?: readonly (readonly string[])[]): Scope
  /**
   * Null when the names in the tariff of that day are indexed. Otherwise they are indexed in slices, and `turn` is awaited between
   * them. A name question that does not wait for it builds the whole index first and blocks all other work meanwhile.
   */
  indexNames(day: Day, turn: () => Promise<unknown>): Promise<void> | null
  /** Codes or goods that begin with what somebody is typing. */
  suggest(typed: string, language: Language, day: Day): readonly Suggestion[]
}

/** The answer, or why facts that were told refuse the question. */
export function answerOrProblems(
  answerer: Pick<Answerer, 'answer'>,
  question: Question,
): { readonly response: CnResponse } | { readonly problems: readonly WrongParameter[] } {
  try {
    return { response: answerer.answer(question) }
  } catch (error) {
    if (error instanceof RefusedQuestion) return { problems: error.problems }
    throw error
  }
}

/** `source` is the identifier of the build, for `meta.source`. */
export function buildAnswerer(dataset: Dataset, source: string): Answerer {
  const build = ownText(source)
  const codes = buildCodeIndex(dataset)
  const names = buildNameIndexes(dataset)
  const yearFor = (day: Day) => dataset.nomenclatures.of(yearOf(day)).year
  /** The last ones used, the oldest first. */
  const finders = new Map<string, MatchFinder>()
  const decided = decidedAlike()
  const finderFor = ({ language, asOf, direction, deal, regime }: Question): MatchFinder => {
    const context: QuestionContext = { language, asOf, direction, deal, regime }
    // All that the finder gets of the question, so that no part can be forgotten.
    const key = JSON.stringify(context)
    const finder = finders.get(key) ?? { ...buildFinder(dataset, codes, context, yearFor(context.asOf)), key, decided }
    finders.delete(key)
    finders.set(key, finder)
    if (finders.size > CONTEXTS) finders.delete(finders.keys().next().value!)
    return finder
  }
  const treeFor = (question: Question, finder: MatchFinder) =>
    question.tree && question.read.as === 'cn_code'
      ? treeOf(question.read.digits, dataset.nomenclatures.of(finder.frame.cnYear), question.language, finder)
      : undefined
  const historyFor = (question: Question) =>
    question.history && question.read.as === 'cn_code'
      ? storyOf(
          entriesOf(question.read.digits, codes(regimesAsked(dataset, question)), question, BEFORE_ALL),
          dataset,
          question.language,
        )
      : undefined
  return {
    dataset,
    indexNames: (day, turn) => names.prepare(yearFor(day), turn),
    answer: (question) => {
      const finder = findingOnce(finderFor(question))
      const found = find(question, finder, (text) => names.of(finder.frame.cnYear).find(text))
      return respond(dataset, question, finder, found, build, {
        tree: treeFor(question, finder),
        history: historyFor(question),
      })
    },
    below: (question) => {
      const { read, asOf, language, offset } = question
      if (read.as !== 'cn_code') return { lines: [], total: 0 }
      const nomenclature = dataset.nomenclatures.of(yearFor(asOf))
      return linesBelow(read.digits, nomenclature, language, findingOnce(finderFor(question)), offset)
    },
    scope: (day, language, regime = null, deals = []) => {
      const ofNoCode = { language, asOf: day, direction: null, deal: null, read: { as: 'name', text: '' } } as const
      const regimes = regimesFor(dataset, regime, deals.flat())
      const warnedOf = deals.length === 0 ? regimes : deals.flatMap((places) => aimedAtOrAll(regimes, places, day))
      const scope = scopeOf(dataset, frameOf(dataset, regimes, ofNoCode, yearFor(day)), ofNoCode, warnedOf)
      // A batch has this warning once, before its answers are known.
      return { ...scope, warnings: [...scope.warnings, ...translationWarning(dataset.entries, language)] }
    },
    suggest: (typed, language, day) => {
      const nomenclature = dataset.nomenclatures.of(yearOf(day))
      const find = codes(regimesFor(dataset, null, []))
      const isRestricted = (code: Digits) => find(code, day).some(({ validity }) => inForce(validity, day) !== 'no')
      return suggest(typed, language, nomenclature, () => names.of(nomenclature.year), isRestricted)
    },
  }
}

interface Found {
  /** All matches of the goods. A deal chooses among them. */
  readonly matches: readonly Match[]
  /** What a name means; null for a code question. */
  readonly name: MeantName | null
}

function find(question: Question, finder: MatchFinder, byName: (text: string) => FoundName): Found {
  const { read } = question
  if (read.as === 'cn_code') return { matches: transitLast(finder.all(read.digits), question), name: null }
  const { goods, reading } = byName(read.text)
  const name = weighName(goods, reading, finder)
  return { matches: transitLast(uniqueOf(name.decisive.flatMap(({ matches }) => matches)), question), name }
}

/** Finds matches, and has what else is the same for questions that differ in nothing but their goods. */
interface MatchFinder extends Matching {
  readonly frame: Frame
  readonly facts: RegimeFacts
  /** Null for questions without a deal. */
  readonly dealFrame: DealFrame | null
  readonly ways: readonly WayAsked[]
  readonly key: string
  readonly decided: DecidedAlike
}

/** For one question, whose answer and tree ask for the same codes several times. */
function findingOnce(finder: MatchFinder): MatchFinder {
  const found = new Map<Digits, readonly Match[]>()
  return {
    ...finder,
    all(code) {
      const matches = found.get(code) ?? finder.all(code)
      found.set(code, matches)
      return matches
    },
  }
}

function buildFinder(
  dataset: Dataset,
  codes: CodeIndex,
  context: QuestionContext,
  cnYear: number,
): Omit<MatchFinder, 'key' | 'decided'> {
  const regimes = regimesAsked(dataset, context)
  const { deal, asOf } = context
  const route = deal && routeOf(deal, asOf, dataset.countries)
  const dealFrame = route && {
    route,
    notChecked: notCheckedFindings(route, dataset, regimes, context.language),
  }
  const ways = waysAsked(dataset, regimes, context)
  const common = {
    frame: frameOf(dataset, regimes, context, cnYear),
    facts: regimeFactsOn(asOf, regimes, dataset.countries),
    dealFrame,
    ways,
  }
  const find = codes(regimes)
  // A ban of everything from an origin counts where its regime or one of its places was named.
  const among = new Set(deal || context.regime !== null ? regimes : [])
  const allGoods = dataset.allGoods.filter(
    (entry) =>
      among.has(entry.regime) &&
      (deal !== null || directionsAsked(context.direction).some((direction) => direction === entry.direction)),
  )
  const all = (digits: Digits) => matchesOf(digits, find, context, allGoods)
  const everyWay = { ...context, direction: null }
  const isInLists: MatchFinder['isInLists'] = (digits, matches) =>
    matches.some(({ entry }) => !isAllGoods(entry)) ||
    (context.direction !== null && digits.some((code) => matchesOf(code, find, everyWay, []).length > 0))
  const ever = (digits: Digits) => find(digits, BEFORE_ALL)
  const finder = { ...common, isInLists, all, ever }
  if (!dealFrame) return { ...finder, decisive: (matches) => matches, isListed: (matches) => matches.length > 0 }
  return {
    ...finder,
    decisive: (matches) => decisiveOf(concernedBy(matches, dealFrame.route)),
    isListed: (matches) => concernedBy(matches, dealFrame.route).length > 0,
  }
}

/** The entries that concern the code on the day of the question. */
function matchesOf(digits: Digits, find: Find, context: QuestionContext, allGoods: readonly Entry[]): Match[] {
  const { asOf } = context
  const matches: Match[] = []
  const add = (entry: Entry) => {
    const goods = matchGoods(entry, digits)
    const force = inForce(entry.validity, asOf)
    if (force !== 'no' && !isSpent(entry, asOf)) matches.push({ entry, goods, inForce: force, day: asOf })
  }
  for (const entry of allGoods) add({ ...entry, code: digits })
  for (const entry of entriesOf(digits, find, context, asOf)) add(entry)
  // Lists of what lifts a ban are told with the ban, and mean nothing alone.
  return matches.every(({ entry }) => isGrantList(entry)) ? [] : matches
}

/** With a day before all others, what is listed today and what was listed ever. */
const BEFORE_ALL = calendarDay('0001-01-01')

/** Entries on the path of the code, filtered, without a deal, by the direction of the question. */
function entriesOf(digits: Digits, find: Find, { direction, deal }: QuestionContext, day: Day): readonly Entry[] {
  const found = find(digits, day)
  if (deal !== null || direction === null) return found
  const asked = directionsAsked(direction)
  // An entry without a direction concerns every direction.
  return found.filter((entry) => entry.direction === null || asked.includes(entry.direction))
}

/** Whoever asks about exports gets the bans of exports first. */
const transitLast = (matches: readonly Match[], { direction, deal }: Question): readonly Match[] =>
  direction === 'export' && !deal ? matches.toSorted((a, b) => Number(isTransit(a)) - Number(isTransit(b))) : matches

const isTransit = ({ entry }: Match): boolean => entry.direction === 'transit'

function respond(
  dataset: Dataset,
  question: Question,
  finder: MatchFinder,
  { matches: found, name }: Found,
  source: string,
  { tree, history }: { [Part in 'tree' | 'history']: CnResponse['meta'][Part] | undefined },
): CnResponse {
  const { query, read, language, contractDate, limit, offset } = question
  const { nomenclatures } = dataset
  const { frame, facts, dealFrame } = finder
  const { regimes, cnYear } = frame
  const digits = read.as === 'cn_code' ? read.digits : null
  const asked = name ? name.decisive.flatMap(({ codes }) => codes) : digits === null ? [] : [digits]
  const taric = askedInTaric(dataset, asked, question.direction)
  const asking = { dataset, cnYear, question, asked, taric, regimes }
  const deal = dealFrame && { ...dealFrame, concerned: concernedBy(found, dealFrame.route), all: found }
  const matches = deal ? deal.concerned.map(({ match }) => match) : found
  const shown = matches.slice(offset, offset + limit)
  const line = digits === null ? undefined : nomenclatures.lastLine(digits, cnYear)
  const hints = hintsFor(question, asked, dataset, nomenclatures.of(cnYear))
  const said = saidIn(question, dataset)
  const touched = deal ? touchedBy(deal, regimes) : regimes
  const uncoded = uncodedNear(regimes, asked, question).filter(({ regime }) => touched.includes(regime))
  const isListed = finder.isInLists(asked, found)
  const called = calledBy(regimes, question)
  const { all, ever, ways, key, decided } = finder
  const subject = { ...asking, matches, facts, touched, called, name, isListed, all, ever, ways, key, decided }
  const legalPart = legalPartOf(subject, deal, shown)
  const { assessment, findings, facts: told, results, winddowns, derogations, documents } = legalPart
  const isProhibited = assessment.answer === 'prohibited'
  const scope = scopeOf(dataset, frame, question, touched)
  const lineName = (code: Digits, nameOf: typeof readableName): string => {
    // A subheading that the tariff does not print is told by its heading.
    const line = nomenclatures.lastLine(code, cnYear) ?? nomenclatures.lastLine(prefixOf(code, 4), cnYear)
    return line ? nameOf(line, language) : ''
  }
  return {
    query: ownText(query),
    matched_as: read.as,
    // Goods that were declared to fit a description without codes have no match, and yet are prohibited.
    verdict: matches.length > 0 || isProhibited ? 'restricted' : 'no_match',
    has_prohibition: matches.some(({ entry }) => isBan(entry.type)),
    assessment,
    results,
    cn_exists: digits !== null && nomenclatures.of(cnYear).exists(digits),
    cn_name: line ? readableName(line, language) : null,
    disclaimer: DISCLAIMER[language],
    meta: {
      returned: results.length,
      source,
      total: matches.length,
      limit,
      offset,
      dataset: dataset.version,
      cn: digits === null ? null : cnOf(dataset, digits, cnYear),
      uncoded: uncoded.map(({ regime, uncoded: { annex, article, what } }) => ({
        regime: regime.data.code,
        annex,
        article,
        what: what[language],
      })),
      ...(!deal && told.length > 0 && { facts: told }),
      ...(contractDate && { contract: contractAnswer(winddowns, contractDate, scope.regimes, language) }),
      documents,
      ...(tree && { tree }),
      ...(name && { name: name.reading }),
      ...(hints && { hints }),
      ...(said && { said }),
      ...(history && { history }),
      ...(name && {
        goods: name.goods.map(({ code, probability, below, codes, matches, isListed }) => ({
          code: group(code),
          name: lineName(code, readableName),
          probability: rounded(probability),
          score: rounded(probability),
          restricted: isListed,
          listed: finder.isInLists(codes, matches),
          ...markFor(finder.decisive(matches), codes, nomenclatures.of(cnYear)),
          subheadings: below.map((one) => ({
            code: group(one.code),
            name: lineName(one.code, ownName),
            probability: rounded(one.probability),
            restricted: isListed && finder.isListed(finder.all(one.code)),
          })),
        })),
      }),
    },
    scope: {
      ...scope,
      warnings: [
        ...(deal ? dealWarnings(deal, dataset, question) : []),
        ...scope.warnings,
        ...translationWarning(
          shown.map(({ entry }) => entry),
          language,
        ),
      ].map(ownText),
      ...(!deal && {
        controls: controlsAnswer(
          flaggedOn(dataset.controls, asked, { directions: scope.directions, day: question.asOf }),
          language,
        ),
      }),
    },
    winddowns,
    derogations,
    ...(deal && {
      deal: { ...dealAnswer(deal, findings ?? [], shown, dataset.hints), ...(told.length > 0 && { facts: told }) },
    }),
  }
}

const rounded = (probability: number): number => Math.round(probability * 1000) / 1000

/** The code in the tariff: the years that have it, and its successors or predecessors. */
function cnOf({ nomenclatures }: Dataset, digits: Digits, year: number): CnResponse['meta']['cn'] {
  const grouped = (found: { year: number; codes: readonly Digits[] } | null) =>
    found && { year: found.year, codes: found.codes.map(group) }
  return {
    code: group(digits),
    year,
    existed_in: [...nomenclatures.existedIn(digits)],
    replaced_by: grouped(nomenclatures.replacedBy(digits)),
    replaces: grouped(nomenclatures.replaces(digits)),
  }
}
