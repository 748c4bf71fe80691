/** A progress bar. */
export interface Progress {
  update(label: string, done: number, total: number | null): void
  /** Clears the bar, so that the next output begins on an empty line. */
  end(): void
}

const BAR_WIDTH = 24
const SILENT: Progress = { update: () => {}, end: () => {} }

/** A progress bar on a terminal, drawn at most ten times a second; nothing is written to a pipe or file. */
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
  const full = Math.round(share * BAR_WIDTH)
  const bar = '█'.repeat(full) + '░'.repeat(BAR_WIDTH - full)
  return `${label}  ${bar} ${String(Math.floor(share * 100)).padStart(3)} %  ${megabytes(done)} of ${megabytes(total)}`
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
