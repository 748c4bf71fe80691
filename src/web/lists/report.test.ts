import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { answerer } from '../../../test/real-law.ts'
import { readQuestion } from '../../answer/question/question.ts'
import { ANSWERS } from '../../answer/response/terms.ts'
import { reachInWords } from '../../answer/shape/reach-words.ts'
import { shortOf } from '../../answer/shape/short.ts'
import { DISCLAIMER } from '../../answer/shape/texts.ts'
import { calendarDay } from '../../base/day.ts'
import type { Language } from '../../base/language.ts'
import { type CheckedLine, candidatesOf, classOf, LINE_CLASSES } from './checked-line.ts'
import { type DealSource, linesOf } from './lines.ts'
import { placeReader } from './places.ts'
import type { ListQuestion, Reply } from './reply.ts'
import { csvRows, type ListResult, plainCell, type ReportCell, resultSheet } from './report.ts'
import { recordSheet } from './report-record.ts'
import { resultHtml, tableHtml } from './result-html.ts'
import { countClasses, filterAndSort, INITIAL_VIEW } from './sort-and-filter.ts'
import { type Cell, type Table, textCell } from './table.ts'

const DAY = calendarDay('2026-11-15')
const { countries } = answerer.dataset
const ORIGIN = 'https://sankcje.example'
type Filters = ListQuestion['filters']

/** The reply that the service gives to a line. */
function replyTo(q: string, filters: Filters = {}, language: Language = 'pl'): Reply {
  const about = { dataset: 'd1', as_of: calendarDay(filters.as_of ?? DAY) }
  const given = Object.entries({ as_of: DAY, ...filters, q, lang: language, limit: '20' }).filter(([, value]) => value)
  const read = readQuestion(given as [string, string][], { today: DAY, dataset: answerer.dataset })
  if ('problems' in read) {
    const { suggestions = [] } = read.problems[0]!
    return { status: 'error', detail: 'Kod o niewłaściwej długości.', suggestions, ...about }
  }
  const general = answerer.scope(DAY, language, filters.regime ?? null).warnings
  return { status: 'ok', ...shortOf(answerer.answer(read.question), general), ...about }
}

const table = (...rows: readonly (string | readonly (string | Cell)[])[]): Table =>
  rows.map((row, at) => ({
    number: at + 1,
    cells: [row].flat().map((cell) => (typeof cell === 'string' ? textCell(cell) : cell)),
  }))

/** The result of a list of one column, or of the column given. */
function resultOf(
  rows: Table,
  { filters = {}, language = 'pl', column = 0, titles = [] as readonly string[], deal = null } = {} as {
    filters?: Filters
    language?: Language
    column?: number
    titles?: readonly string[]
    deal?: DealSource | null
  },
): ListResult {
  const checked = linesOf(rows, column, { skip: titles.length > 0 ? 1 : 0, addZeros: false, deal }).map((line) => ({
    line,
    reply: line.skipped ? null : replyTo(line.q, { ...filters, ...line.deal }, language),
  }))
  const places = checked.map(({ line }) => [line.deal?.origin ?? '', line.deal?.destination ?? ''])
  const scope = answerer.scope(DAY, language, filters.regime ?? null, places)
  return {
    checked,
    question: { language, filters },
    table: rows,
    titles,
    head: { disclaimer: DISCLAIMER[language], scope },
    places: new Map(countries.codes.map((code) => [code, countries.name(code)[language]])),
  }
}

const checkedOf = (...texts: readonly string[]): readonly CheckedLine[] => resultOf(table(...texts)).checked
const classes = (...texts: readonly string[]) => checkedOf(...texts).map(classOf)

/** The cells of one row of the sheet by the titles of their columns. */
function rowOf(result: ListResult, at: number): Readonly<Record<string, ReportCell>> {
  const { rows } = resultSheet(result, ORIGIN)
  return Object.fromEntries(rows[0]!.map((title, column) => [String(title), untoned(rows[at + 1]![column]!)]))
}

const untoned = (cell: ReportCell) => (typeof cell === 'object' && 'tone' in cell ? cell.text : cell)

type Link = Extract<ReportCell, { readonly href: string }>

