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
  /** The new text speaks of a prohibition. */
  readonly prohibits: boolean
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
  const annexes = [...text.matchAll(new RegExp(ANNEXES, 'g'))].flatMap(([, list]) => numbersIn(list))
  return {
    regime,
    place: path.join(', '),
    instruction: instruction.replace(/[\s:;.]+$/, ''),
    provisions: provisionsIn(blocks, instruction, own),
    codes: [...new Set(codesNamedIn(`${instruction} ${text}`))],
    days: [...new Set(daysIn(text))],
    annexes: [...new Set(annexes)],
    prohibits: /\bshall be prohibited\b|\bprohibitions? (?:in|of|laid)\b/i.test(text),
  }
}

/** The paragraphs that quoted text begins with a number, or those that the instruction names. */
function provisionsIn(blocks: readonly Block[], instruction: string, article: string | null): string[] {
  if (article === null) return textsOf(blocks).flatMap((line) => /^[‘“]?Article (\d+[a-z]{0,3})$/.exec(line)?.[1] ?? [])
  const begun = textsOf(blocks).flatMap((line) => /^[‘“]?(\d{1,2}[a-z]{0,3})\.\s/.exec(line)?.[1] ?? [])
  const { masked } = maskQuotations(instruction)
  const named = (/\bparagraphs? (\d+[a-z]{0,3})\b/.exec(masked) ?? /\bArticle \w+\((\d+[a-z]{0,3})\)/.exec(masked))?.[1]
  const paragraphs = begun.length > 0 ? begun : named ? [named] : []
  return paragraphs.length > 0 ? paragraphs.map((paragraph) => `${article}(${paragraph})`) : [article]
}
