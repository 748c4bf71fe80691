import { Parser } from 'htmlparser2'
import { PageError } from './page-error.ts'

/** An element of a page, as little of it as the law needs. */
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

/** The converter nests about 20 deep; far more is no page but an attack on whoever reads it. */
const DEEPEST = 200
const VOID = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr'])
/** What a piece of the page is taken from; everything around them is frame. */
const UNIT = new Set(['p', 'table', 'title'])

const OF_TABLE = new Set(['tr', 'td', 'th', 'tbody', 'thead', 'tfoot'])
/** The largest annex has about 5 MB. */
const LONGEST = 24 * 1024 * 1024
const MOST = 300_000

const LAYOUT = new Set(['table', 'tbody', 'thead', 'tfoot', 'tr', 'ul', 'ol', 'colgroup'])
const BLOCK = new Set(['td', 'th', 'div', 'p', 'li'])
const NOTHING: readonly never[] = []

/** A list of one is made as such: a list that grows keeps room for many, and most elements have one child. */
function append(parent: Element, child: Element | string): void {
  if (parent.children.length === 0) parent.children = [child]
  else (parent.children as (Element | string)[]).push(child)
}

const isUnit = (name: string, id: string): boolean => UNIT.has(name) || /^(?:anx|art)_/.test(id)

export interface PageTree {
  write(text: string): void
  /** True when the page had a root, `html`, and it was closed. */
  end(): { readonly whole: boolean }
}

/**
 * Cuts a page into its units (an annex, an article, a table, a paragraph) as it is read, so that only one is held at a time.
 * The pages people save from EUR-Lex are HTML (`<br>`, `&nbsp;`), the ones CELLAR sends XHTML: a lenient reader takes
 * both, and is made strict here: whatever it would have to close by itself is a page that is cut off or shuffled.
 */
export function pageTree(unit: (element: Element) => void): PageTree {
  const names: { readonly name: string; readonly line: number; readonly end: number }[] = []
  let kept: Element[] = []
  let whole = false
  let ended = false
  let held = 0
  let elements = 0
  const lines = lineCounter()
  const lineAt = lines.at
  const known = new Map<string, readonly string[]>()
  const classesOf = (written: string): readonly string[] => {
    let classes = known.get(written)
    if (!classes) {
      classes = written.split(/\s+/).filter((word) => word !== '')
      if (known.size < 1_000) known.set(written, classes)
    }
    return classes
  }
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const line = lineAt(parser.startIndex)
        if (!VOID.has(name)) names.push({ name, line, end: parser.endIndex })
        if (OF_TABLE.has(name) && !names.some((open) => open.name === 'table')) {
          throw new PageError(`tags are out of order: <${name}> outside a table`, { line })
        }
        if (names.length > DEEPEST) throw new PageError(`elements nested deeper than ${DEEPEST}`, { line })
        const id = attributes.id ?? ''
        if (kept.length === 0 && !isUnit(name, id)) return
        if (kept.length > 0 && /^(?:anx|art)_/.test(id) && kept[0]!.id.startsWith('art_')) {
          throw new PageError(`tags are out of order: ${id} inside ${kept[0]!.id}`, { line })
        }
        if (++elements > MOST)
          throw new PageError(`a piece of more than ${MOST} elements`, { line: kept[0]?.line ?? line })
        const element: Element = {
          name,
          id,
          classes: classesOf(attributes.class ?? ''),
          title: name === 'a' ? (attributes.title ?? '') : '',
          href: name === 'a' ? (attributes.href ?? '') : '',
          colspan: attributes.colspan ?? '',
          rowspan: attributes.rowspan ?? '',
          line,
          children: NOTHING,
        }
        const parent = kept.at(-1)
        if (parent) append(parent, element)
        if (!VOID.has(name)) kept.push(element)
      },
      ontext(text) {
        const open = kept.at(-1)
        if (!open) {
          const inside = names.at(-1)?.name
          if (text.includes('▼') && inside !== 'script' && inside !== 'style') {
            throw new PageError(
              'an amendment mark outside its paragraph',
              { line: lineAt(parser.startIndex) },
              text.trim(),
            )
          }
          return
        }
        held += text.length
        if (held > LONGEST) throw new PageError(`a piece longer than ${LONGEST} characters`, { line: kept[0]!.line })
        // Most texts are layout: nothing between the parts of a table and at the edges of a block, else no more than a space.
        if (text.trim() !== '' || text.includes('\u00a0')) append(open, text)
        else if (!LAYOUT.has(open.name) && !(BLOCK.has(open.name) && open.children.length === 0))
          append(open, text.includes('\n') ? '\n' : ' ')
      },
      onclosetag(name, implied) {
        if (VOID.has(name)) return
        const opened = names.pop()
        // An empty <p></p> that HTML makes of a stray end tag, and a <p> that a block ends, lose no text.
        const selfClosed = !ended && opened?.end === parser.endIndex
        if (implied && name !== 'p' && !selfClosed) {
          const why = ended ? 'the page is cut off' : 'tags are out of order'
          throw new PageError(`${why}: <${name}> of line ${opened?.line} is not closed`, {
            line: lineAt(parser.endIndex),
          })
        }
        if (name === 'html') whole = true
        const element = kept.pop()
        const [first, last] = element?.children ?? []
        if (element?.children.length === 2 && BLOCK.has(name) && (last === '\n' || last === ' '))
          element.children = [first!]
        if (element && kept.length === 0) {
          held = 0
          elements = 0
          unit(element)
        }
      },
      onerror(error) {
        throw error
      },
    },
    { recognizeSelfClosing: true, recognizeCDATA: true },
  )
  return {
    write(text) {
      lines.add(text)
      parser.write(text)
    },
    end() {
      ended = true
      const tag = lines.openTag()
      if (tag !== null)
        throw new PageError('the page is cut off inside a tag', { line: lineAt(Number.MAX_SAFE_INTEGER) }, tag)
      parser.end()
      kept = []
      return { whole }
    },
  }
}

/** Which line an offset stands on, for offsets that only grow, and whether the text ends inside a tag. */
function lineCounter() {
  const pieces: string[] = []
  let base = 0
  let line = 1
  let written = 0
  let lastOpen = -1
  let lastClose = -1
  let openText = ''
  /** The next line break that was not counted yet; none in what was written so far: Infinity. */
  let nextBreak = Number.POSITIVE_INFINITY
  const find = (from: number): number => {
    for (let piece = pieces[0]; piece !== undefined; piece = pieces[0]) {
      const found = piece.indexOf('\n', Math.max(0, from - base))
      if (found >= 0) return base + found
      base += piece.length
      pieces.shift()
    }
    return Number.POSITIVE_INFINITY
  }
  return {
    add(text: string): void {
      pieces.push(text)
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
