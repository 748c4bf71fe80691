/** A header of W3C Trace Context (https://www.w3.org/TR/trace-context/): version, trace, parent, flags. Later versions may add fields. */
const TRACE_PARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-[^\s]*)?$/

/** The trace that a `traceparent` header names; null for none, or for one that is not well formed. */
export const traceIdIn = (header: string | string[] | undefined): string | null =>
  (typeof header === 'string' && header.length < 100 && TRACE_PARENT.exec(header)?.[1]) || null
