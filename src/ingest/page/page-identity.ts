import { type Day, isDay } from '../../base/day.ts'

/** What a consolidated page says it is. */
export interface PageIdentity {
  /** `02014R0833-20260724` */
  readonly celex: string
  /** `en` */
  readonly language: string
  readonly version: Day
}

/** `02014R0833 — EN — 24.07.2026 — 035.001`: the reference line at the top of every consolidated text. */
const REFERENCE = /(0\d{4}[A-Z]\d{4})\s*[-–—]\s*([A-Z]{2})\s*[-–—]\s*(\d{2})\.(\d{2})\.(\d{4})\s*[-–—]\s*\d{3}\.\d{3}/

/** The identity in a text that holds a reference line. */
export function parseReference(text: string): PageIdentity | null {
  const [, act, language, day, month, year] = REFERENCE.exec(text) ?? []
  const version = `${year}-${month}-${day}`
  if (!act || !language || !isDay(version)) return null
  return { celex: `${act}-${year}${month}${day}`, language: language.toLowerCase(), version }
}

/** The reference line is among the first lines; only a table of contents may come before it. */
const TOP = 300_000

/** The identity of a page that was not parsed. */
export function identityOfHtml(html: string): PageIdentity | null {
  const top = html
    .slice(0, TOP)
    .replaceAll(/&(?:mdash|#8212|#x2014);/gi, '—')
    .replaceAll(/&(?:nbsp|#160|#xa0);/gi, ' ')
  return parseReference(top)
}

/** What bot walls (AWS WAF at EUR-Lex, Cloudflare, Imperva) send in place of a page: a challenge for a browser to run. */
const BOT_WALL =
  /awswaf|gokuprops|challenge(?:-container|\.js)|captcha|cf-chl|_incapsula_|request rejected|not a robot|enable javascript|javascript is disabled/i

export const isBotWall = (text: string): boolean => BOT_WALL.test(text)
