import { optionalText } from '../../answer/question/parameters.ts'
import { NOT_PLAIN } from '../../base/plain-text.ts'
import { LAW_VERSION } from '../../receipts/verification-words.ts'
import type { ParameterChoices } from '../kernel/body/route-input.ts'
import { lookupQuery } from '../lookup/lookup-parameters.ts'

const CASE_CHARACTERS = 80

/** The search page has its language in its path, and shows all there is. */
export function pageQuery(law: ParameterChoices) {
  const { lang: _lang, limit: _limit, offset: _offset, detail: _detail, include: _include, ...asked } = lookupQuery(law)
  return asked
}

/** The record for the file: a lookup in the language of its path, and a case number that goes no further than the page. */
export function recordQuery(law: ParameterChoices) {
  const { lang: _lang, detail: _detail, include: _include, ...asked } = lookupQuery(law)
  return { ...asked, ...CASE_PARAMETER }
}

export const CASE_PARAMETER = {
  case: {
    ...optionalText(
      (text) => (NOT_PLAIN.test(text.trim()) ? undefined : text.trim()),
      CASE_CHARACTERS,
      'case_invalid',
      'the case number to print',
      ['CEL/2026/117'],
    ),
    values: { max: CASE_CHARACTERS },
  },
}

/** What the address in the QR code of a record adds to its question. */
export const VERIFY_PARAMETERS = {
  dataset: optionalText(
    (text) => (LAW_VERSION.test(text) ? text : undefined),
    64,
    'verification_incomplete',
    'the version of the law',
    ['2026-07-24-0123456789ab'],
  ),
  // Shown beside our own words to whoever follows a link that a stranger may have written.
  build: optionalText(
    (text) => (/^cn-sanctions [\w.+-]+$/.test(text) ? text : undefined),
    100,
    'verification_incomplete',
    'the version of the software',
    ['cn-sanctions 2.0.0'],
  ),
  answer_sha256: optionalText(
    (text) => (/^[0-9a-f]{64}$/.test(text) ? text : undefined),
    64,
    'verification_incomplete',
    'the hash of the answer',
    ['0'.repeat(64)],
  ),
}

export const verifyQuery = (law: ParameterChoices) => ({ ...lookupQuery(law), ...VERIFY_PARAMETERS })

const linkPart = (shape: RegExp, characters: number, description: string) =>
  optionalText((text) => (shape.test(text) ? text : undefined), characters, 'url_invalid', description)

/** What a link in a mail carries. */
export const ALERT_LINK = {
  id: linkPart(/^(?:a[lr]_\w{16}|mb_[\w-]{43})$/, 46, 'an alert, its recipient or a mailbox'),
  token: linkPart(/^[\w-]{32}$/, 32, 'that the reader of the mail has, and nobody else'),
}
