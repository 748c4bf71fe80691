/** Times out when the waits for a reader add up to this long, so that reading a byte now and then does not help it. */
export function readerTimeout(milliseconds: number, onTimeout: () => void) {
  let left = milliseconds
  let since = 0
  let timer: NodeJS.Timeout | undefined
  return {
    /** The reader keeps the writer waiting from now on. */
    start() {
      since = performance.now()
      timer = setTimeout(onTimeout, left).unref()
    },
    /** The reader has read on. */
    pause() {
      clearTimeout(timer)
      left = Math.max(0, left - (performance.now() - since))
    },
  }
}
