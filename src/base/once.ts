/** A value that is made when it is first asked for. What it is made from can be freed then. */
export function once<T>(make: () => T): () => T {
  let pending: (() => T) | null = make
  let made: T | undefined
  return () => {
    if (pending) {
      made = pending()
      pending = null
    }
    return made as T
  }
}
