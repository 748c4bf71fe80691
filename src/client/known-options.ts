/**
 * Refuses options that do not exist: a mistyped `apikey` would silently make every request an anonymous one, and a
 * mistyped `path` would open another law.
 */
export function refuseUnknown(options: object, known: readonly string[]): void {
  const unknown = Object.keys(options).filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new TypeError(`unknown option ${unknown.join(', ')}; known: ${known.join(', ')}`)
}
