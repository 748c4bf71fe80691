import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import Value from 'typebox/value'
import { answerer, ask, inBrief, TODAY } from '../../test/real-law.ts'
import { CnResponseSchema } from './response/response.ts'

describe('a code, a day, the answer', () => {
  test('7304 11 00: seamless line pipe of stainless steel is banned both ways and to Belarus', () => {
    const response = ask('7304 11 00')
    assert.equal(response.verdict, 'restricted')
    assert.equal(response.has_prohibition, true)
    assert.deepEqual(inBrief(response), [
      '7304 11 00 – 3k(1b) export_ban EU_to_RU',
      '7304 XVII 3g(1)(a), (b) import_ban RU_to_EU',
      '7304 XVII 3g(1)(d) import_ban RU_to_EU',
      '7304 XXIII 3k(1) export_ban EU_to_RU',
      '7304 XVII 3g(1)(c) transfer_ban –',
      '7304 XVIII 1bb(1) export_ban EU_to_BY',
      '73 XII 1q(1)(a), (b) import_ban BY_to_EU',
      '73 XII 1q(1)(c) transfer_ban –',
    ])
    assert.equal(response.cn_exists, true)
    assert.match(response.cn_name ?? '', /^Tubes, pipes .* › Line pipe .* › Of stainless steel$/)
  })

  test('7401 00 00: copper mattes are outside "Ex 74 except 7401 00 00", and so is their undivided heading', () => {
    for (const q of ['7401 00 00', '7401 00', '7401']) {
      assert.deepEqual(
        inBrief(ask(q)),
        ['7401 XXI 3i(1) import_ban RU_to_EU', '7401 XXVII 1ra(1) import_ban BY_to_EU'],
        q,
      )
    }
    const chapter = ask('74').results.find(({ annex }) => annex === 'XXIII')
    assert.equal(chapter?.partial_entry, true)
    assert.deepEqual(chapter?.except_codes, ['7401'])
    assert.ok(inBrief(ask('7403 11 00')).includes('ex 74 XXIII 3k(1) export_ban EU_to_RU'))
  })

  test('8471 70 98: excepted from heading 8471 of Annex XXIII, but listed by itself in Annex VII', () => {
    const brief = inBrief(ask('8471 70 98'))
    assert.ok(!brief.some((line) => line.includes(' XXIII ')))
    assert.ok(brief.includes('8471 70 98 VII 2a(1) export_ban EU_to_RU'))
    assert.ok(brief.includes('8471 70 98 Va 1f(1) export_ban EU_to_BY'))
    assert.ok(inBrief(ask('8471 70 20')).includes('ex 8471 XXIII 3k(1) export_ban EU_to_RU'))
  })

  test('8704 21 91: an exception that depends on the engine is no exception by code', () => {
    assert.ok(inBrief(ask('8704 21 91')).includes('ex 8704 XXIII 3k(1) export_ban EU_to_RU'))
  })

  test('2711 11 00: LNG is named by the articles themselves, and its exempt transport is no ban', () => {
    const response = ask('2711 11 00')
    assert.deepEqual(inBrief(response), [
      '2711 11 00 – 3ra(1) import_ban RU_to_EU',
      '2711 11 00 – 3u(1) import_ban RU_to_EU',
      '2711 11 00 XXIX 3ra(5) restriction RU_to_EU',
      '2711 11 00 XXIX 3ra(5) restriction RU_to_EU',
      '2711 11 00 – 3r(1) other –',
      '2711 VII 1h(1) import_ban BY_to_EU',
    ])
    const exempt = response.results.find(({ annex }) => annex === 'XXIX')
    assert.match(exempt?.restriction.label ?? '', /not a ban of its own/)
    assert.equal(exempt?.valid_to, '2028-03-31')
  })

  test('2711 11 00 before 25 April 2026: only the off-grid ban and the transshipment ban', () => {
    const before = inBrief(ask('2711 11 00', { as_of: '2026-04-24', regime: 'EU-RU-833-2014' }))
    assert.deepEqual(before, ['2711 11 00 – 3u(1) import_ban RU_to_EU', '2711 11 00 – 3r(1) other –'])
  })

  test('7108: gold, raw or processed abroad, and as a luxury above its value limit', () => {
    const response = ask('7108')
    assert.deepEqual(inBrief(response), [
      '7108 XXVI 3o(1) import_ban RU_to_EU',
      '7108 XXVI 3o(2) import_ban RU_to_EU',
      'ex 7108 XVIII 3h(1) export_ban EU_to_RU',
      '7108 XXI 1rb(1) import_ban BY_to_EU',
      '7108 XXI 1rb(2) import_ban BY_to_EU',
    ])
    const [luxury] = response.results.filter(({ article }) => article === '3h(1)')
    assert.deepEqual(luxury?.thresholds, [{ operator: '>', amount: 300, unit: 'EUR', scope: 'item' }])
  })

  test('7102: a heading answers with its listed subheadings, each under every measure', () => {
    const brief = inBrief(ask('7102', { regime: 'EU-RU-833-2014', direction: 'import' }))
    const expected = ['7102 10', '7102 31', '7102 39'].flatMap((code) =>
      ['3p(1)', '3p(2)', '3p(3)', '3p(4)'].map((article) => `${code} XXXVIIIA ${article} import_ban RU_to_EU`),
    )
    assert.deepEqual(brief, expected)
  })

  test('4407: sawn wood falls under the whole of chapter 44', () => {
    const brief = inBrief(ask('4407', { direction: 'import' }))
    assert.deepEqual(brief, [
      '44 XXI 3i(1) import_ban RU_to_EU',
      '44 X 1o(1)(a), (b) import_ban BY_to_EU',
      '44 X 1o(1)(c) transfer_ban –',
    ])
  })

  test('9303: firearms are banned out and through, and a contract clause is a duty, not a ban', () => {
    const response = ask('9303', { regime: 'EU-RU-833-2014' })
    assert.deepEqual(inBrief(response), [
      '9303 XXXV 2aa(1) export_ban EU_to_RU',
      '9303 XXXV 2aa(1a) transfer_ban via_RU',
      '9303 XXXV 12g(1) other –',
      ...['9303 10 00', 'ex 9303 20 10', 'ex 9303 20 95', 'ex 9303 30 00', 'ex 9303 90 00'].flatMap((code) => [
        `${code} – 2aa(1) export_ban EU_to_RU`,
        `${code} – 2aa(1a) transfer_ban via_RU`,
      ]),
    ])
  })

  test('6103 10 90: "ex 6103 00 00" means heading 6103', () => {
    const response = ask('6103 10 90')
    assert.deepEqual(inBrief(response), ['ex 6103 XVIII 3h(1) export_ban EU_to_RU'])
    assert.match(response.results[0]?.listed_as ?? '', /suits/i)
  })

  test('2710 19 43: gone from the CN since 2025, still matched, and the answer says what followed', () => {
    const response = ask('2710 19 43')
    assert.equal(response.cn_exists, false)
    assert.deepEqual(response.meta.cn?.existed_in, [2024])
    assert.deepEqual(response.meta.cn?.replaced_by, { year: 2025, codes: ['2710 19 42', '2710 19 44'] })
    assert.ok(inBrief(response).includes('2710 XXV 3m(1) import_ban RU_to_EU'))
    assert.ok(inBrief(response).includes('2710 19 43 XXVIII 3n(6)(a) restriction –'))
    assert.equal(ask('2710 19 43', { as_of: '2024-12-31' }).cn_exists, true)
    const successor = ask('2710 19 42')
    assert.deepEqual(successor.meta.cn?.replaces, { year: 2025, codes: ['2710 19 43'] })
    assert.ok(successor.scope.warnings.some((warning) => warning.includes('2710 19 43')))
  })

  test('0101 21 00: pure-bred horses may be imported as far as codes tell, but are luxury goods on the way out', () => {
    assert.equal(ask('0101 21 00', { direction: 'import' }).verdict, 'no_match')
    assert.deepEqual(inBrief(ask('0101 21 00')), [
      'ex 0101 21 00 XVIII 3h(1) export_ban EU_to_RU',
      'ex 0101 21 00 XXV 1ga(1) export_ban EU_to_BY',
    ])
  })

  test('0101 30 00: asses are on no list, and the answer says what it did not check', () => {
    const response = ask('0101 30 00')
    assert.equal(response.verdict, 'no_match')
    assert.equal(response.has_prohibition, false)
    assert.deepEqual(response.results, [])
    assert.equal(response.cn_exists, true)
    const [russia, belarus] = response.scope.regimes
    assert.equal(russia?.annexes_checked.length, 23)
    assert.ok(russia?.uncoded_annexes.some(({ annex }) => annex === 'XVI'))
    assert.ok(russia?.uncoded_annexes.some(({ article }) => article === '3t(1)'))
    assert.deepEqual(
      belarus?.pending_acts.map(({ celex }) => celex),
      ['32026R0513', '32026R1846'],
    )
    assert.match(response.disclaimer, /does not mean that the trade is allowed/)
  })

  test('01: a chapter answers with what is listed below it', () => {
    assert.deepEqual(inBrief(ask('01', { regime: 'EU-RU-833-2014' })), [
      'ex 0101 21 00 XVIII 3h(1) export_ban EU_to_RU',
      'ex 0101 29 90 XVIII 3h(1) export_ban EU_to_RU',
    ])
  })

  test('however a code is written, the answer is the same', () => {
    const plain = ask('84713000')
    for (const q of [
      '8471 30 00',
      '8471.30.00',
      '8471-30-00',
      '8471/30/00',
      'CN 8471 30 00',
      'TARIC 8471 30 00 00',
      'hs84713000',
    ]) {
      const response = ask(q)
      assert.deepEqual({ ...response, query: '84713000' }, plain, q)
    }
    assert.deepEqual(inBrief(ask('ex 8471')), inBrief(ask('8471')))
  })

  test('4418 60 is in no CN of ours: kept as printed, named by the annex, to be reviewed', () => {
    const response = ask('4418 60')
    const [listing] = response.results
    assert.equal(response.cn_exists, false)
    assert.equal(listing?.annex, 'XXIII')
    assert.equal(listing?.name, listing?.listed_as)
    assert.equal(listing?.data_quality, 'to_review')
  })

  test('3811 21 00: printed without "ex", yet only the additive named is meant', () => {
    const additives = ask('3811 21 00').results.filter(({ annex, article }) => annex === 'XX' && article === '3c(1)')
    assert.equal(additives.length, 7)
    assert.ok(additives.every(({ partial_entry, listed_as }) => partial_entry && listed_as))
  })

  test('8457 10: the ban on exports to the Kyrgyz Republic has no direction towards Russia', () => {
    const abroad = ask('8457 10').results.find(({ annex }) => annex === 'XXXIII')
    assert.equal(abroad?.restriction.type, 'export_ban')
    assert.equal(abroad?.restriction.direction, null)
    assert.match(abroad?.restriction.summary ?? '', /Kyrgyz/)
  })

  test('8549: a doubt about a code that no row names is told to whoever asks for it', () => {
    assert.ok(ask('8549').scope.warnings.some((warning) => warning.includes('8549') && warning.includes('XIV')))
  })
})

