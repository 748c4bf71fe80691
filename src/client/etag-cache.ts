/** An answer that the service may say is still right. */
interface Kept {
  readonly etag: string
  readonly text: string
}

/** No more characters than this are kept, whatever the number of answers. */
const MAX_CHARACTERS = 16_000_000

/** The answers used last, by address, with their ETags. They are kept as text, so that a caller may change what it got. */
export class EtagCache {
  readonly #maxEntries: number
  readonly #kept = new Map<string, Kept>()
  #characters = 0

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries
  }

  get(address: string): Kept | undefined {
    const kept = this.#kept.get(address)
    if (kept) {
      // A Map keeps the order of insertion, so the first entry is the one that was not used for longest.
      this.#kept.delete(address)
      this.#kept.set(address, kept)
    }
    return kept
  }

  set(address: string, kept: Kept): void {
    this.#forget(address)
    this.#kept.set(address, kept)
    this.#characters += kept.text.length
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#maxEntries && this.#characters <= MAX_CHARACTERS) return
      this.#forget(oldest)
    }
  }

  #forget(address: string): void {
    this.#characters -= this.#kept.get(address)?.text.length ?? 0
    this.#kept.delete(address)
  }
}
