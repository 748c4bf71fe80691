import type { CnShort } from '../../answer/short-response.ts'
import type { Language } from '../../terms/language.ts'
import { RESTRICTION_NAMES } from '../../terms/restriction-names.ts'
import { tradeDirectionOf } from '../answer/trade-direction.ts'
import { DAMAGE_TEXTS, listSpeaker, VERDICT_TEXTS } from '../pages/list-texts.ts'
import type { Reply } from './batch-client.ts'
import type { Line } from './lines.ts'
import type { Table } from './table.ts'
import { type Match, type Verdict, verdictOf } from './verdict.ts'

/** A line and the reply to it; null: not sent, or no reply yet. */
export interface CheckedLine {
  readonly line: Line
  readonly reply: Reply | null
}

export const verdictOfLine = ({ line, reply }: CheckedLine): Verdict =>
  line.damage || reply?.status !== 'ok' ? 'problem' : verdictOf(reply)

/** Why a line has no answer, or what to note about its answer. */
export function remarksOf({ line, reply }: CheckedLine, language: Language): string[] {
  const say = listSpeaker(language)
  if (line.damage) return [DAMAGE_TEXTS[line.damage][language]]
  if (reply === null) return [say('notChecked')]
  if (reply.status === 'error') return [reply.detail]
  const nothing = reply.matched_as === 'name' && reply.goods?.length === 0 && reply.warnings.length === 0
  return [
    ...(line.q === line.given ? [] : [`${say('checkedAs')} ${line.q}`]),
    ...(nothing ? [say('noGoods')] : []),
    ...reply.warnings,
  ]
}

/** Matches of one country and restriction type, with the provisions they come from. */
export interface MatchGroup {
  /** `RU: zakaz przywozu`. */
  readonly words: string
  readonly places: readonly { readonly words: string; readonly codes: readonly string[] }[]
}

/** The most severe first: `RESTRICTION_NAMES` has them in this order. */
const TYPES = Object.keys(RESTRICTION_NAMES) as (keyof typeof RESTRICTION_NAMES)[]

/** All matches, grouped so that a few lines are enough for them. */
export function groupMatches({ matches }: CnShort, language: Language): MatchGroup[] {
  const countries = [...new Set(matches.map(({ country }) => country))]
  return countries.flatMap((country) =>
    TYPES.flatMap((type) => {
      const group = matches.filter((match) => match.country === country && match.type === type)
      if (group.length === 0) return []
      const places = Map.groupBy(group, (match) => placeInWords(match, language))
      return [
        {
          words: `${country}: ${RESTRICTION_NAMES[type][language]}`,
          places: [...places].map(([words, same]) => ({
            words,
            codes: [...new Set(same.map(({ cn_code }) => cn_code))],
          })),
        },
      ]
    }),
  )
}

/** `zał. XXIII, art. 3k(1) (tylko część kodu)`. */
function placeInWords(match: Match, language: Language): string {
  const say = listSpeaker(language)
  const place = [match.annex && `${say('annex')} ${match.annex}`, match.article && `${say('article')} ${match.article}`]
  const bounds = [
    match.partial_by === 'description' && say('part'),
    match.except_codes.length > 0 && `${say('except')} ${match.except_codes.join(', ')}`,
    (match.condition !== null || match.thresholds.length > 0) && say('limited'),
    match.in_force === 'possibly' && say('possibly'),
  ].filter(Boolean)
  return place.filter(Boolean).join(', ') + (bounds.length > 0 ? ` (${bounds.join(', ')})` : '')
}

/** `RU: przywóz, wywóz; BY: wywóz`. */
function directionsOf({ matches }: CnShort, language: Language): string {
  const say = listSpeaker(language)
  const countries = Map.groupBy(matches, ({ country }) => country)
  return [...countries]
    .map(([country, group]) => {
      const directions = new Set(group.map(({ direction }) => tradeDirectionOf(direction)))
      return `${country}: ${[...directions].map((one) => (one === 'other' ? '–' : say(one))).join(', ')}`
    })
    .join('; ')
}

export function winddownsInWords({ winddowns }: CnShort, language: Language): string {
  const say = listSpeaker(language)
  return winddowns
    .map(({ article, until, applies }) => {
      const covers = applies === null ? '' : `, ${say(applies ? 'covers' : 'coversNot')}`
      return `${say('article')} ${article}${until ? ` ${say('until')} ${until}` : ''}${covers}`
    })
    .join(' | ')
}

const SEPARATOR = ' | '

/** The result for a download, as rows of texts: the columns of the user's file first, then what was found. */
export function reportOf(
  checked: readonly CheckedLine[],
  table: Table,
  titles: readonly string[],
  language: Language,
): string[][] {
  const say = listSpeaker(language)
  const cellsOf = new Map(table.map(({ number, cells }) => [number, cells]))
  const width = Math.max(1, titles.length, ...checked.map(({ line }) => cellsOf.get(line.row)?.length ?? 0))
  const own = Array.from({ length: width }, (_, at) => say('columnPrefix') + (titles[at] || say('columnN', at + 1)))
  const header = [
    say('row'),
    ...own,
    say('columnChecked'),
    say('columnVerdict'),
    say('columnApi'),
    say('columnBan'),
    say('columnName'),
    say('columnDirections'),
    say('columnCount'),
    say('columnMatches'),
    say('columnArticles'),
    say('columnWinddowns'),
    say('columnLinks'),
    say('columnRemarks'),
    say('columnDay'),
    say('columnDataset'),
  ]
  const rows = checked.map((one) => {
    const { line, reply } = one
    const cells = cellsOf.get(line.row) ?? []
    const file = Array.from({ length: width }, (_, at) => cells[at]?.text ?? '')
    const found = reply?.status === 'ok' && !line.damage ? reply : null
    const sent = line.damage || reply === null ? '' : line.q
    return [
      String(line.row),
      ...file,
      sent,
      VERDICT_TEXTS[verdictOfLine(one)][language],
      ...(found ? foundCells(found, language) : Array.from({ length: 9 }, () => '')),
      remarksOf(one, language).join(SEPARATOR),
      reply?.as_of ?? '',
      reply?.dataset ?? '',
    ]
  })
  return [header, ...rows]
}

function foundCells(found: CnShort, language: Language): string[] {
  const say = listSpeaker(language)
  const articles = found.matches.flatMap(({ country, article }) => (article ? [`${country} ${article}`] : []))
  const goods = found.goods?.[0]
  const { meta } = found
  return [
    found.verdict,
    say(found.has_prohibition ? 'yes' : 'no'),
    found.cn_name ?? (goods ? `${goods.code} ${goods.name}` : ''),
    directionsOf(found, language),
    String(meta.total),
    [
      ...groupMatches(found, language).flatMap((group) =>
        group.places.map(({ words, codes }) => `${codes.join(', ')}: ${group.words}, ${words}`),
      ),
      ...(meta.total > meta.returned ? [say('more', meta.total - meta.returned)] : []),
    ].join(SEPARATOR),
    [...new Set(articles)].join(SEPARATOR),
    winddownsInWords(found, language),
    [...new Set(found.matches.map(({ eur_lex_url }) => eur_lex_url))].join(SEPARATOR),
  ]
}
