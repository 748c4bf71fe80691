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
  readonly children: (Element | string)[]
}

/** The converter nests about 20 deep; far more is no page but an attack on whoever reads it. */
const DEEPEST = 200
const VOID = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr'])
/** What a piece of the page is taken from; everything around them is frame. */
const UNIT = new Set(['p', 'table', 'title'])

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
  let lines = 1
  let offset = 0
  let pending: string[] = []
  let whole = false
  let ended = false
  let tail = ''
  const lineAt = (index: number): number => {
    while (pending.length > 0 && offset < index) {
      const text = pending[0]!
      const upTo = Math.min(text.length, index - offset)
      for (let at = text.indexOf('\n'); at >= 0 && at < upTo; at = text.indexOf('\n', at + 1)) lines++
      offset += upTo
      if (upTo === text.length) pending.shift()
      else pending[0] = text.slice(upTo)
    }
    return lines
  }
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const line = lineAt(parser.startIndex)
        if (!VOID.has(name)) names.push({ name, line, end: parser.endIndex })
        if (names.length > DEEPEST) throw new PageError(`elements nested deeper than ${DEEPEST}`, { line })
        const id = attributes.id ?? ''
        if (kept.length === 0 && !isUnit(name, id)) return
        const element: Element = {
          name,
          id,
          classes: (attributes.class ?? '').split(/\s+/).filter((word) => word !== ''),
          title: attributes.title ?? '',
          href: attributes.href ?? '',
          colspan: attributes.colspan ?? '',
          rowspan: attributes.rowspan ?? '',
          line,
          children: [],
        }
        kept.at(-1)?.children.push(element)
        if (!VOID.has(name)) kept.push(element)
      },
      ontext(text) {
        kept.at(-1)?.children.push(text)
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
        if (element && kept.length === 0) unit(element)
      },
      onerror(error) {
        throw error
      },
    },
    { recognizeSelfClosing: true, recognizeCDATA: true },
  )
  return {
    write(text) {
      pending.push(text)
      tail = (tail + text).slice(-2_000)
      parser.write(text)
    },
    end() {
      ended = true
      if (tail.lastIndexOf('<') > tail.lastIndexOf('>')) {
        const met = tail.slice(tail.lastIndexOf('<'))
        throw new PageError('the page is cut off inside a tag', { line: lineAt(Number.MAX_SAFE_INTEGER) }, met)
      }
      parser.end()
      kept = []
      pending = []
      return { whole }
    },
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