describe('days', () => {
  test('an inserted listing begins to the day: 2603 on 23 and 24 July 2026', () => {
    const listed = (as_of: string) => ask('2603', { as_of }).results.find(({ annex }) => annex === 'XXI')
    assert.equal(listed('2026-07-23'), undefined)
    assert.equal(listed('2026-07-24')?.valid_from, '2026-07-24')
    assert.equal(listed('2026-07-24')?.valid_from_basis, 'exact')
    assert.equal(listed('2026-07-24')?.in_force, 'yes')
  })

  test('on a past day the row of that day answers, with its first and last day: 2901 less 2901 10, then all of it', () => {
    const listed = (as_of: string) => {
      const row = ask('2901', { as_of }).results.find(({ annex }) => annex === 'XXI')
      return row && [row.in_force, row.partial_entry, row.valid_from, row.valid_from_basis, row.valid_to]
    }
    assert.deepEqual(listed('2025-10-24'), ['yes', false, '2025-10-24', 'exact', null])
    assert.deepEqual(listed('2025-10-23'), ['yes', true, '2022-04-09', 'exact', '2025-10-23'])
    assert.deepEqual(listed('2022-04-09'), ['yes', true, '2022-04-09', 'exact', '2025-10-23'])
    assert.equal(listed('2022-04-08'), undefined)
  })

  test('a widened listing was there before for its narrower codes only: Belarus, chapter 74', () => {
    const listed = (q: string, as_of: string) =>
      ask(q, { as_of, regime: 'EU-BY-765-2006' }).results.find(({ annex }) => annex === 'XVIII')
    assert.equal(listed('7403 11 00', '2025-07-20')?.in_force, 'yes')
    assert.equal(listed('7403 11 00', '2025-07-19'), undefined)
    assert.equal(listed('7408 11 00', '2025-07-19')?.in_force, 'yes')
    assert.equal(listed('7408 11 00', '2024-06-30'), undefined)
  })

  test('price caps follow one another: crude oil', () => {
    const cap = (as_of: string) =>
      ask('2709 00', { as_of })
        .results.filter(({ annex }) => annex === 'XXVIII')
        .map(({ thresholds }) => thresholds[0]?.amount)
    assert.deepEqual(cap('2025-09-02'), [60])
    assert.deepEqual(cap('2025-09-03'), [47.6])
    assert.deepEqual(cap('2026-02-01'), [44.1])
  })

  test('a measure that waits for another act is possible only after the state of the data', () => {
    const waiting = (as_of: string) => ask('8901 20', { as_of }).results.find(({ article }) => article === '3qa(4)-(9)')
    assert.equal(waiting('2026-07-24'), undefined)
    assert.equal(waiting('2026-07-25')?.in_force, 'possibly')
    assert.equal(waiting('2026-07-25')?.valid_from, null)
  })

  test('a measure of the future does not bind today: LNG terminal services from 2027', () => {
    assert.ok(!inBrief(ask('2711 11 00')).some((line) => line.includes('3rb')))
    assert.ok(inBrief(ask('2711 11 00', { as_of: '2027-01-01' })).some((line) => line.includes('3rb')))
  })

  test('before the data are complete, and after pending acts, the answer warns', () => {
    const warned = (as_of: string) => ask('0101 30 00', { as_of }).scope.warnings
    assert.ok(warned('2022-02-25').some((w) => w.includes('complete from 26 February 2022')))
    assert.ok(!warned('2022-02-26').some((w) => w.includes('complete from')))
    assert.ok(warned('2021-06-24').some((w) => w.includes('complete from 25 June 2021')))
    assert.ok(warned('2026-04-24').some((w) => w.includes('2026/513')))
    assert.ok(!warned('2026-04-23').some((w) => w.includes('2026/513')))
  })

  test('the tariff is that of the year asked about', () => {
    assert.equal(ask('8471', { as_of: '2025-06-01' }).scope.cn_year, 2025)
    assert.equal(ask('8471', { as_of: '2022-06-01' }).scope.cn_year, 2024)
    assert.equal(ask('8471', { as_of: '2031-06-01' }).scope.cn_year, 2026)
  })
})