/** The rows of the table on the page. */
const rowsHtml = (result: ListResult): string => tableHtml(result.checked, INITIAL_VIEW, 0, true, result).markup

describe('the class of a line', () => {
  test('is a ban where all of it is banned, some way', () => {
    assert.deepEqual(classes('7304 11 00', '8471 30 00'), ['ban', 'ban'])
  })

  test('depends on the goods where a ban reaches only some of them', () => {
    assert.deepEqual(classes('84', 'rower', '8712 00 30'), ['partial', 'partial', 'partial'])
    assert.deepEqual(classes('2932 99', '2932', '2932 20'), ['ban', 'partial', 'clear'])
  })

  test('is not listed only where something was checked', () => {
    assert.deepEqual(classes('0406 10 50', '9999 99 99', 'qwertyuiop'), ['clear', 'unchecked', 'unchecked'])
    const [line] = checkedOf('4901 10 00')
    assert.equal(classOf({ ...line!, reply: null }), 'unchecked', 'no reply yet')
  })

  test('is to clear up where the service refuses the line or the sheet damaged it', () => {
    assert.deepEqual(classes('1012100', '?', '8,47E+09'), ['problem', 'problem', 'problem'])
  })

  test('follows the direction asked: a car is no ban to an exporter because its import is banned', () => {
    const car = (direction: string) => classOf(resultOf(table('8703 22 90'), { filters: { direction } }).checked[0]!)
    assert.equal(car('import'), 'ban')
    assert.notEqual(car('export'), 'ban')
    const [potash] = resultOf(table('3104 20 50'), { filters: { direction: 'export' } }).checked
    assert.equal(classOf(potash!), 'unconcerned', 'listed, but not for this direction')
  })

  test('is read off the answer of the assessment and nothing else', () => {
    const [line] = checkedOf('8471 30 00')
    const expected = {
      prohibited: 'ban',
      depends: 'partial',
      not_checked: 'unchecked',
      duties: 'condition',
      none: 'clear',
    }
    for (const answer of ANSWERS) {
      const reply = { ...line!.reply, assessment: { answer, listed: false } } as Reply
      assert.equal(classOf({ ...line!, reply }), expected[answer])
    }
  })

  test('is never milder than the answer: what is restricted is not "not listed"', () => {
    const codes = answerer.dataset.entries.filter((_, at) => at % 40 === 0).map(({ code }) => code)
    for (const one of checkedOf(...codes)) {
      if (one.reply?.status !== 'ok') continue
      const name = classOf(one)
      if (one.reply.verdict === 'restricted') assert.notEqual(name, 'clear', one.line.given)
      // What is prohibited is never without a match.
      if (name === 'ban') assert.ok(one.reply.has_prohibition, one.line.given)
    }
  })
})

describe('the codes that a line may mean', () => {
  const codes = (text: string) => checkedOf(text).flatMap((one) => candidatesOf(one).map(({ code }) => code))

  test('are the goods of a name', () => assert.deepEqual(codes('laptop'), ['8471 30 00']))
  test('are what a code of a wrong length could have been', () => assert.ok(codes('3061792').includes('0306 17 92')))
  test('are links to their answers on the page, with the day and what was asked', () => {
    const markup = rowsHtml(resultOf(table('laptop'), { filters: { direction: 'export' } }))
    assert.match(
      markup,
      /<a class="code" href="\/\?q=8471\+30\+00&amp;as_of=2026-11-15&amp;direction=export">8471 30 00</,
    )
  })

  test('of a name that means several goods can be chosen before the download', () => {
    const markup = rowsHtml(resultOf(table('klucz', 'laptop')))
    assert.match(markup, /<button [^>]*data-choose="8301" data-row="1">8301<\/button>/)
    assert.doesNotMatch(markup, /data-row="2"/, 'a laptop is one code')
  })

  test('of a wrong length can be chosen', () => {
    assert.match(
      rowsHtml(resultOf(table('3061792'))),
      /<button [^>]*data-choose="0306 17 92" data-row="1">0306 17 92<\/button>/,
    )
  })
})

