import type { Refused } from '../problem/problem.ts'

/** What Node reads of an address and its headers together. */
export const HEADER_BYTES = 16 * 1024

/** The path of a URL as a client asks for it. Proxies may ask for `http://host/path` (RFC 9112, section 3.2.2). */
export const pathOf = (url: string): string => {
  const end = url.indexOf('?')
  const path = end === -1 ? url : url.slice(0, end)
  return path.startsWith('/') ? path : path.replace(/^[a-z]+:\/\/[^/]*/i, '') || '/'
}

export const queryOf = (url: string): string => {
  const start = url.indexOf('?')
  return start === -1 ? '' : url.slice(start + 1)
}

/** No request needs a third of these. Reading and refusing the 8,000 parameters that fit into a URL would take 20 ms. */
export const MAX_PARAMETERS = 50

/** The parameters of a query string in order, repeated ones kept; null when it cannot be read, see `queryProblem`. */
export function parametersOf(query: string): [string, string][] | null {
  const parts = partsOf(query)
  if (parts.length > MAX_PARAMETERS) return null
  const parameters: [string, string][] = []
  for (const part of parts) {
    if (part === '') continue
    const at = part.indexOf('=')
    const name = decode(at === -1 ? part : part.slice(0, at))
    const value = decode(at === -1 ? '' : part.slice(at + 1))
    if (name === null || value === null) return null
    parameters.push([name, value])
  }
  return parameters
}

/** Why a query string cannot be read: there are too many parameters, or the percent-encoding is broken. */
export const queryProblem = (query: string): Refused =>
  partsOf(query).length > MAX_PARAMETERS
    ? { problem: 'parameters_too_many', values: { max: MAX_PARAMETERS } }
    : { problem: 'url_invalid' }

/** One part more than is allowed at most, so that too many are noticed without splitting the whole text. */
const partsOf = (query: string): string[] => query.split('&', MAX_PARAMETERS + 1)

/** Null for broken percent-encoding, which URLSearchParams would silently turn into U+FFFD. */
function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}
