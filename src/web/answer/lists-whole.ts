import type { CnResult } from '../../answer/response.ts'
import { digitsOf } from './wording.ts'

/** All that the code asked for means is listed: the row names it whole, or leaves out only codes elsewhere. */
export const listsWhole = (
  { partial_by, except_codes }: Pick<CnResult, 'partial_by' | 'except_codes'>,
  code: string,
): boolean =>
  partial_by === null || (partial_by === 'codes' && !except_codes.some((one) => digitsOf(one).startsWith(code)))