describe('the page of the result', () => {
  const result = resultOf(table('8471 30 00', '8712 00 30', '4901 10 00', 'xyzzy'))

  test('shows of each line the sentence of its assessment, in either language', () => {
    for (const language of ['pl', 'en'] as const) {
      const texts = ['8471 30 00', '8712 00 30', '4901 10 00', 'kawior', 'xyzzy', '9301']
      const result = resultOf(table(...texts), { language })
      const markup = rowsHtml(result)
      for (const { reply } of result.checked) {
        assert.equal(reply?.status, 'ok')
        const { sentence } = (reply as Extract<Reply, { status: 'ok' }>).assessment
        assert.ok(markup.includes(`<p class="sentence">${sentence.replace(/&/g, '&amp;')}</p>`), sentence)
      }
    }
  })

  test('names the acts that are not worked in, with links, and has the disclaimer', () => {
    const { markup } = resultHtml(result)
    assert.match(
      markup,
      /Białoruś: <a href="[^"]+32026R0513">Rozporządzenie Rady \(UE\) 2026\/513 \(od 24 kwietnia 2026 r\.\)<\/a>/,
    )
    assert.match(markup, /2026\/1846/)
    assert.ok(markup.includes(DISCLAIMER.pl))
    const russia = resultOf(table('8471 30 00'), { filters: { regime: 'EU-RU-833-2014' } })
    assert.doesNotMatch(resultHtml(russia).markup, /2026\/513/, 'Russia lacks none')
  })

  test('says what was asked and with which law', () => {
    const filters = { direction: 'export', regime: 'EU-RU-833-2014', contract_date: '2025-02-10' }
    const { markup } = resultHtml(resultOf(table('8539 52 00'), { filters }))
    for (const said of ['15 listopada 2026', 'wywóz z UE', 'Rosja', '10 lutego 2025', 'd1', '24 lipca 2026'])
      assert.ok(markup.includes(said), said)
  })

  test('answers for the contract of every line', () => {
    const filters = { contract_date: '2025-02-10' }
    assert.match(rowsHtml(resultOf(table('8539 52 00'), { filters })), /umowy z 10 lutego 2025 r\./)
  })

  test('says beside goods such as weapons what no code shows, and nothing twice', () => {
    const rowsOf = (q: string) => rowsHtml(resultOf(table(q), { filters: { direction: 'export' } }))
    assert.ok(
      rowsOf('9302 00 00').includes(
        'Czego kod nie pokaże: Towary ze wspólnego wykazu uzbrojenia UE (Rosja, art. 4 ust. 1 lit. a), art. 4 ust. 1 lit. c)).',
      ),
    )
    assert.equal(rowsOf('9999 99 99').match(/Nie sprawdzono: kodu 9999 99 99/g)?.length, 1)
  })

  test('puts Russia before Belarus', () => {
    const markup = rowsHtml(resultOf(table('8712 00 30')))
    assert.ok(markup.indexOf('<b>Rosja') < markup.indexOf('<b>Białoruś'))
    assert.ok(markup.indexOf('EUR-Lex: Rosja') < markup.indexOf('EUR-Lex: Białoruś'))
  })

  test('names a regime of parts of a country by its act, in the table and in the record', () => {
    const result = resultOf(table('8501 51 00'), { filters: { regime: 'EU-UA-692-2014' } })
    for (const markup of [rowsHtml(result), resultHtml(result).markup]) {
      assert.match(markup, /Rozporządzenie Rady \(UE\) nr 692\/2014/)
      assert.doesNotMatch(markup, /\bUA\b(?!-)/)
    }
    assert.ok(Object.keys(rowOf(result, 0)).includes('Rozporządzenie Rady (UE) nr 692/2014: wywóz'))
    assert.ok(Object.keys(rowOf(result, 0)).every((title) => !/\bUA\b/.test(title)))
  })

  test('counts lines as Polish does', () => {
    const caption = (count: number) =>
      /<caption[^>]*>([^<]+)/.exec(
        tableHtml(
          Array.from({ length: count }, () => result.checked[0]!),
          INITIAL_VIEW,
          0,
          false,
          result,
        ).markup,
      )?.[1]
    assert.deepEqual([1, 4, 12, 274].map(caption), [
      'Wynik sprawdzenia: 1 pozycja',
      'Wynik sprawdzenia: 4 pozycje',
      'Wynik sprawdzenia: 12 pozycji',
      'Wynik sprawdzenia: 274 pozycje',
    ])
  })
})

