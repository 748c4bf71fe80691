import type { Digits } from '../../base/cn-code.ts'
import type { Text } from '../../base/language.ts'
import type { Regime } from '../../law/dataset/dataset.ts'
import type { Nomenclature } from '../../law/tariff/nomenclature.ts'
import { citationInWords } from '../../law/terms/citation-words.ts'
import { dayInSentence } from '../../law/terms/wording.ts'
import { concernedBy } from '../match/concerned.ts'
import type { Match, Matching } from '../match/grants.ts'
import type { MeantName } from '../match/meant-goods.ts'
import type { NearUncoded } from '../match/uncoded.ts'
import { placesIn, targetsOf } from '../question/deal.ts'
import type { Asking } from '../question/question.ts'
import { rulesOf } from './charges.ts'
import { controlFindings, otherControls } from './control.ts'
import { describedFor, gapsOf } from './described.ts'
import { briefOf } from './duty-texts.ts'
import type { Finding } from './finding.ts'
import type { Choice, Duty, Gap, Judgement, Piece, Way } from './model.ts'
import { nationalFindings } from './national.ts'
import { choiceOf, choicesBelow, leavesOf, type Part, partsOf } from './pieces.ts'
import type { Setting } from './setting.ts'
import type { WayAsked } from './ways.ts'

/** What is judged. */
export interface Judged extends Asking {
  readonly name: MeantName | null
  readonly ways: readonly WayAsked[]
  /** Goods without codes that a name calls by their own words. */
  readonly called: readonly NearUncoded[]
  readonly isListed: boolean
  readonly all: Matching['all']
}

/** Goods that were asked for together: those of a code, or those that a name may mean. */
interface Meant {
  /** As they were asked for or found. */
  readonly codes: readonly Digits[]
  readonly parts: readonly Part[]
  /** The other goods of the heading of a name, which may be chosen. */
  readonly aside?: true
}

/** Everything that decides about the goods of a question, on every way that they may go. */
export function judgementOf(judged: Judged): Judgement {
  const { question, name, dataset, cnYear, called } = judged
  const tariff = dataset.nomenclatures.of(cnYear)
  const goods = goodsMeant(judged)
  const hasRoute = question.deal !== null
  const base = {
    ...{ hasRoute, isName: name !== null, isListed: judged.isListed },
    ...{ ways: [], choices: [], choicesBelow: () => [] },
  }
  if (goods === 'code' || goods === 'name') return { ...base, unknown: goods, gravestOfPieces: false }
  const { meant, isSuccessor } = goods
  const ways = judged.ways.map((way) => wayOf(way, meant, judged))
  const partOf = new Map(
    meant.flatMap(({ parts }) => parts.flatMap((part) => part.codes.map((code) => [code, part] as const))),
  )
  const several = name && name.decisive.length > 1 ? name.decisive : null
  const one = name ? name.decisive[0]?.code : judged.asked[0]
  const below = (code: Digits) => choicesBelow(code, partOf, tariff, question.language)
  const choices: readonly Choice[] = several
    ? several.map(({ code }) => choiceOf(code, [code], tariff, question.language))
    : partOf.size > 1 && one !== undefined && !isSuccessor
      ? below(one)
      : []
  return {
    ...base,
    unknown: meant.length === 0 && called.length === 0 ? 'name' : null,
    ways,
    choices,
    choicesBelow: isSuccessor ? () => [] : below,
    gravestOfPieces: isSuccessor,
  }
}

/** The goods that were asked for, or why there are none. */
function goodsMeant(judged: Judged): { meant: readonly Meant[]; isSuccessor: boolean } | 'code' | 'name' {
  const { name, question, dataset, cnYear, all, called } = judged
  const { nomenclatures } = dataset
  const tariff = nomenclatures.of(cnYear)
  const meantBy = (codes: readonly Digits[], matches: readonly Match[]): Meant => ({
    codes,
    parts: partsOf([...new Set(codes.flatMap((code) => leavesOf(code, tariff)))], matches),
  })
  if (name) {
    const isGuess = isGuessed(name, judged.isListed)
    if (name.goods.length === 0 || isGuess) return called.length > 0 ? { meant: [], isSuccessor: false } : 'name'
    const meant = name.decisive.map(({ codes, matches }) => meantBy(codes, matches))
    const asides = name.decisive.length > 1 ? name.decisive.flatMap((goods) => asideOf(goods, tariff)) : []
    return { meant: [...meant, ...asides], isSuccessor: false }
  }
  if (question.read.as === 'name') return called.length > 0 ? { meant: [], isSuccessor: false } : 'name'
  const { digits } = question.read
  const matches = all(digits)
  const isPrinted = matches.some(({ entry }) => entry.code.startsWith(digits) && !entry.allGoods)
  if (nomenclatures.existedIn(digits).length === 0 && !isPrinted) return 'code'
  const successors = tariff.exists(digits) ? null : nomenclatures.replacedBy(digits)
  if (!successors || successors.year > cnYear) return { meant: [meantBy([digits], matches)], isSuccessor: false }
  const meant = [
    ...(isPrinted ? [meantBy([digits], matches)] : []),
    ...successors.codes.map((code) => meantBy([code], all(code))),
  ]
  return { meant, isSuccessor: true }
}

