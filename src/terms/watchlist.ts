import type { Digits } from './cn-code.ts'

/**
 * Tells whether a code lies on one path with any of these: a heading meets its subheadings, a subheading its heading.
 * Eight lookups at most, however many codes there are.
 */
export function meeting(codes: Iterable<Digits>): (code: Digits) => boolean {
  const own = new Set<Digits>()
  const above = new Set<Digits>()
  for (const code of codes) {
    own.add(code)
    for (let length = 2; length <= code.length; length++) above.add(code.slice(0, length))
  }
  return (code) => {
    if (above.has(code)) return true
    for (let length = 2; length < code.length; length++) if (own.has(code.slice(0, length))) return true
    return false
  }
}
