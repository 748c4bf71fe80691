import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { answerer, ask, askOf, TODAY } from '../../../test/real-law.ts'
import { calendarDay } from '../../base/day.ts'
import { FINDING_KINDS } from '../../law/terms/law.ts'
import { buildAnswerer } from '../answer.ts'
import type { CnResponse } from '../response/response.ts'
import { QUESTION_PROBLEMS } from './problems.ts'
import { readQuestion } from './question.ts'

const LAPTOP = '8471 30 00'
const SERVER = '8471 50 00'
const PIPES = '7304 11 00'
const DIESEL = '2710 19 43'
const CRUDE = '2709 00 90'
const DIAMONDS = '7102 39 00'
const MACHINING_CENTRES = '8457 10 10'
const AIRCRAFT_PARTS = '8807 30 00'
const TYRES = '4011 20 10'
const MOTORS = '8501 51 00'
const WINE = '2204 21 09'

/** Findings that rest on no match. */
const UNMATCHED: readonly string[] = ['national', 'control', 'not_checked']

/** `DE > KZ via BY, RU on 2024-03-19` as parameters. */
function movementOf(written: string): Record<string, string> {
  const [, origin = '', destination = '', via, day] =
    /^(\S*) > (\S*)(?: via ([\w, -]+?))?(?: on (\S+))?$/.exec(written) ?? []
  return {
    ...(origin && { origin }),
    ...(destination && { destination }),
    ...(via && { via }),
    ...(day && { as_of: day }),
  }
}

const dealOf = (q: string, movement: string, more: Record<string, string> = {}): CnResponse =>
  ask(q, { ...movementOf(movement), ...more })

type Finding = NonNullable<CnResponse['deal']>['findings'][number]

const findingsOf = (q: string, movement: string, more: Record<string, string> = {}): Finding[] =>
  dealOf(q, movement, more).deal!.findings

const open = (q: string, movement: string): string[] =>
  findingsOf(q, movement)
    .filter(({ kind }) => kind === 'end_use')
    .map(({ article }) => article)

describe('what no country decides', () => {
  test('use in Russia stays open wherever else the goods go, also in a partner country', () => {
    assert.deepEqual(open(LAPTOP, 'DE > KZ'), ['3k(1)', '1s(1)(a)'])
    assert.ok(open(SERVER, 'DE > US').includes('2a(1); 3k(1)'))
    assert.deepEqual(open(TYRES, 'DE > KG'), ['3k(1)', '1bb(1)'])
    const [finding] = findingsOf(TYRES, 'DE > KG', { lang: 'pl' })
    assert.match(finding?.text ?? '', /^Przepisy te nie zakazują wywozu do tego państwa/)
  })

  test('but not where the goods come from Russia or go into the Union', () => {
    assert.ok(!open(PIPES, 'RU > TR').some((article) => article.includes('3k')))
    assert.deepEqual(open(PIPES, 'TR > PL'), [])
  })

  test('listed persons, a notice of the authority and intellectual property are told apart from the deal', () => {
    assert.deepEqual(
      open(SERVER, 'DE > KZ').filter((article) => ['2b(1)', '1fa(1)', '2a(1aa)', '12ga(1)'].includes(article)),
      ['2b(1)', '1fa(1)', '2a(1aa)', '12ga(1)'],
    )
  })

  test('such results stand last and say so, and the assessment does not count them', () => {
    const { results, deal, assessment, verdict, derogations, winddowns } = dealOf(LAPTOP, 'DE > KZ')
    assert.equal(verdict, 'restricted', 'the goods are listed, and use in Russia is prohibited')
    assert.deepEqual([assessment.extent, assessment.reaches], ['none', []])
    assert.deepEqual([derogations, winddowns], [[], []], 'nothing has to be lifted')
    assert.equal(assessment.answer, 'duties')
    assert.ok(assessment.steps.some(({ kind, text }) => kind === 'end_use' && text.includes('use in Russia')))
    for (const { restriction } of results) assert.match(restriction.note ?? '', /^The countries of this deal do not/)
    assert.deepEqual(
      deal?.findings.flatMap((finding) => finding.results),
      results.map((_, at) => at),
    )
  })
})

