import { calendarDay } from '../../base/day.ts'
import { type PageAct, readActs } from './acts-table.ts'
import { isMark, type MarkFound, readMark } from './amendment-mark.ts'
import { type Marks, type PageAnnex, readAnnex } from './annex.ts'
import { type PageArticle, readArticle } from './article.ts'
import { PageError } from './page-error.ts'
import { isBotWall, type PageIdentity, parseReference } from './page-identity.ts'
import { textOf } from './page-text.ts'
import { descendants, type Element, has, pageTree } from './page-tree.ts'
import { looksLikeCode } from './printed-code.ts'
import { type PageFile, readPage } from './read-page.ts'
import { readHeader } from './table-columns.ts'
import { readGrid } from './table-grid.ts'

/** A consolidated text as a page prints it, whole or a piece of it. */
export type ConsolidatedPage = Readonly<ReturnType<ReturnType<typeof pageReader>['end']>>

/** Parses the text of a page, fed in chunks. An unknown form and an incomplete page are a PageError. */
export function pageReader() {
  const acts: PageAct[] = []
  const articles: PageArticle[] = []
  const annexes: PageAnnex[] = []
  /** Marks of deletion between annexes: a deleted annex leaves a mark and a dash. */
  const deletedAnnexes: { after: string | null; mark: MarkFound }[] = []
  const footnotes: Record<string, string> = {}
  let reference: PageIdentity | null = null
  let linked: Pick<PageIdentity, 'celex' | 'version'> | null = null
  let head = ''
  const marks: Marks = {
    get basicAct() {
      return acts.find(({ mark }) => mark === 'B')?.celex ?? null
    },
    current: null,
  }
  const unit = (element: Element) => {
    refuseAct(element)
    linked ??= linkIdentity(element)
    if (element.id.startsWith('anx_')) annexes.push(refuseTwin(annexes, readAnnex(element, marks)))
    else if (element.id.startsWith('art_')) articles.push(readArticle(element, marks))
    else if (isMark(element)) {
      marks.current = readMark(element, marks.basicAct)
      if (marks.current.deletes && (annexes.length > 0 || articles.length === 0)) {
        deletedAnnexes.push({ after: annexes.at(-1)?.annex ?? null, mark: marks.current })
      }
    } else if (has(element, 'reference')) reference ??= parseReference(textOf(element))
    else if (has(element, 'footnote')) {
      const id = [...element.children].flatMap((child) => (typeof child === 'string' ? [] : [child.id])).find(Boolean)
      if (id) footnotes[id] = textOf(element)
    } else if (element.name === 'table') {
      const found = readActs(element)
      if (found) acts.push(...found)
      else refuseGoods(element)
    } else if (element.name === 'p') {
      // Nothing is read from it, but `textOf` throws if it holds an amendment mark.
      textOf(element)
    }
  }
  const tree = pageTree(unit)
  return {
    write(text: string): void {
      if (head.length < 20_000) head += text
      tree.write(text)
    },
    end() {
      const { whole } = tree.end()
      if (annexes.length + articles.length + acts.length === 0) throw new PageError(emptyPageMessage(head))
      const identity = reference ?? linked
      return {
        /** `02014R0833-20260724`, its day and language: from the reference line; in a piece from its links, if it has any. */
        celex: identity?.celex ?? null,
        version: identity?.version ?? null,
        language: reference?.language ?? null,
        /** The page has its reference line, its table of acts, articles and a closing tag: nothing of the act is missing. */
        whole: whole && reference !== null && articles.length > 0 && acts.length > 0,
        acts: acts.filter(({ mark }) => mark !== 'B'),
        articles,
        annexes,
        deletedAnnexes,
        footnotes,
      }
    },
  }
}

/**
 * An act as the Official Journal prints it also has articles and annexes, but those of its own: its "ANNEX XVII" may amend
 * another one. Only its converter gives classes that begin with `oj-`.
 */
function refuseAct(unit: Element): void {
  const isPrinted = ({ classes }: Element) => classes.some((name) => name.startsWith('oj-'))
  const found = isPrinted(unit) ? unit : [...descendants(unit)].find(isPrinted)
  if (found) {
    throw new PageError(
      'an act as the Official Journal prints it, and no consolidated text: read it with `law propose`',
      { line: found.line },
      textOf(unit),
    )
  }
}

/** The arrows beside amendment marks link to the page itself and so name it. */
const LINK = /[?&]uri=CELEX(?::|%3A)(0\d{4}[A-Z]\d{4})-(\d{4})(\d{2})(\d{2})/i

function linkIdentity(element: Element): Pick<PageIdentity, 'celex' | 'version'> | null {
  for (const { href } of [element, ...descendants(element)]) {
    const [, act, year, month, day] = (href !== '' && LINK.exec(href)) || []
    if (act) return { celex: `${act}-${year}${month}${day}`, version: calendarDay(`${year}-${month}-${day}`) }
  }
  return null
}

function refuseTwin(annexes: readonly PageAnnex[], annex: PageAnnex): PageAnnex {
  if (annexes.some((other) => other.annex === annex.annex)) {
    throw new PageError(`annex ${annex.annex} stands twice`, { line: annex.line })
  }
  return annex
}

/** Goods outside every annex mean that an annex was closed too early: its other rows would be lost. */
function refuseGoods(table: Element): void {
  for (const row of readGrid(table, null).rows) {
    const code = row.cells.flatMap(({ lines }) => lines).find(looksLikeCode)
    const header = readHeader(row) !== null ? row.cells.map(({ text }) => text).join(' | ') : undefined
    const met = code ?? header
    if (met !== undefined) throw new PageError('a table of goods outside every annex', { line: row.line }, met)
  }
}

function emptyPageMessage(head: string): string {
  if (isBotWall(head)) {
    return 'this is the bot wall of EUR-Lex, not the act: fetch the page with "law fetch", or save it from a browser'
  }
  const title = /<title[^>]*>([^<]{1,200})/i.exec(head)?.[1]?.trim()
  return `neither acts, articles nor annexes in it${title ? `; its title is "${title}"` : ''}: is it a consolidated page of EUR-Lex?`
}

/** The page in a file, with the size and hash of the file. */
export async function readConsolidatedPage(
  file: string,
  progress?: (read: number, all: number) => void,
): Promise<{ page: ConsolidatedPage; file: PageFile }> {
  const reader = pageReader()
  const pageFile = await readPage(file, reader.write, progress)
  return { page: reader.end(), file: pageFile }
}
