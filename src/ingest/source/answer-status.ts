import { type Answer, beginningOf } from './http-client.ts'
import { SourceFault } from './source-error.ts'

/** What the wall in front of the sources sends instead of an answer: a page that wants to be run by a browser. */
const CHALLENGE =
  /awswaf|gokuprops|challenge\.js|captcha|cf-chl|_incapsula_|request rejected|enable javascript|javascript is disabled/i

export const isChallenge = (text: string): boolean => CHALLENGE.test(text)

export const botWall = (host: string): SourceFault =>
  new SourceFault(
    'bot_wall',
    `${host} takes us for a robot it does not want (bot wall). Nothing is wrong with the law: wait some hours, and set CONTACT so that they can write to you.`,
  )

const PASSING = [408, 425, 429, 500, 502, 503, 504]

/** Every status but a good one, as a fault; the body is looked at only to recognise the wall. */
export async function faultOf(
  answer: Answer,
  host: string,
  now: number,
  asked: 'page' | 'query',
): Promise<SourceFault> {
  const { status, headers } = answer
  const walled = status === 202 || status === 403 || headers.get('x-amzn-waf-action') !== null
  const said = await beginningOf(answer)
  await answer.leave()
  if (walled || (/text\/html/.test(headers.get('content-type') ?? '') && isChallenge(said))) return botWall(host)
  if (asked === 'page' && (status === 406 || status === 404)) {
    return new SourceFault('hole', `${host} lists it, but answers ${status}.`)
  }
  return new SourceFault(
    'status',
    `${host} answers ${status}.`,
    PASSING.includes(status),
    retryAfter(headers.get('retry-after'), now),
  )
}

/** `Retry-After` in milliseconds from now: seconds, or a date. */
export function retryAfter(header: string | null, now: number): number | null {
  if (header === null) return null
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000
  const moment = Date.parse(header)
  return Number.isNaN(moment) ? null : Math.max(0, moment - now)
}
