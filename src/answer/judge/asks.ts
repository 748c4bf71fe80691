import { group } from '../../base/cn-code.ts'
import type { Language, Phrase, Text } from '../../base/language.ts'
import type { Ask } from '../../law/dataset/asks.ts'
import { type Entry, listsWhole } from '../../law/dataset/dataset.ts'
import type { AskOccasion } from '../../law/terms/law-vocabulary.ts'
import type { Limit } from '../../law/terms/limit.ts'
import { thresholdInWords } from '../../law/terms/wording.ts'
import type { Reason } from '../match/concern.ts'
import { valueLimits } from '../match/fitting.ts'
import type { Match } from '../match/grants.ts'
import { isSentFrom, originatesIn, type Route } from '../question/deal.ts'
import type { Condition } from './model.ts'

/** The occasions that a deal is, as far as its countries show. */
export function occasionsOf(reason: Reason, { regime }: Entry, route: Route): readonly AskOccasion[] {
  if (reason === 'passage' || reason === 'inside_union' || reason === 'use') return [reason]
  return originatesIn(regime, route) && !isSentFrom(regime, route) ? ['sent_from_elsewhere'] : []
}

/** The questions of a provision that such a deal is asked. */
export const askedOn = (asks: readonly Ask[], occasions: readonly AskOccasion[]): readonly Ask[] =>
  asks.filter(({ when }) => when === null || occasions.includes(when))

/** Whether questions of the provision are for other deals only, so that it is not available in this one. */
export const isForOthers = (asks: readonly Ask[], occasions: readonly AskOccasion[]): boolean =>
  asks.length > 0 && askedOn(asks, occasions).length === 0

/** What the regime asks of such a deal, whatever the provision: is the passage an export, the sale an import before the ban? */
export const askedOfRegime = ({ regime }: Entry, reason: Reason): readonly Ask[] =>
  regime.asks.filter(({ when }) => when !== null && when === reason)

export const conditionOf = ({ id, fact, text, when }: Ask, language: Language): Condition => ({
  kind: 'ask',
  ask: { id, fact, text: text[language], occasion: when },
})

/**
 * What decides whether the goods are those of the rows of one provision: their value, a limit, a description. One of the lists
 * has to be met whole; an empty one is met by all goods of the code.
 */
export function rowsConditions(matches: readonly Match[], language: Language): readonly (readonly Condition[])[] {
  const values = matches.filter(({ entry }) => valueLimits(entry.limits).length > 0)
  const others = matches.filter((match) => !values.includes(match))
  if (others.some((match) => isMetByAll(match))) return [[]]
  return [...valuesConditions(values, language), ...(others.length > 0 ? [[fitsRows(others, language)]] : [])]
}

/** Whether the row lists all goods of the code, with no limit that the code leaves open. */
const isMetByAll = ({ entry, goods }: Match): boolean => listsWhole(entry, goods) && !hasOpenLimit(entry)

/** A condition in words is asked by the measure, or by what lifts it; so is a limit of the measure that has a question. */
const hasOpenLimit = ({ limits, condition, asks }: Entry): boolean =>
  limits !== 'any' && limits.length > 0 && (condition === null || asks.length === 0)

/** In lists of luxury goods `ex` stands for the value beyond which they are banned. Where rows differ in it, the goods decide between. */
function valuesConditions(matches: readonly Match[], language: Language): readonly (readonly Condition[])[] {
  const rows = matches.map((match) => ({ match, ...valuesOf(match) }))
  const highest = Math.max(...rows.map(({ above, coats }) => Math.max(above, coats ?? 0)))
  if (rows.length === 0) return []
  const lower = [...new Set(rows.map(({ above }) => above))].filter((above) => above < highest)
  return [
    [{ kind: 'value', above: highest }],
    ...lower.map((above): Condition[] => {
      const own = rows.filter((row) => row.above === above)
      const matchesOf = own.map(({ match }) => match)
      const fits = own.every(({ coats }) => coats !== null)
        ? noCoats(matchesOf, language)
        : fitsRows(matchesOf, language)
      return [{ kind: 'value', above }, fits]
    }),
  ]
}

