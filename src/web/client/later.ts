/** Once, when nothing more has come for that long. */
export function later(milliseconds: number, work: () => void): () => void {
  let timer = 0
  return () => {
    clearTimeout(timer)
    timer = window.setTimeout(work, milliseconds)
  }
}
