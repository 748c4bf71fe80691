import type { Language } from '../../base/language.ts'
import { listed } from './wording.ts'

const SUBPARAGRAPHS: Readonly<Record<string, string>> = {
  first: 'pierwszy',
  second: 'drugi',
  third: 'trzeci',
  fourth: 'czwarty',
  fifth: 'piąty',
  sixth: 'szósty',
  last: 'ostatni',
}

/** The parts of `3g(1)(a), (b)`: the article, its points one after the other, and what follows them. */
const CITATION = /^(\d+[a-z]*)((?:\([^()]+\))*)((?:(?:, |-)(?:\([^()]+\))+)*)(?:, (\w+) subparagraph)?( .+)?$/

/**
 * A citation as lawyers write it: `3k(5a)(g)` → `Article 3k(5a)(g)`, `art. 3k ust. 5a lit. g)`. What does not look like a
 * citation is left as it is.
 */
export function citationInWords(citation: string, language: Language): string {
  // `4(1)(a), 4(1)(c)` cites two places, `3g(1)(a), (b)` one with two points.
  const places = citation.split(/, (?=\d)/)
  if (language === 'en') return `${places.length > 1 ? 'Articles' : 'Article'} ${citation}`
  return listed(places.map(placeInPolish), 'pl')
}

function placeInPolish(citation: string): string {
  const [, article, points = '', more = '', subparagraph, rest = ''] = CITATION.exec(citation) ?? []
  if (article === undefined) return `art. ${citation}`
  const path = pointsOf(points)
  const last = path.length - 1
  const words = path.map((point, depth) => {
    const name = unitOf(point, depth)
    return depth === last
      ? `${name} ${written(point, depth)}${siblings(more, last)}`
      : `${name} ${written(point, depth)}`
  })
  const within = subparagraph === undefined ? '' : ` akapit ${SUBPARAGRAPHS[subparagraph] ?? subparagraph}`
  return [`art. ${article}`, ...words].join(' ') + within + restInWords(rest)
}

const pointsOf = (text: string): string[] => [...text.matchAll(/\(([^()]+)\)/g)].map(([, point]) => point!)

/** Numbers stand for paragraphs, letters for points, Roman numbers below letters for subpoints. */
function unitOf(point: string, depth: number): string {
  if (/^\d/.test(point)) return depth === 0 ? 'ust.' : 'pkt'
  return depth < 2 ? 'lit.' : 'ppkt'
}

const written = (point: string, depth: number): string => (unitOf(point, depth) === 'ust.' ? point : `${point})`)

/** `, (1a), (2)` → `, 1a i 2`; `-(6)` → `–6`. */
function siblings(more: string, depth: number): string {
  const range = /^-\(([^()]+)\)$/.exec(more)
  if (range) return `–${written(range[1]!, depth)}`
  const others = pointsOf(more).map((point) => written(point, depth))
  return others.map((other, at) => `${at === others.length - 1 ? ' i' : ','} ${other}`).join('')
}

const restInWords = (rest: string): string =>
  rest.replace(/^ of (\d{4})$/, ' w brzmieniu z $1 r.').replace(/^ and Annex /, ' i załącznik ')
