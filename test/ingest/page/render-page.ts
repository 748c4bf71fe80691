import { digits, group } from '../../../src/base/cn-code.ts'
import { printedListings } from '../../../src/ingest/update/open-law.ts'
import { readLawAt } from '../../../src/law/check.ts'
import { isGone, isInAct, type Listing, rowsOf } from '../../../src/law/read/law.ts'

/** A page as EUR-Lex's converter writes it, made from law/ itself, so that a test can change one thing in it and look. */
export interface PageModel {
  celex: string
  /** `2026-07-24` */
  version: string
  language: 'en' | 'pl'
  acts: { mark: string; celex: string; title: string; oj: string; page: string; date: string }[]
  articles: { article: string; paragraphs: { number: string; text: string; mark: string }[] }[]
  annexes: AnnexModel[]
}

export interface AnnexModel {
  annex: string
  title: string
  /** Deleted: only a mark and a dash are left of it. */
  deletedBy?: string
  rows: RowModel[]
}

export interface RowModel {
  part: string
  under: string
  printed: string
  description: string
  /** `32026R0506:REPLACED` */
  mark: string
  further: Record<string, string>
}

const LAW_DAY = /^(\d{4})-(\d{2})-(\d{2})$/
const MONTHS = 'January February March April May June July August September October November December'.split(' ')
const longDay = (day: string): string => {
  const [, year, month, date] = LAW_DAY.exec(day)!
  return `${Number(date)} ${MONTHS[Number(month) - 1]} ${year}`
}

/** The page that law/ says was read. */
export function modelOf(directory: string, folder: string): PageModel {
  const { law } = readLawAt(directory)
  const regime = law!.regimes.find((one) => one.folder === folder)!
  const { code, act, state } = regime.regime.value
  const articles = new Map<string, { number: string; text: string; mark: string }[]>()
  for (const { value } of regime.measures) {
    if (!isInAct(value)) continue
    const [, article = '', number = ''] = /^(\d+[a-z]*)(?:\((\d+[a-z]*)\))?/.exec(value.article) ?? []
    const text = `${value.summary.en}`
    articles.set(article, [...(articles.get(article) ?? []), { number, text, mark: `${value.inserted_by}:INSERTED` }])
  }
  return {
    celex: `0${act.slice(1)}-${state.replaceAll('-', '')}`,
    version: state,
    language: 'en',
    acts: law!.acts.flatMap(({ value }, index) => {
      if (value.regime !== code || value.kind === 'basic' || value.status === 'pending') return []
      // Belarus is kept without the marks of its acts.
      return [
        {
          mark: value.mark ?? `M${100 + index}`,
          celex: value.celex,
          title: value.title.en.toUpperCase(),
          oj: 'L 1',
          page: '1',
          date: '1.1.2020',
        },
      ]
    }),
    articles: [...articles].map(([article, paragraphs]) => ({ article, paragraphs })),
    annexes: regime.annexes
      .filter((annex) => !isGone(annex))
      .map((annex) => ({
        annex: annex.declared.value.annex,
        title: `List of goods referred to in Article 3k`,
        // A page of the state has no rows of acts that came later, and prints no codes of today for its own.
        rows: [...printedListings(rowsOf(annex)).keys()].flatMap((listing) =>
          listing.basis === 'inferred' ? [] : [rowOf(listing)],
        ),
      })),
  }
}

