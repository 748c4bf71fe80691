import { domainToASCII } from 'node:url'
import type { Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { IsEmail, IsIdnEmail } from 'typebox/format'
import { Settings } from 'typebox/system'
import { NOT_PLAIN } from '../../terms/plain-text.ts'
import { UTM_BYTES, utmBytes } from '../../terms/utm.ts'
import { LeadSchema } from '../openapi/lead.ts'
import { type BodyProblem, ERRORS_AT_MOST, escapePointer } from '../response/problems.ts'

type Lead = Static<typeof LeadSchema>
const validator = Compile(LeadSchema)

/** The body as a lead, or every problem in it. E-mail addresses may be in any script. */
export function readLead(body: unknown): { lead: Lead } | { problems: readonly BodyProblem[] } {
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    return { problems: [{ code: 'body_invalid', pointer: '' }] }
  const { email } = body as { email?: unknown }
  const problems: BodyProblem[] = isAddress(email) ? [] : [{ code: 'email_invalid', pointer: '/email' }]
  // Unknown fields are found here rather than by the validator, which stops before them when there are many errors.
  const { known, unknown } = splitFields(body)
  // The address was checked above, by rules that allow other scripts too.
  const rest = { ...known, email: 'anna@example.com' }
  problems.push(...unknown.map((name): BodyProblem => ({ code: 'field_unknown', pointer: `/${escapePointer(name)}` })))
  if (!validator.Check(rest)) {
    // The default is eight, fewer than a problem lists. The setting is global and read by each call of `Errors`, so it is
    // set before the call: a law with mistakes, read in the same process, sets a much larger one.
    Settings.Set({ maxErrors: ERRORS_AT_MOST })
    for (const { keyword, instancePath } of validator.Errors(rest)) {
      // A key that is too long has two errors: `maxLength` names the key, `propertyNames` only utm.
      if (keyword !== 'propertyNames' && /^\/(source|utm)/.test(instancePath))
        problems.push({ code: 'field_invalid', pointer: instancePath })
    }
    if (problems.length === 0) problems.push({ code: 'body_invalid', pointer: '' })
  } else problems.push(...textProblems(rest as Lead))
  return problems.length > 0 ? { problems: firstOfEachPlace(problems) } : { lead: body as Lead }
}

/** Such texts are refused rather than mended, so that nothing is changed silently: they come from faulty programs. */
function textProblems({ source = '', utm = {} }: Lead): BodyProblem[] {
  const problems: BodyProblem[] = []
  if (NOT_PLAIN.test(source)) problems.push({ code: 'field_characters', pointer: '/source' })
  for (const [key, value] of Object.entries(utm)) {
    if (!NOT_PLAIN.test(key + value)) continue
    problems.push({ code: 'field_characters', pointer: `/utm/${escapePointer(key)}` })
  }
  if (utmBytes(utm) > UTM_BYTES) problems.push({ code: 'utm_too_large', pointer: '/utm' })
  return problems
}

/** Spaces, control and invisible characters: they could end a mail header, or make one address look like another. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]/u

/** A character that is compatible with one of ASCII, such as full-width `ａ`: https://www.unicode.org/reports/tr15/ */
const isLookAlike = (sign: string): boolean => sign > '\x7f' && /[\x21-\x7e]/.test(sign.normalize('NFKC'))

function splitFields(body: object): { known: object; unknown: readonly string[] } {
  const isKnown = (name: string) => Object.hasOwn(LeadSchema.properties, name)
  const fields = Object.entries(body)
  return {
    known: Object.fromEntries(fields.filter(([name]) => isKnown(name))),
    unknown: fields
      .map(([name]) => name)
      .filter((name) => !isKnown(name))
      .slice(0, ERRORS_AT_MOST),
  }
}

function isAddress(email: unknown): boolean {
  // A lone surrogate could not be stored as it was sent.
  if (typeof email !== 'string' || !email.isWellFormed() || [...email].length > 254) return false
  // A quoted mailbox may hold any character, and hardly anybody has one.
  if (email.includes('"') || UNSEEN.test(email) || [...email].some(isLookAlike)) return false
  const at = email.lastIndexOf('@')
  if (!(IsEmail(email) || isInternational(email.slice(0, at), email.slice(at + 1)))) return false
  // A public domain ends with a label that is not a number, and a mailbox has at most 64 characters (RFC 5321, 4.5.3.1.1).
  return at <= 64 && /^@[^[].*\.(?!\d+$)[^.]+$/.test(email.slice(at))
}

/** The format allows letters only, while Thai or Hindi domain names are written with vowel marks too. */
const isInternational = (mailbox: string, domain: string): boolean =>
  IsIdnEmail(`${mailbox}@${domain.replace(/\p{M}/gu, '')}`) && domainToASCII(domain) !== ''

const firstOfEachPlace = (problems: readonly BodyProblem[]): BodyProblem[] =>
  problems.filter((one, at) => problems.findIndex(({ pointer }) => pointer === one.pointer) === at)
