import { addDays, type Day } from '../../base/day.ts'
import { daysIn } from '../update/figures.ts'

const ORDINALS = ['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']
const LATER: Readonly<Record<string, number>> = { fifteenth: 15, twentieth: 20 }

/** The first day of an act by its own words and the day of its publication; null where they do not tell. */
export function firstDayOf(text: string, published: Day | null): Day | null {
  const clause = /\bshall enter into force ([^.]*?(?:\d{4}|Journal|publication)[^.]*)/i.exec(text)?.[1]
  if (clause === undefined) return null
  if (/\bpublication\b/i.test(clause)) {
    const days = daysAfter(clause)
    return published && days !== null ? addDays(published, days) : null
  }
  const [day, ...others] = daysIn(clause)
  return day && others.length === 0 ? day : null
}

/** How many days after the publication: "on the day following that of its publication" is one. */
function daysAfter(clause: string): number | null {
  if (/^on the (?:day|date) of (?:its|the) publication/i.test(clause)) return 0
  if (/^on the day (?:following|after) (?:that|the day) of its publication/i.test(clause)) return 1
  const [, word = ''] = /^on the (\w+) day (?:following|after) (?:that|the day) of its publication/i.exec(clause) ?? []
  const number = LATER[word.toLowerCase()] ?? ORDINALS.indexOf(word.toLowerCase())
  return number > 0 ? number : null
}

/** From when single provisions of the act apply. */
export interface Application {
  /** `Article 1`, or a point of it: `Article 1, point (8)`. Null: it was not understood which provisions are meant. */
  readonly paths: readonly (readonly string[])[] | null
  /** Null where the day depends on something, or is not named. */
  readonly from: Day | null
  readonly text: string
}

/** "Article 1, point (8), shall apply from 27 April 2023." and "This point shall apply …", said at `path`. */
export function readApplication(sentence: string, path: readonly string[]): Application {
  const text = sentence.replace(/\s+/g, ' ').trim()
  const [, what = '', when = ''] = /^(?:however,?\s+)?(.*?)\s+shall apply\b(.*)$/i.exec(text) ?? []
  const [day, ...others] = daysIn(when)
  const unconditional = /^\s*(?:as )?from (?:the )?\d{1,2} \p{L}+ \d{4}\s*[.;]?$/u.test(when)
  return { paths: pathsOf(what, path), from: day && others.length === 0 && unconditional ? day : null, text }
}

function pathsOf(what: string, path: readonly string[]): string[][] | null {
  if (/^(?:this|that) point$/i.test(what)) return [[...path]]
  if (/^points?\b/i.test(what) && path.length > 0) return pointsIn(what)?.map((points) => [path[0]!, ...points]) ?? null
  const [, article = '', rest = ''] = /^Article (\d+[a-z]?)\b(.*)$/.exec(what) ?? []
  if (article === '') return /^(?:it|this regulation)$/i.test(what) ? [[]] : null
  if (rest.trim() === '') return [[`Article ${article}`]]
  return pointsIn(rest)?.map((points) => [`Article ${article}`, ...points]) ?? null
}

/** `points (5) and (12)(b)` → `[["point (5)"], ["point (12)", "point (b)"]]` */
function pointsIn(text: string): string[][] | null {
  const list = text.match(/(?:\(\w{1,5}\))+/g)
  const left = text.replace(/(?:\(\w{1,5}\))+/g, '').replace(/\b(?:points?|and)\b|[,\s]/gi, '')
  if (list === null) {
    const [, number] = /^\s*,?\s*points?\s+(\d{1,3})\s*,?$/i.exec(text) ?? []
    return number ? [[`point (${number})`]] : null
  }
  return left === '' ? list.map((one) => (one.match(/\(\w+\)/g) ?? []).map((label) => `point ${label}`)) : null
}
