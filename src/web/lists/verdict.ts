import type { CnShort } from '../../answer/short-response.ts'
import { ungroup } from '../../terms/cn-code.ts'
import { typedDigits } from './lines.ts'

/** The verdict about a line of a list, the most severe first. */
export const VERDICTS = ['ban', 'partial', 'condition', 'problem', 'unknown', 'clear'] as const
export type Verdict = (typeof VERDICTS)[number]

export type Match = CnShort['matches'][number]

/**
 * `ban`: everything asked for is banned in some direction. `partial`: a ban covers only part of it, by code, description,
 * threshold or an uncertain first day. `unknown`: neither the code nor the name was recognised.
 */
export function verdictOf(short: CnShort): Verdict {
  const { verdict, has_prohibition, matches, matched_as, cn_exists, goods = [], meta } = short
  if (verdict === 'no_match') {
    const recognised = matched_as === 'cn_code' ? cn_exists : goods.length > 0
    return recognised ? 'clear' : 'unknown'
  }
  if (!has_prohibition) return 'condition'
  const sure = matches.filter(isSureBan)
  const covered = (code: string) => sure.some((ban) => code.startsWith(ungroup(ban.cn_code)) && listsWhole(ban, code))
  const codes = matched_as === 'cn_code' ? [typedDigits(short.query)] : goods.map(({ code }) => ungroup(code))
  // The short answer may leave out goods that are not banned.
  const all = matched_as === 'cn_code' || meta.goods === goods.length
  return all && codes.every(covered) ? 'ban' : 'partial'
}

const isBan = ({ type }: Match): boolean => type.endsWith('_ban')

const isSureBan = (match: Match): boolean =>
  isBan(match) && match.condition === null && match.thresholds.length === 0 && match.in_force === 'yes'

/** The listing covers the whole code asked for: it names the code whole, or excludes only codes outside it. */
const listsWhole = ({ partial_by, except_codes }: Match, code: string): boolean =>
  partial_by === null || (partial_by === 'codes' && !except_codes.some((one) => ungroup(one).startsWith(code)))
