import { EVENT_ID, getScalarValue, parseEvents } from 'js-yaml'

type Events = ReturnType<typeof parseEvents>

/** The offset in the text of the value at a path, or of the nearest thing above it that stands there. */
export function offsetAt(text: string, path: readonly (string | number)[]): number {
  const events = parseEvents(text, {})
  // The first event opens the document, the second is its value.
  let index = 1
  let found = startOf(events[index])
  for (const step of path) {
    const next = childAt(text, events, index, step)
    if (next === null) break
    index = next
    // A word without its value has no text of its own.
    const start = startOf(events[index])
    if (start < 0) break
    found = start
  }
  return found
}

/** Index of the event that opens a member of the mapping or sequence opened at `index`. */
function childAt(text: string, events: Events, index: number, step: string | number): number | null {
  const opening = events[index]
  if (opening?.type !== EVENT_ID.MAPPING && opening?.type !== EVENT_ID.SEQUENCE) return null
  let member = index + 1
  for (let position = 0; events[member]?.type !== EVENT_ID.POP; position++) {
    const event = events[member]
    if (!event) return null
    if (opening.type === EVENT_ID.SEQUENCE) {
      if (position === Number(step)) return member
    } else {
      const value = after(events, member)
      if (event.type === EVENT_ID.SCALAR && getScalarValue(text, event) === String(step)) return value
      member = value
    }
    member = after(events, member)
  }
  return null
}

/** Index of the event behind the whole value that starts at `index`. */
function after(events: Events, index: number): number {
  let open = 0
  for (let at = index; at < events.length; at++) {
    const type = events[at]?.type
    if (type === EVENT_ID.MAPPING || type === EVENT_ID.SEQUENCE) open++
    if (type === EVENT_ID.POP) open--
    if (open === 0) return at + 1
  }
  return events.length
}

function startOf(event: Events[number] | undefined): number {
  if (event?.type === EVENT_ID.SCALAR) return event.valueStart
  if (event?.type === EVENT_ID.MAPPING || event?.type === EVENT_ID.SEQUENCE) return event.start
  return 0
}