/** The value beyond which the goods of a row are listed, and coats among them where theirs is another. */
function valuesOf({ entry }: Match): { above: number; coats: number | null } {
  const values = valueLimits(entry.limits)
  const highest = (limits: readonly Limit[]) =>
    limits.length > 0 ? Math.max(...limits.map(({ amount }) => amount)) : null
  const ofCoats = highest(values.filter(isOfCoats))
  const others = highest(values.filter((limit) => !isOfCoats(limit)))
  return others === null ? { above: ofCoats ?? 0, coats: null } : { above: others, coats: ofCoats }
}

const isOfCoats = ({ scope }: Limit): boolean => scope === 'coat'

/** One question for all rows of a provision that describe these goods. */
function fitsRows(matches: readonly [Match, ...Match[]] | readonly Match[], language: Language): Condition {
  const [{ entry }] = matches as [Match]
  const words = [...new Set(matches.map((match) => rowInWords(match.entry, language)))]
  const fits = words.every((one) => one === '') ? FITS_ANNEX : FITS
  const text = fits[language](words.filter((one) => one !== '').join(OR[language]), placeInWords(entry, language))
  return { kind: 'ask', ask: { id: rowId(entry), fact: 'fits', occasion: null, text } }
}

function noCoats([match]: readonly Match[], language: Language): Condition {
  const { entry } = match!
  return { kind: 'ask', ask: { id: coatsId(entry), fact: 'fits', occasion: null, text: NO_COATS[language] } }
}

/** `833-2014.XVIII.8703`: the annex, or the article that names the code itself, and the code of the row. */
export const rowId = ({ regime, annex, article, code }: Entry): string =>
  `${regime.folder}.${(annex ?? article).split(/[, ]/)[0]}.${code}`

export const coatsId = (entry: Entry): string => `${rowId(entry)}.coats`

/** Limits say what a row means by more words; a row without any is quoted. */
function rowInWords({ limits, listedAs, code, partialBy, leftOut }: Entry, language: Language): string {
  const bounds = limits === 'any' ? [] : limits.filter((one) => valueLimits([one]).length === 0)
  const isQuoted = partialBy !== null && listedAs !== null && (bounds.length === 0 || leftOut === null)
  const words = [
    ...(isQuoted ? [quoted(listedAs[language], language)] : []),
    ...bounds.map((limit) => thresholdInWords(limit, language)),
    ...(isQuoted || leftOut === null ? [] : [`${EXCEPT[language]} ${leftOut[language]}`]),
  ]
  return words.length === 0 ? '' : `${words.join('; ')} (${partialBy !== null ? 'ex ' : ''}${group(code)})`
}

const quoted = (text: string, language: Language): string => (language === 'pl' ? `„${text}”` : `“${text}”`)

const placeInWords = ({ annex, article }: Entry, language: Language): string =>
  annex === null ? article : `${language === 'pl' ? 'załącznik' : 'Annex'} ${annex}`

const FITS: Phrase<[rows: string, place: string]> = {
  pl: (rows, place) => `Czy towar odpowiada opisowi (${place}): ${rows}?`,
  en: (rows, place) => `Do the goods fit the description (${place}): ${rows}?`,
}
const FITS_ANNEX: Phrase<[rows: string, place: string]> = {
  pl: (_, place) => `Czy towar odpowiada opisowi w akcie (${place})?`,
  en: (_, place) => `Do the goods fit the description in the act (${place})?`,
}
const EXCEPT: Text = { pl: 'z wyjątkiem', en: 'except' }
const OR: Text = { pl: ' albo ', en: ' or ' }
const NO_COATS: Text = { pl: 'Czy towar jest inny niż płaszcz?', en: 'Are the goods other than coats?' }
