import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readLawAt } from '../../src/law/check.ts'
import { answerer } from '../real-law.ts'
import { LAW } from '../small-law.ts'

/** A Polish text of an annex and the English one it must say the same as. */
interface Pair {
  readonly where: string
  readonly en: string
  readonly pl: string
  /** The Official Journal may put the same in other words than we would. */
  readonly ours: boolean
}

const { law } = readLawAt(LAW)
const annexes = (law?.regimes ?? []).flatMap(({ folder, annexes }) =>
  annexes.map(({ declared, listings }) => ({
    where: `${folder} ${declared.value.annex}`,
    headings: declared.value.headings ?? [],
    rows: listings.map(({ value }) => value).filter(({ untilAct }) => untilAct === ''),
  })),
)
const designations: readonly Pair[] = annexes.flatMap(({ where, rows }) =>
  rows
    .filter(({ designationPl }) => designationPl !== '')
    .map(({ printed, designation, designationPl, plSource }) => ({
      where: `${where} ${printed}`,
      en: designation,
      pl: designationPl,
      ours: plSource === 'ours',
    })),
)
const headings: readonly Pair[] = annexes.flatMap(({ where, headings }) =>
  headings.map(({ en, pl }) => ({ where: `${where} heading`, en, pl, ours: true })),
)
const pairs = [...designations, ...headings]
const ours = pairs.filter((pair) => pair.ours)

/** Thin and other spaces are one, digits stand in one piece, and a decimal is written with a comma: `1,000` → `1000`. */
const plain = (text: string): string =>
  text
    .replace(/[\s\u00a0\u2009\u202f]+/g, ' ')
    // A garment, no number.
    .replaceAll('kurtki 3/4', 'kurtki')
    .replace(/(?<=\d) (?=\d)/g, '')
    .replace(/(?<=\d),(?=\d{3}(?!\d))(?<!\b0,)/g, '')
    .replace(/(?<=\d)\.(?=\d)/g, ',')

const numbersOf = (text: string): string[] => (plain(text).match(/\d+(?:,\d+)?/g) ?? []).toSorted()

/** Units behind a number, currencies, percentages and signs of comparison. */
const UNITS = /(?<=\d )(?:g\/l|k?g|[cmkµ]?m[²³23]?|kW|W|V|l|litr\p{L}*)(?!\p{L})|\b(?:EUR|USD|RON)\b|%|[<>]=?|[≤≥]/gu
/** The tariff writes "g/l" for "g per litre", and "litry" or "l" for litres. */
const unitsOf = (text: string): string[] =>
  (plain(text).replaceAll('g per litre', 'g/l').match(UNITS) ?? [])
    .map((unit) => (unit.startsWith('litr') ? 'l' : unit))
    .toSorted()

/** Words of the act that turn what stands behind them out: each language must have as many. */
const EXCLUSIONS = {
  en: /\b(?:except(?: for)?|with the exception of|excluding|excl\.|other(?: purposes)? than)(?!\p{L})/giu,
  pl: /\bz (?:wyjątkiem|wyłączeniem)\b|(?<!\p{L})inn(?:y|a|e|ych|ym|ymi|ej|ego) niż(?!\p{L})/giu,
}
const BOUNDS = {
  en: {
    above: /(?<!not )exceeding/gi,
    below: /not exceeding/gi,
    less: /less than/g,
    more: /or (?:more|higher|above)/g,
  },
  pl: {
    above: /(?<!nie ?)przekracza/gi,
    below: /nie ?przekracza/gi,
    less: /(?:mniejsz\p{L}+|mniej) niż/gu,
    more: /lub (?:więcej|większ)|równa lub większa/g,
  },
}
const countOf = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length

const differing = (same: (pair: Pair) => boolean, of = pairs): string[] =>
  of.filter((pair) => !same(pair)).map(({ where, en, pl }) => `${where}: ${en} ≠ ${pl}`)

