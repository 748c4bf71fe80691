/** A line on stderr that counts up, for people at a terminal; nothing when it is piped. */
export function progressOn(
  stream: NodeJS.WriteStream,
  what: string,
): { step(done: number, all: number): void; end(): void } {
  let shown = -1
  return {
    step(done, all) {
      const percent = all === 0 ? 100 : Math.floor((100 * done) / all)
      if (!stream.isTTY || percent === shown) return
      shown = percent
      stream.write(`\r${what} ${String(percent).padStart(3)} %`)
    },
    end() {
      if (shown >= 0) stream.write('\r\u001b[K')
    },
  }
}
