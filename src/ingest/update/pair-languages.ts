import type { ConsolidatedPage } from '../page/consolidated-page.ts'
import type { GoodsRow } from '../page/goods-table.ts'

/** The Polish row of each English one, and the differences that keep the two pages from being paired. */
export function pairLanguages(
  english: ConsolidatedPage,
  polish: ConsolidatedPage,
): { pairs: ReadonlyMap<GoodsRow, GoodsRow>; differences: readonly string[] } {
  const differences: string[] = []
  const pairs = new Map<GoodsRow, GoodsRow>()
  if (polish.language !== null && polish.language !== 'pl')
    differences.push(`the second page is ${polish.language}, not pl`)
  if (english.celex !== polish.celex)
    differences.push(`the pages are of two texts: ${english.celex} and ${polish.celex}`)
  const goods = (page: ConsolidatedPage) => page.annexes.filter(({ rows }) => rows.length > 0)
  const names = new Set([...goods(english), ...goods(polish)].map(({ annex }) => annex))
  for (const annex of names) {
    const of = (page: ConsolidatedPage) => page.annexes.find((one) => one.annex === annex)?.rows ?? []
    const [en, pl] = [of(english), of(polish)]
    if (en.length !== pl.length) {
      differences.push(`annex ${annex}: ${en.length} rows in English, ${pl.length} in Polish${firstApart(en, pl)}`)
      continue
    }
    // Rows of one code are paired by their order, which is the same in all languages of an act.
    const waiting = new Map<string, GoodsRow[]>()
    for (const row of pl) waiting.set(row.digits, [...(waiting.get(row.digits) ?? []), row])
    for (const row of en) {
      const partner = waiting.get(row.digits)?.shift()
      if (!partner) differences.push(`annex ${annex}, ${row.printed}: in English only${firstApart(en, pl)}`)
      else if (partner.ex !== row.ex) differences.push(`annex ${annex}, ${row.printed}: "ex" in one language only`)
      else pairs.set(row, partner)
    }
  }
  return { pairs, differences }
}

function firstApart(en: readonly GoodsRow[], pl: readonly GoodsRow[]): string {
  const at = en.findIndex((row, index) => row.digits !== pl[index]?.digits)
  const place = at < 0 ? en.length : at
  return ` (apart from row ${place + 1}: ${en[place]?.printed ?? 'nothing'} / ${pl[place]?.printed ?? 'nothing'})`
}