describe('proof', () => {
  const proofOf = (q: string, movement: string) => findingsOf(q, movement).find(({ kind }) => kind === 'proof')!

  test('the importer of steel proves the origin of inputs; no document is named in the act', () => {
    const { text, documents } = proofOf(PIPES, 'TR > PL')
    assert.match(text, /names no document/)
    assert.deepEqual(documents, ['Y824'])
  })

  test('not from a partner country, but the ban stays; the way there must be through partners only', () => {
    const { text, documents } = proofOf(PIPES, 'CH > PL')
    assert.match(text, /No evidence .* is needed, .*: Switzerland \(Annex XXXVI\)\. The ban itself stays\./)
    assert.deepEqual(documents, ['Y878'])
    assert.equal(dealOf(PIPES, 'CH > PL').assessment.answer, 'depends', 'on the inputs, whoever has to prove them')
    assert.deepEqual(proofOf(PIPES, 'CH > PL via RS').documents, ['Y824'])
    assert.deepEqual(proofOf(PIPES, 'LI > PL on 2024-06-24').documents, ['Y824'], 'a partner since 25 June 2024')
    assert.deepEqual(proofOf(PIPES, 'LI > PL on 2024-06-25').documents, ['Y878'])
  })

  test('diesel from Norway, and oil that only crosses Russia', () => {
    assert.ok(proofOf(DIESEL, 'NO > PL').documents.includes('Y694'))
    assert.match(proofOf(CRUDE, 'KZ > DE via RU').text, /free if neither their origin nor their owner is Russian/)
  })

  test('goods that never come to the Union need no code of its declarations', () => {
    assert.deepEqual(
      findingsOf(PIPES, 'RU > TR').flatMap(({ documents }) => documents),
      [],
    )
  })
})

