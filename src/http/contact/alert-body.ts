import Type from 'typebox'
import { exactObject } from '../../base/exact.ts'
import { LANGUAGES } from '../../base/language.ts'
import { watchedCode } from '../../webhooks/watchlist.ts'
import { MAX_ALERT_CODES } from '../kernel/limits/bounds.ts'
import { PROBLEM } from '../kernel/problem/problem-keyword.ts'
import { LeadSchema } from './lead-body.ts'

const told = { [PROBLEM]: 'alert_invalid' } as const
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
  { [PROBLEM]: 'alert_invalid' },
)
