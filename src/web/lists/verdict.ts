import type { CnShort } from '../../answer/short-response.ts'
import { listsWhole } from '../answer/lists-whole.ts'
import { digitsOf } from './lines.ts'

/** What a line of the table says first, the gravest first. */
export const VERDICTS = ['ban', 'partial', 'condition', 'problem', 'unknown', 'clear'] as const
export type Verdict = (typeof VERDICTS)[number]

export type Match = CnShort['matches'][number]

/**
 * `ban`: all that was asked is banned, some way. `partial`: a ban that reaches only some of it, by its code, its
 * description, a threshold or a day in doubt. `unknown`: nothing was found because nothing was recognised.
 */
export function verdictOf(short: CnShort): Verdict {
  const { verdict, has_prohibition, matches, matched_as, cn_exists, goods = [], meta } = short
  if (verdict === 'no_match') {
    const recognised = matched_as === 'cn_code' ? cn_exists : goods.length > 0
    return recognised ? 'clear' : 'unknown'
  }
  if (!has_prohibition) return 'condition'
  const sure = matches.filter(isSureBan)
  const covered = (code: string) => sure.some((ban) => code.startsWith(digitsOf(ban.cn_code)) && listsWhole(ban, code))
  const asked = matched_as === 'cn_code' ? [digitsOf(short.query)] : goods.map(({ code }) => digitsOf(code))
  // Goods that are not shown may be free.
  const all = matched_as === 'cn_code' || meta.goods === goods.length
  return all && asked.every(covered) ? 'ban' : 'partial'
}

const isBan = ({ type }: Match): boolean => type.endsWith('_ban')

const isSureBan = (match: Match): boolean =>
  isBan(match) && match.condition === null && match.thresholds.length === 0 && match.in_force === 'yes'
