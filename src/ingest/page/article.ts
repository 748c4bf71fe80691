import { bareMark, inlineMarks, isMark, type Mark, readMark } from './amendment-mark.ts'
import type { Marks } from './annex.ts'
import { collapseSpaces, linesOf, textOf } from './page-text.ts'
import { type Element, has, isElement } from './page-tree.ts'

/** A block of an article's text with its place and the act it comes from. */
interface Provision {
  readonly article: string
  readonly paragraph: string
  /** `a`, or `a(i)` for a point of a point. */
  readonly point: string
  readonly text: string
  readonly mark: Mark | null
}

export type PageArticle = Readonly<ReturnType<typeof readArticle>>

export function readArticle(unit: Element, marks: Marks) {
  let article = unit.id.replace(/^art_/, '')
  const provisions: Provision[] = []
  /** Marks inside running text, and deletions. */
  const inline: { paragraph: string; mark: Mark }[] = []
  const put = (lines: readonly string[], paragraph: string, point: string) => {
    const mark = marks.current && bareMark(marks.current)
    for (const text of lines) provisions.push({ article, paragraph, point, text, mark })
  }
  /** Consecutive words and inline elements are collected in `loose` and make one block of text. */
  const walk = (parent: Element, paragraph: string, point: string): void => {
    let own = paragraph
    let loose: (Element | string)[] = []
    const flush = () => {
      const lines = linesOf({ ...parent, children: loose })
      loose = []
      put(lines, own, point)
    }
    for (const child of parent.children) {
      if (!isElement(child)) {
        loose.push(child)
        continue
      }
      if (isMark(child)) {
        flush()
        const mark = readMark(child, marks.basicAct)
        marks.current = mark
        if (mark.deletes) inline.push({ paragraph: own, mark: bareMark(mark) })
      } else if (has(child, 'title-article-norm')) {
        article = /^(?:article|artykuł|art\.)\s+(\S+)$/i.exec(textOf(child))?.[1] ?? article
      } else if (has(child, 'no-parag')) {
        flush()
        own = textOf(child).replace(/\.$/, '')
        inline.push(...inlineMarks(child).map((mark) => ({ paragraph: own, mark })))
      } else if (has(child, 'grid-list')) {
        flush()
        const [number, content] = child.children.filter(isElement)
        const sign = number ? textOf(number).replace(/^\(|\)$/g, '') : ''
        if (content) walk(content, own, point === '' ? sign : `${point}(${sign})`)
      } else if (['p', 'div', 'table', 'ul', 'ol', 'li', 'tbody', 'tr', 'td'].includes(child.name)) {
        flush()
        inline.push(...(child.name === 'p' ? inlineMarks(child).map((mark) => ({ paragraph: own, mark })) : []))
        if (child.name === 'p')
          put(
            [textOf(child)].filter((text) => text !== ''),
            own,
            point,
          )
        else walk(child, own, point)
      } else {
        if (collapseSpaces(textOf(child)) !== '')
          inline.push(...inlineMarks(child).map((mark) => ({ paragraph: own, mark })))
        loose.push(child)
      }
    }
    flush()
  }
  walk(unit, '', '')
  return { article, line: unit.line, provisions, inline }
}
