import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ask } from '../../../test/real-law.ts'

const headline = (q: string, parameters: Record<string, string> = {}): string =>
  ask(q, { lang: 'pl', ...parameters }).assessment.headline.replaceAll('\u00a0', ' ')

/** What was asked, and its headline in Polish and in English. */
const HEADLINES: readonly [q: string, parameters: Record<string, string>, pl: string, en: string][] = [
  [
    '8471 50',
    { origin: 'PL', destination: 'KZ', via: 'BY' },
    'Tranzyt przez Białoruś jest zakazany',
    'Transit through Belarus is prohibited',
  ],
  [
    '7304',
    { origin: 'TR', destination: 'PL' },
    'Nie znaleźliśmy zakazu tej transakcji; obowiązki: dowód pochodzenia lub trasy',
    'We found no prohibition of this deal; to be seen to: proof of origin or route',
  ],
  [
    '8712 00 30',
    { origin: 'PL', destination: 'RU', value: '700' },
    'Zakaz nie obejmuje towaru o tej wartości; obowiązuje od progu: wartość powyżej 5 000 EUR za sztukę',
    'Goods of this value are not prohibited; the ban begins beyond the limit: value of one item over 5,000 EUR',
  ],
  [
    '8703',
    { destination: 'BY' },
    'Wywóz na Białoruś jest zakazany dla niektórych towarów z tego kodu: 8703 10, 8703 23 w części, 8703 24 w części i inne',
    'Export to Belarus is prohibited for some goods of this code: 8703 10, 8703 23 in part, 8703 24 in part and others',
  ],
  [
    '8703 32 90',
    { destination: 'BY' },
    'Wywóz na Białoruś jest zakazany powyżej progu (pojemność skokowa powyżej 1 900 cm³; prześwit co najmniej 165 mm)',
    'Export to Belarus is prohibited beyond the limit (cylinder capacity over 1,900 cm³; ground clearance at least 165 mm)',
  ],
  [
    '4401 31 00',
    { direction: 'export' },
    'Wywóz nie jest zakazany sam przez się; zakazane: transport towarów pochodzących lub wywożonych z Białorusi do jakiegokolwiek państwa',
    'Export is not prohibited as such; prohibited: carrying goods that originate in or come from Belarus to any country',
  ],
  [
    '8701',
    { destination: 'BY' },
    'Wywóz na Białoruś jest zakazany dla niektórych towarów z tego kodu: 8701 21–8701 29, 8701 30 00, 8701 95 90',
    'Export to Belarus is prohibited for some goods of this code: 8701 21–8701 29, 8701 30 00, 8701 95 90',
  ],
  [
    'banknoty euro',
    { destination: 'RU' },
    'Najpewniej banknoty (4907 00) – wywóz do Rosji jest zakazany dla niektórych towarów z tego kodu: banknoty (4907 00 30 w części)',
    'Most likely banknotes (4907 00) – export to Russia is prohibited for some goods of this code: banknotes (4907 00 30 in part)',
  ],
  [
    'odzież 200 EUR',
    { destination: 'RU' },
    'Być może odzież wykonana z materiałów objętych … (6210): wywóz do Rosji jest zakazany powyżej progu (wartość powyżej 300 EUR za sztukę)',
    'Perhaps garments, made up of fabrics of heading … (6210): export to Russia is prohibited beyond the limit (value of one item over 300 EUR)',
  ],
  [
    'odzież 200 EUR',
    { destination: 'RU', value: '200' },
    'Być może odzież (6210): w wykazie, ale nie w tym przypadku; jeżeli odzież używana i … (6309 00 00): wywóz do Rosji jest zakazany',
    'Perhaps odzież (6210): listed, but not for this case; but if worn clothing and other … (6309 00 00): export to Russia is prohibited',
  ],
  [
    'ciągnik rolniczy',
    { destination: 'BY' },
    'Najpewniej ciągnik rolniczy (8701): wywóz na Białoruś jest zakazany dla niektórych towarów z tego kodu',
    'Most likely ciągnik rolniczy (8701) – export to Belarus is prohibited for some goods of this code: 8701 21–8701 29, 8701 30 00, 8701 95 90',
  ],
  [
    '8407 21 10',
    { destination: 'LY' },
    'Wywóz do Libii wymaga zezwolenia lub spełnienia warunku; kod nie rozstrzyga wszystkiego; obowiązki: ustalenie, kto i gdzie użyje towaru',
    'Export to Libya needs an authorisation or fulfilled conditions; a code does not settle everything; there are duties',
  ],
  [
    '99999999',
    {},
    'Nie sprawdzono: takiego kodu nie ma w Nomenklaturze scalonej z lat 2024–2026',
    'Not checked: there is no such code in the Combined Nomenclature of 2024 to 2026',
  ],
  [
    'xyzzy',
    {},
    'Nie sprawdzono: w taryfie nie znaleźliśmy takiego towaru',
    'Not checked: we found no such goods in the tariff',
  ],
  [
    '1001',
    { origin: 'PL', destination: 'IR' },
    'Żaden sprawdzony wykaz według kodów nie zakazuje tej transakcji, ale kod nie rozstrzyga wszystkiego',
    'No list by code prohibits this deal, but a code does not settle everything',
  ],
  ['0901', {}, 'Tego kodu nie ma w sprawdzonych załącznikach', 'This code is not in the annexes that were checked'],
  [
    '2603',
    { origin: 'RU', destination: 'PL', contract_date: '2026-07-23', as_of: '2026-10-20' },
    'Przywóz z Rosji jest zakazany, chyba że umowę obejmuje okres przejściowy',
    'Import from Russia is prohibited, unless under the contract, which a wind-down covers',
  ],
]

