import { domainToASCII } from 'node:url'
import type { Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { IsEmail, IsIdnEmail } from 'typebox/format'
import { Settings } from 'typebox/system'
import { NOT_PLAIN } from '../../terms/plain-text.ts'
import { UTM_BYTES, utmBytes } from '../../terms/utm.ts'
import { LeadSchema } from '../openapi/lead.ts'
import { ERRORS_SOUGHT, escapePointer, type WrongPlace } from '../response/problems.ts'

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
  } else wrong.push(...wrongTexts(rest as Lead))
  return wrong.length > 0 ? { wrong: once(wrong) } : { lead: body as Lead }
}

/** Refused rather than mended, so that nothing is changed silently: whoever sends such texts is a program with a fault. */
function wrongTexts({ source = '', utm = {} }: Lead): WrongPlace[] {
  const wrong: WrongPlace[] = []
  if (NOT_PLAIN.test(source)) wrong.push({ code: 'field_characters', pointer: '/source' })
  for (const [key, value] of Object.entries(utm)) {
    if (!NOT_PLAIN.test(key + value)) continue
    wrong.push({ code: 'field_characters', pointer: `/utm/${escapePointer(key)}` })
  }
  if (utmBytes(utm) > UTM_BYTES) wrong.push({ code: 'utm_too_large', pointer: '/utm' })
  return wrong
}

/** Spaces, controls, and what is not seen: it could end a header of a mail, or make one address look like another. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]/u

/** A character outside ASCII that means one of ASCII, such as full-width `ａ`: https://www.unicode.org/reports/tr15/ */
const isLookAlike = (sign: string): boolean => sign > '\x7f' && /[\x21-\x7e]/.test(sign.normalize('NFKC'))

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
  // Quoted mailboxes may hold anything, and hardly anybody has one.
  if (email.includes('"') || UNSEEN.test(email) || [...email].some(isLookAlike)) return false
  const at = email.lastIndexOf('@')
  if (!(IsEmail(email) || isInternational(email.slice(0, at), email.slice(at + 1)))) return false
  // Mail to a person outside goes to a domain whose last part is no number, and a mailbox has at most 64 characters.
  return at <= 64 && /^@[^[].*\.(?!\d+$)[^.]+$/.test(email.slice(at))
}

/** In any script: the format knows letters alone, while Thai or Hindi names are written with vowel marks too. */
const isInternational = (mailbox: string, domain: string): boolean =>
  IsIdnEmail(`${mailbox}@${domain.replace(/\p{M}/gu, '')}`) && domainToASCII(domain) !== ''

const once = (wrong: readonly WrongPlace[]): WrongPlace[] =>
  wrong.filter((one, at) => wrong.findIndex(({ pointer }) => pointer === one.pointer) === at)