describe('the download', () => {
  const rows = table(
    ['Nr', 'Kod', 'Sztuk'],
    ['=1', '8712 00 30', { text: '12', kind: 'number' }],
    ['2', '1012100'],
    ['3', ''],
    ['4', { text: '2026-01-01', kind: 'date' }],
    ['5', 'laptop'],
  )
  const result = resultOf(rows, { column: 1, titles: ['Nr', 'Kod', 'Sztuk'] })

  test('has one row for each row of the file, those not checked with the reason', () => {
    const lines = [0, 1, 2, 3, 4].map((at) => rowOf(result, at))
    assert.deepEqual(
      lines.map((line) => [line.Wiersz, line['Plik: Nr'], line['Sprawdzono jako'], line.Wynik]),
      [
        [2, '=1', '8712 00 30', 'Zależy od okoliczności'],
        [3, '2', '1012100', 'Do wyjaśnienia'],
        [4, '3', '', 'Nie sprawdzono'],
        [5, '4', '', 'Do wyjaśnienia'],
        [6, '5', 'laptop', 'Zakaz'],
      ],
    )
    assert.match(String(lines[2]?.Uwagi), /nie ma kodu ani nazwy/)
    assert.match(String(lines[3]?.Uwagi), /na datę/)
    assert.match(String(lines[1]?.Uwagi), /długości/)
    assert.equal(resultSheet(result, ORIGIN).rows.length, 6)
  })

  test('has numbers that are numbers: rows, the file’s own, thresholds', () => {
    const bicycle = rowOf(result, 0)
    assert.deepEqual(
      [bicycle.Wiersz, bicycle['Plik: Sztuk'], bicycle['Próg (liczba)'], bicycle.Próg],
      [2, 12, 5000, 'wartość powyżej 5\u00a0000 EUR za sztukę'],
    )
    assert.equal(typeof bicycle['Liczba wpisów'], 'number')
    const laptop = rowOf(resultOf(table('8471 30 00')), 0)
    assert.equal(laptop['Próg (liczba)'], '', 'what is banned whole depends on no threshold')
  })

  test('has a column for each country and direction, with the extent in words', () => {
    const bicycle = rowOf(result, 0)
    const ways = ['przywóz', 'wywóz', 'tranzyt']
    assert.deepEqual(
      ['Rosja', 'Białoruś'].flatMap((country) => ways.map((way) => bicycle[`${country}: ${way}`])),
      ['Rosja', 'Białoruś'].flatMap(() => [
        'brak w wykazach',
        'zakaz: powyżej progu lub pod warunkiem',
        'brak w wykazach',
      ]),
    )
    assert.equal(rowOf(result, 1)['Rosja: wywóz'], '', 'what was not checked is not "not listed"')
    assert.match(String(rowOf(result, 4)['Rosja: wywóz']), /^zakaz/)
  })

  test('has only the columns of what was asked', () => {
    const filters = { direction: 'export', regime: 'EU-RU-833-2014' }
    const titles = Object.keys(rowOf(resultOf(table('8471 30 00'), { filters }), 0))
    assert.deepEqual(
      titles.filter((title) => /^(Rosja|Białoruś): /.test(title)),
      ['Rosja: wywóz', 'Rosja: tranzyt'],
      'exports travel',
    )
  })

  test('says in its columns what the assessment says, for every reach of every line', () => {
    const codes = answerer.dataset.entries.filter((_, at) => at % 97 === 0).map(({ code }) => code)
    for (const language of ['pl', 'en'] as const) {
      const whole = resultOf(table(...codes), { language })
      const { rows } = resultSheet(whole, ORIGIN)
      for (const [at, { reply }] of whole.checked.entries()) {
        if (reply?.status !== 'ok') continue
        const cells = rows[at + 1]!.map(String)
        assert.ok(cells.includes(reply.assessment.sentence), reply.query)
        for (const reach of reply.assessment.reaches) {
          const words = reachInWords(reach, language)
          assert.ok(
            cells.some((cell) => cell.split('; ').includes(words)),
            `${reply.query}: ${words}`,
          )
        }
      }
    }
  })

  test('links to EUR-Lex, to the answer and to the codes a name may mean; a file of texts has the addresses', () => {
    const bicycle = rowOf(result, 0)
    const law = bicycle['EUR-Lex: Rosja'] as Link
    assert.match(law.href, /^https:\/\/eur-lex\.europa\.eu\/legal-content\/PL\/.+#anx_XVIII$/)
    assert.equal(law.text, 'zał. XVIII, art. 3h ust. 1')
    assert.equal(plainCell(law), law.href)
    assert.deepEqual(bicycle.Szczegóły, {
      text: 'Szczegóły',
      href: `${ORIGIN}/?q=8712+00+30&as_of=2026-11-15`,
      plain: `${ORIGIN}/?q=8712+00+30&as_of=2026-11-15`,
    })
    const laptop = rowOf(result, 4)['Możliwy kod 1'] as Link
    assert.match(laptop.text, /^8471 30 00 /)
    assert.equal(laptop.href, `${ORIGIN}/?q=8471+30+00&as_of=2026-11-15`)
    assert.equal(plainCell(laptop), laptop.text)
    assert.equal((rowOf(result, 1)['Możliwy kod 1'] as { text: string }).text, '0101 21 00')
  })

  test('groups document codes by country, direction and what they state', () => {
    const documents = String(
      rowOf(resultOf(table('8471 30 00'), { filters: { direction: 'export' } }), 0)['Kody dokumentów (TARIC)'],
    )
    assert.match(documents, /(^|\| )Rosja, wywóz, na podstawie zezwolenia: X834/)
    assert.match(documents, /Białoruś, wywóz, towar zwolniony z zakazu \(wyłączenie\): [^|]*Y811/)
    assert.ok(documents.indexOf('Rosja') < documents.indexOf('Białoruś'))
    assert.doesNotMatch(documents, /przywóz/)
  })

  test('of a file that has one sheet names the acts not worked in and the disclaimer beside every line', () => {
    const [titles = [], first = []] = csvRows(result, ORIGIN)
    const bicycle = Object.fromEntries(titles.map((title, at) => [title, first[at]]))
    assert.match(String(bicycle['Akty jeszcze nieuwzględnione']), /Białoruś: Rozporządzenie Rady \(UE\) 2026\/513/)
    assert.equal(bicycle.Zastrzeżenie, DISCLAIMER.pl)
    assert.equal(bicycle['Wersja danych'], 'd1')
    assert.equal(bicycle['Stan na dzień'], '2026-11-15')
  })

  test('of a workbook has the disclaimer once, results in their colours, and folds away all but the result', () => {
    const { rows, columns = [], footer } = resultSheet(result, ORIGIN)
    assert.ok(rows.flat().every((cell) => cell !== DISCLAIMER.pl))
    assert.match(footer ?? '', /zastrzeżenie .* w arkuszu Informacje\. Stan na dzień: 15 listopada 2026/)
    const shown = rows[0]!.filter((_, at) => !columns[at]?.isFolded)
    assert.deepEqual(shown, [
      ...['Wiersz', 'Plik: Nr', 'Plik: Kod', 'Plik: Sztuk', 'Wynik', 'Ocena', 'Kody dokumentów (TARIC)'],
      ...['Uwagi', 'Szczegóły'],
    ])
    const results = rows.slice(1).map((cells) => cells[rows[0]!.indexOf('Wynik')])
    assert.deepEqual(
      results.map((cell) => typeof cell === 'object' && 'tone' in cell && cell.tone),
      ['partial', 'problem', 'unchecked', 'problem', 'ban'],
    )
  })

  test('cites articles as Polish lawyers do', () => {
    assert.match(
      String(rowOf(resultOf(table('7304 11 00')), 0).Wpisy),
      /7304: Rosja: zakaz przywozu, zał\. XVII, art\. 3g ust\. 1 lit\. a\) i b\)/,
    )
  })

  test('says how sure a name was understood, where the service does', () => {
    assert.equal(rowOf(resultOf(table('1604 31 00')), 0)['Pewność rozpoznania nazwy'], undefined)
    assert.equal(rowOf(resultOf(table('kawior')), 0)['Pewność rozpoznania nazwy'], 'wysoka')
  })

  test('says of a chapter how many entries it does not show', () => {
    assert.match(String(rowOf(resultOf(table('84'), { language: 'en' }), 0)['Entries in words']), /and \d+ more$/)
  })

  test('has a second sheet with what was asked, the law, what it lacks, counts and the disclaimer', () => {
    const filters = { direction: 'export', contract_date: '2025-02-10' }
    const { name, rows } = recordSheet(resultOf(table('8471 30 00', '4901 10 00'), { filters }), ORIGIN)
    assert.equal(name, 'Informacje')
    const said = rows.map((cells) => cells.map(plainCell).join(': ')).join('\n')
    for (const part of [
      'Stan na dzień: 15 listopada 2026',
      'Kierunek: wywóz z UE',
      'Sankcje wobec: Rosja i Białoruś',
      'Dzień zawarcia umowy: 10 lutego 2025',
      'Wersja danych: d1',
      'Stan prawny: Rosja: Rozporządzenie Rady (UE) nr 833/2014, https://eur-lex.europa.eu/',
      'Stan danych: Rosja: 24 lipca 2026 (tekst skonsolidowany z dnia 24 lipca 2026); dane pełne od',
      'Stan danych: Białoruś: 24 października 2025 (tekst skonsolidowany z dnia 13 września 2024, Rozporządzenie Rady (UE) 2025/392,',
      'Akty jeszcze nieuwzględnione: Białoruś: Rozporządzenie Rady (UE) 2026/513',
      'naszym tłumaczeniem',
      `Zastrzeżenie: ${DISCLAIMER.pl}`,
    ])
      assert.ok(said.includes(part), part)
    const counts = rows.filter(([, value]) => typeof value === 'number').map(([, value]) => value)
    assert.deepEqual(counts, [2, 1, 0, 0, 0, 1, 0, 0])
    assert.equal(counts.length, LINE_CLASSES.length + 1)
    const classes = new Set(LINE_CLASSES)
    assert.deepEqual([...classes].toSorted(), [...LINE_CLASSES].toSorted())
  })
})