describe('the headline', () => {
  for (const [q, parameters, pl, en] of HEADLINES) {
    test(`${q} ${Object.values(parameters).join(' ')}`, () => {
      assert.deepEqual([headline(q, parameters), headline(q, { ...parameters, lang: 'en' })], [pl, en])
    })
  }

  test('of a name begins with its goods and how sure they are', () => {
    assert.match(
      headline('laptop'),
      /^Najpewniej laptop \(8471 30 00\) – zakazane: przywóz, wywóz i tranzyt \(Rosja i Białoruś\)$/,
    )
    assert.match(
      headline('laptop', { lang: 'en' }),
      /^Most likely laptop \(8471 30 00\) – prohibited: import, export and transit \(Russia and Belarus\)$/,
    )
    // A slip of the pen is told as it was read.
    assert.match(headline('lapotp'), /^Najpewniej maszyny .+ \(8471 30 00\) – zakazane: /)
    assert.deepEqual(ask('lapotp').meta.name?.corrected, [{ word: 'lapotp', read_as: 'laptop' }])
    // What was not understood whole is told in the words of the tariff, so that a misreading shows.
    assert.match(headline('VW Passat 2018 2.0 TDI'), /^Najpewniej samochody .+ \(8703 32\) – zakazane: /)
  })

  test('is short, has no citation, and is as sure as the sentence', () => {
    for (const lang of ['pl', 'en'])
      for (const q of ['8471', '7304', '2709', '7102', '27', '84', '9301', 'laptop', 'odzież', 'Raspberry Pi 5'])
        for (const deal of [
          {},
          { destination: 'RU' },
          { origin: 'RU' },
          { destination: 'KZ' },
          { direction: 'export' },
        ]) {
          const { assessment } = ask(q, { lang, ...deal })
          const where = `${q} ${JSON.stringify(deal)}: ${assessment.headline}`
          // Two lines on a page; a chapter may have bans of many countries in every direction.
          const most = q.length === 2 ? 180 : 145
          assert.ok(assessment.headline.length > 0 && assessment.headline.length <= most, where)
          assert.doesNotMatch(assessment.headline, /\bart\.|Article|[@#~]|\.$/, where)
          if (assessment.reaches.some(({ kind }) => kind === 'ban'))
            assert.match(assessment.headline, /zakaz|prohibited|ban/i, where)
        }
  })
})

describe('goods that are listed, but not for what was asked', () => {
  test('are not called unlisted', () => {
    for (const [q, deal] of [
      ['4412', { origin: 'KZ', destination: 'PL' }],
      ['7605', { origin: 'TR', destination: 'PL' }],
    ] as const) {
      assert.match(headline(q, deal), /^W wykazie, ale nie dla tej trasy/)
      assert.equal(ask(q, deal).assessment.listed, true)
    }
    assert.equal(headline('3104 20 50', { direction: 'export' }), 'W wykazie, ale nie dla tego kierunku')
    assert.equal(headline('3104 20 50', { direction: 'export', lang: 'en' }), 'Listed, but not for this direction')
    assert.equal(ask('0901').assessment.listed, false)
  })

  test('and goods in no list are not called listed for the sake of others', () => {
    const fish = ask('mintaj mrożony z Rosji do Polski przez Chiny', { lang: 'pl', origin: 'RU', destination: 'PL' })
    assert.match(
      fish.assessment.headline,
      /^Najpewniej ryby .+ \(0303\): (?:tego|żadnego) .*towar.* nie ma w sprawdzonych/,
    )
  })

  test('nor where other goods, which are concerned, may be meant', () => {
    const bicycle = ask('rower 700 EUR', { lang: 'pl', destination: 'RU', value: '700' })
    assert.match(
      bicycle.assessment.headline,
      /^Najpewniej rower \(8712 00\): w wykazie, ale nie w tym przypadku; jeżeli części i akcesoria … \(8714\)/,
    )
    assert.match(bicycle.assessment.sentence, /towar jest w wykazie, ale żaden środek nie dotyczy tego przypadku/)
  })
})
