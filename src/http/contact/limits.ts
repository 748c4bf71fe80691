import type { BodyInput } from '../kernel/body/route-input.ts'

/** Codes of one alert by e-mail. */
export const MAX_ALERT_CODES = 200
export const LEAD_CHARACTERS = { email: 254, source: 200, utmKey: 64, utmValue: 200 } as const

/** An address of 254 characters fits even when each is escaped twice, and so do 20 marks with their names. */
export const LEAD_BODY: BodyInput = {
  type: 'application/json',
  bytes: 16 * 1024,
  parts: 1_000,
  depth: 8,
  textBytes: 8 * 1024,
}

/** The same as a form of a page, which has six fields; trackers add some. */
export const LEAD_FORM: BodyInput = { ...LEAD_BODY, type: 'application/x-www-form-urlencoded', parts: 100, depth: 1 }
