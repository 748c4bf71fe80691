import type { Static } from 'typebox'
import { UTM_BYTES, utmBytes } from '../../terms/utm.ts'
import { LeadSchema } from '../input/lead-body.ts'
import { readBySchema } from '../input/read-by-schema.ts'
import type { BodyProblem } from '../response/problems.ts'

type Lead = Static<typeof LeadSchema>

/** The body as a lead, or every problem in it, what is wrong with the address first. */
export function readLead(body: unknown): { lead: Lead } | { problems: readonly BodyProblem[] } {
  const read = readBySchema(LeadSchema, body)
  if ('problems' in read) {
    const isEmail = ({ pointer }: BodyProblem) => pointer === '/email'
    return { problems: [...read.problems.filter(isEmail), ...read.problems.filter((one) => !isEmail(one))] }
  }
  const { utm = {} } = read.value
  return utmBytes(utm) > UTM_BYTES ? { problems: [{ code: 'utm_too_large', pointer: '/utm' }] } : { lead: read.value }
}
