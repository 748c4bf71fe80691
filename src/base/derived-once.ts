/**
 * Derives a value from an immutable object once. There is no further key: whatever else a value depends on must not be
 * asked for here. WeakMap: the value is freed with its object.
 */
export function derivedOnce<Of extends object, Value extends object | string>(
  derive: (of: Of) => Value,
): (of: Of) => Value {
  const known = new WeakMap<Of, Value>()
  return (of) => {
    const before = known.get(of)
    if (before !== undefined) return before
    const value = derive(of)
    known.set(of, value)
    return value
  }
}