describe('a list of deals', () => {
  const read = placeReader(countries.codes.map((code) => ({ code, names: Object.values(countries.name(code)) })))
  const source: DealSource = { columns: { origin: 1, destination: 2, via: 3 }, all: { origin: 'PL' }, read }
  const deals = resultOf(
    table(
      ['8471 50', '', 'Kazachstan', 'Rosja'],
      ['8471 50', 'DE', 'KZ', ''],
      ['8471 30 00', 'DE', 'KZ', ''],
      ['7304 11 00', 'Turcja', 'Poland', ''],
      ['4901 10 00', 'DE', 'KZ', ''],
      ['8471 50', 'DE', 'PL', ''],
      ['8471 50', 'SU', 'KZ', ''],
      ['8471 50', 'KZ', 'KZ', ''],
      ['8501 51 00', '', 'Krym', ''],
    ),
    { deal: source },
  )

  test('has the class that its countries decide, and never calls listed goods "not listed"', () => {
    assert.deepEqual(deals.checked.map(classOf), [
      'ban',
      'condition',
      'condition',
      'partial',
      'condition',
      'unconcerned',
      'problem',
      'problem',
      'ban',
    ])
  })

  test('has the countries, the gravest finding, all findings and the codes for the declaration as columns', () => {
    const first = rowOf(deals, 0)
    assert.deepEqual([first.Skąd, first.Dokąd, first.Którędy], ['Polska', 'Kazachstan', 'Rosja'])
    assert.equal(first['Najpoważniejsze ustalenie'], 'zakazane')
    const findings = String(first.Ustalenia).split(' | ')
    assert.match(
      findings[0] ?? '',
      /^zakazane, rozporządzenie Rady \(UE\) nr 833\/2014, art\. 2a ust\. 1a: Tranzyt przez Rosję/,
    )
    assert.ok(findings.some((one) => one.startsWith('obowiązek krajowy')))
    assert.match(String(first['Kody do zgłoszenia']), /^zakazane, [^|]*art\. 2a ust\. 1a: [^|]*Y873/)
    assert.equal(rowOf(deals, 2)['Najpoważniejsze ustalenie'], 'zależy od użycia lub osób')
    assert.equal(rowOf(deals, 5)['Najpoważniejsze ustalenie'], 'brak')
    assert.equal(rowOf(deals, 6)['Najpoważniejsze ustalenie'], '', 'nothing was checked')
    const titles = Object.keys(first)
    assert.ok(
      titles.every((title) => !/^(Rosja|Białoruś): /.test(title)),
      'directions are not asked about',
    )
    const english = resultOf(table(['8471 50', '', 'KZ', 'RU']), { deal: source, language: 'en' })
    assert.equal(rowOf(english, 0)['Gravest finding'], 'prohibited')
  })

  test('shows them in the table, with the route by name and a link that asks the same', () => {
    const markup = rowsHtml(deals)
    assert.match(markup, /Polska → Rosja → Kazachstan/)
    assert.match(markup, /<details open><summary>zakazane: Rosja, art\. 2a ust\. 1a</)
    assert.match(markup, /href="\/\?q=8471\+50&amp;as_of=2026-11-15&amp;origin=PL&amp;destination=KZ&amp;via=RU"/)
    assert.match(markup, /Rozporządzenie Rady \(UE\) nr 692\/2014/)
    assert.doesNotMatch(markup, /\bUA: /)
    assert.ok(
      filterAndSort(deals.checked, { ...INITIAL_VIEW, text: '12g ust. 1' }, [], 'pl').length > 0,
      'findings can be searched',
    )
  })

  test('says of a country that cannot be read what it is and what to do; other lines are checked', () => {
    const remarks = String(rowOf(deals, 6).Uwagi)
    assert.match(remarks, /nie rozpoznano kraju: „SU” \(Skąd\)\. Wpisz kod z dwóch liter/)
    const english = resultOf(table(['8471 50', 'SU', 'KZ', 'nowhere']), { deal: source, language: 'en' })
    assert.match(String(rowOf(english, 0).Remarks), /no such country is known: "SU" \(From\), "nowhere" \(Via\)/)
  })

  test('says in its record what was asked, and of one deal for all lines which', () => {
    const said = (result: ListResult) => recordSheet(result, ORIGIN).rows.map((row) => row.map(plainCell).join(': '))
    assert.ok(said(deals).includes('Transakcja: w każdym wierszu jego własna'))
    const all = resultOf(table('8471 50', '7304'), {
      deal: { columns: {}, all: { destination: 'KZ', via: 'RU' }, read },
    })
    assert.ok(said(all).includes('Transakcja: Unia Europejska → Rosja → Kazachstan'))
    assert.ok(said(all).every((line) => !line.startsWith('Kierunek')))
  })
})

