/** Tells how far something long has come; silent unless a person watches. */
export interface Progress {
  update(label: string, done: number, total: number | null): void
  /** Takes the bar away, so that what is printed next begins on a clean line. */
  end(): void
}

const BAR = 24
const SILENT: Progress = { update: () => {}, end: () => {} }

/** A bar on a terminal, drawn at most ten times a second; nothing in a pipe. */
export function progressOn(stream: NodeJS.WriteStream, now: () => number): Progress {
  if (!stream.isTTY) return SILENT
  let drawnAt = Number.NEGATIVE_INFINITY
  let drawn = false
  return {
    update: (label, done, total) => {
      const moment = now()
      if (moment - drawnAt < 100 && done !== total) return
      drawnAt = moment
      drawn = true
      stream.write(`\r${progressLine(label, done, total).slice(0, (stream.columns || 80) - 1)}\u001b[K`)
    },
    end: () => {
      if (drawn) stream.write('\r\u001b[K')
      drawn = false
    },
  }
}

export function progressLine(label: string, done: number, total: number | null): string {
  if (total === null || total === 0) return done === 0 ? `${label} …` : `${label}  ${megabytes(done)}`
  const share = Math.min(1, done / total)
  const full = Math.round(share * BAR)
  const bar = '█'.repeat(full) + '░'.repeat(BAR - full)
  return `${label}  ${bar} ${String(Math.floor(share * 100)).padStart(3)} %  ${megabytes(done)} of ${megabytes(total)}`
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
