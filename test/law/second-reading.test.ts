import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CnResponse, CnResult } from '../../src/answer/response/response.ts'
import { isInAct } from '../../src/law/read/law.ts'
import { answerer, ask } from '../real-law.ts'

/** What the second reading of the two acts found, each as a trader would ask: a code, a day, the answer. */

const RU = { regime: 'EU-RU-833-2014' }
const BY = { regime: 'EU-BY-765-2006' }
type Parameters = Record<string, string>

const under = (article: string, q: string, parameters: Parameters = {}): CnResult | undefined =>
  ask(q, { limit: '500', ...parameters }).results.find((result) => result.article === article)
const derogation = (article: string, q: string, parameters: Parameters = {}) =>
  ask(q, parameters).derogations.find((one) => one.article === article)
const winddown = (article: string, q: string, parameters: Parameters = {}) =>
  ask(q, parameters).winddowns.find((one) => one.article === article)
const codesOf = ({ meta }: CnResponse) => meta.documents.map(({ code }) => code)
const uncoded = (article: string) =>
  ask('0101 30 00')
    .scope.regimes.flatMap(({ uncoded_annexes }) => uncoded_annexes)
    .find((one) => one.article === article)

describe('a code, and what it is listed under', () => {
  test('a partial listing of the firearms list says which goods are meant, in both languages', () => {
    assert.match(under('2aa(1)', '9302 00 00')?.listed_as ?? '', /^Short firearms/)
    assert.match(under('2aa(1)', '9302 00 00', { lang: 'pl' })?.listed_as ?? '', /^Krótka broń palna/)
  })

  test('long firearms were banned before Annex XXXV was added', () => {
    const [before] = ask('9303 20 10', { ...RU, as_of: '2023-01-15', direction: 'export' }).results
    assert.equal(before?.annex, null)
    assert.equal(before?.article, '2aa(1)')
    assert.equal(before?.in_force, 'yes')
  })
})

describe('days', () => {
  test('3n(4): crude oil since 5 December 2022, products only since 5 February 2023', () => {
    const begins = (q: string, as_of: string) => {
      const row = under('3n(4)', q, { as_of })
      return [row?.valid_from, row?.valid_from_basis]
    }
    // Annex XXV listed all of 2709, from 17 December 2022 to 23 April 2026 less condensates of LNG plants, then all again.
    assert.deepEqual(begins('2709 00 90', '2022-12-16'), ['2022-12-05', 'exact'])
    assert.deepEqual(begins('2709 00 90', '2026-04-23'), ['2022-12-05', 'exact'])
    assert.deepEqual(begins('2709 00 90', '2026-11-15'), ['2022-12-05', 'exact'])
    assert.deepEqual(begins('2709 00 10', '2026-11-15'), ['2026-04-24', 'exact'])
    assert.deepEqual(begins('2710 19 43', '2026-11-15'), ['2023-02-05', 'exact'])
    assert.equal(under('3n(4)', '2709 00 90', { as_of: '2023-01-15' })?.in_force, 'yes')
    assert.equal(under('3n(4)', '2710 12 11', { as_of: '2023-02-04' }), undefined)
    assert.equal(under('3n(4)', '2710 12 11', { as_of: '2023-02-05' })?.in_force, 'yes')
  })

  test('3m(1): Annex XXV has listed oil since 4 June 2022 at the latest, whatever re-issued it since', () => {
    for (const q of ['2709 00 90', '2710 12 11'])
      assert.equal(under('3m(1)', q, { as_of: '2022-06-04' })?.in_force, 'yes')
  })

  test('3ra(6): open past 25 July 2027, since by default it goes on, and not before it was inserted', () => {
    const status = (as_of: string) => winddown('3ra(6)', '2711 11 00', { as_of, contract_date: '2021-05-01' })?.status
    assert.equal(status('2026-05-01'), 'not_yet')
    assert.equal(status('2026-07-24'), 'open')
    assert.equal(status('2027-07-26'), 'open')
    assert.equal(winddown('3ra(6)', '2711 11 00', { contract_date: '2021-05-01' })?.applies, true)
    assert.match(
      winddown('3ra(6)', '2711 11 00')?.text ?? '',
      /both the transfer and the purchase .*save for the listed minor changes/,
    )
  })

  test('3h(4a): the sale of a vessel may still be authorised', () => {
    assert.equal(derogation('3h(4a)', '8901 90 00')?.until, null)
    assert.deepEqual(derogation('3h(4a)', '8901 90 00')?.doubts, [])
    assert.ok(codesOf(ask('8901 90 00', { direction: 'export' })).includes('X824'))
  })

  test('a derogation is not open before its first day', () => {
    assert.equal(derogation('3u(6)', '2711 11 00', { as_of: '2025-07-19' })?.status, 'not_yet')
    assert.equal(derogation('3u(6)', '2711 11 00', { as_of: '2025-07-20' })?.status, 'open')
    assert.equal(derogation('3u(6)', '2711 11 00', { as_of: '2025-07-20' })?.from, '2025-07-20')
  })

  test('8g: the clause against re-export to Belarus since 1 July 2024', () => {
    assert.equal(under('8g(1)', '9303 30 00', { as_of: '2024-06-30' }), undefined)
    assert.equal(under('8g(1)', '9303 30 00', { as_of: '2024-07-01' })?.in_force, 'yes')
  })

  test('rows of Annex XVIII of 765/2006 that were there from the first day are surely in force then', () => {
    assert.equal(under('1bb(1)', '0601 10', { as_of: '2024-07-01' })?.in_force, 'yes')
    assert.equal(under('1bb(1)', '0601 10')?.valid_from, '2024-07-01')
  })

  test('3p(4): jewellery with diamonds processed abroad waits for the Council', () => {
    const article = '3p(4), second subparagraph'
    assert.equal(under(article, '7113 11 00', { as_of: '2026-07-24' }), undefined)
    assert.equal(under(article, '7113 11 00', { as_of: '2026-11-15' })?.in_force, 'possibly')
    assert.match(under(article, '7113 11 00')?.exemption ?? '', /3p\(13\)/)
  })
})

