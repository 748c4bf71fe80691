import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { recordsIn } from '../../csv.ts'
import { answerer, ask } from '../../real-law.ts'
import { limitIn, PLENTY, problemIn, reasonsIn, type Service, serviceFor } from './service.ts'

async function linesOf(service: Service, query: string, separator: ',' | ';' = ',') {
  const answer = await service.get(`/api/v1/check.csv?${query}`)
  assert.equal(answer.statusCode, 200, answer.body)
  assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8; header=present')
  return recordsIn(answer.body, separator)
}

describe('check.csv', () => {
  test('has one line for each code and name, in their order, with the assessment of a lookup', async (t) => {
    const service = await serviceFor(t, { limits: PLENTY })
    const lines = await linesOf(service, 'codes=7304,8471+30,0306&names=steel+pipes;xyzzy&lang=en')
    assert.deepEqual(
      lines.map(({ query, code, verdict, prohibition, extent }) =>
        [query, code, verdict, prohibition, extent].join(' / '),
      ),
      [
        '7304 / 7304 / restricted / true / whole',
        '8471 30 / 8471 30 / restricted / true / whole',
        '0306 / 0306 / restricted / true / whole',
        `steel pipes / ${ask('steel pipes').meta.goods?.[0]?.code} / restricted / true / whole`,
        'xyzzy /  / not_checked /  / ',
      ],
    )
    for (const line of lines) {
      const { assessment, cn_name } = ask(line.query ?? '')
      assert.equal(line.sentence, assessment.sentence)
      if (cn_name) assert.equal(line.name, cn_name)
      for (const country of ['RU', 'BY']) {
        for (const direction of ['import', 'export', 'transit']) {
          const reaches = assessment.reaches.filter((one) => one.country === country && one.direction === direction)
          const none = assessment.checked ? 'none' : ''
          const expected = reaches.map(({ kind, extent }) => `${kind}: ${extent}`).join(' | ') || none
          assert.equal(line[`${country.toLowerCase()}_${direction}`], expected, `${line.query} ${country} ${direction}`)
        }
      }
      assert.equal(line.dataset, answerer.dataset.version)
      assert.equal(line.as_of, '2026-11-15')
      assert.match(line.disclaimer ?? '', /not legal or customs advice/)
    }
    assert.match(lines[0]?.places ?? '', /(^|\| )Russia XVII 3g\(1\)\(a\), \(b\)/)
    assert.match(lines[3]?.goods ?? '', /^730[456]( \||$)/)
    assert.match(lines[3]?.confidence ?? '', /^(?:high|medium|low)$/)
  })

  test('a line that cannot be answered says why, and spoils no other', async (t) => {
    const service = await serviceFor(t, { limits: PLENTY })
    const lines = await linesOf(service, 'codes=3061792,laptop,,7304&names=z&lang=en')
    assert.deepEqual(
      lines.map(({ query, verdict, problem }) => `${query} ${verdict} ${problem}`.trim()),
      [
        '3061792 not_checked q_code_length',
        'laptop not_checked csv_code_invalid',
        'not_checked q_empty',
        '7304 restricted',
        'z not_checked q_too_vague',
      ],
    )
    assert.match(lines[0]?.sentence ?? '', /Did you mean 0306 17 92\?/)
    assert.match(lines[1]?.sentence ?? '', /^Not checked: this is no CN code/)
    assert.equal(lines[0]?.ru_import, '')
  })

  test('filters say nothing about what they leave out', async (t) => {
    const service = await serviceFor(t, { limits: PLENTY })
    const [imports] = await linesOf(service, 'codes=0101&direction=import&regime=EU-RU-833-2014&lang=en')
    assert.equal(imports?.ru_import, 'none')
    for (const column of ['ru_export', 'ru_transit', 'by_import', 'by_export'])
      assert.equal(imports?.[column], '', column)
    const [deal] = await linesOf(service, 'codes=8471+50&origin=PL&destination=KZ&via=RU&lang=en')
    assert.match(deal?.findings ?? '', /^prohibited Russia 2a\(1a\)/)
    const [wrong] = await linesOf(service, 'codes=8471&origin=PL&lang=en')
    assert.equal(wrong?.problem, 'deal_incomplete')
    const [past] = await linesOf(service, 'codes=8471&as_of=2021-01-01&lang=en')
    assert.equal(past?.as_of, '2021-01-01')
    assert.equal(past?.verdict, 'not_checked', 'before our data begin')
  })

  test('countries and regimes are called by their names', async (t) => {
    const service = await serviceFor(t, { limits: PLENTY })
    const [steel] = await linesOf(service, 'codes=7304&separator=comma')
    assert.match(steel?.other ?? '', /(^|\| )inne państwa \(wsad: Rosja\) ban: /)
    assert.match(steel?.grounds ?? '', /(^|\| )ban import Rosja 3g\(1\)\(a\), \(b\) XVII: /)
    const [crimea] = await linesOf(service, 'codes=7304&origin=UA-43&destination=PL&separator=comma')
    assert.match(crimea?.places ?? '', /^Rozporządzenie Rady \(UE\) nr 692\/2014 2\(1\)\(a\)/)
    assert.match(crimea?.findings ?? '', /^prohibited Rozporządzenie Rady \(UE\) nr 692\/2014 2\(1\)\(a\)/)
    const [iran] = await linesOf(service, 'codes=8411+82&origin=PL&destination=IR&lang=en')
    assert.match(iran?.findings ?? '', /(^|\| )prohibited Iran \(267\/2012\) /)
    for (const line of [steel, crimea, iran])
      for (const column of ['other', 'places', 'grounds', 'findings', 'documents'])
        assert.doesNotMatch(line?.[column] ?? '', /\b(?:EU-[A-Z]{2}-|UA-\d|(?:RU|BY|UA|IR) )/, column)
  })

  test('Polish has semicolons, English commas, unless one is asked for; a mark of UTF-8 only on request', async (t) => {
    const service = await serviceFor(t, { limits: PLENTY })
    assert.equal((await linesOf(service, 'codes=7304', ';'))[0]?.verdict, 'restricted')
    assert.equal((await linesOf(service, 'codes=7304&separator=comma', ','))[0]?.verdict, 'restricted')
    assert.equal((await linesOf(service, 'codes=7304&lang=en&separator=semicolon', ';'))[0]?.verdict, 'restricted')
    const plain = await service.get('/api/v1/check.csv?codes=7304')
    const marked = await service.get('/api/v1/check.csv?codes=7304&bom=true')
    assert.equal(marked.body, `\uFEFF${plain.body}`)
  })

  test('has the columns asked for, in their order, and no header where none is wanted', async (t) => {
    const service = await serviceFor(t, { limits: PLENTY })
    const get = (query: string) => service.get(`/api/v1/check.csv?codes=7304,3061792&lang=en&${query}`)
    const some = await get('columns=sentence,+verdict')
    const sentence = ask('7304').assessment.sentence.replaceAll('"', '""')
    assert.ok(some.body.startsWith(`"sentence","verdict"\r\n"${sentence}","restricted"\r\n`), some.body)
    const cell = await get('columns=verdict&header=false')
    assert.equal(cell.body, '"restricted"\r\n"not_checked"\r\n')
    assert.equal(cell.headers['content-type'], 'text/csv; charset=utf-8; header=absent')
    const all = await get('header=true')
    assert.equal((await get('header=false')).body, all.body.slice(all.body.indexOf('\r\n') + 2))
    for (const columns of ['', 'verdict,', 'verdicts', 'verdict,verdict', 'constructor', 'Verdict']) {
      const { detail } = problemIn(await get(`columns=${columns}`), 'columns_unknown')
      assert.match(detail, /There are: answer, headline, reason, query, code, .*, documents, questions, facts\.$/)
    }
    problemIn(await get('header=no'), 'header_unknown')
  })

  test('runs no formula, whatever is asked', async (t) => {
    const service = await serviceFor(t, { limits: PLENTY })
    const names = ['=1+1', '@SUM(A1) rury', '-2+3|cmd rury', 'rury,=1', '＝1 rury', '"=HYPERLINK(1)"']
    for (const separator of ['comma', 'semicolon']) {
      const query = new URLSearchParams({ names: names.join(';'), codes: '=8471,+8471', separator })
      const { body } = await service.get(`/api/v1/check.csv?${query}`)
      assert.doesNotMatch(body, /(^|[,;|\n])[\s"]*[=+\-@＝]/)
    }
  })

  test('counts by its work, as a batch does', async (t) => {
    const service = await serviceFor(t, { limits: { ...PLENTY, batches: 3 } })
    const names = Array.from({ length: 100 }, (_, at) => `rury ${at}`).join(';')
    const answer = await service.get(`/api/v1/check.csv?${new URLSearchParams({ names })}`)
    assert.equal(answer.statusCode, 200)
    assert.equal(limitIn(answer)?.remaining, 1, '100 names cost two points')
    problemIn(await service.get(`/api/v1/check.csv?${new URLSearchParams({ names })}`), 'batch_limited')
  })

  test('is kept by caches until the law or the day changes', async (t) => {
    const service = await serviceFor(t, { limits: PLENTY })
    const first = await service.get('/api/v1/check.csv?codes=7304,8471')
    assert.equal(first.headers['cache-control'], 'public, max-age=60')
    const again = await service.get('/api/v1/check.csv?codes=7304,8471', {
      'if-none-match': String(first.headers.etag),
    })
    assert.equal(again.statusCode, 304)
  })

  test('what is only half understood is refused', async (t) => {
    const service = await serviceFor(t, { limits: PLENTY })
    const get = (query: string) => service.get(`/api/v1/check.csv?${query}`)
    problemIn(await get(''), 'csv_items_missing')
    problemIn(await get('codes=&names=+'), 'csv_items_missing')
    problemIn(await get(`codes=${'84,'.repeat(100)}84`), 'csv_items_too_many')
    const wrong = 'codes=84&separator=;&bom=yes&as_off=2026-01-01&lang=de'
    assert.deepEqual(reasonsIn(await get(wrong)), [
      'parameter_unknown as_off',
      'lang_unknown lang',
      'separator_unknown separator',
      'bom_unknown bom',
    ])
  })
})

/** Every match of a lookup about that day is a line of the file. */
function holdsMatches(lines: readonly Record<string, string>[], day: string): void {
  for (const q of ['8471 30 00', '2710 19', '9302', '7403 19', '7207', '88']) {
    for (const result of ask(q, { limit: '500', as_of: day }).results) {
      const { cn_code, annex, article, restriction, valid_from, in_force } = result
      const found = lines.some(
        (line) =>
          line.cn_code === cn_code &&
          line.annex === (annex ?? '') &&
          line.article === article &&
          line.type === restriction.type &&
          line.direction === (restriction.direction ?? '') &&
          // The goods asked for may have been listed for longer than the whole of the row.
          (line.valid_from ?? '') >= (valid_from ?? '') &&
          line.in_force === in_force,
      )
      assert.ok(found, `${day} ${q}: ${cn_code} ${annex} ${article}`)
    }
  }
}

describe('the listings of a day', () => {
  const { version, entries, ended } = answerer.dataset
  const url = `/api/v1/dataset/${version}.csv`

  test('are every listing of every measure in force, with where and since when', async (t) => {
    const service = await serviceFor(t, { limits: PLENTY })
    const answer = await service.get(`${url}?lang=en&as_of=2026-11-15`)
    const lines = recordsIn(answer.body, ',')
    assert.ok(lines.length > entries.length * 0.9, `${lines.length} lines`)
    const [pipes] = lines.filter((line) => line.cn_code === '7304' && line.annex === 'XVII')
    assert.ok(pipes)
    const { results } = ask('7304 11 00')
    const result = results.find(({ annex }) => annex === 'XVII')
    assert.ok(result)
    assert.deepEqual(
      [pipes.article, pipes.type, pipes.direction, pipes.valid_from, pipes.since_act, pipes.measure, pipes.regime],
      [
        result.article,
        result.restriction.type,
        result.restriction.direction,
        result.valid_from,
        result.since_act,
        result.restriction.label,
        result.regime.code,
      ],
    )
    assert.ok(
      lines.some(({ cn_code, regime }) => cn_code === '*' && regime === 'EU-UA-692-2014'),
      'all goods of an origin',
    )
    holdsMatches(lines, '2026-11-15')
  })

  test('are those of the day asked for', async (t) => {
    const service = await serviceFor(t, { limits: PLENTY })
    const past = recordsIn((await service.get(`${url}?as_of=2022-05-01&separator=comma`)).body, ',')
    assert.ok(past.length > 100 && past.length < entries.length + ended.length)
    assert.ok(
      past.every(({ valid_from, valid_to, in_force }) => {
        return (
          (in_force === 'possibly' || valid_from! <= '2022-05-01') && (valid_to === '' || valid_to! >= '2022-05-01')
        )
      }),
    )
    assert.ok(
      past.some(({ until_act }) => until_act !== ''),
      'what has left the act since',
    )
    holdsMatches(past, '2022-05-01')
  })

  test('are kept for ever with a day, and for a minute without one, since tomorrow is another day', async (t) => {
    const service = await serviceFor(t, { limits: PLENTY })
    const today = await service.get(url)
    const named = await service.get(`${url}?as_of=2026-11-15`)
    assert.equal(today.body, named.body)
    assert.equal(today.headers['cache-control'], 'public, max-age=60')
    assert.equal(named.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(named.headers['content-disposition'], `attachment; filename="${version}-2026-11-15.csv"`)
    const etag = String(named.headers.etag)
    assert.equal((await service.get(`${url}?as_of=2026-11-15`, { 'if-none-match': etag })).statusCode, 304)
    const marked = await service.get(`${url}?as_of=2026-11-15&bom=true`)
    assert.equal(marked.body, `\uFEFF${named.body}`)
  })
})
