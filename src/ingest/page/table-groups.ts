/** A line without a code that rows stand under. */
interface Group {
  readonly level: number
  readonly text: string
  /** Across the whole table: the title of what follows, whatever its codes. */
  readonly title: boolean
  /** The heading of the first row below a line of the tariff's tree: the line says nothing of other headings. */
  heading: string | null
}

/** The lines without a code that hold for the rows below them. */
export class TableGroups {
  #groups: Group[] = []

  /** A title across the table takes the place of everything above it. */
  title(text: string): void {
    this.#groups = [{ level: 0, text, title: true, heading: null }]
  }

  line(level: number, text: string): void {
    this.#groups = this.#groups.filter((group) => group.title || group.level < level)
    this.#groups.push({ level, text, title: false, heading: null })
  }

  /**
   * What the row stands under, outermost first. A row with dashes stands under lines with fewer. A line of the tariff's tree
   * (one with dashes, or above a row with dashes) ends with its heading: "Wire of stainless steel:" before "– – Containing
   * nickel" (7223) says nothing of "75 Nickel". Any other line is the title of a list and ends with the next.
   */
  over(level: number, digits: string): readonly string[] {
    const heading = digits.slice(0, 4)
    this.#groups = this.#groups.filter((group) => {
      if (group.title) return true
      if (level > 0 && group.level >= level) return false
      return group.heading === null || group.heading === heading
    })
    for (const group of this.#groups) {
      if (!group.title && (group.level > 0 || level > 0)) group.heading = heading
    }
    return this.#groups.map(({ text }) => text)
  }
}

/** `–  –  Other` → 2: the depth of a line in the tree of the tariff. */
export const dashes = (text: string): number => /^(?:[–—-]\s*)+/.exec(text)?.[0].replace(/[^–—-]/g, '').length ?? 0
