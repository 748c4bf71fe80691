import type { Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { IsEmail, IsIdnEmail } from 'typebox/format'
import { Settings } from 'typebox/system'
import { LeadSchema } from './openapi/lead.ts'
import { escapePointer, type WrongPlace } from './problems.ts'

type Lead = Static<typeof LeadSchema>
// Eight by default, and a lead can have more mistakes than that.
Settings.Set({ maxErrors: 1_000 })
const validator = Compile(LeadSchema)

/** The body as a lead, or every place where it is none; e-mails in any script are taken. */
export function readLead(body: unknown): { lead: Lead } | { wrong: readonly WrongPlace[] } {
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    return { wrong: [{ code: 'body_invalid', pointer: '' }] }
  const { email } = body as { email?: unknown }
  const wrong: WrongPlace[] = isAddress(email) ? [] : [{ code: 'email_invalid', pointer: '/email' }]
  if (!validator.Check(body)) {
    for (const { keyword, instancePath, params } of validator.Errors(body)) {
      if (keyword === 'additionalProperties') {
        for (const name of (params as { additionalProperties: string[] }).additionalProperties) {
          wrong.push({ code: 'field_unknown', pointer: `${instancePath}/${escapePointer(name)}` })
        }
        // Of a key that is too long two things are said: `maxLength` names the key, `propertyNames` only utm.
      } else if (keyword !== 'propertyNames' && /^\/(source|utm)/.test(instancePath)) {
        wrong.push({ code: 'field_invalid', pointer: instancePath })
      }
    }
  }
  return wrong.length > 0 ? { wrong: once(wrong) } : { lead: body as Lead }
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
