import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { load } from 'js-yaml'
import { digits } from '../../src/base/cn-code.ts'
import { addDays, calendarDay, type Day } from '../../src/base/day.ts'
import { inForce } from '../../src/law/dataset/validity.ts'
import { buildCodeIndex } from '../../src/search/by-code.ts'
import { answerer, LAW } from '../real-law.ts'

// The files are read here by other means than the program's own, so that both must agree.

interface Act {
  celex: string
  in_force_from: string | null
}
interface Measure {
  id: string
  article: string
  annex: string | null
  codes?: string[]
  applies_from: string | null
  waits_for_act?: boolean
  doubts?: { about: string; or?: string }[]
  until?: string
  until_act?: string
  grants?: string[]
}
interface Provision {
  until_act?: string
  id?: string
  ref: string
  annex?: string
  category?: string
  rows_of?: string
}
interface Article {
  measures?: Measure[]
  grants?: Provision[]
}

/** A row in the days in which it was listed with these words. */
interface Span {
  readonly annex: string
  readonly code: string
  readonly part: string
  readonly except: string
  readonly category: string
  readonly designation: string
  readonly from: string
  /** Null while it is listed. */
  readonly until: string | null
  /** Null where the annex prints the first day, or the act is older than our data. */
  readonly fromAct: string | null
  readonly untilAct: string | null
  readonly ended: boolean
}

const yaml = <T>(...path: string[]): T => load(readFileSync(join(LAW, ...path), 'utf8')) as T
const acts = new Map(
  yaml<{ acts: Act[] }>('acts.yaml').acts.map(({ celex, in_force_from }) => [celex, asDay(in_force_from)]),
)

function asDay(value: unknown): string | null {
  return value instanceof Date ? value.toISOString().slice(0, 10) : ((value as string | null | undefined) ?? null)
}

function rowsOf(...path: string[]): Record<string, string>[] {
  const [header = '', ...lines] = readFileSync(join(LAW, ...path), 'utf8')
    .trimEnd()
    .split('\n')
  const names = header.split('\t')
  return lines.map((line) => Object.fromEntries(line.split('\t').map((cell, at) => [names[at] ?? '', cell])))
}

const spansOf = (folder: string): Span[] =>
  readdirSync(join(LAW, folder, 'annexes')).flatMap((file) =>
    rowsOf(folder, 'annexes', file)
      .filter(({ code }) => code)
      .map((row): Span => {
        const { code = '', part = '', except = '', category = '', designation = '', from = '' } = row
        const ended = row.until_act !== undefined && row.until_act !== ''
        assert.ok(from, `${folder} ${file} ${code} has a first day`)
        assert.ok(row.from_basis !== 'at_latest' || file === 'II.tsv', `${folder} ${file} ${code} is exact`)
        return {
          annex: file.replace('.tsv', ''),
          ...{ code, part, except, category, designation, from, ended },
          until: row.until || null,
          fromAct: row.from_basis ? null : (row.from_act ?? null),
          untilAct: row.until_act || null,
        }
      }),
  )

const find = buildCodeIndex(answerer.dataset)(answerer.dataset.regimes)
const listedOn = ({ from, until }: Span, day: string) => from <= day && (until === null || day <= until)

