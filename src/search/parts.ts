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
  const noteLine = (line: Line, text: string) => {
    // A group has no code of its own; the lines below it have.
    if (line.kind === 'group') {
      for (const child of line.children) noteLine(child, text)
      return
    }
    if (line.kind !== 'heading') note(line.code.slice(0, 4), line.ord)
    for (const [, first = '', last = first] of text.matchAll(CITED)) {
      for (let heading = Number(first); heading <= Number(last); heading++)
        note(String(heading).padStart(4, '0'), line.ord)
    }
  }
  for (const line of lines) if (line.kind !== 'section' && PARTS_LINE.test(line.name.en)) noteLine(line, line.name.en)
  return ({ code }) => byHeading.get(code.slice(0, 4)) ?? []
}
