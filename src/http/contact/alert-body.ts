import Type from 'typebox'
import { exactObject } from '../../base/exact.ts'
import { LANGUAGES } from '../../base/language.ts'
import { watchedCode } from '../../webhooks/watchlist.ts'
import { quote } from '../kernel/problem/problem.ts'
import { PROBLEM } from '../kernel/problem/problem-keyword.ts'
import { LeadSchema } from './lead-body.ts'
import { MAX_ALERT_CODES } from './limits.ts'

/** The request for alerts is not valid, whatever is wrong with it. */
export const ALERT_INVALID = quote('alert_invalid', { max: MAX_ALERT_CODES })
const told = { [PROBLEM]: ALERT_INVALID }
const Code = Type.Refine(Type.String(told), (text) => watchedCode(text) !== null)

export const AlertSchema = exactObject(
  {
    email: LeadSchema.properties.email,
    codes: Type.Optional(
      Type.Array(Code, {
        maxItems: MAX_ALERT_CODES,
        description: 'CN codes, up and down the tariff; none: every change',
        ...told,
      }),
    ),
    regime: Type.Optional(Type.String({ description: 'without it, Russia and Belarus', ...told })),
    lang: Type.Optional(Type.Enum(LANGUAGES, { [PROBLEM]: 'lang_unknown' })),
  },
  told,
)
