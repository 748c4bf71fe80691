import { domainToASCII } from 'node:url'
import Type from 'typebox'
import { IsEmail, IsIdnEmail, Set as setFormat } from 'typebox/format'
import { exactObject } from '../../base/exact.ts'
import { NOT_PLAIN } from '../../base/plain-text.ts'
import { UTM_BYTES, UTM_ENTRIES } from '../../base/utm.ts'
import { quote } from '../kernel/problem/problem.ts'
import { PROBLEM } from '../kernel/problem/problem-keyword.ts'
import { LEAD_CHARACTERS } from './limits.ts'

const EMAIL_CHARACTERS = LEAD_CHARACTERS.email

/** A text of one line. Others are refused rather than mended, so that nothing is changed silently. */
const line = (options: Type.TStringOptions) =>
  Type.Refine(
    Type.String({ ...options, [PROBLEM]: { ...INVALID, '~refine': 'field_characters' } }),
    (text) => !NOT_PLAIN.test(text),
  )
const FIELD_INVALID = quote('field_invalid', {
  source: LEAD_CHARACTERS.source,
  entries: UTM_ENTRIES,
  key: LEAD_CHARACTERS.utmKey,
  value: LEAD_CHARACTERS.utmValue,
})
const INVALID = { type: FIELD_INVALID, minLength: FIELD_INVALID, maxLength: FIELD_INVALID }

// The format of the library has only addresses in Latin letters, and some that nobody has.
setFormat('email', isAddress)

export const LeadSchema = exactObject(
  {
    email: Type.String({
      format: 'email',
      maxLength: EMAIL_CHARACTERS,
      description: 'in any script; without quotes, spaces, control and invisible characters, and full-width letters',
      examples: ['anna@example.com'],
      [PROBLEM]: quote('email_invalid', { max: EMAIL_CHARACTERS }),
    }),
    source: Type.Optional(
      line({
        maxLength: LEAD_CHARACTERS.source,
        description: 'one line: no control characters, tabs, line breaks or marks that change the direction of writing',
        examples: ['landing'],
      }),
    ),
    utm: Type.Optional(
      Type.Record(Type.String(), line({ maxLength: LEAD_CHARACTERS.utmValue }), {
        // A Record drops the bounds of its keys, so they are said once more, the way JSON Schema has them.
        propertyNames: line({ minLength: 1, maxLength: LEAD_CHARACTERS.utmKey }),
        maxProperties: UTM_ENTRIES,
        description: `keys and values have at most ${UTM_BYTES} bytes of UTF-8 together; each is one line, like source`,
        examples: [{ utm_source: 'newsletter' }],
        [PROBLEM]: FIELD_INVALID,
      }),
    ),
  },
  { [PROBLEM]: { type: 'body_invalid', additionalProperties: 'field_unknown' } },
)

/** Spaces, control and invisible characters: they could end a mail header, or make one address look like another. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]/u

/** A character that is compatible with one of ASCII, such as full-width `ａ`: https://www.unicode.org/reports/tr15/ */
const isLookAlike = (sign: string): boolean => sign > '\x7f' && /[\x21-\x7e]/.test(sign.normalize('NFKC'))

function isAddress(email: string): boolean {
  // A lone surrogate could not be stored as it was sent. A longer address breaks its own bound.
  if (!email.isWellFormed() || email.length > 2 * EMAIL_CHARACTERS) return false
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