describe('words', () => {
  const exemption = (article: string, q: string, parameters: Parameters = {}) =>
    under(article, q, parameters)?.exemption ?? ''
  const note = (article: string, q: string) => under(article, q)?.restriction.note ?? ''

  test('3c(6d): the transit of jet fuel may be authorised, without a doubt', () => {
    const jetFuel = derogation('3c(6d)', '2710 19 21', { direction: 'transit' })
    assert.match(jetFuel?.text ?? '', /Annex XX/)
    assert.deepEqual(jetFuel?.doubts, [])
    assert.equal(under('3c(1a)', '2710 19 21')?.data_quality, 'verified')
  })

  test('3i(3ad): vehicles of every kind that were in the Union may be registered', () => {
    for (const q of ['8701', '8703', '8704', '8716']) assert.match(exemption('3i(1)', q), /3i\(3ad\)/)
    assert.doesNotMatch(exemption('3i(1)', '4407'), /3i\(3ad\)/)
  })

  test('3m(4): the substitute for the pipeline ends with the pipeline exemption', () => {
    assert.match(exemption('3m(1)', '2709 00 90'), /Czechia: 1 July 2025/)
    assert.match(exemption('3m(1)', '2709 00 90', { lang: 'pl' }), /Czechy: 1 lipca 2025 r\./)
  })

  test('3m(3)(c), 3nb(4): crude oil of another origin must be seaborne', () => {
    assert.match(exemption('3m(1)', '2709 00 90'), /3m\(3\)\(c\): Seaborne crude oil/)
    assert.match(exemption('3nb(1)', '2709 00 90'), /3nb\(4\): Seaborne crude oil/)
  })

  test('3n(7): a vessel that carried oil above the cap gets no services for 90 days', () => {
    for (const [article, q] of [
      ['3n(1)', '2709 00 90'],
      ['3n(4)', '2709 00 90'],
      ['3n(4)', '2710 12 11'],
    ] as const)
      assert.match(note(article, q), /90 days after unloading.*3n\(7\)/)
  })

  test('3p(8), (10): two duties for rough diamonds, and only the second has a day', () => {
    const rough = note('3p(3)', '7102 31 00')
    assert.match(rough, /without delay .* Kimberley certificate .* unless already verified \(3p\(8\)\)/)
    assert.match(rough, /Since 1 March 2025 .* not mined, processed or produced in Russia \(3p\(10\)\)/)
    assert.doesNotMatch(rough, /due-diligence/)
    assert.match(note('3p(3)', '7102 39 00'), /Since 24 April 2026 .*due-diligence statement/)
  })

  test('12e, 8f: released goods may still not be paid for against the ban', () => {
    assert.match(exemption('3g(1)(a), (b)', '7304 11 00'), /12e: .*ban on buying is not lifted/)
    assert.match(exemption('1o(1)(a), (b)', '4407'), /8f: .*ban on buying is not lifted/)
    assert.doesNotMatch(exemption('3g(1)(c)', '7304 11 00'), /12e/)
  })

  test('765/2006: no country is a partner under Annex Vb', () => {
    assert.match(exemption('1bb(1)', '7304 11 00'), /Annex Vb names no partner country/)
    assert.match(exemption('1ga(1)', '4907 00 30'), /Annex Vb names no partner country/)
    assert.match(derogation('1s(4)', '8413')?.text ?? '', /Annex Vb names no partner country/)
    assert.match(
      derogation('1f(4)', '8542 31')?.text ?? '',
      /missions of the Union, Member States and partner countries/,
    )
    assert.match(
      derogation('1f(4)', '8542 31', { lang: 'pl' })?.text ?? '',
      /załącznik Vb nie wymienia żadnego państwa partnerskiego/,
    )
  })

  test('2(3), 1e(3): the sanction falls away, the dual-use licence does not', () => {
    const exempt: Record<string, string[]> = {
      RU: ['2(3)(a)', '2(3)(b)', '2(3a)'],
      BY: ['1e(3)(a)', '1e(3)(b)', '1e(3a)'],
    }
    for (const { data, law } of answerer.dataset.regimes) {
      for (const ref of exempt[data.country] ?? []) {
        const { text } = law.grants.find((one) => one.ref === ref)!
        assert.match(text.en, /under Regulation \(EU\) 2021\/821 is still needed\.$/)
        assert.match(text.pl, /rozporządzeni(em|a) \(UE\) 2021\/821/)
      }
    }
  })

  test('12d: pilots may serve ships whatever the bans on services', () => {
    assert.match(exemption('3sa(1)', '8906 90'), /12d: Pilot services/)
    assert.match(exemption('3r(1)', '2711 11 00'), /12d: Pilot services/)
    assert.match(exemption('3n(1)', '2709 00 90'), /12d: Pilot services/)
  })

  test('duties are no prohibitions, so the exemption of Paks II does not lift them', () => {
    assert.doesNotMatch(exemption('12g(1)', '8457 10'), /12h/)
    assert.doesNotMatch(exemption('12gb(1)', '8542 31'), /12h/)
    assert.match(exemption('3k(1)', '8457 10'), /12h/)
  })
})

