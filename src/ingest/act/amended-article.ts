import type { Day } from '../../base/day.ts'
import { codesNamedIn } from '../page/codes-in-text.ts'
import { daysIn } from '../update/figures.ts'
import { type Block, textsOf } from './act-blocks.ts'
import { ANNEXES, numbersIn } from './act-names.ts'
import { maskQuotations } from './quotation.ts'

/** A change of an article, for a person to read: what it names is found, what it means is not. */
export interface AmendedArticle {
  readonly regime: string | null
  /** `Article 1, point (10), point (c)` */
  readonly place: string
  /** `in Article 3k, the following paragraph is inserted` */
  readonly instruction: string
  /** `3k(3ac)`, as far as the act says which provisions the text is. */
  readonly provisions: readonly string[]
  readonly codes: readonly string[]
  readonly days: readonly Day[]
  readonly annexes: readonly string[]
  readonly bans: readonly NamedBan[]
}

/** A paragraph of the new text that prohibits something. */
export interface NamedBan {
  /** `3k(1c)`; the article alone where the text has no numbers. */
  readonly provision: string
  readonly annexes: readonly string[]
  readonly codes: readonly string[]
  readonly days: readonly Day[]
}

export interface FoundArticle {
  readonly regime: string | null
  readonly path: readonly string[]
  /** The article that the points around it are about: `3k`. */
  readonly article: string | null
  readonly instruction: string
  readonly blocks: readonly Block[]
}

export const articleNamedIn = (text: string): string | null =>
  /\bArticles? (\d+[a-z]{0,3})\b/.exec(maskQuotations(text).masked)?.[1] ?? null

export function articleOf({ regime, path, article, instruction, blocks }: FoundArticle): AmendedArticle {
  const text = textsOf(blocks).join(' ')
  const own = articleNamedIn(instruction) ?? (article || null)
  const provisions = provisionsIn(blocks, instruction, own)
  return {
    regime,
    place: path.join(', '),
    instruction: instruction.replace(/[\s:;.]+$/, ''),
    provisions,
    codes: [...new Set(codesNamedIn(`${instruction} ${text}`))],
    days: [...new Set(daysIn(text))],
    annexes: annexesIn(text),
    bans: bansIn(blocks, own, provisions[0] ?? ''),
  }
}

const annexesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(new RegExp(ANNEXES, 'g'))].flatMap(([, list]) => numbersIn(list))),
]

const QUOTED_ARTICLE = /^[‘“]?Article (\d+[a-z]{0,3})$/
const QUOTED_PARAGRAPH = /^[‘“]?(\d{1,2}[a-z]{0,3})\.\s/

/** `first` is the provision that the text belongs to before it begins one of its own. */
function bansIn(blocks: readonly Block[], named: string | null, first: string): NamedBan[] {
  let article = named
  let current = { provision: first, lines: [] as string[] }
  const sections = [current]
  for (const line of textsOf(blocks)) {
    const begun = QUOTED_ARTICLE.exec(line)?.[1]
    const paragraph = QUOTED_PARAGRAPH.exec(line)?.[1]
    if (begun) article = begun
    if (begun || (paragraph && article)) {
      current = { provision: begun ?? `${article}(${paragraph})`, lines: [] }
      sections.push(current)
    }
    current.lines.push(line)
  }
  return sections.flatMap(({ provision, lines }) => {
    const text = lines.join(' ')
    if (provision === '' || !/\bshall be prohibited\b/i.test(text)) return []
    return [
      {
        provision,
        annexes: annexesIn(text),
        codes: [...new Set(codesNamedIn(text))],
        days: [...new Set(daysIn(text))],
      },
    ]
  })
}

/** The paragraphs that quoted text begins with a number, or those that the instruction names. */
function provisionsIn(blocks: readonly Block[], instruction: string, article: string | null): string[] {
  if (article === null) return textsOf(blocks).flatMap((line) => QUOTED_ARTICLE.exec(line)?.[1] ?? [])
  const begun = textsOf(blocks).flatMap((line) => QUOTED_PARAGRAPH.exec(line)?.[1] ?? [])
  const { masked } = maskQuotations(instruction)
  const named = (/\bparagraphs? (\d+[a-z]{0,3})\b/.exec(masked) ?? /\bArticle \w+\((\d+[a-z]{0,3})\)/.exec(masked))?.[1]
  const paragraphs = begun.length > 0 ? begun : named ? [named] : []
  return paragraphs.length > 0 ? paragraphs.map((paragraph) => `${article}(${paragraph})`) : [article]
}