function rowOf(listing: Listing): RowModel {
  const limits = listing.limits === 'any' ? [] : listing.limits
  const further: Record<string, string> = {}
  const price = limits.find(({ scope }) => scope === 'price')
  const quota = limits.find(({ scope }) => scope === 'quota')
  if (price) further['Price per barrel (USD)'] = String(price.amount).replace('.', ',')
  if (quota) further['Quantity (kilotonnes)'] = String(quota.amount)
  if (listing.fromBasis === 'printed' && price) further['Date of entry into application'] = longDay(listing.from)
  return {
    part: listing.category,
    under: listing.under,
    printed: listing.printed,
    description: listing.designation,
    mark: `${listing.act}:${listing.mark.toUpperCase()}`,
    further,
    ...(listing.note.includes('running text') && {
      // Annex XXIX prints no column of codes, only sentences and days.
      printed: '',
      description: `${listing.designation} | ${longDay(listing.from)} | ${longDay(listing.until!)}`,
    }),
  }
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The page as bytes of HTML; indented as the converter does it, with its nbsp inside codes and its empty paragraphs. */
export function renderPage(model: PageModel): string {
  const words = {
    en: { annex: 'ANNEX', article: 'Article', code: 'CN code', goods: 'Description', amended: 'Amended by:' },
    pl: { annex: 'ZAŁĄCZNIK', article: 'Artykuł', code: 'Kod CN', goods: 'Opis', amended: 'zmienione przez:' },
  }[model.language]
  const signs = new Map(model.acts.map(({ celex, mark }) => [celex, mark]))
  const link = `https://eur-lex.europa.eu/legal-content/${model.language.toUpperCase()}/TXT/HTML/?uri=CELEX:${model.celex}`
  let current = ''
  const mark = (wanted: string, dash = ''): string => {
    if (wanted === current && dash === '') return ''
    current = wanted
    const [celex = '', action = ''] = wanted.split(':')
    const sign = signs.get(celex) ?? 'B'
    return `<p class="modref">
   <a href="https://eur-lex.europa.eu/legal-content/EN/AUTO/?uri=celex:${celex}" onclick="window.open(this.href,&#39;_blank&#39;); return false;" title="${celex}${sign === 'B' ? '' : `: ${action}`}">▼${sign}</a><a class="anchorarrow" id="${sign}-1" href="${link}#${sign}-2"><i class="fa fa-arrow-down" title="NEXT" aria-hidden="true"></i></a>${dash}
</p>\n`
  }
  const cell = (text: string, header = false) =>
    text === ''
      ? '<td valign="top"><p class="normal">&nbsp;</p><div>\n</div></td>'
      : `<td${header ? ' style="font-weight: bold"' : ''} valign="top">\n<p class="tbl-norm">${text}</p>\n</td>`
  const table = (rows: readonly RowModel[]): string => {
    const further = [...new Set(rows.flatMap((row) => Object.keys(row.further)))]
    // Every third table prints "ex" in a column of its own, as some annexes do.
    const own = rows.length % 3 === 0
    const width = 2 + further.length + (own ? 1 : 0)
    const header = [...(own ? [''] : []), words.code, words.goods, ...further]
      .map((text) => cell(text, true))
      .join('\n')
    let under = ''
    const lines = rows.map((row) => {
      const changed = mark(row.mark)
      const before = changed === '' ? '' : `<tr>\n<td colspan="${width}">${changed}</td>\n</tr>\n`
      const heading =
        row.under === '' || row.under === under
          ? ''
          : `<tr>${own ? cell('') : ''}${cell('')}${cell(escaped(row.under))}${further.map(() => cell('')).join('')}</tr>\n`
      under = row.under
      const ex = /^ex\s+/i.exec(row.printed)?.[0] ?? ''
      const code = row.printed.slice(own ? ex.length : 0).replaceAll(' ', '&nbsp;')
      const cells = [
        ...(own ? [ex.trim()] : []),
        `${code} `,
        escaped(row.description),
        ...further.map((name) => row.further[name] ?? ''),
      ]
      return `${before}${heading}<tr>\n${cells.map((text) => cell(text)).join('\n')}\n</tr>`
    })
    return `<div class="centered">
<p>
   <br>
</p>
<table width="240" border="1" cellpadding="2" cellspacing="0" class="borderOj">
<colgroup><col width="5%"><col width="95%"></colgroup><tbody>
<tr>\n${header}\n</tr>
${lines.join('\n')}
</tbody>
</table>
</div>\n`
  }
  const annexes = model.annexes.map(({ annex, title, rows, deletedBy }) => {
    if (deletedBy) return mark(`${deletedBy}:DELETED`, '&nbsp;—————')
    const before = rows[0] ? mark(rows[0].mark) : ''
    const parts: RowModel[][] = []
    for (const row of rows) {
      if (parts.at(-1)?.[0]?.part === row.part) parts.at(-1)!.push(row)
      else parts.push([row])
    }
    const body = parts.map((part) => {
      const name = part[0]!.part
      const heading = name === '' ? '' : `<p class="title-gr-seq-level-2" id="id-${annex}">${escaped(name)}</p>\n`
      if (part.every(({ printed }) => printed === ''))
        return heading + part.map(({ description }) => `<p class="norm">${escaped(description)}</p>\n`).join('')
      return heading + table(part.filter(({ printed }) => printed !== ''))
    })
    return `${before}<div id="anx_${annex}">
<hr class="separator-annex">
<p class="title-annex-1" id="id-1">${words.annex} ${annex}</p>
<p class="title-annex-2" id="id-2">
   <span class="norm">${escaped(title)}</span>
</p>
${body.join('')}</div>\n`
  })
  // The marks of the articles come before those of the annexes, in the page as here.
  current = ''
  const articles = model.articles.map(({ article, paragraphs }) => {
    const text = paragraphs.map(
      (paragraph) => `${mark(paragraph.mark)}<div class="norm">
<span class="no-parag">${paragraph.number}.&nbsp;&nbsp;</span>
<div class="norm inline-element">${escaped(paragraph.text)}</div>
</div>\n`,
    )
    return `<div class="eli-subdivision" id="art_${article}">
<p class="title-article-norm" id="id-3">${words.article} ${article}</p>
${text.join('')}</div>\n`
  })
  const acts = model.acts.map(
    ({ mark, celex, title, oj, page, date }) => `<tr>
<td valign="top">
   <p class="arrow">

      ►${mark}
   <a class="anchorarrow" id="${mark}-0" href="${link}#${mark}-1"><i class="fa fa-arrow-down" title="NEXT"></i></a>
   </p>
</td>
<td valign="top"><p class="title-fam-member-star"><a href="https://eur-lex.europa.eu/legal-content/EN/AUTO/?uri=celex:${celex}" title="${celex}">${escaped(title)}</a></p></td>
<td valign="top"><p class="toc-1">&nbsp;&nbsp;${oj.replaceAll(' ', '&nbsp;')}</p></td>
<td valign="top"><p class="toc-2">${page}</p></td>
<td valign="top"><p class="toc-2">${date}</p></td>
</tr>`,
  )
  const [year, month, day] = model.version.split('-')
  const basic = `3${model.celex.slice(1, 10)}`
  return `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML//EN" "xhtml-strict.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8">
<title>Consolidated TEXT: ${basic} — ${model.language.toUpperCase()} — ${day}.${month}.${year}</title></head>
<body><div id="docHtml">
<p class="reference">${model.celex.slice(0, 10)} — ${model.language.toUpperCase()} — ${day}.${month}.${year} — 036.001</p>
<table width="100%" border="0"><tbody><tr>
<td valign="top"><p class="arrow">►B<a class="anchorarrow" id="B-0" href="${link}#B-1"></a></p></td>
<td valign="top"><p class="title-doc-last"><a href="https://eur-lex.europa.eu/" title="${basic}">the basic act</a></p></td>
</tr></tbody></table>
<p class="hd-modifiers">${words.amended}</p>
<table width="100%" border="0"><tbody>${acts.join('\n')}</tbody></table>
<div class="eli-container">
${articles.join('')}${annexes.join('')}</div>
</div></body></html>
`
}

/** A new act for the page, as its table of acts prints it. */
export const newAct = (mark: string, celex: string, title: string, date: string) => ({
  mark,
  celex,
  title,
  oj: `L ${Number(celex.slice(6, 10))}`,
  page: '1',
  date,
})

export const newRow = (code: string, description: string, mark: string, part = ''): RowModel => ({
  part,
  under: '',
  printed: group(digits(code)),
  description,
  mark,
  further: {},
})
