import { Parser } from 'htmlparser2'
import { PageError } from './page-error.ts'

/** An element of a page, with the attributes that are needed. */
export interface Element {
  readonly name: string
  readonly id: string
  readonly classes: readonly string[]
  readonly title: string
  readonly href: string
  readonly colspan: string
  readonly rowspan: string
  readonly line: number
  children: readonly (Element | string)[]
}

/** EUR-Lex's converter nests about 20 deep; a page that nests far deeper is an attack on its reader. */
const MAX_NESTED = 200
const VOID = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr'])
/** Elements that are units of a page beside annexes and articles; everything around units is frame. */
const UNIT = new Set(['p', 'table', 'title'])
const INSIDE_TABLE = new Set(['tr', 'td', 'th', 'tbody', 'thead', 'tfoot'])
/** The largest annex has about 5 MB. */
const MAX_CHARACTERS = 24 * 1024 * 1024
const MAX_ELEMENTS = 300_000

/** White space is layout inside these. */
const LAYOUT = new Set(['table', 'tbody', 'thead', 'tfoot', 'tr', 'ul', 'ol', 'colgroup'])
/** White space is layout at the edges of these. */
const BLOCK = new Set(['td', 'th', 'div', 'p', 'li'])
const NO_CHILDREN: readonly never[] = []

/** An only child is stored as a new array of one: a growing array reserves room for many, and most elements have one child. */
function append(parent: Element, child: Element | string): void {
  if (parent.children.length === 0) parent.children = [child]
  else (parent.children as (Element | string)[]).push(child)
}

const isAnnexOrArticle = (id: string): boolean => /^(?:anx|art)_/.test(id)

/** What the units of a document are: where one begins, and what may not begin inside it. */
export interface Units {
  begins(name: string, id: string): boolean
  isOutOfOrder(unit: Element, id: string): boolean
}

/** The units of a consolidated text. */
const PIECES: Units = {
  begins: (name, id) => UNIT.has(name) || isAnnexOrArticle(id),
  isOutOfOrder: (unit, id) => unit.id.startsWith('art_') && isAnnexOrArticle(id),
}

/**
 * Cuts a page into its units (an annex, an article, a table, a paragraph) while it is read, so that memory holds one at a
 * time. Pages saved from EUR-Lex are HTML (`<br>`, `&nbsp;`), those of CELLAR are XHTML: a lenient parser reads both. It is
 * made strict here: an element that it would have to close by itself means that the page is cut off or out of order.
 */
export function pageTree(onUnit: (element: Element) => void, kind: Units = PIECES) {
  const lines = lineCounter()
  const units = new UnitBuilder(onUnit, kind)
  const parser = new Parser(
    {
      onopentag: (name, attributes) =>
        units.open(name, attributes, { line: lines.at(parser.startIndex), end: parser.endIndex }),
      ontext: (text) => units.text(text, () => lines.at(parser.startIndex)),
      onclosetag: (name, implied) => units.close(name, implied, parser.endIndex, () => lines.at(parser.endIndex)),
      onerror: (error) => {
        throw error
      },
    },
    { recognizeSelfClosing: true, recognizeCDATA: true },
  )
  return {
    write(text: string): void {
      lines.add(text)
      parser.write(text)
    },
    /** `whole` when the page had a root, `html`, and it was closed. */
    end(): { readonly whole: boolean } {
      units.ended = true
      const tag = lines.openTag()
      if (tag !== null)
        throw new PageError('the page is cut off inside a tag', { line: lines.at(Number.MAX_SAFE_INTEGER) }, tag)
      parser.end()
      return { whole: units.whole }
    },
  }
}

/** Builds the tree of one unit after the other from the events of the parser. */
class UnitBuilder {
  /** Set at the end of the page: elements that the parser closes from here on were left open by the page. */
  ended = false
  /** `html` was closed. */
  whole = false
  readonly #onUnit: (element: Element) => void
  /** All open elements, with the offset at which their start tag ends. */
  readonly #open: { readonly name: string; readonly line: number; readonly end: number }[] = []
  /** The open elements of the current unit; empty between units. */
  readonly #unit: Element[] = []
  readonly #classes = new Map<string, readonly string[]>()
  #characters = 0
  #elements = 0

  readonly #kind: Units

  constructor(onUnit: (element: Element) => void, kind: Units) {
    this.#onUnit = onUnit
    this.#kind = kind
  }

