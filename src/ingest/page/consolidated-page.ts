import { type PageAct, readActs } from './acts-table.ts'
import { type Marks, type PageAnnex, readAnnex } from './annex.ts'
import { type PageArticle, readArticle } from './article.ts'
import { isMark, type MarkFound, readMark } from './amendment-mark.ts'
import { PageError } from './page-error.ts'
import { textOf } from './page-text.ts'
import { descendants, type Element, has, pageTree } from './page-tree.ts'
import { looksLikeCode } from './printed-code.ts'
import { type PageFile, readPage } from './read-page.ts'
import { readHeader } from './table-columns.ts'
import { readGrid } from './table-grid.ts'

/** A consolidated text as a page shows it, whole or a piece of it. */
export interface ConsolidatedPage {
  /** `02014R0833-20260724`, its day and language: from the head of the page; in a piece from its links, if it has any. */
  readonly celex: string | null
  readonly version: string | null
  readonly language: string | null
  /** Head, articles and a closed end: nothing of the act is missing. */
  readonly whole: boolean
  readonly acts: readonly PageAct[]
  readonly articles: readonly PageArticle[]
  readonly annexes: readonly PageAnnex[]
  /** Deletions that stand between annexes: where one was, a dash is left. */
  readonly deletedAnnexes: readonly { readonly after: string | null; readonly mark: MarkFound }[]
  readonly footnotes: Readonly<Record<string, string>>
}

/** Reads the text of a page, fed in pieces. Everything it was not taught, and everything half, is a PageError. */
export function pageReader(): { write(text: string): void; end(): ConsolidatedPage } {
  const acts: PageAct[] = []
  const articles: PageArticle[] = []
  const annexes: PageAnnex[] = []
  const deletedAnnexes: { after: string | null; mark: MarkFound }[] = []
  const footnotes: Record<string, string> = {}
  let reference: RegExpExecArray | null = null
  let linked: RegExpExecArray | null = null
  let head = ''
  const marks: Marks = {
    get basicAct() {
      return acts.find(({ mark }) => mark === 'B')?.celex ?? null
    },
    current: null,
  }
  const unit = (element: Element) => {
    linked ??= linkOf(element)
    if (element.id.startsWith('anx_')) annexes.push(once(annexes, readAnnex(element, marks)))
    else if (element.id.startsWith('art_')) articles.push(readArticle(element, marks))
    else if (isMark(element)) {
      marks.current = readMark(element, marks.basicAct)
      if (marks.current.deletes && (annexes.length > 0 || articles.length === 0)) {
        deletedAnnexes.push({ after: annexes.at(-1)?.annex ?? null, mark: marks.current })
      }
    } else if (has(element, 'reference')) reference ??= REFERENCE.exec(textOf(element))
    else if (has(element, 'footnote')) {
      const id = [...element.children].flatMap((child) => (typeof child === 'string' ? [] : [child.id])).find(Boolean)
      if (id) footnotes[id] = textOf(element)
    } else if (element.name === 'table') {
      const found = readActs(element)
      if (found) acts.push(...found)
      else refuseGoods(element)
    } else if (element.name === 'p') {
      // Nothing is read from it; a mark in it would stop here.
      textOf(element)
    }
  }
  const tree = pageTree(unit)
  return {
    write(text) {
      if (head.length < 20_000) head += text
      tree.write(text)
    },
    end() {
      const { whole } = tree.end()
      if (annexes.length + articles.length + acts.length === 0) throw new PageError(nothingIn(head))
      const [, celex = linked?.[1], language, day = linked?.[4], month = linked?.[3], year = linked?.[2]] =
        reference ?? []
      const version = year ? `${year}-${month}-${day}` : null
      return {
        celex: celex && version ? `${celex}-${version.replaceAll('-', '')}` : null,
        version,
        language: language?.toLowerCase() ?? null,
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

/** `02014R0833 — EN — 24.07.2026 — 035.001` */
const REFERENCE = /^(0\d{4}[A-Z]\d{4}) — ([A-Z]{2}) — (\d{2})\.(\d{2})\.(\d{4}) — \d{3}\.\d{3}$/

/** Arrows lead from mark to mark inside the page, and so name it. */
const LINK = /[?&]uri=CELEX(?::|%3A)(0\d{4}[A-Z]\d{4})-(\d{4})(\d{2})(\d{2})/i

function linkOf(element: Element): RegExpExecArray | null {
  for (const { href } of [element, ...descendants(element)]) {
    const found = href === '' ? null : LINK.exec(href)
    if (found) return found
  }
  return null
}

function once(annexes: readonly PageAnnex[], annex: PageAnnex): PageAnnex {
  if (annexes.some((other) => other.annex === annex.annex)) {
    throw new PageError(`annex ${annex.annex} stands twice`, { line: annex.line })
  }
  return annex
}

/** Goods outside every annex: an annex was closed too early, and half of it would be lost. */
function refuseGoods(table: Element): void {
  for (const row of readGrid(table, null).rows) {
    const code = row.cells.flatMap(({ lines }) => lines).find(looksLikeCode)
    const header = readHeader(row) !== null ? row.cells.map(({ text }) => text).join(' | ') : undefined
    const met = code ?? header
    if (met !== undefined) throw new PageError('a table of goods outside every annex', { line: row.line }, met)
  }
}

function nothingIn(head: string): string {
  if (/awswaf|not a robot|challenge(?:-container|\.js)|captcha|JavaScript is disabled/i.test(head)) {
    return 'this is the bot wall of EUR-Lex, not the act: fetch the page with "law fetch", or save it from a browser'
  }
  const title = /<title[^>]*>([^<]{1,200})/i.exec(head)?.[1]?.trim()
  return `neither acts, articles nor annexes in it${title ? `; its title is "${title}"` : ''}: is it a consolidated page of EUR-Lex?`
}

/** The page in a file, and the file's pin. */
export async function readConsolidatedPage(
  file: string,
  progress?: (read: number, all: number) => void,
): Promise<{ page: ConsolidatedPage; file: PageFile }> {
  const reader = pageReader()
  const pin = await readPage(file, reader.write, progress)
  return { page: reader.end(), file: pin }
}