describe('what no code can answer', () => {
  for (const [article, what] of [
    ['3l(1), (1a), (1c)', /trailers or semi-trailers registered in Russia/],
    ['1zc(1), (1a), (1c)', /trailers registered in Belarus.* own to 25 % or more/],
    ['5ae(1), 5ae(2), 5ae(2a)', /ports, locks, airports and refineries/],
    ['5af(1)', /Nord Stream/],
    ['5ah(1)(c), 5ah(2)(c)', /special economic zones/],
    ['2(2)', /listed persons/],
    ['1jc(4)', /Belarusian state/],
    ['3f(1)', /navigation and radio-communication/],
  ] as const) {
    test(article, () => assert.match(uncoded(article)?.what ?? '', what))
  }

  test('banknotes and firearms are no longer there: codes find them', () => {
    assert.equal(uncoded('1za(1)'), undefined)
    assert.equal(uncoded('2aa(1), 2aa(1a), 12g(1)'), undefined)
  })
})

describe('doubts and notes concern the goods asked for', () => {
  test('a laptop hears nothing of cars or of quotas for steel', () => {
    for (const lang of ['pl', 'en']) {
      const { results } = ask('8471 30 00', { lang })
      const said = results.flatMap(({ restriction, doubts }) => [restriction.note, restriction.condition, ...doubts])
      for (const text of said) assert.doesNotMatch(text ?? '', /8703|7207|vehicle|pojazd|quota|kontyngent/i)
    }
  })

  test('one doubt about one exemption leaves the other listings of the annex verified', () => {
    assert.equal(under('3i(1)', '4407')?.data_quality, 'verified')
    assert.equal(under('3i(1)', '8703 23 19')?.data_quality, 'to_review')
    assert.equal(under('3i(1)', '3105 90 20')?.data_quality, 'to_review')
    assert.equal(under('3i(1)', '3105 20 10')?.data_quality, 'verified')
    assert.equal(under('3h(1)', '2204 21')?.data_quality, 'verified')
  })

  test('a doubt about some codes of a wind-down or a derogation is told for these codes only', () => {
    const past = { as_of: '2026-06-01' }
    assert.equal(winddown('3i(3be)', '4302 11 00', past)?.data_quality, 'to_review')
    assert.equal(winddown('3i(3be)', '2501 00 10', past)?.data_quality, 'verified')
    assert.deepEqual(winddown('3i(3be)', '2501 00 10', past)?.doubts, [])
    assert.equal(derogation('3k(5d)', '8421 39', RU)?.data_quality, 'to_review')
    assert.equal(derogation('3k(5d)', '8523 21', RU)?.data_quality, 'verified')
  })

  test('notes about some codes stand with these codes', () => {
    const note = (q: string) => under('3g(1)(a), (b)', q)?.restriction.note
    assert.match(note('7207 12 10') ?? '', /first come, first served/)
    assert.equal(note('7304 11 00'), null)
  })

  test('remarks for maintainers are never shown', () => {
    const remarks = answerer.dataset.regimes.flatMap(({ law }) =>
      [...law.measures, ...law.grants].filter(isInAct).flatMap(({ remark }) => remark ?? []),
    )
    assert.ok(remarks.length > 20)
    for (const q of ['2709 00 90', '2711 11 00', '4407', '7304 11 00', '8471 30 00', '8542 31', '9302', '9303']) {
      const answer = JSON.stringify(ask(q, { limit: '500' }))
      for (const remark of remarks) assert.ok(!answer.includes(remark), remark)
    }
  })

  test('what was read once is to be reviewed, and says why', () => {
    const old = under('1h(1)', '2710 12 11', { ...BY, as_of: '2023-05-01' })
    assert.match(old?.exemption ?? '', /1h\(4\) of 2022/)
    assert.ok(old?.doubts.some((text) => text.includes('only once')))
  })
})