for (const [folder, regime, spanCount] of [
  ['833-2014', 'EU-RU-833-2014', 3604],
  ['765-2006', 'EU-BY-765-2006', 1199],
] as const) {
  describe(folder, () => {
    const spans = spansOf(folder)
    const articles = readdirSync(join(LAW, folder, 'measures')).map((name) => yaml<Article>(folder, 'measures', name))
    const measures = articles.flatMap((article) => article.measures ?? [])
    const tablesToday = new Set(spans.filter(({ ended }) => !ended).map(({ annex }) => annex))

    /** The articles under which a row of the annex was listed on that day. */
    function articlesOn(span: Span, day: string): string[] {
      const found: string[] = []
      for (const measure of measures) {
        const { annex, codes, applies_from, until, article } = measure
        if (annex !== span.annex) continue
        // Rows of the past were printed wider or narrower than the codes that narrow an annex today.
        const named = (code: string) => code.startsWith(span.code) || span.code.startsWith(code)
        if (codes && !(span.ended ? codes.some(named) : codes.includes(span.code))) continue
        // Annex II has only software today; the measure of today has nothing to do with the list of then.
        if (span.ended && !tablesToday.has(annex) && until === undefined) continue
        const from = asDay(applies_from)
        // Days in doubt are another test's.
        if (from === null || measure.doubts?.some(({ or }) => or)) continue
        if (from <= day && (until === undefined || day <= asDay(until)!)) found.push(article)
      }
      for (const provision of articles.flatMap((article) => article.grants ?? [])) {
        const { annex, category, rows_of, ref, id = ref } = provision
        if (annex !== span.annex || rows_of || (category && category !== span.category)) continue
        const first = measures.find(({ grants, until_act }) => grants?.includes(id) && until_act === undefined)
        const from = asDay(first?.applies_from)
        if (from && from <= day) found.push(ref)
      }
      return found
    }

    const inDoubt = new Set(
      measures
        .filter(({ applies_from, doubts }) => !applies_from || doubts?.some(({ or }) => or))
        .map((m) => m.article),
    )
    const brief = ({ part, except, designation }: Span, article: string) =>
      [article, part === '' && except === '' ? 'whole' : 'part', designation.split(': ').at(-1) ?? ''].join(' | ')

    test('on the first and last day of every span and the days around them, exactly the rows of that day are found', () => {
      assert.equal(spans.length, spanCount)
      const byCode = Map.groupBy(spans, ({ annex, code }) => `${annex} ${code}`)
      let asked = 0
      for (const [place, rows] of byCode) {
        const [annex = '', code = ''] = place.split(' ')
        const days = new Set(
          rows.flatMap(({ from, until }) => {
            const first = calendarDay(from)
            const last = until === null ? [] : [calendarDay(until), addDays(calendarDay(until), 1)]
            return [addDays(first, -1), first, ...last]
          }),
        )
        for (const day of days) {
          asked++
          const expected = rows
            .filter((row) => listedOn(row, day))
            .flatMap((row) => articlesOn(row, day).map((article) => brief(row, article)))
          const found = find(digits(code), day)
            .filter((entry) => entry.regime.data.code === regime && entry.annex === annex && entry.code === code)
            .filter((entry) => !inDoubt.has(entry.article))
            // The acts that made Annex II are older than our data: what is only possible on earlier days is not counted.
            .filter((entry) => inForce(entry.validity, day) !== (annex === 'II' ? 'possibly' : 'no'))
            .filter((entry) => inForce(entry.validity, day) !== 'no')
            .map(({ article, listedAs, partialBy }) =>
              [article, partialBy === null ? 'whole' : 'part', listedAs?.en.split(': ').at(-1) ?? ''].join(' | '),
            )
          assert.deepEqual([...new Set(found)].sort(), [...new Set(expected)].sort(), `${folder} ${place} on ${day}`)
        }
      }
      assert.ok(asked > 2 * byCode.size)
    })

    test('act by act, what each added and took away ends at the lists of today', () => {
      const list = new Map<string, number>()
      const key = ({ annex, code, part, designation }: Span) =>
        [annex, code, part, part === '' ? '' : designation].join('|')
      const days = [
        ...new Set(spans.flatMap(({ from, untilAct }) => [from, ...(untilAct ? [acts.get(untilAct)!] : [])])),
      ]
      for (const day of days.sort()) {
        const gone = spans.filter(({ untilAct }) => untilAct !== null && acts.get(untilAct) === day)
        const come = spans.filter(({ from }) => from === day)
        for (const row of gone) {
          const count = list.get(key(row)) ?? 0
          assert.ok(count > 0, `${folder}: ${row.untilAct} takes away ${key(row)}, which is not listed`)
          list.set(key(row), count - 1)
          assert.equal(row.until, addDays(calendarDay(day), -1))
        }
        for (const row of come) {
          if (row.fromAct) assert.equal(acts.get(row.fromAct), row.from)
          list.set(key(row), (list.get(key(row)) ?? 0) + 1)
        }
      }
      const left = [...list].filter(([, count]) => count > 0).flatMap(([row, count]) => Array<string>(count).fill(row))
      const today = spans.filter(({ ended }) => !ended).map(key)
      assert.deepEqual(left.sort(), today.sort())
    })

    test('an answer of a past day is exact, and says by which acts a row came and went', () => {
      for (const entry of answerer.dataset.ended) {
        if (entry.regime.folder !== folder) continue
        const { from, to, sinceAct, untilAct, basis } = entry.validity
        assert.ok(to && untilAct)
        assert.equal(acts.get(untilAct), addDays(to as Day, 1))
        if (entry.annex === 'II' && from === '2022-02-26') continue
        assert.equal(basis, 'exact')
        assert.ok(
          sinceAct && from && (acts.get(sinceAct) ?? '') <= from,
          `${entry.annex} ${entry.code} ${sinceAct} ${from}`,
        )
      }
    })
  })
}
