import type { Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { IsEmail, IsIdnEmail } from 'typebox/format'
import { Settings } from 'typebox/system'
import { LeadSchema } from './openapi/lead.ts'
import { ERRORS_SOUGHT, escapePointer, type WrongPlace } from './problems.ts'

type Lead = Static<typeof LeadSchema>
// Eight by default, which are fewer than a problem lists.
Settings.Set({ maxErrors: ERRORS_SOUGHT })
const validator = Compile(LeadSchema)

/** The body as a lead, or every place where it is none; e-mails in any script are taken. */
export function readLead(body: unknown): { lead: Lead } | { wrong: readonly WrongPlace[] } {
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    return { wrong: [{ code: 'body_invalid', pointer: '' }] }
  const { email } = body as { email?: unknown }
  const wrong: WrongPlace[] = isAddress(email) ? [] : [{ code: 'email_invalid', pointer: '/email' }]
  // Not by the validator, which names unknown fields last: with many of them it would have stopped before.
  const { known, unknown } = partedFields(body)
  // The address was judged above, by rules that know other scripts too.
  const rest = { ...known, email: 'anna@example.com' }
  wrong.push(...unknown.map((name): WrongPlace => ({ code: 'field_unknown', pointer: `/${escapePointer(name)}` })))
  if (!validator.Check(rest)) {
    for (const { keyword, instancePath } of validator.Errors(rest)) {
      // Of a key that is too long two things are said: `maxLength` names the key, `propertyNames` only utm.
      if (keyword !== 'propertyNames' && /^\/(source|utm)/.test(instancePath))
        wrong.push({ code: 'field_invalid', pointer: instancePath })
    }
    if (wrong.length === 0) wrong.push({ code: 'body_invalid', pointer: '' })
  }
  return wrong.length > 0 ? { wrong: once(wrong) } : { lead: body as Lead }
}

function partedFields(body: object): { known: object; unknown: readonly string[] } {
  const isKnown = (name: string) => Object.hasOwn(LeadSchema.properties, name)
  const fields = Object.entries(body)
  return {
    known: Object.fromEntries(fields.filter(([name]) => isKnown(name))),
    unknown: fields
      .map(([name]) => name)
      .filter((name) => !isKnown(name))
      .slice(0, ERRORS_SOUGHT),
  }
}

function isAddress(email: unknown): boolean {
  // Half a surrogate pair could not be stored as it was sent.
  if (typeof email !== 'string' || !email.isWellFormed() || [...email].length > 254) return false
  if (!(IsEmail(email) || IsIdnEmail(email))) return false
  const at = email.lastIndexOf('@')
  // Mail to a person outside goes to a domain whose last part is no number, and a mailbox has at most 64 characters.
  return at <= 64 && /^@[^[].*\.(?!\d+$)[^.]+$/.test(email.slice(at))
}

const once = (wrong: readonly WrongPlace[]): WrongPlace[] =>
  wrong.filter((one, at) => wrong.findIndex(({ pointer }) => pointer === one.pointer) === at)
