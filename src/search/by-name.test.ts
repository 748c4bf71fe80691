import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { answerer, ask, askOf, findGoods } from '../../test/real-law.ts'
import { buildAnswerer } from '../answer/answer.ts'
import { buildNomenclature, type NomenclatureRow } from '../law/tariff/nomenclature.ts'
import { calendarDay } from '../terms/day.ts'
import { runToEnd } from '../terms/time-slices.ts'
import { buildNameIndex as build } from './by-name.ts'

const buildNameIndex = (...law: Parameters<typeof build>) => runToEnd(build(...law))

const first = (name: string) => findGoods(name)[0]
const finds = (name: string, code: string) =>
  assert.ok(
    findGoods(name)
      .slice(0, 3)
      .some((found) => found.startsWith(code)),
    `${name}: ${findGoods(name).slice(0, 5)}`,
  )

describe('goods by name', () => {
  test('the forms of a word find the same', () => {
    const forms = ['rura stalowa', 'rury stalowe', 'rur stalowych', 'RURY STALOWE', 'rury  stalowe']
    const [one, ...others] = forms.map((name) => findGoods(name).slice(0, 5))
    for (const other of others) assert.deepEqual(other, one)
  })

  test('diacritics, case and hyphens do not matter', () => {
    assert.deepEqual(findGoods('lozyska kulkowe'), findGoods('Łożyska Kulkowe'))
    assert.deepEqual(findGoods('x-ray tubes'), findGoods('xray tubes'))
  })

  test('everyday words find what the tariff calls them, in either language whatever the answer speaks', () => {
    finds('laptop', '847130')
    finds('smartfon', '851713')
    finds('opony', '4011')
    finds('drone', '8806')
    finds('kawior', '1604')
    finds('LNG', '271111')
    assert.equal(ask('drone', { lang: 'pl' }).meta.goods?.[0]?.code, ask('dron', { lang: 'en' }).meta.goods?.[0]?.code)
  })

  test('the thing itself comes before its parts', () => {
    assert.equal(first('opony')?.slice(0, 4), '4011')
    assert.equal(first('laptop')?.slice(0, 6), '847130')
  })

  test('words may stand in lines above: seamless pipes of stainless steel', () => {
    finds('rury bez szwu ze stali nierdzewnej', '7304')
    finds('seamless stainless steel pipes', '7304')
  })

  test('a typo is forgiven only when nothing matches as written', () => {
    finds('telphones', '8517')
    finds('łozyska kulokwe', '8482')
    const written = findGoods('stal')
    assert.ok(
      written.every((code) => !code.startsWith('6117')),
      'szal is not stal',
    )
  })

  test('a word that nothing explains lowers the confidence and does not empty the answer', () => {
    assert.equal(first('laptop xyzzyq')?.slice(0, 6), '847130')
    assert.deepEqual(findGoods('qwrtzp'), [])
    assert.equal(ask('laptop').meta.name?.confidence, 'high')
    assert.equal(ask('laptop xyzzyq').meta.name?.confidence, 'medium')
    assert.deepEqual(ask('laptop xyzzyq').meta.name?.unknown, ['xyzzyq'])
  })

  test('lines of invoices find the thing, and the answer says what was made of them', () => {
    finds('RURA MIEDZ. TWARDA 22x1,0 5M', '7411')
    finds('Li-ion cell 18650 3.7V 2600 mAh', '850760')
    finds('PASEK KLINOWY SPB 2360', '4010')
    finds('Bolt hex M12x50 8.8 galv. DIN 933', '731815')
    finds('Wheat flour T55 25 kg bags', '1101')
    assert.deepEqual(ask('PASEK KLINOWY SPB 2360').meta.name, {
      understood: ['PASEK', 'KLINOWY'],
      ignored: ['2360'],
      unknown: ['SPB'],
      confidence: 'high',
    })
  })

  test('the thing named counts most: in Polish the first noun, in English the last before a preposition', () => {
    assert.equal(first('filtr oleju silnikowego')?.slice(0, 4), '8421')
    assert.equal(first('olej silnikowy')?.slice(0, 4), '2710')
    assert.equal(first('hydrauliczna pompa zębata')?.slice(0, 4), '8413')
    assert.equal(first('oil filter')?.slice(0, 4), '8421')
    assert.equal(first('tyres for tractors')?.slice(0, 4), '4011')
    assert.equal(first('bags of paper')?.slice(0, 4), '4819')
  })

  test('a material behind a preposition is the adjective before the thing', () => {
    assert.equal(first('rury z miedzi')?.slice(0, 4), '7411')
    assert.equal(first('rury miedziane')?.slice(0, 4), '7411')
    assert.equal(first('pipes of copper')?.slice(0, 4), '7411')
  })

  test('parts of a thing are looked for where the tariff has them', () => {
    finds('części do koparek', '8431')
    finds('spare parts for excavators', '8431')
    finds('parts for diesel engines', '8409')
  })

  test('goods that share only an adjective or a condition are not found', () => {
    for (const [name, code] of [
      ['samochód używany', '8510'],
      ['ciągnik rolniczy', '3006'],
      ['electric guitar', '8510'],
    ] as const)
      assert.ok(!(ask(name).meta.goods ?? []).some((goods) => goods.code.startsWith(code)), name)
    assert.deepEqual(findGoods('używany'), [])
  })

  test('a name that was chosen for goods leaves out goods whose text only has the word', () => {
    const codes = (name: string) => (ask(name).meta.goods ?? []).map(({ code }) => code.slice(0, 4))
    assert.deepEqual(codes('samochód używany'), ['8703'])
    assert.deepEqual(codes('cat food'), ['2309'])
  })

  test('the name of a chapter means its headings, and leaves out goods whose text only has the word', () => {
    const chapters = (name: string) => [...new Set((ask(name).meta.goods ?? []).map(({ code }) => code.slice(0, 2)))]
    for (const [named, names] of [
      [['72'], ['stal', 'steel']],
      [['74'], ['miedź', 'copper']],
      [['75'], ['nikiel', 'nickel']],
      [['26'], ['ruda', 'ore', 'ores']],
      [['44'], ['drewno', 'wood']],
      [['08'], ['owoce', 'fruit']],
      [
        ['61', '62'],
        ['odzież', 'clothing'],
      ],
    ] as const) {
      for (const name of names) assert.deepEqual(chapters(name), named, name)
    }
  })

  test('one word that names many goods finds the usual ones', () => {
    assert.ok(findGoods('oil').includes('2710') && findGoods('olej').includes('1512'))
    assert.equal(first('refrigerator'), '8418')
    assert.equal(first('paintings'), '9701')
    assert.equal(first('płytki'), '6907')
    assert.equal(first('turbine'), '8406')
    assert.equal(first('tkaniny'), '5208')
  })

  test('an attribute alone, or a thing that may be anything, is no name of goods', () => {
    for (const name of ['elektryczny', 'drewniany', 'hydraulic', 'używany elektryczny'])
      assert.deepEqual(findGoods(name), [], name)
    finds('equipment for filling bottles', '8422')
  })

  test('a word that is usually set aside counts when it belongs to an everyday name', () => {
    assert.deepEqual(
      (ask('fishing net').meta.goods ?? []).map(({ code }) => code.slice(0, 2)),
      ['56'],
    )
    assert.deepEqual(ask('fishing net').meta.name?.ignored, [])
  })

  test('a noun that ends like an adjective is the thing all the same', () => {
    assert.equal(first('Tarcza ścierna 125x1,0x22 INOX')?.slice(0, 4), '6804')
  })

  test('a short word is corrected as well, except in lines with sizes and in capitals', () => {
    finds('wrist wach', '9101')
    assert.equal(first('dump truk')?.slice(0, 4), '8704')
    assert.equal(first('prty zbrojeniowe')?.slice(0, 4), '7214')
    assert.deepEqual(ask('PASEK KLINOWY BLOT').meta.name?.unknown, ['BLOT'])
  })

  test('a contactor with a coil is a contactor, and the use tells machines apart', () => {
    assert.equal(first('STYCZNIK 3P 25A CEWKA 230VAC')?.slice(0, 4), '8536')
    assert.equal(first('cewka stycznika')?.slice(0, 4), '8538')
    finds('maszyna do pakowania żywności', '842240')
  })

  test('a compound is the same in one word and in two', () => {
    assert.deepEqual(findGoods('wrist watch'), findGoods('wristwatch'))
    assert.deepEqual(findGoods('superglue'), findGoods('super glue'))
    assert.deepEqual(ask('wrist watch').meta.name?.understood, ['wrist watch'])
    assert.deepEqual(ask('superglue').meta.name?.understood, ['superglue'])
  })

  test('of a name and a preposition the first is the thing', () => {
    assert.equal(first('dron z kamerą')?.slice(0, 4), '8806')
    assert.equal(first('kamera do drona')?.slice(0, 4), '8525')
    assert.equal(first('forma wtryskowa do nakrętek')?.slice(0, 4), '8480')
  })

  test('a kind before the thing belongs to it, a size behind the thing ends its clause', () => {
    assert.equal(first('resin 3D printer')?.slice(0, 4), '8485')
    assert.equal(first('18650 cell')?.slice(0, 4), '8507')
    assert.equal(first('contactor 95A 230V coil')?.slice(0, 4), '8536')
  })

  test('on a line of an invoice the thing may come first in English too', () => {
    assert.equal(first('Toothpaste fluoride 75ml tube 24/case')?.slice(0, 4), '3306')
    assert.equal(first('Dumbbell hex rubber coated 2x10kg')?.slice(0, 4), '9506')
    assert.equal(first('pump housing 2 pcs')?.slice(0, 6), '841391')
  })

  test('a thing that is named is understood, however much is said of it', () => {
    assert.ok(findGoods('3-SEATER SOFA BEECH FRAME FABRIC GREY KD 2 CTNS').includes('94016100'))
  })

  test('in English a noun stands before a preposition', () => {
    assert.ok(findGoods('rollers for belt conveyors').slice(0, 3).includes('84313900'))
    assert.equal(first('rollers for rubber conveyors'), '84313900')
  })

  test('a place behind an Incoterm is no goods, nor is a country that is also a bird', () => {
    assert.equal(first('buying anthracite from Russia FOB Ust-Luga'), '27011100')
    assert.equal(first('boric acid from Turkey to Poland DAP')?.slice(0, 4), '2810')
    assert.equal(first('turkey')?.slice(0, 4), '0105')
    assert.equal(first('EXW pumps')?.slice(0, 4), '8413')
    assert.equal(first('granulated DAP fertiliser')?.slice(0, 4), '3105')
  })

  test('a modal verb and a number in words are no goods', () => {
    assert.equal(first('Can we ship 12 digital multimeters to a university?')?.slice(0, 4), '9030')
    assert.equal(first('tin can')?.slice(0, 4), '7310')
    assert.equal(first('one container of ferrosilicon 75%'), '72022100')
  })

  test('in a sentence, who asks and how is set aside', () => {
    assert.equal(first('szwagier w Witebsku prosi o skrzynię biegów do Passata')?.slice(0, 4), '8708')
    assert.equal(first('warsztat w Pińsku chce kupić ode mnie używaną wyważarkę do kół')?.slice(0, 4), '9031')
    assert.equal(first('we would like to get peat from Belarus for our greenhouses')?.slice(0, 4), '2703')
    assert.equal(
      first('Marek pyta o kod taryfy dla maszyny do owijania palet folią, którą bierzemy z Bolonii.')?.slice(0, 4),
      '8422',
    )
    for (const name of ['how are you', 'thank you very much', 'dzień dobry'])
      assert.deepEqual(findGoods(name), [], name)
    assert.equal(first('number plate')?.slice(0, 4), '8310')
    assert.equal(first('license plate')?.slice(0, 4), '8310')
    assert.equal(first('NAS')?.slice(0, 4), '8471')
    for (const name of [
      'pan',
      'mine',
      'still',
      'GOES',
      'tea leaves',
      'rolling papers',
      'grape must',
      'home cinema projector',
    ])
      assert.notDeepEqual(findGoods(name), [], name)
  })

  test('a substance may have digits, a bag for it is none', () => {
    assert.equal(first('TiO2 RUTILE R-996 25KG PAPER BAG')?.slice(0, 4), '3206')
    assert.equal(first('PA6 GF30 BLACK COMPOUND, 1 MT OCTABIN')?.slice(0, 4), '3908')
  })

  test('a line of production is a machine, not a rope', () => {
    assert.equal(first('linia do makaronu')?.slice(0, 4), '8438')
    assert.equal(first('lina stalowa')?.slice(0, 4), '7312')
  })

  test('tablets with a medicine in them are no computers', () => {
    assert.equal(ask('ibuprofen tablets 200 mg').verdict, 'no_match')
    assert.equal(ask('AMOXICILLIN CAPS 500 MG 10X10 BLISTER').verdict, 'no_match')
    assert.equal(first('tablet')?.slice(0, 4), '8471')
    assert.equal(first('baseball caps')?.slice(0, 4), '6505')
  })

  test('a standard before its number is no goods', () => {
    assert.equal(first('gate valve API 600')?.slice(0, 4), '8481')
    assert.equal(first('API')?.slice(0, 2), '29')
  })

  test('grades of chemicals do not name the goods', () => {
    assert.equal(first('Citric acid monohydrate E330')?.slice(0, 6), '291814')
  })

  test('the less sure the reading, the more goods the verdict is about', () => {
    const worst = (name: string) => {
      const goods = ask(name).meta.goods ?? []
      return (goods.at(-1)?.score ?? 0) / (goods[0]?.score ?? 1)
    }
    assert.ok(worst('laptop') >= 0.7)
    assert.ok(worst('centrifugal qwrtzp pompa xyzzyq') < 0.7)
  })

  test('words of a deal do not hide the goods', () => {
    assert.deepEqual(findGoods('second hand pumps'), findGoods('second-hand pumps'))
    assert.equal(first('export of steel pipes to Russia FCA Warsaw')?.slice(0, 2), '73')
    assert.equal(first('zakup sklejki brzozowej z Białorusi')?.slice(0, 4), '4412')
  })

  test('corrected words and attributes of something unknown are no evidence', () => {
    for (const name of ['Jan Kowalski', 'lekcje angielskiego', 'doradztwo prawne', 'maternity leave'])
      assert.deepEqual(findGoods(name), [], name)
    const { verdict, assessment, meta } = ask('lekcje angielskiego')
    assert.equal(verdict, 'no_match')
    assert.equal(assessment.checked, false)
    assert.deepEqual(meta.name?.understood, [])
  })

  test('goods that no code answers find their chapter', () => {
    finds('pistolet', '9302')
    finds('pistol', '9302')
    finds('banknotes', '4907')
    assert.ok(ask('night vision goggles').verdict === 'restricted')
    assert.ok(ask('pistolet').meta.uncoded.length > 0)
  })

  test('an answer says which words were not looked for', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyzabcdef'
    const words = Array.from(letters, (letter, at) => `qx${letter}${at > 25 ? 'vv' : 'zz'}`)
    for (const [lang, said] of [
      ['en', 'not considered: qxfvv.'],
      ['pl', 'nie uwzględniono: qxfvv.'],
    ] as const)
      assert.ok(ask(words.join(' '), { lang }).scope.warnings[0]?.includes(said), lang)
    assert.ok(!ask(words.slice(1).join(' ')).scope.warnings.some((warning) => warning.includes('not considered')))
  })

  test('an answer says when the search was stopped: that nothing was found is then no finding', () => {
    const hurried = buildAnswerer(answerer.dataset, 'test', 1_000)
    const response = askOf(hurried, 'seamless stainless steel pipes')
    assert.equal(response.verdict, 'no_match')
    assert.match(response.scope.warnings[0] ?? '', /search was stopped/)
    const polish = askOf(hurried, 'seamless stainless steel pipes', { lang: 'pl' })
    assert.match(polish.scope.warnings[0] ?? '', /wyszukiwanie przerwano/)
    assert.equal(ask('seamless stainless steel pipes').verdict, 'restricted')
  })

  test('goods that exist but are not listed: no match, and which goods were found', () => {
    const response = ask('bananas')
    assert.equal(response.verdict, 'no_match')
    assert.equal(response.meta.goods?.[0]?.code.slice(0, 4), '0803')
    assert.equal(response.meta.goods?.[0]?.restricted, false)
  })

  test('the verdict is about the best matches, not about all that share a word', () => {
    const goods = ask('laptop').meta.goods ?? []
    assert.ok(goods.length > 0 && goods.length <= 20)
    assert.ok(goods.every(({ score }) => score >= (goods[0]?.score ?? 1) * 0.7 - 0.001))
  })

  test('goods that fit as well as those shown count for the verdict, and the answer tells that there are more', () => {
    const { verdict, meta, scope } = ask('frozen', { regime: 'EU-RU-833-2014' })
    assert.equal(meta.goods?.length, 20)
    assert.ok(findGoods('frozen').length > 20)
    assert.equal(verdict, 'restricted')
    assert.ok(meta.goods.some(({ code, restricted }) => restricted && code.startsWith('0306')))
    const scores = meta.goods.map(({ score }) => score)
    assert.deepEqual(
      scores,
      scores.toSorted((one, other) => other - one),
    )
    assert.match(scope.warnings.join(' '), /fits \d\d goods\. All were checked, and 20 are shown/)
    assert.match(ask('thereof', { lang: 'pl' }).scope.warnings.join(' '), /niż można sprawdzić naraz \(100\)/)
    assert.ok(!ask('laptop').scope.warnings.some((warning) => warning.includes('fits')))
  })

  test('any text is answered, the same each time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        assert.deepEqual(findGoods(text), findGoods(text))
      }),
      { numRuns: 200 },
    )
  })
})

