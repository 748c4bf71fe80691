import { createRequire } from 'node:module'
import type { Document, Scalar } from 'yaml'

type Path = readonly (string | number)[]

/**
 * Finds the offset of the value at a path in a YAML text, or of the nearest parent that exists. `yaml` knows the range of every
 * value, but takes much longer than `js-yaml`: it is loaded, and the text parsed again, once a file has a mistake.
 */
export function placesIn(text: string): (path: Path) => number {
  const { isMap, isScalar, isSeq, parseDocument } = createRequire(import.meta.url)('yaml') as typeof import('yaml')
  const { contents }: Document = parseDocument(text, { uniqueKeys: false, logLevel: 'silent' })
  return (path) => {
    let node: unknown = contents
    let found = startOf(node) ?? 0
    for (const step of path) {
      if (isSeq(node)) node = node.items[Number(step)]
      else if (isMap(node)) {
        const member = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step))
        node = member?.value
        // A key without its value has no text of its own.
        if (member && startOf(node) === null) return startOf(member.key) ?? found
      } else break
      const start = startOf(node)
      if (start === null) break
      found = start
    }
    return found
  }
}

/** Null for what has no text. A quoted text begins behind its quotation mark. */
function startOf(node: unknown): number | null {
  const { range, type = '' } = (node ?? {}) as Partial<Scalar>
  if (!range || range[0] === range[1]) return null
  return type.startsWith('QUOTE') ? range[0] + 1 : range[0]
}

/** Converts offsets to lines and columns, both from 1. The lines are indexed at the first call. */
export function lineIndexOf(text: string): (offset: number) => { readonly line: number; readonly column: number } {
  let starts: number[] | null = null
  return (offset) => {
    starts ??= lineStartsOf(text)
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (starts[middle]! <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - starts[low]! + 1 }
  }
}

function lineStartsOf(text: string): number[] {
  const starts = [0]
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1)
  return starts
}
