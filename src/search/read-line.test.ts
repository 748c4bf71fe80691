import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { readLine } from './read-line.ts'

/** The words that may name goods, and those set aside with what they are. */
const read = (text: string) => {
  const { words } = readLine(text)
  return {
    goods: words.filter(({ aside }) => aside === null).map(({ shown }) => shown),
    aside: Object.fromEntries(words.flatMap(({ shown, aside }) => (aside === null ? [] : [[shown, aside]]))),
  }
}

describe('a line of an invoice', () => {
  test('sizes, units, voltages, grades and standards are set aside', () => {
    assert.deepEqual(read('RURA MIEDZ. TWARDA 22x1,0 5M'), {
      goods: ['RURA', 'MIEDZ', 'TWARDA'],
      aside: { '22x1,0': 'specification', '5M': 'specification' },
    })
    assert.deepEqual(read('Li-ion cell 18650 3.7V 2600 mAh').goods, ['Li-ion', 'cell'])
    assert.deepEqual(read('Śruba M8x40 DIN 933 kl. 8.8'), {
      goods: ['Śruba'],
      aside: { M8x40: 'specification', DIN: 'designator', '933': 'specification', kl: 'unit', '8.8': 'specification' },
    })
    for (const size of ['S235JR', '1.4301', '304L', 'IP65', '6204-2RS', '315/80R22.5', '230V', '1/2', '25kg/bag'])
      assert.deepEqual(read(`pump ${size}`), { goods: ['pump'], aside: { [size]: 'specification' } })
  })

  test('words need no space around commas and numbers', () => {
    assert.deepEqual(read('rura,22x1,0,miedziana').goods, ['rura', 'miedziana'])
    assert.deepEqual(read('pompa/silnik').goods, ['pompa', 'silnik'])
  })

  test('packaging beside a quantity is set aside, otherwise it is goods', () => {
    for (const text of [
      'Wheat flour 25 kg bags',
      'flour in bags',
      'Mąka worki 25 kg',
      'bag of flour',
      '2 bags of flour',
    ])
      assert.ok(Object.values(read(text).aside).includes('packaging'), `${text}: ${JSON.stringify(read(text))}`)
    for (const text of ['plastic bags', 'bags of paper', 'worek foliowy', 'Tube SS 304L', 'steel tube 25x2 mm'])
      assert.ok(!Object.values(read(text).aside).includes('packaging'), text)
  })

  test('colours, conditions, makes, places and words of the deal are set aside in all their forms', () => {
    assert.deepEqual(read('nowych opon Michelin czarnych z Turcji, 100 szt., FCA Gdańsk').goods, ['opon'])
    assert.deepEqual(read('purchase of used forklifts from China, price USD 45000').goods, ['forklifts'])
    assert.equal(read('eksport rur do Rosji').aside.Rosji, 'place')
    assert.deepEqual(read('return of defective second hand pumps').goods, ['pumps'])
    assert.equal(readLine('Second hand pumps').words[0]?.shown, 'Second hand')
    assert.deepEqual(read('próbki wadliwych perfum').goods, ['perfum'])
  })

  test('before the verb of a request stands who wants it, behind it what', () => {
    const behind = (text: string) =>
      readLine(text).words.flatMap(({ shown, behind, aside }) => (behind && !aside ? [shown] : []))
    assert.deepEqual(behind('a bakery in Minsk asks for yeast'), [])
    assert.deepEqual(behind('dough for yeast'), ['yeast'])
    assert.deepEqual(behind('yeast for our bakery'), ['bakery'])
  })

  test('abbreviations stand for words; some only with their dot', () => {
    const expansionOf = (text: string) => readLine(text).words[0]?.expansion
    assert.deepEqual(expansionOf('SS'), ['stainless', 'steel'])
    assert.deepEqual(expansionOf('ocynk.'), ['ocynkowany'])
    assert.deepEqual(expansionOf('gen.'), ['generator'])
    assert.deepEqual(expansionOf('gen'), [])
  })

  test('what stands behind a preposition is a use or a material, unless nothing was named before', () => {
    const behind = (text: string) => readLine(text).words.flatMap((word) => (word.behind ? [word.shown] : []))
    assert.deepEqual(behind('tyres for tractors'), ['tractors'])
    assert.deepEqual(behind('rury z miedzi do wody'), ['miedzi', 'wody'])
    assert.deepEqual(behind('export of steel pipes'), [])
    assert.deepEqual(behind('opony z Turcji zimowe'), ['Turcji'])
    assert.deepEqual(behind('perfumy dla rosyjskiego sklepu'), ['rosyjskiego', 'sklepu'])
    assert.deepEqual(behind('shoes for a Moscow boutique'), ['Moscow', 'boutique'])
    assert.deepEqual(behind('parts for new tractors'), ['new', 'tractors'])
  })

  test('any text can be read, and every word is one of the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        for (const { shown } of readLine(text).words) assert.ok(text.normalize('NFC').includes(shown), shown)
      }),
    )
  })
})
