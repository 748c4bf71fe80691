/** No request needs a third of that; to read, and refuse one by one, the 8,000 that fit in an address takes 20 ms. */
export const MOST_PARAMETERS = 50

/** The parameters of a query string in order, repeated ones kept; null when it cannot be read, see `queryProblem`. */
export function parametersOf(query: string): [string, string][] | null {
  const parts = partsOf(query)
  if (parts.length > MOST_PARAMETERS) return null
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
export const queryProblem = (query: string): 'parameters_too_many' | 'url_invalid' =>
  partsOf(query).length > MOST_PARAMETERS ? 'parameters_too_many' : 'url_invalid'

/** At most one more than allowed. */
const partsOf = (query: string): string[] => query.split('&', MOST_PARAMETERS + 1)

/** URLSearchParams would turn broken bytes into U+FFFD: half understood, so refused here. */
function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}
