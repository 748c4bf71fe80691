import type { Line, Nomenclature } from '../dataset/nomenclature.ts'
import { wordsOf } from './fold.ts'

/** Goods of the tariff whose names hold every word asked for. */
export interface NameIndex {
  find(text: string): readonly Line[]
}

/** Plain words, whole, in either language; a word may stand in a line above. */
export function buildNameIndex(nomenclature: Nomenclature): NameIndex {
  const own = new Map<string, Set<Line>>()
  for (const line of nomenclature.lines) {
    if (line.kind === 'section') continue
    for (const word of [...wordsOf(line.name.pl), ...wordsOf(line.name.en)]) {
      const lines = own.get(word)
      if (lines) lines.add(line)
      else own.set(word, new Set([line]))
    }
  }
  return {
    find: (text) => {
      const words = [...new Set(wordsOf(text))]
      const named = words.map((word) => own.get(word) ?? new Set<Line>())
      if (named.length === 0 || named.some((lines) => lines.size === 0)) return []
      const holds = (line: Line, lines: ReadonlySet<Line>): boolean => {
        for (let at: Line | null = line; at; at = at.parent) if (lines.has(at)) return true
        return false
      }
      // Every answer holds at least one word in its own text; the others may stand above it.
      const candidates = new Set(named.flatMap((lines) => [...lines]))
      return [...candidates]
        .filter((line) => line.code !== '' && named.every((lines) => holds(line, lines)))
        .toSorted((a, b) => a.ord - b.ord)
    },
  }
}