describe('wind-downs, derogations, exemptions', () => {
  const winddown = (q: string, article: string, parameters: Record<string, string>) =>
    ask(q, parameters).winddowns.find((one) => one.article === article)

  test('3i(3bg): contracts from before 24 July 2026 could run until 25 October 2026', () => {
    const on = (as_of: string, contract_date: string) => {
      const found = winddown('2603', '3i(3bg)', { as_of, contract_date })
      return [found?.status, found?.applies]
    }
    assert.deepEqual(on('2026-10-25', '2026-07-23'), ['open', true])
    assert.deepEqual(on('2026-10-25', '2026-07-24'), ['open', false])
    assert.deepEqual(on('2026-10-26', '2026-07-23'), ['expired', true], 'made for this contract, but over')
    assert.deepEqual(on('2026-10-26', '2026-07-24'), ['expired', false])
    assert.equal(winddown('2603', '3i(3bg)', { as_of: '2026-10-25' })?.applies, null)
    assert.equal(winddown('2603', '3i(3bg)', {})?.cn_codes.length, 25)
    assert.equal(winddown('2601', '3i(3bg)', {}), undefined, '2601 has another wind-down')
  })

  test('3i(3ch): aluminium has a period of its own, with a beginning', () => {
    assert.equal(winddown('7601', '3i(3ch)', { as_of: '2026-02-25' })?.status, 'not_yet')
    assert.equal(winddown('7601', '3i(3ch)', { as_of: '2026-02-26' })?.status, 'open')
  })

  test('3i(3be) leaves refined copper 7403 19 to 3i(3bf)', () => {
    assert.equal(winddown('7403 19 00', '3i(3be)', {}), undefined)
    assert.equal(winddown('7403 19 00', '3i(3bf)', {})?.status, 'open')
    assert.equal(winddown('7403 11 00', '3i(3be)', {})?.status, 'expired')
  })

  test('3k(3al): the goods of a wind-down list come from its annex', () => {
    const found = winddown('8209', '3k(3al)', {})
    assert.equal(found?.annex, 'XXIIIH')
    assert.equal(found?.cn_codes.length, 14)
    assert.ok(found?.cn_codes.includes('ex 7318'))
    assert.equal(winddown('7318 24 00', '3k(3al)', {}), undefined, 'excepted by the list')
  })

  test('3n(5): where the cut-off is in doubt, a contract between the two days gets no verdict', () => {
    const applies = (contract_date: string) =>
      ask('2709 00', { as_of: '2026-03-01', contract_date }).winddowns.find(({ until }) => until === '2026-04-16')
        ?.applies
    assert.equal(applies('2026-01-15'), true)
    assert.equal(applies('2026-01-20'), null)
    assert.equal(applies('2026-02-01'), false)
  })

  test('a wind-down that ended before the goods were listed is not theirs', () => {
    assert.equal(winddown('2603', '1bb(4)', {}), undefined, 'chapter 26 was listed in October 2025')
    assert.equal(winddown('7304 11 00', '1bb(4)', {})?.status, 'expired')
  })

  test('exemptions: those of this code on this day, in the order of the law', () => {
    const steel = (q: string, as_of: string) =>
      ask(q, { as_of }).results.find(({ article }) => article === '3g(1)(a), (b)')?.exemption ?? ''
    assert.match(steel('7207 12 10', '2026-11-15'), /3g\(4\)\(e\)/)
    assert.doesNotMatch(steel('7207 12 10', '2026-09-30'), /3g\(4\)\(e\)/)
    assert.match(steel('7207 12 10', '2026-09-30'), /3g\(4\)\(d\)/)
    assert.match(steel('7207', '2026-11-15'), /3g\(4\)\(e\)/, 'a heading shows what concerns part of it')
    assert.doesNotMatch(steel('7304 11 00', '2026-11-15'), /Quota/)
    const articles = steel('7207 12 10', '2026-11-15')
      .split(' | ')
      .map((part) => part.replace(/: .*$/, ''))
    assert.deepEqual(articles, ['3g(4)(e)', '12e', '12h'])
  })

  test('3g(1)(d): exemptions by input code are shown whatever the code of the product', () => {
    const made = ask('7304 11 00').results.find(({ article }) => article === '3g(1)(d)')
    assert.match(made?.exemption ?? '', /7207 12 10 or 7224 90/)
  })

  test('derogations: those that have ended are not open, also where a newer act was not read', () => {
    const articles = (q: string, as_of: string) =>
      ask(q, { as_of }).derogations.flatMap(({ article, status }) => (status === 'open' ? [article] : []))
    assert.ok(articles('7304 11 00', '2026-11-15').includes('12b(2)'))
    assert.ok(!articles('7304 11 00', '2028-01-01').includes('12b(2)'))
    assert.ok(!articles('7304 11 00', '2026-11-15').includes('8da(2)'), 'ended on 31 December 2024')
    assert.ok(!articles('2710', '2026-11-15').includes('3m(5)'), 'ended for Bulgaria in 2024')
    assert.ok(articles('8417 20', '2026-11-15').includes('3k(5a)(a)'))
    assert.ok(!articles('8457 10', '2026-11-15').includes('3k(5a)(a)'))
  })

  test('derogations that are over come last and say so', () => {
    const { derogations } = ask('2710', { as_of: '2026-11-15' })
    assert.equal(derogations.find(({ article }) => article === '3m(5)')?.status, 'expired')
    const over = derogations.findIndex(({ status }) => status === 'expired')
    assert.ok(derogations.slice(over).every(({ status }) => status === 'expired'))
  })

  test('document codes of the provisions that concern the answer', () => {
    const documents = ask('7304 11 00').meta.documents
    const presented = documents.find(({ code }) => code === 'Y859')
    assert.deepEqual(
      { ...presented, text: '' },
      {
        code: 'Y859',
        regime: 'EU-RU-833-2014',
        article: '12e',
        text: '',
        directions: ['import'],
        purpose: 'exempt',
        statement: 'exempt',
        asked_in_taric: true,
        from: '2023-09-30',
        from_basis: 'seen',
        until: null,
        data_quality: 'verified',
      },
    )
    assert.equal(documents.find(({ code }) => code === 'X834')?.data_quality, 'to_review', 'only one source names it')
  })
})