describe('document codes', () => {
  const codes = (q: string, parameters: Parameters = {}) => codesOf(ask(q, parameters))

  test('open ones are shown today, ended ones on their days', () => {
    assert.ok(codes('7304 11 00').includes('Y824'))
    assert.ok(codes('7304 11 00').includes('Y878'))
    assert.ok(!codes('8457 10').includes('Y896'))
    assert.ok(!codes('2709 00 90').includes('Y840'))
    assert.ok(codes('2709 00 90', { as_of: '2022-09-01' }).includes('Y840'))
    assert.ok(!codes('2710 12 11', { as_of: '2026-01-20' }).includes('Y694'))
    assert.ok(codes('2710 12 11', { as_of: '2026-01-21' }).includes('Y694'))
  })

  test('a document of a whole paragraph is shown for its points', () => {
    assert.ok(codes('8457 10').includes('X834'), '3k(5), whose points are derogations of their own')
    assert.ok(codes('7007 19 80').includes('X835'), '3k(5a)')
  })

  test('banknotes: Y810 and Y812', () => {
    const found = ask('4907 00 30', RU).meta.documents.map(
      ({ code, article, purpose }) => `${code} ${article} ${purpose}`,
    )
    assert.ok(found.includes('Y810 5i(1) not_concerned'), found.join(', '))
    assert.ok(
      found.some((line) => line.startsWith('Y812 5i(2)(a) exempt')),
      found.join(', '),
    )
  })

  test('only documents of the direction asked for', () => {
    for (const { directions } of ask('7304 11 00', { direction: 'import' }).meta.documents)
      assert.ok(directions.includes('import'))
  })

  test('verified only where two sources confirm the code and the regime is verified', () => {
    const quality = (q: string, wanted: string) =>
      ask(q).meta.documents.find(({ code }) => code === wanted)?.data_quality
    assert.equal(quality('9303', 'Y227'), 'verified')
    assert.equal(quality('9303', 'Y230'), 'to_review', 'two sources, but acts on Belarus are pending')
    assert.equal(quality('8457 10', 'Y833'), 'to_review')
  })
})