describe('names of several words', () => {
  const row = (code: string, en: string): NomenclatureRow => ({
    ...{ kind: 'heading', code, level: 0, unit: '', sourcePl: '', sourceEn: '' },
    name: { pl: en, en },
  })
  const index = buildNameIndex(
    buildNomenclature(2026, [row('8506', 'Primary batteries'), row('8507', 'Accumulators'), row('8609', 'Containers')]),
    [
      { pl: ['akumulator'], en: ['rechargeable battery'], codes: ['8507'] },
      { pl: ['kontener zastępczy'], en: ['conteiner swap body'], codes: ['8609'] },
    ],
    [{ pl: ['ładowalny'], en: ['rechargeable'], tariff: ['batteries'] }],
    [],
  )
  const codes = (name: string) => index.find(name).goods.map(({ line }) => line.code)

  test('each word of a name is the one that fits best, whatever another may mean as well', () => {
    assert.equal(codes('rechargeable battery')[0], '8507')
  })

  test('a word that stands only in such a name may still be one mistyped', () => {
    assert.deepEqual(codes('conteiner'), ['8609'])
  })
})

describe('more words than are looked for', () => {
  const row = (code: string, en: string): NomenclatureRow => ({
    ...{ kind: 'heading', code, level: 0, unit: '', sourcePl: '', sourceEn: '' },
    name: { pl: en, en },
  })
  const long = Array.from({ length: 40 }, (_, at) => `w${'xyzq'[at % 4]!.repeat(2 + Math.floor(at / 4))}k`)
  const index = buildNameIndex(
    buildNomenclature(2026, [row('8506', long.join(' ')), row('8507', 'accumulators')]),
    [{ pl: ['akumulator'], en: [`ab ${long.slice(-31).join(' ')}`], codes: ['8507'] }],
    [],
    [],
  )

  test('fewer words find no less: the goods that have all of them are found', () => {
    const { goods, leftOut } = index.find(long.join(' '))
    assert.equal(goods[0]?.line.code, '8506')
    assert.equal(leftOut.length, 9)
    assert.ok(leftOut.every((word) => long.slice(0, 12).includes(word)))
  })

  test('a name of several words counts even if one of them was left out', () => {
    const { goods, leftOut } = index.find(`ab ${long.slice(-31).join(' ')}`)
    assert.deepEqual(leftOut, ['ab'])
    assert.equal(goods[0]?.line.code, '8507')
  })

  test('what is being typed is never left out', () => {
    assert.deepEqual(
      index.complete(`${long.join(' ')} accum`).map(({ line }) => line.code),
      [],
    )
    assert.deepEqual(
      index.complete('accum').map(({ line }) => line.code),
      ['8507'],
    )
  })
})

describe('suggestions', () => {
  const suggest = (typed: string) => answerer.suggest(typed, 'en', calendarDay('2026-11-15'))

  test('goods while typing, at most ten', () => {
    assert.ok(suggest('mikrosk').some(({ code }) => code.startsWith('9011')))
    assert.ok(suggest('s').length <= 10)
    assert.ok(suggest('steel').length <= 10)
    assert.deepEqual(suggest(''), [])
  })

  test('codes that begin so, the shorter first, with what is restricted', () => {
    const codes = suggest('7304')
    assert.equal(codes[0]?.code, '7304')
    assert.equal(codes[0]?.restricted, true)
    assert.ok(codes.every(({ code }) => code.startsWith('7304')))
    assert.deepEqual(
      suggest('7304 1').map(({ code }) => code),
      suggest('73041').map(({ code }) => code),
    )
  })
})