describe('Polish words of the annexes', () => {
  test('every row that a description narrows, or that stands under a heading, has them', () => {
    const missing = annexes.flatMap(({ where, rows }) =>
      rows
        .filter(({ code, part, except, under }) => code !== '' && (part !== '' || except.length > 0 || under !== ''))
        // Of an act that was not read no words are known.
        .filter(({ designationPl, basis }) => designationPl === '' && basis !== 'inferred')
        .map(({ printed, designation }) => `${where} ${printed}: ${designation}`),
    )
    assert.deepEqual(missing, [])
    assert.ok(designations.length >= 597, `${designations.length} designations were compared`)
    assert.ok(headings.length > 100, `${headings.length} headings were compared`)
  })

  test('hold every number, code and percentage of the English ones, and no other', () => {
    assert.deepEqual(
      differing(({ en, pl }) => numbersOf(en).join() === numbersOf(pl).join()),
      [],
    )
  })

  test('hold every unit and sign of comparison of the English ones', () => {
    assert.deepEqual(
      differing(({ en, pl }) => unitsOf(en).join() === unitsOf(pl).join()),
      [],
    )
  })

  test('bound from the same side as the English ones', () => {
    for (const side of ['above', 'below', 'less'] as const) {
      assert.deepEqual(
        differing(({ en, pl }) => countOf(en, BOUNDS.en[side]) === countOf(pl, BOUNDS.pl[side]), ours),
        [],
        side,
      )
    }
    const beyond = ours.filter(({ en }) => /\d/.test(en))
    assert.deepEqual(
      differing(({ en, pl }) => countOf(en, BOUNDS.en.more) === countOf(pl, BOUNDS.pl.more), beyond),
      [],
    )
  })

  test('exclude as often as the English ones do', () => {
    assert.deepEqual(
      differing(({ en, pl }) => countOf(en, EXCLUSIONS.en) === countOf(pl, EXCLUSIONS.pl), ours),
      [],
    )
  })

  test('are Polish: not the English text, no English word, no sign of another hand', () => {
    const same = pairs.filter(({ en, pl }) => en === pl && !NAMES.has(en))
    assert.deepEqual(same, [])
    const english = /(?<!\p{L})(?:of|the|for|with|not|and|or|other|excluding|including|except)(?!\p{L})/iu
    assert.deepEqual(
      differing(({ pl }) => !english.test(pl)),
      [],
    )
    assert.deepEqual(
      differing(({ pl }) => pl === pl.trim() && !/\s{2}|[\u00a0;:,]$|\( | \)/.test(pl)),
      [],
    )
  })

  test('are the same wherever an annex uses the same English words of the same code', () => {
    const known = new Map<string, string>()
    for (const { rows, where } of annexes) {
      for (const { code, designation, designationPl, plSource } of rows) {
        if (plSource !== 'ours') continue
        const key = `${code} ${designation}`
        assert.equal(known.get(key) ?? designationPl, designationPl, `${where} ${key}`)
        known.set(key, designationPl)
      }
    }
  })
})

/** Every text of the law in both languages, with its place: labels, summaries, notes, grants, doubts, acts, documents. */
function textsIn(value: unknown, where: string, seen = new Set<object>()): Pair[] {
  if (typeof value !== 'object' || value === null || seen.has(value)) return []
  seen.add(value)
  if ('pl' in value && 'en' in value && typeof value.pl === 'string' && typeof value.en === 'string')
    return [{ where, en: value.en, pl: value.pl, ours: true }]
  return Object.entries(value).flatMap(([name, part]) => textsIn(part, `${where} ${name}`, seen))
}

describe('Polish texts of measures, grants, acts and documents', () => {
  const texts = ['acts', 'documents', 'regimes'].flatMap((part) => textsIn(law?.[part as keyof typeof law], part))
  const hits = (pattern: RegExp) => texts.filter(({ pl }) => pattern.test(pl)).map(({ where, pl }) => `${where}: ${pl}`)

  test('cite as Polish lawyers do, and call regimes and days by their words', () => {
    assert.ok(texts.length > 1000, `${texts.length} texts were read`)
    assert.deepEqual(hits(/(?<![\p{L}\d])\d+[a-z]*\(\w+\)/u), [], '3k(1) is written art. 3k ust. 1')
    assert.deepEqual(hits(/EU-(?:RU|BY)-/), [], 'a regime is called by its country')
    assert.deepEqual(hits(/\d{4}-\d\d-\d\d|\d{1,2}\.\d{1,2}\.\d{4}/), [], 'a day is written in words')
    assert.deepEqual(hits(new RegExp(`\\d (?:${MONTHS}) \\d{4}(?! r\\.)`)), [], 'a year has "r." behind it')
    assert.deepEqual(hits(/(?<![\d/])\d{4,} (?:EUR|USD)|(?:EUR|USD) \d/), [], '50 000 EUR')
  })

  test('hold no English, and the words that were agreed on', () => {
    const english = /(?<!\p{L})(?:of|the|for|with|and|article|annex|regulation|subparagraph|council|ban)(?!\p{L})/iu
    assert.deepEqual(hits(english), [])
    assert.deepEqual(hits(/użytkownik niewojskow/i), [], 'Do celów niewojskowych i dla niewojskowego użytkownika …')
  })

  test('call transit by one word', () => {
    const bans = answerer.dataset.entries.filter(
      ({ type, flow }) => type === 'transfer_ban' && flow?.startsWith('via_'),
    )
    assert.ok(bans.length > 100)
    for (const { title, summary, article } of bans) {
      assert.match(title.pl, /zakaz tranzytu/, article)
      assert.match(summary.pl, /tranzyt/, article)
    }
  })
})

const MONTHS = 'stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|grudnia'

/** Texts that are names or letters in either language. */
const NAMES = new Set(['A', 'B', 'C', 'D', 'Asti spumante', '2,2-dinitropropanol (CAS 918-52-5)'])

test('a check that finds nothing would find a slip', () => {
  assert.deepEqual(numbersOf('0.5 % of 1,000 and 2709 00 10'), numbersOf('0,5 % z 1 000 i 27090010'))
  assert.notDeepEqual(numbersOf('not exceeding 0,013 g'), numbersOf('nieprzekraczającej 0,13 g'))
  assert.notDeepEqual(unitsOf('> 1 900 cm³'), unitsOf('≥ 1 900 cm³'))
  assert.deepEqual(unitsOf('holding 2 litres'), unitsOf('o objętości 2 litry'))
  assert.equal(countOf('excl. those', EXCLUSIONS.en), countOf('z wyłączeniem tych', EXCLUSIONS.pl))
})
