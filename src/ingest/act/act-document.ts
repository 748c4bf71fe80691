import type { Day } from '../../base/day.ts'
import { linesOf, textOf } from '../page/page-text.ts'
import { type Element, isElement, pageTree } from '../page/page-tree.ts'
import { type PageFile, readPage } from '../page/read-page.ts'
import { daysIn } from '../update/figures.ts'
import { type Block, blocksOf, hasClass, withoutNotes } from './act-blocks.ts'
import { ActError } from './act-error.ts'
import { ANNEX_TITLE, actNamedIn } from './act-names.ts'
import { firstDayOf } from './first-day.ts'

interface Section {
  /** `Article 1`, `Annex I`; the only annex of an act is `Annex`. */
  readonly name: string
  /** `1`, `I`, empty for the only annex. */
  readonly number: string
  readonly blocks: readonly Block[]
  readonly line: number
}

/** An amending act as the Official Journal prints it. */
export interface ActDocument {
  readonly celex: string
  readonly title: string
  /** Day of the document. */
  readonly date: Day | null
  readonly published: Day | null
  readonly inForceFrom: Day | null
  /** CELEX number of the act that the title says is amended. */
  readonly amends: readonly string[]
  readonly articles: readonly Section[]
  readonly annexes: readonly Section[]
}

/** Reads the text of an act, fed in chunks. */
export function actReader() {
  let body: Element | null = null
  const tree = pageTree(
    (unit) => {
      if (body) throw new ActError('a second body', { path: [], line: unit.line })
      body = unit
    },
    { begins: (name) => name === 'body', isOutOfOrder: () => false },
  )
  return {
    write: tree.write,
    end(): ActDocument {
      const { whole } = tree.end()
      if (!body || !whole) throw new ActError('no whole act: the page has no body, or is cut off')
      return documentOf(withoutNotes(body))
    },
  }
}

export async function readActDocument(
  file: string,
  progress: (read: number, all: number) => void = () => {},
): Promise<{ readonly document: ActDocument; readonly file: PageFile }> {
  const reader = actReader()
  const read = await readPage(file, reader.write, progress)
  return { document: reader.end(), file: read }
}

function documentOf(body: Element): ActDocument {
  const annexes = annexesOf(body)
  const heads = [...outside(body, annexes)]
  const title = titleOf(heads)
  if (/^\s*corrigendum\b/i.test(title)) throw new ActError('a corrigendum, which a person reads', null, title)
  const celex = /^(?:[\p{L}\s]*\b)?(?:Regulation|Decision)\b/iu.test(title) ? actNamedIn(title) : null
  if (!celex) throw new ActError('no act of the Official Journal: its title was not understood', null, title)
  const amended = /\bamending\b(.*)$/i.exec(title)?.[1]
  if (amended === undefined) throw new ActError(`${celex} amends nothing, by its title`, null, title)
  const articles = articlesOf(body)
  if (articles.length === 0) throw new ActError(`${celex} has no articles`)
  const published = dayOf(heads.find((one) => hasClass(one, 'hd-date')))
  const final = articles.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'text' ? [block.text] : [])))
  return {
    celex,
    title,
    date: dayOf(title),
    published,
    inForceFrom: firstDayOf(final.join(' '), published),
    amends: amended.split(/\band\b|,/).flatMap((one) => actNamedIn(one) ?? []),
    articles,
    annexes: annexes.map((annex) => sectionOf(annex)),
  }
}

/** All elements that are not inside one of these. */
function* outside(parent: Element, others: readonly Element[]): Generator<Element> {
  for (const child of parent.children) {
    if (!isElement(child) || others.includes(child)) continue
    yield child
    yield* outside(child, others)
  }
}

const titleOf = (elements: readonly Element[]): string =>
  elements
    .filter((one) => hasClass(one, 'doc-ti') && !hasClass(one, 'quotation-ti'))
    .map(textOf)
    .join(' ')

function* outermost(parent: Element, is: (element: Element) => boolean): Generator<Element> {
  for (const child of parent.children) {
    if (!isElement(child)) continue
    if (is(child)) yield child
    else yield* outermost(child, is)
  }
}

/** The annexes by their ids, or in a file without them what stands behind a rule and begins with the title of an annex. */
function annexesOf(body: Element): Element[] {
  const named = [...outermost(body, ({ id }) => /^anx_/.test(id))]
  if (named.length > 0) return named
  return [...outermost(body, (one) => one.name === 'div' && isTitle(blocksOf(one)[0]))]
}

const isTitle = (block: Block | undefined): boolean =>
  block?.kind === 'text' && block.heading === 0 && ANNEX_TITLE.test(block.text) && !/^[‘“„"]/.test(block.text)

function sectionOf(annex: Element): Section {
  const [first, ...rest] = blocksOf(annex)
  const number = first?.kind === 'text' ? ANNEX_TITLE.exec(first.text) : null
  if (!number) throw new ActError('an annex without its number', { path: [], line: annex.line }, textOf(annex))
  const name = number[1] ? `Annex ${number[1]}` : 'Annex'
  return { name, number: number[1] ?? '', blocks: rest, line: annex.line }
}

const ARTICLE_TITLE = /^(?:Sole )?Article(?: (\d+[a-z]?))?$/

function articlesOf(body: Element): Section[] {
  const named = [...outermost(body, ({ id }) => /^art_\d+[a-z]?$/.test(id))]
  if (named.length === 0) return articlesByTitle(body)
  return named.map((article) => {
    const [title, ...blocks] = blocksOf(article)
    const number = title?.kind === 'text' ? ARTICLE_TITLE.exec(title.text) : null
    if (!number) throw new ActError('an article without its number', { path: [], line: article.line }, textOf(article))
    return { name: `Article ${number[1] ?? '1'}`, number: number[1] ?? '1', blocks, line: article.line }
  })
}

/** Acts without ids: an article is what stands between two titles, in one element or in one for each article. */
function articlesByTitle(body: Element): Section[] {
  const holdsTitles = ({ children }: Element) => children.some((child) => isElement(child) && isArticleTitle(child))
  // An article that is quoted stands inside one of the act.
  return [...outermost(body, holdsTitles)].flatMap(articlesIn)
}

function articlesIn(parent: Element): Section[] {
  const sections: { name: string; number: string; line: number; children: (Element | string)[] }[] = []
  for (const child of parent.children) {
    if (isElement(child) && isArticleTitle(child)) {
      const number = ARTICLE_TITLE.exec(textOf(child))?.[1] ?? '1'
      sections.push({ name: `Article ${number}`, number, line: child.line, children: [] })
    } else if (isElement(child) && ['final', 'doc-end', 'doc-sep'].some((name) => hasClass(child, name))) break
    else sections.at(-1)?.children.push(child)
  }
  return sections.map(({ children, ...section }) => ({ ...section, blocks: blocksOf({ ...parent, children }) }))
}

const isArticleTitle = (element: Element): boolean =>
  hasClass(element, 'ti-art') && ARTICLE_TITLE.test(linesOf(element).join(' '))

/** The first day in a text: `23.2.2024`, `23 February 2024`. */
function dayOf(source: Element | string | undefined): Day | null {
  const text = source === undefined ? '' : typeof source === 'string' ? source : textOf(source)
  return daysIn(text)[0] ?? null
}