describe('the table', () => {
  const checked = checkedOf('7304 11 00', '4901 10 00', '1012100', 'kawior', '0101')
  const given = (over: object) =>
    filterAndSort(checked, { ...INITIAL_VIEW, ...over }, [], 'pl').map(({ line }) => line.given)

  test('counts by class', () => {
    const counts = countClasses(checked)
    assert.equal(
      [...counts.values()].reduce((sum, count) => sum + count, 0),
      checked.length,
    )
    assert.equal(counts.get('problem'), 1)
  })

  test('is sorted by row, by line or by gravity, either way', () => {
    assert.deepEqual(given({}), ['7304 11 00', '4901 10 00', '1012100', 'kawior', '0101'])
    assert.deepEqual(given({ descending: true })[0], '0101')
    assert.deepEqual(given({ sort: 'given' })[0], '0101')
    assert.equal(given({ sort: 'class' })[0], '7304 11 00')
    assert.equal(given({ sort: 'class', descending: true })[0], '4901 10 00')
  })

  test('is filtered by class and by any word, whatever its diacritics', () => {
    assert.deepEqual(given({ only: 'problem' }), ['1012100'])
    assert.deepEqual(given({ text: 'XVII' }).includes('7304 11 00'), true)
    assert.deepEqual(given({ text: 'niewlasciwej' }), ['1012100'])
    assert.ok(given({ text: 'dobra kultury' }).includes('4901 10 00'))
    assert.ok(given({ text: '0101 21 00' }).includes('1012100'), 'what it could have been')
  })
})
