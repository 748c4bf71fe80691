import type { Line } from '../law/tariff/nomenclature.ts'

/** The lines of parts of a thing, by their ords. */
export type PartsOf = (thing: Line) => readonly number[]

const PARTS_LINE = /^(?:parts|accessories)\b/i
const CITED = /\b(\d{4})(?: to (\d{4}))?\b/g

/**
 * Where the tariff puts the parts of a thing: in a line of parts below its heading, or in one that cites its heading ("Parts …
 * of headings 8425 to 8430").
 */
export function buildPartsOf(lines: readonly Line[]): PartsOf {
  const byHeading = new Map<string, number[]>()
  const note = (heading: string, ord: number) => {
    const others = byHeading.get(heading)
    if (others) others.push(ord)
    else byHeading.set(heading, [ord])
  }
  for (const { name, code, kind, ord } of lines) {
    if (!PARTS_LINE.test(name.en) || kind === 'group' || kind === 'section') continue
    if (kind !== 'heading') note(code.slice(0, 4), ord)
    for (const [, first = '', last = first] of name.en.matchAll(CITED)) {
      for (let heading = Number(first); heading <= Number(last); heading++) note(String(heading).padStart(4, '0'), ord)
    }
  }
  return ({ code }) => byHeading.get(code.slice(0, 4)) ?? []
}