  open(
    name: string,
    attributes: Readonly<Record<string, string>>,
    { line, end }: { readonly line: number; readonly end: number },
  ): void {
    if (!VOID.has(name)) this.#open.push({ name, line, end })
    if (INSIDE_TABLE.has(name) && !this.#open.some((open) => open.name === 'table')) {
      throw new PageError(`tags are out of order: <${name}> outside a table`, { line })
    }
    if (this.#open.length > MAX_NESTED) throw new PageError(`elements nested deeper than ${MAX_NESTED}`, { line })
    const id = attributes.id ?? ''
    const [unit] = this.#unit
    if (!unit && !this.#kind.begins(name, id)) return
    if (unit && this.#kind.isOutOfOrder(unit, id)) {
      throw new PageError(`tags are out of order: ${id} inside ${unit.id}`, { line })
    }
    if (++this.#elements > MAX_ELEMENTS)
      throw new PageError(`a piece of more than ${MAX_ELEMENTS} elements`, { line: unit?.line ?? line })
    const element: Element = {
      name,
      id,
      classes: this.#classesOf(attributes.class ?? ''),
      title: name === 'a' ? (attributes.title ?? '') : '',
      href: name === 'a' ? (attributes.href ?? '') : '',
      colspan: attributes.colspan ?? '',
      rowspan: attributes.rowspan ?? '',
      line,
      children: NO_CHILDREN,
    }
    const parent = this.#unit.at(-1)
    if (parent) append(parent, element)
    if (!VOID.has(name)) this.#unit.push(element)
  }

  text(text: string, line: () => number): void {
    const parent = this.#unit.at(-1)
    if (!parent) {
      this.#refuseMark(text, line)
      return
    }
    this.#characters += text.length
    if (this.#characters > MAX_CHARACTERS)
      throw new PageError(`a piece longer than ${MAX_CHARACTERS} characters`, { line: this.#unit[0]!.line })
    if (text.trim() !== '' || text.includes('\u00a0')) append(parent, text)
    else if (!LAYOUT.has(parent.name) && !(BLOCK.has(parent.name) && parent.children.length === 0))
      append(parent, text.includes('\n') ? '\n' : ' ')
  }

  close(name: string, implied: boolean, end: number, line: () => number): void {
    if (VOID.has(name)) return
    const opened = this.#open.pop()
    // An implied </p> loses no text: HTML closes a <p> before a block, and makes an empty <p></p> of a stray end tag.
    const selfClosed = !this.ended && opened?.end === end
    if (implied && name !== 'p' && !selfClosed) {
      const why = this.ended ? 'the page is cut off' : 'tags are out of order'
      throw new PageError(`${why}: <${name}> of line ${opened?.line} is not closed`, { line: line() })
    }
    if (name === 'html') this.whole = true
    const element = this.#unit.pop()
    if (!element) return
    const [first, last] = element.children
    if (element.children.length === 2 && BLOCK.has(name) && (last === '\n' || last === ' ')) element.children = [first!]
    if (this.#unit.length > 0) return
    this.#characters = 0
    this.#elements = 0
    this.#onUnit(element)
  }

  /** A mark outside every unit would be overlooked, and the text after it attributed to the wrong act. */
  #refuseMark(text: string, line: () => number): void {
    const inside = this.#open.at(-1)?.name
    if (text.includes('▼') && inside !== 'script' && inside !== 'style')
      throw new PageError('an amendment mark outside its paragraph', { line: line() }, text.trim())
  }

  /** The words of a class attribute, shared between elements with the same attribute. */
  #classesOf(attribute: string): readonly string[] {
    let classes = this.#classes.get(attribute)
    if (!classes) {
      classes = attribute.split(/\s+/).filter((word) => word !== '')
      if (this.#classes.size < 1_000) this.#classes.set(attribute, classes)
    }
    return classes
  }
}

/** Tells the line of an offset, for offsets that only grow, and whether the text ends inside a tag. */
function lineCounter() {
  const chunks: string[] = []
  let base = 0
  let line = 1
  let written = 0
  let lastOpen = -1
  let lastClose = -1
  let openText = ''
  /** Offset of the next line break that was not counted yet; Infinity when the text so far has none. */
  let nextBreak = Number.POSITIVE_INFINITY
  const find = (from: number): number => {
    for (let chunk = chunks[0]; chunk !== undefined; chunk = chunks[0]) {
      const found = chunk.indexOf('\n', Math.max(0, from - base))
      if (found >= 0) return base + found
      base += chunk.length
      chunks.shift()
    }
    return Number.POSITIVE_INFINITY
  }
  return {
    add(text: string): void {
      chunks.push(text)
      const open = text.lastIndexOf('<')
      const close = text.lastIndexOf('>')
      if (open >= 0) {
        lastOpen = written + open
        openText = text.slice(open, open + 200)
      }
      if (close >= 0) lastClose = written + close
      written += text.length
      if (nextBreak === Number.POSITIVE_INFINITY) nextBreak = find(base)
    },
    at(index: number): number {
      while (nextBreak < index) {
        line++
        nextBreak = find(nextBreak + 1)
      }
      return line
    },
    openTag: (): string | null => (lastOpen > lastClose ? openText : null),
  }
}

export const isElement = (child: Element | string): child is Element => typeof child !== 'string'

export const has = (element: Element, word: string): boolean => element.classes.includes(word)

/** Every element below, in the order of the page. */
export function* descendants(element: Element): Generator<Element> {
  for (const child of element.children) {
    if (!isElement(child)) continue
    yield child
    yield* descendants(child)
  }
}
