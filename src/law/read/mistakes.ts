/** A mistake in `law/` and its place. */
export interface Mistake {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly what: string
}

/** How many mistakes of one file are not listed. */
export interface Omitted {
  readonly file: string
  readonly count: number
  /** The count is a minimum, because not all of the file was checked. */
  readonly atLeast?: true
}

/** The mistakes of a law. */
export interface Report {
  /** Sorted by place. */
  readonly mistakes: readonly Mistake[]
  readonly omitted: readonly Omitted[]
}

/** One slip can cause a hundred thousand mistakes: report at most so many. */
export const LISTED_PER_FILE = 20
export const LISTED_IN_ALL = 200

/** A whole cell or word can be quoted in a mistake, and a cell can be as long as a file. */
const MAX_MESSAGE = 300

/** `law/833-2014/annexes/XVII.tsv:12:6 what`: editors and terminals jump to it. */
export function printMistake({ file, line, column, what }: Mistake): string {
  const cut = what.length > MAX_MESSAGE ? `${what.slice(0, MAX_MESSAGE)}…` : what
  return `${file}:${line}:${column} ${visible(cut)}`
}

/** Control characters become escapes, because a terminal would obey them. */
const visible = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`)

export const totalOf = ({ mistakes, omitted }: Report): number =>
  omitted.reduce((sum, { count }) => sum + count, mistakes.length)

/** Finds the place of a value in a file by its path, such as ['measures', 3, 'applies_from']. */
export type Locate = (...path: readonly (string | number)[]) => Omit<Mistake, 'what'>

/** Thrown for a law that must not be served. It carries the first mistakes of every file. */
export class LawError extends Error implements Report {
  readonly mistakes: readonly Mistake[]
  readonly omitted: readonly Omitted[]
  constructor(report: Report) {
    const [first] = report.mistakes
    super(`law/ has ${totalOf(report)} mistake(s), the first: ${first ? printMistake(first) : ''}`)
    this.name = 'LawError'
    this.mistakes = report.mistakes
    this.omitted = report.omitted
  }
}

/** A law that cannot be read at all, for one reason. */
export const lawErrorAt = (file: string, what: string): LawError =>
  new LawError({ mistakes: [{ file, line: 1, column: 1, what }], omitted: [] })

/** Collects mistakes in bounded memory: the first of each file by place, and how many there are. */
export class MistakeList {
  readonly #cutShort = new Set<string>()
  readonly #files = new Map<string, { first: Mistake[]; count: number }>()

  add(mistake: Mistake): void {
    const known = this.#files.get(mistake.file) ?? { first: [], count: 0 }
    this.#files.set(mistake.file, known)
    known.count++
    known.first.push(mistake)
    // Pruning in batches keeps the amortized cost of adding a mistake constant.
    if (known.first.length >= 2 * LISTED_PER_FILE) known.first = firstOf(known.first, LISTED_PER_FILE)
  }

  /** Notes that a file may have more mistakes than were added. */
  cutShort(file: string): void {
    this.#cutShort.add(file)
  }

  get isEmpty(): boolean {
    return this.#files.size === 0
  }

  report(): Report {
    const firstOfEach = [...this.#files.values()].flatMap(({ first }) => firstOf(first, LISTED_PER_FILE))
    const mistakes = firstOf(firstOfEach, LISTED_IN_ALL)
    const listed = new Map<string, number>()
    for (const { file } of mistakes) listed.set(file, (listed.get(file) ?? 0) + 1)
    const omitted = [...this.#files]
      .map(([file, { count }]): Omitted => {
        const rest = { file, count: count - (listed.get(file) ?? 0) }
        return this.#cutShort.has(file) ? { ...rest, atLeast: true } : rest
      })
      .filter(({ count }) => count > 0)
    return { mistakes, omitted }
  }
}

const firstOf = (mistakes: readonly Mistake[], count: number): Mistake[] => mistakes.toSorted(byPlace).slice(0, count)

const byPlace = (a: Mistake, b: Mistake): number =>
  (a.file === b.file ? 0 : a.file.localeCompare(b.file)) ||
  a.line - b.line ||
  a.column - b.column ||
  a.what.localeCompare(b.what)