/** The goods of a heading that the name does not suggest. They count once the caller chooses the heading. */
function asideOf({ code, codes, ofHeading }: MeantName['decisive'][number], tariff: Nomenclature): readonly Meant[] {
  const meant = new Set(codes.flatMap((one) => leavesOf(one, tariff)))
  const others = leavesOf(code, tariff).filter((leaf) => !meant.has(leaf))
  return others.length > 0 ? [{ codes: [code], parts: partsOf(others, ofHeading), aside: true }] : []
}

/** Too little was understood to speak of any goods: nothing that is listed, or only words that were read as others. */
const isGuessed = ({ reading, butMaybe }: MeantName, isListed: boolean): boolean =>
  reading.confidence === 'low' &&
  ((butMaybe === null && !isListed) ||
    reading.understood.every((word) => reading.corrected?.some((one) => one.word === word)))

function wayOf(setting: WayAsked, meant: readonly Meant[], judged: Judged): Way {
  const { route, value, text } = setting
  const { question, called } = judged
  const further = furtherDuties(setting, meant, judged)
  const gaps: Gap[] = [...gapsOf(setting)]
  const pieces = meant.flatMap(({ codes, parts, aside }) => {
    const described = describedFor(codes, called, setting)
    if (!aside) gaps.push(...described.gaps)
    return parts.map((part): Piece => {
      const concerned = concernedBy(part.matches, route)
      const { charges, duties } = rulesOf(concerned, part.codes[0] ?? null, setting)
      return {
        codes: part.codes,
        charges: [...charges, ...described.charges],
        duties: [...duties, ...described.duties, ...further],
        ...(aside && { isAside: aside }),
      }
    })
  })
  if (pieces.length > 0) return { value, text, pieces, gaps: [...gaps, ...beforeData(setting, pieces)] }
  const { charges, duties, ...described } = describedFor([], called, setting)
  const noCode: Gap = {
    kind: 'no_code',
    text: `${NO_CODE[question.language]} ${calledInWords(called, judged)}`,
  }
  return { value, text, pieces: [{ codes: [], charges, duties }], gaps: [...gaps, ...described.gaps, noCode] }
}

const NO_CODE: Text = {
  pl: 'takie rzeczy nie mają kodu w taryfie; zobacz:',
  en: 'such things have no code in the tariff; see',
}

const calledInWords = (called: readonly NearUncoded[], { question: { language } }: Judged): string =>
  [...new Set(called.map(({ uncoded: { article } }) => citationInWords(article ?? '', language)))].join(', ')

/** What has to be done for goods of these codes whatever the sanctions, and what Member States ask for besides. */
function furtherDuties(setting: Setting, meant: readonly Meant[], judged: Judged): readonly Duty[] {
  const { route, isWhole, language, regimes } = setting
  if (!isWhole) return []
  const circumstance = { ...judged, route }
  const matches = meant.flatMap(({ parts, aside }) => (aside ? [] : parts.flatMap((part) => part.matches)))
  const findings = [
    ...nationalFindings(circumstance, matches),
    ...controlFindings(circumstance, matches),
    ...otherControls(circumstance),
  ]
  return findings.map(
    (finding: Finding): Duty => ({
      kind: finding.kind,
      cited: {
        regime: regimes.find(({ data }) => data.code === finding.regime) ?? null,
        article: finding.article,
        annex: null,
        // A national duty begins with its act.
        ...(finding.kind === 'national' && { words: finding.text.split(':')[0]! }),
      },
      text: finding.text,
      brief: briefOf(finding.kind, language),
    }),
  )
}

/** Regimes aimed at a place of the way whose data begin later, where nothing was found. */
function beforeData({ route, regimes, day, language }: Setting, pieces: readonly Piece[]): readonly Gap[] {
  if (pieces.some(({ charges }) => charges.length > 0)) return []
  const places = placesIn(route)
  const isAimed = (regime: Regime) => targetsOf(regime, day).some((place) => places.includes(place))
  const late = regimes.filter((regime) => day < regime.data.complete_from && isAimed(regime))
  if (late.length === 0) return []
  const begin = late.map((one) => `${one.shortName[language]}: ${dayInSentence(one.data.complete_from, language)}`)
  return [{ kind: 'before_data', text: `${BEFORE[language]} ${begin.join(', ')}` }]
}

const BEFORE: Text = { pl: 'nasze dane są pełne dopiero od:', en: 'our data are complete only from:' }
