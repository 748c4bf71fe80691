import type { CnShort } from '../../answer/short.ts'

/** What a line of the table says first, the gravest first. */
export const VERDICTS = ['ban', 'partial', 'condition', 'problem', 'unknown', 'clear'] as const
export type Verdict = (typeof VERDICTS)[number]

type Match = CnShort['matches'][number]

/** `unknown`: nothing was found because nothing was recognised, which says less than "no match". */
export function verdictOf({ verdict, has_prohibition, matches, meta, matched_as, cn_exists, goods }: CnShort): Verdict {
  if (verdict === 'no_match') {
    const recognised = matched_as === 'cn_code' ? cn_exists : (goods?.length ?? 0) > 0
    return recognised ? 'clear' : 'unknown'
  }
  if (!has_prohibition) return 'condition'
  const bans = matches.filter(isBan)
  // Matches that are not shown may name the whole code.
  const seen = meta.returned === meta.total
  return seen && bans.every(({ partial_entry }) => partial_entry) ? 'partial' : 'ban'
}

export const isBan = ({ type }: Match): boolean => type.endsWith('_ban')