describe('the shape of an answer', () => {
  test('every answer has the shape of the contract', () => {
    for (const q of [
      '7304 11 00',
      '01',
      '0101 30 00',
      '4418 60',
      '730411',
      'rury',
      'nothing of the kind',
      '2710 19 43',
    ]) {
      for (const lang of ['pl', 'en']) {
        const response = ask(q, { lang })
        assert.deepEqual(Value.Errors(CnResponseSchema, response), [], q)
      }
    }
  })

  test('both languages say the same of the law', () => {
    const [pl, en] = [ask('7304', { lang: 'pl' }), ask('7304', { lang: 'en' })]
    assert.deepEqual(inBrief(pl), inBrief(en))
    assert.match(pl.results[0]?.restriction.label ?? '', /zakaz/)
    assert.match(pl.disclaimer, /nie porada prawna/)
    assert.match(pl.results[0]?.regime.eur_lex_url ?? '', /\/PL\//)
  })

  test('Belarus: the state, the last consolidation, the acts worked in, and always to be reviewed', () => {
    const belarus = ask('7304').results.filter(({ regime }) => regime.target_country_code === 'BY')
    assert.ok(belarus.length > 0)
    for (const { source, source_version, regime, data_quality } of belarus) {
      assert.equal(source_version, '2025-10-24')
      assert.equal(regime.consolidated_version, '2024-09-13')
      assert.match(source, /02006R0765-20240913.*2025\/392, 2025\/1472 and 2025\/2041/)
      assert.equal(data_quality, 'to_review')
    }
    const [, scope] = ask('7304').scope.regimes
    assert.deepEqual(
      [
        scope?.legal_act,
        scope?.consolidated_version,
        scope?.source_version,
        scope?.worked_in.map(({ title }) => title),
      ],
      [
        'Council Regulation (EC) No 765/2006',
        '2024-09-13',
        '2025-10-24',
        ['Council Regulation (EU) 2025/392', 'Council Regulation (EU) 2025/1472', 'Council Regulation (EU) 2025/2041'],
      ],
    )
  })

  test('data quality: what was compared twice is verified, what is in doubt is not', () => {
    const quality = (q: string, article: string) => ask(q).results.find((r) => r.article === article)?.data_quality
    assert.equal(quality('7304', '3g(1)(a), (b)'), 'verified')
    assert.equal(quality('2711 11 00', '3ra(1)'), 'verified')
    assert.equal(quality('9303', '2aa(1)'), 'verified')
    assert.equal(quality('9303', '2aa(1a)'), 'verified')
    assert.equal(quality('9304', '2aa(1a)'), 'to_review')
    assert.equal(quality('9302', '2aa(1)'), 'to_review')
  })

  test('limit and offset cut the list, not the verdict', () => {
    const whole = ask('84', { limit: '500' })
    assert.ok(whole.meta.total > 100)
    const page = ask('84', { limit: '10', offset: '20' })
    assert.equal(page.meta.returned, 10)
    assert.equal(page.meta.total, whole.meta.total)
    assert.deepEqual(page.results, whole.results.slice(20, 30))
    assert.deepEqual(page.winddowns, whole.winddowns)
    assert.equal(ask('84', { offset: '100000' }).verdict, 'restricted')
  })

  test('direction: what is bound to no direction concerns every one', () => {
    const crude = inBrief(ask('2709', { direction: 'export', regime: 'EU-RU-833-2014' }))
    assert.ok(crude.includes('2709 XXV 3n(4) restriction –'))
    assert.ok(!crude.some((line) => line.includes('import_ban')))
    assert.deepEqual(ask('2709', { direction: 'transit' }).scope.directions, ['transit'])
  })

  test('the dataset speaks in every answer', () => {
    const response = ask('7304')
    assert.match(response.meta.dataset, /^\d{4}-\d{2}-\d{2}-[0-9a-f]{12}$/)
    assert.equal(response.scope.dataset, answerer.dataset.version)
    assert.equal(response.meta.source, 'cn-sanctions test')
  })

  test('a plain word finds goods by name', () => {
    const response = ask('diamonds')
    assert.equal(response.matched_as, 'name')
    assert.equal(response.verdict, 'restricted')
    assert.ok(response.meta.goods?.some(({ code, restricted }) => code === '7102' && restricted))
    assert.equal(response.cn_exists, false)
    assert.equal(ask('xyzzy').verdict, 'no_match')
  })
})

describe('conditions', () => {
  test('3n(4): oil for third countries is bound to a price, not banned outright', () => {
    const trade = ask('2709').results.find(({ article }) => article === '3n(4)')
    assert.equal(trade?.restriction.type, 'restriction')
    assert.match(trade?.restriction.condition ?? '', /USD 44\.1/)
    assert.deepEqual(trade?.restriction.activities, ['trade', 'brokering', 'transport'])
  })

  test('3p(3): the weight of a diamond is data, though no row prints it', () => {
    const cut = ask('7102 39').results.find(({ article }) => article === '3p(3)')
    assert.deepEqual(cut?.thresholds, [{ operator: '>=', amount: 1, unit: 'carat', scope: 'diamond' }])
    assert.deepEqual(ask('7102 39').results.find(({ article }) => article === '3p(1)')?.thresholds, [])
  })

  test('9004 90 90: optical goods of any value have no threshold, whatever the article says of others', () => {
    const sights = ask('9004 90 90').results.find(({ annex, cn_code }) => annex === 'XVIII' && cn_code === '9004 90 90')
    assert.deepEqual(sights?.thresholds, [])
    assert.match(sights?.category ?? '', /any value/)
  })
})

describe('an answer in Polish', () => {
  const OURS = /naszym tłumaczeniem.*Dzienniku Urzędowym Unii Europejskiej/

  test('9004 90 90: goods and part in Polish, and it is said once that the words are ours', () => {
    const { results, scope } = ask('9004 90 90', { lang: 'pl' })
    const sights = results.filter(({ cn_code }) => cn_code === '9004 90 90')
    assert.deepEqual(
      new Set(sights.map(({ listed_as }) => listed_as)),
      new Set(['Sprzęt noktowizyjny lub sprzęt termowizyjny']),
    )
    assert.equal(
      sights.find(({ annex }) => annex === 'XVIII')?.category,
      '23 Artykuły i sprzęt optyczny o dowolnej wartości',
    )
    assert.equal(scope.warnings.filter((warning) => OURS.test(warning)).length, 1)
    assert.ok(!ask('9004 90 90').scope.warnings.some((warning) => OURS.test(warning)), 'not in English')
  })

  test('2710 12 50: heading and designation are in one language', () => {
    const capped = (lang: string) =>
      ask('2710 12 50', { lang }).results.find(({ annex }) => annex === 'XXVIII')?.listed_as
    assert.equal(capped('pl'), 'Pozostałe, z zawartością ołowiu: Przekraczającą 0,013 g/l')
    assert.equal(capped('en'), 'Other, with a lead content: Exceeding 0,013 g per litre')
  })

  test('nothing of ours is shown, nothing is said of it: no match, the last page, a row listed whole', () => {
    for (const parameters of [{ q: '0101 30 00' }, { q: '9004 90 90', offset: '400' }, { q: '7304 11 00' }]) {
      const { q, ...rest } = parameters
      assert.ok(!ask(q, { lang: 'pl', ...rest }).scope.warnings.some((warning) => OURS.test(warning)), q)
    }
  })

  test('every part of an annex is named in Polish', () => {
    const names = new Set(answerer.dataset.entries.flatMap(({ category }) => category ?? []))
    assert.deepEqual(
      [...names].filter(({ en, pl }) => en === pl).map(({ en }) => en),
      ['A', 'B', 'C', 'D'],
    )
  })
})

describe('what several questions have in common', () => {
  const warnings = (...deals: string[][]) => answerer.scope(TODAY, 'pl', null, deals).warnings.join('\n')

  test('a list of deals with Iran and North Korea is not warned of what is pending about Belarus', () => {
    assert.doesNotMatch(warnings(['PL', 'IR'], ['PL', 'KP']), /Białoruś|2026\/513/)
    assert.match(warnings(['PL', 'IR'], ['PL', 'BY']), /Białoruś.*2026\/513/s)
  })

  test('a deal with no target of a regime, or none at all, is warned of all of them', () => {
    for (const other of [['PL', 'KZ'], []]) assert.match(warnings(['PL', 'IR'], other), /2026\/513/)
    assert.match(warnings(), /2026\/513/)
  })
})