describe('texts', () => {
  test('a prohibited deal says why, and how far the ban reaches into the code', () => {
    const [transit] = findingsOf(SERVER, 'DE > KZ via RU', { lang: 'pl' })
    assert.match(transit?.text ?? '', /^Towar wywożony z Unii przejeżdża przez Rosję\. /)
    assert.ok(transit?.documents.includes('Y873'))
    const [heading] = findingsOf('8471', 'DE > KZ via RU')
    assert.match(
      heading?.text ?? '',
      /Concerns only some goods of this code: portable .+ \(8471 30 00\), storage units \(8471 70\)\.$/,
    )
  })

  test('the ban of all goods of an origin names the certificate that lifts it', () => {
    const answer = dealOf(WINE, 'UA-40 > PL')
    assert.match(answer.deal?.findings[0]?.text ?? '', /Except: Article 2\(2\): .*certificate of origin/)
    assert.deepEqual(answer.deal?.findings[0]?.documents, ['N864', 'N954', 'Y997'])
    assert.deepEqual(
      answer.results.map(({ cn_code, article, covers_query, data_quality }) => [
        cn_code,
        article,
        covers_query,
        data_quality,
      ]),
      [[WINE, '2(1)(a)', 'whole', 'to_review']],
    )
    assert.equal(answer.assessment.answer, 'depends', 'on the certificate of the Ukrainian authorities')
    const donetsk = findingsOf(WINE, 'UA-14 > PL')[0]
    assert.ok(donetsk?.documents.includes('N954'))
  })

  test('no clause is asked for goods of a heading whose sale is prohibited anyway', () => {
    // Of all tyres, the clauses are about those of aircraft (4011 30 00), which may not go to Belarus at all.
    const kinds = (deal: string) => findingsOf('4011', deal).map(({ kind }) => kind)
    assert.ok(!kinds('PL > BY').includes('clause'))
    assert.ok(kinds('PL > KG').includes('clause'))
  })

  test('a clause comes with a draft, marked as one', () => {
    for (const [lang, mark] of [
      ['pl', /^PROJEKT do sprawdzenia przez prawnika \(art\. 12g /],
      ['en', /^DRAFT to be checked by a lawyer \(Article 12g /],
    ] as const) {
      const clause = findingsOf(SERVER, 'DE > KZ', { lang }).find(({ kind }) => kind === 'clause')
      assert.match(clause?.draft ?? '', mark)
      assert.ok(clause?.documents.includes('Y227'))
      assert.match(clause?.text ?? '', /12g(?:\(2a\)| ust\. 2a)/, 'public contracts are exempt')
    }
  })

  test('where it is not known when a country became a partner, the duty says so', () => {
    const clauseOn = (day: string, to = 'GB') =>
      findingsOf(SERVER, `PL > ${to} on ${day}`).find(({ kind, regime }) => kind === 'clause' && regime?.includes('RU'))
    assert.match(
      clauseOn('2024-03-25')?.text ?? '',
      /United Kingdom is on the list .* since 25 June 2024 at the latest/,
    )
    assert.doesNotMatch(clauseOn('2024-03-25', 'KZ')?.text ?? '', /at the latest/)
    assert.equal(clauseOn('2024-06-25'), undefined)
    assert.equal(clauseOn('2024-03-25', 'NO'), undefined)
  })

  test('inside the Union nothing concerns goods of another origin', () => {
    const { assessment, results, verdict, deal } = dealOf(SERVER, 'DE > PL', { lang: 'pl' })
    assert.deepEqual([verdict, results, deal?.findings], ['no_match', [], []])
    assert.equal(assessment.checked, true)
    assert.equal(assessment.answer, 'none')
  })

  test('goods that are listed, but not for this deal', () => {
    const { assessment, verdict } = dealOf('2603 00 00', 'PE > PL')
    assert.equal(verdict, 'no_match')
    assert.equal(assessment.headline, 'No ban; the lists checked do not concern this deal')
  })

  test('what is not understood stays unchecked', () => {
    assert.equal(dealOf('xyzzy', 'DE > KZ').assessment.checked, false)
  })

  test('a route that was not given is warned about where transit is banned', () => {
    assert.match(dealOf(SERVER, 'DE > KZ').scope.warnings[0] ?? '', /^No route was given/)
    assert.ok(!dealOf(SERVER, 'DE > KZ via TR').scope.warnings.some((warning) => warning.startsWith('No route')))
    assert.ok(!dealOf('0102 29 05', 'DE > KZ').scope.warnings.some((warning) => warning.startsWith('No route')))
  })

  test('Ukraine without a territory is warned about', () => {
    assert.ok(
      dealOf(WINE, 'UA > PL').scope.warnings.some((warning) =>
        warning.includes('UA-43 (Crimea), UA-40 (Sevastopol), UA-14 (Don'),
      ),
    )
  })
})

test('what lifts a ban is told with the ban', () => {
  assert.ok(dealOf(SERVER, 'DE > RU').derogations.some(({ article }) => article.startsWith('2a(4)')))
})

test('findings come with the gravest first, and name results by their place', () => {
  const order: readonly string[] = FINDING_KINDS
  const movements = [
    'DE > RU',
    'DE > KZ via BY,RU',
    'CN > KZ via LT,BY',
    'KZ > PL via RU',
    'RU > IN',
    'PL > UZ',
    'TR > PL',
  ]
  const goods = [SERVER, LAPTOP, PIPES, DIESEL, CRUDE, DIAMONDS, MACHINING_CENTRES, AIRCRAFT_PARTS]
  for (const [q, movement] of goods.flatMap((one) => movements.map((way) => [one, way] as const))) {
    const { deal, results } = dealOf(q, movement)
    const kinds = deal!.findings.map(({ kind }) => order.indexOf(kind))
    assert.deepEqual(
      kinds,
      kinds.toSorted((a, b) => a - b),
      movement,
    )
    for (const { article, results: places } of deal!.findings) {
      for (const place of places) assert.ok(article.split('; ').includes(results[place]?.article ?? ''), movement)
    }
  }
})

test('a deal is checked against every annex, and the scope says so', () => {
  const annexes = (movement: string) => dealOf(MOTORS, movement).scope.regimes[0]?.annexes_checked
  for (const movement of ['RU > KZ via LT', 'PL > KZ', 'RU > PL', 'CN > KZ'])
    assert.deepEqual(annexes(movement), ask(MOTORS).scope.regimes[0]?.annexes_checked, movement)
})

test('what no code shows is not lost where goods cross the Union on their way between third countries', () => {
  const uncoded = (movement: string) => dealOf('9302', movement).meta.uncoded.map(({ article }) => article)
  assert.ok(uncoded('CN > RU').length > 0)
  assert.deepEqual(uncoded('CN > RU via PL'), uncoded('CN > RU'))
  assert.deepEqual(
    dealOf('9302', 'CN > RU via PL').scope.regimes[0]?.uncoded_annexes,
    dealOf('9302', 'CN > RU').scope.regimes[0]?.uncoded_annexes,
  )
})

test('the direction of the question follows from the deal', () => {
  assert.deepEqual(dealOf(SERVER, 'DE > KZ').scope.directions, ['export', 'transit'])
  assert.deepEqual(dealOf(PIPES, 'TR > PL').scope.directions, ['import'])
  assert.deepEqual(dealOf(SERVER, 'CN > KZ via PL').scope.directions, ['transit'])
  assert.deepEqual(dealOf(PIPES, 'RU > TR').scope.directions, ['import', 'export', 'transit'])
})

test('the goods of a name are judged for the deal', () => {
  const { meta, deal } = dealOf('laptop', 'DE > KZ via RU')
  assert.equal(deal?.findings[0]?.kind, 'prohibited')
  assert.ok(meta.goods?.some(({ restricted, kind }) => restricted && kind === 'ban'))
  assert.ok(dealOf('laptop', 'DE > PL').meta.goods?.every(({ restricted, kind }) => !restricted && kind === null))
})

describe('territories are regimes of their own', () => {
  test('they are included when a deal or `regime` names them, and mentioned otherwise', () => {
    const plain = ask(MOTORS)
    assert.deepEqual(
      plain.scope.regimes.map(({ code }) => code),
      ['EU-RU-833-2014', 'EU-BY-765-2006'],
    )
    assert.deepEqual(
      plain.scope.on_request.map(({ code, territories }) => [code, territories]),
      [
        ['EU-UA-692-2014', ['UA-43', 'UA-40']],
        ['EU-UA-2022-263', ['UA-14', 'UA-09', 'UA-23', 'UA-65']],
      ],
    )
    assert.ok(plain.results.every(({ regime }) => regime.target_country_code !== 'UA'))
    const { results, scope, assessment } = ask(MOTORS, { regime: 'EU-UA-692-2014' })
    assert.deepEqual(
      results.map(({ article }) => article),
      ['2(1)(a)', '2b(1)'],
    )
    assert.equal(assessment.headline, 'Prohibited: export to Crimea and Sevastopol (Article 2b(1)) (692/2014)')
    assert.ok(scope.regimes[0]?.uncoded_annexes.some(({ what }) => what.startsWith('All goods originating')))
    assert.ok(scope.warnings.some((warning) => warning.includes('state of 25 February 2025')))
  })

  test('a territory on the way is asked about as well', () => {
    const { scope, deal } = dealOf(MOTORS, 'PL > KZ via UA-43')
    assert.ok(scope.regimes.some(({ code }) => code === 'EU-UA-692-2014'))
    assert.ok(deal?.findings.some(({ regime, kind }) => regime === 'EU-UA-692-2014' && kind === 'end_use'))
  })

  test('suggestions stay those of Russia and Belarus', () => {
    const salt = answerer.suggest('2501', 'en', TODAY)[0]
    assert.equal(salt?.restricted, ask('2501').verdict === 'restricted')
  })
})

describe('deals that are refused', () => {
  const refused = (parameters: Record<string, string>): string[] => {
    const read = readQuestion(Object.entries({ q: SERVER, ...parameters }), { today: TODAY, dataset: answerer.dataset })
    return 'problems' in read ? read.problems.map(({ code, parameter }) => `${code} ${parameter}`) : []
  }

  for (const [name, parameters, expected] of [
    ['an unknown country', { origin: 'ZZ', destination: 'PL' }, ['place_unknown origin']],
    ['the Soviet Union', { origin: 'SU' }, ['place_unknown origin']],
    ['Yugoslavia', { destination: 'YU' }, ['place_unknown destination']],
    ['Serbia and Montenegro, on the way', { destination: 'KZ', via: 'RU,CS' }, ['place_unknown via']],
    ['a code of the United Kingdom that is not ISO', { destination: 'UK' }, ['place_unknown destination']],
    ['a territory that is no regime', { destination: 'UA-05' }, ['place_unknown destination']],
    ['an empty country', { origin: '', destination: 'PL' }, ['place_unknown origin']],
    ['an empty place on the way', { origin: 'PL', destination: 'KZ', via: 'RU,' }, ['place_unknown via']],
    ['eleven stops', { destination: 'KZ', via: 'TR,GE,AZ,TM,UZ,TJ,KG,CN,MN,IR,IQ' }, ['via_too_long via']],
    ['a route without ends', { via: 'RU' }, ['deal_incomplete origin']],
    ['a Member State without the other end', { origin: 'PL' }, ['deal_incomplete destination']],
    ['a destination in the Union alone', { destination: 'EU' }, ['deal_incomplete origin']],
    ['within Russia', { origin: 'RU', destination: 'RU' }, ['deal_within_country destination']],
    ['through the destination', { origin: 'PL', destination: 'RU', via: 'RU' }, ['via_contradicts via']],
    ['through the Union from the Union', { origin: 'PL', destination: 'KZ', via: 'EU' }, ['via_contradicts via']],
    [
      'an import to Russia',
      { origin: 'PL', destination: 'RU', direction: 'import' },
      ['direction_contradicts direction'],
    ],
    ['an export into the Union', { origin: 'RU', direction: 'export' }, ['direction_contradicts direction']],
    ['transit without a route', { destination: 'KZ', direction: 'transit' }, ['direction_contradicts direction']],
    [
      'an export inside the Union',
      { origin: 'DE', destination: 'PL', direction: 'export' },
      ['direction_contradicts direction'],
    ],
  ] as const) {
    test(name, () => {
      assert.deepEqual(refused(parameters), expected)
    })
  }

  test('countries in small letters and with spaces are understood', () => {
    assert.deepEqual(refused({ origin: 'pl', destination: ' kz', via: 'ru, by' }), [])
    assert.deepEqual(refused({ origin: 'PL', destination: 'KZ', via: 'RU', direction: 'transit' }), [])
  })

  test('the text about an unknown country names the territories that there are', () => {
    const codes = answerer.dataset.countries.codes.filter((code) => code.includes('-'))
    assert.equal(codes.length, 6)
    for (const text of Object.values(QUESTION_PROBLEMS.place_unknown.detail)) {
      for (const code of codes) assert.ok(text.includes(code), code)
    }
  })
})

test('every country has a name in both languages, and none stands twice', () => {
  const { codes, name } = answerer.dataset.countries
  assert.equal(codes.length, 1 + 250 + 6)
  for (const language of ['pl', 'en'] as const) {
    const names = codes.map((code) => name(code)[language])
    assert.equal(new Set(names).size, names.length)
    assert.ok(names.every((one) => one.length > 2))
  }
})

test('the Union has 27 members today', () => {
  const { codes, inUnion } = answerer.dataset.countries
  const outermost = ['AX', 'GF', 'GP', 'MF', 'MQ', 'RE', 'YT', 'EU']
  assert.equal(codes.filter((code) => inUnion(code, TODAY) && !outermost.includes(code)).length, 27)
})

test('no coded measure is left without a movement', () => {
  const { entries, ended } = answerer.dataset
  for (const { movements, article } of [...entries, ...ended]) assert.ok(movements.length > 0, article)
})

describe('any deal', () => {
  const { codes, inUnion } = answerer.dataset.countries
  const lines = answerer.dataset.nomenclatures.of(2026).lines.filter(({ kind }) => kind === 'cn8' || kind === 'heading')
  const place = fc.oneof(fc.constantFrom('RU', 'BY', 'EU', 'PL', 'UA-43', 'UA-14', 'KG'), fc.constantFrom(...codes))
  const deals = fc.record({
    q: fc.constantFrom(...lines.map(({ code }) => code)),
    origin: place,
    destination: place,
    via: fc.array(place, { maxLength: 3 }),
    as_of: fc.constantFrom('2022-03-01', '2024-07-01', '2025-12-31', '2026-11-15'),
  })

  /** The answer, or null when the countries contradict each other. */
  function answerTo({
    via,
    ...asked
  }: {
    q: string
    origin: string
    destination: string
    via: string[]
    as_of: string
  }) {
    const given = Object.entries({ ...asked, lang: 'en', ...(via.length > 0 && { via: via.join(',') }) })
    const read = readQuestion(given, { today: TODAY, dataset: answerer.dataset })
    return 'question' in read ? answerer.answer(read.question) : null
  }

  test('chooses among what the goods are listed under, and finds nothing beyond it', () => {
    fc.assert(
      fc.property(deals, (asked) => {
        const answer = answerTo(asked)
        if (!answer) return
        const plain = answerer.dataset.regimes.flatMap(({ data: { code: regime } }) =>
          ask(asked.q, { as_of: asked.as_of, regime, limit: '500' }).results.map(
            ({ cn_code, annex, article }) => `${regime} ${cn_code} ${annex} ${article}`,
          ),
        )
        for (const { cn_code, annex, article, regime } of answer.results) {
          const known = plain.includes(`${regime.code} ${cn_code} ${annex} ${article}`)
          assert.ok(known || (regime.target_country_code === 'UA' && article === '2(1)(a)'), article ?? '')
        }
        const articles = new Set(answer.results.map(({ article }) => article))
        for (const { kind, article } of answer.deal!.findings) {
          if (!UNMATCHED.includes(kind)) for (const one of article.split('; ')) assert.ok(articles.has(one), one)
        }
        assert.equal(answer.verdict === 'restricted', answer.meta.total > 0)
      }),
    )
  })

  test('that stays in the Union has no findings', () => {
    fc.assert(
      fc.property(deals, (asked) => {
        const day = calendarDay(asked.as_of)
        const stops = [asked.origin, asked.destination, ...asked.via]
        const answer = answerTo(asked)
        if (!answer || !stops.every((code) => inUnion(code, day))) return
        assert.deepEqual([answer.results, answer.deal?.findings], [[], []])
      }),
    )
  })

  test('to the target of a ban of exports is prohibited wherever the goods come from', () => {
    fc.assert(
      fc.property(place, (origin) => {
        const answer = answerTo({ q: '84713000', origin, destination: 'RU', via: [], as_of: '2026-11-15' })
        if (answer) assert.equal(answer.deal?.findings[0]?.kind, 'prohibited', origin)
      }),
    )
  })
})

test('what TARIC asks for of a chapter is looked up once for each use, not once for each of its rows', () => {
  const { dataset } = answerer
  let looked = 0
  const { witness } = dataset
  assert.ok(witness)
  const counting = {
    ...dataset,
    witness: {
      ...witness,
      rowsOn: (code: Parameters<typeof witness.rowsOn>[0]) => {
        looked++
        return witness.rowsOn(code)
      },
    },
  }
  // With lists of Ukraine's regime alone, no row of the chapter is listed for Russia.
  askOf(buildAnswerer(counting, 'test'), '84', { regime: 'EU-UA-692-2014', destination: 'RU' })
  assert.ok(looked > 0 && looked < 10, `${looked} times`)
})
