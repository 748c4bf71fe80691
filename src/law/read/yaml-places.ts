import { EVENT_ID, getScalarValue, parseEvents } from 'js-yaml'

type Events = ReturnType<typeof parseEvents>
type Path = readonly (string | number)[]

/**
 * Finds the offset of the value at a path in a YAML text, or of the nearest parent that exists. The text is parsed once, and the
 * members of each list or mapping are indexed once, however many places are needed.
 */
export function placesIn(text: string): (path: Path) => number {
  const events = parseEvents(text, {})
  const after = endsOf(events)
  const indexed = new Map<number, ReadonlyMap<string, number>>()
  /** Members of the mapping or sequence opened at `index`: each name or position, and the event that opens its value. */
  const membersOf = (index: number): ReadonlyMap<string, number> => {
    const known = indexed.get(index)
    if (known) return known
    const members = new Map<string, number>()
    const isSequence = events[index]?.type === EVENT_ID.SEQUENCE
    let member = index + 1
    while (member < events.length && events[member]?.type !== EVENT_ID.POP) {
      const event = events[member]!
      if (isSequence) members.set(String(members.size), member)
      else {
        const value = after[member]!
        const name = event.type === EVENT_ID.SCALAR ? getScalarValue(text, event) : null
        if (name !== null && !members.has(name)) members.set(name, value)
        member = value
      }
      member = after[member] ?? events.length
    }
    indexed.set(index, members)
    return members
  }
  return (path) => {
    // The first event opens the document, the second is its value.
    let index = 1
    let found = startOf(events[index])
    for (const step of path) {
      const type = events[index]?.type
      if (type !== EVENT_ID.MAPPING && type !== EVENT_ID.SEQUENCE) break
      const next = membersOf(index).get(String(step))
      if (next === undefined) break
      index = next
      // A key without a value has no text of its own.
      const start = startOf(events[index])
      if (start < 0) break
      found = start
    }
    return found
  }
}

/** For each event, the index of the event behind the whole value that it starts. */
function endsOf(events: Events): Int32Array {
  const ends = new Int32Array(events.length)
  const open: number[] = []
  events.forEach(({ type }, index) => {
    ends[index] = index + 1
    if (type === EVENT_ID.MAPPING || type === EVENT_ID.SEQUENCE) open.push(index)
    else if (type === EVENT_ID.POP) {
      const opened = open.pop()
      if (opened !== undefined) ends[opened] = index + 1
    }
  })
  return ends
}

function startOf(event: Events[number] | undefined): number {
  if (event?.type === EVENT_ID.SCALAR) return event.valueStart
  if (event?.type === EVENT_ID.MAPPING || event?.type === EVENT_ID.SEQUENCE) return event.start
  return 0
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
