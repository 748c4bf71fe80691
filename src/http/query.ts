/** The parameters of a query string in order, repeated ones kept; null when the percent-encoding is broken. */
export function parametersOf(query: string): [string, string][] | null {
  const parameters: [string, string][] = []
  for (const part of query.split('&')) {
    if (part === '') continue
    const at = part.indexOf('=')
    const name = decode(at === -1 ? part : part.slice(0, at))
    const value = decode(at === -1 ? '' : part.slice(at + 1))
    if (name === null || value === null) return null
    parameters.push([name, value])
  }
  return parameters
}

/** URLSearchParams would turn broken bytes into U+FFFD: half understood, so refused here. */
function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}
