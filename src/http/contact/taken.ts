import Type from 'typebox'
import { exactObject } from '../../base/exact.ts'
import { answer, LIMIT_HEADERS } from '../kernel/describe/parts.ts'

/** The answer to what was stored, whatever it was. */
export const TAKEN = answer('Stored', exactObject({ ok: Type.Literal(true) }), LIMIT_HEADERS, {
  stored: { value: { ok: true } },
})
