import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerer } from '../../test/real-law.ts'
import { codesIn, hintsReader, type Said } from './hints.ts'

const { hints, countries, guides, nomenclatures } = answerer.dataset
const said: (text: string) => Said = hintsReader(hints, countries, guides)
const codes = (text: string) => codesIn(text, nomenclatures.of(2026))
const dealIn = (text: string) => {
  const { origin, destination, via, value } = said(text)
  return [origin, destination, via.join(','), value].map((one) => one || '-').join(' ')
}

test('countries are read behind the word that tells their part, in any case', () => {
  assert.equal(dealIn('rury stalowe z Turcji'), 'TR - - -')
  assert.equal(dealIn('rower na Białoruś'), '- BY - -')
  assert.equal(dealIn('pompa z Niemiec do Kazachstanu przez Rosję i Białoruś'), 'DE KZ RU,BY -')
  assert.equal(dealIn('steel pipes from the Czech Republic to South Korea via Poland'), 'CZ KR PL -')
  assert.equal(dealIn('LPG z Kazachstanu do Polski tranzytem przez Rosję'), 'KZ PL RU -')
})

test('a country that nothing says the part of is not read, nor are two of one part', () => {
  assert.equal(dealIn('frozen turkey, bone china, sklejka Białoruś'), '- - - -')
  assert.equal(dealIn('rury z Turcji i Chin'), '- - - -')
})

test('a value is read in EUR alone, and only when it can be read in one way', () => {
  assert.equal(said('rower 700 EUR').value, '700')
  assert.equal(said('wino 320,50 euro za butelkę').value, '320.50')
  assert.equal(said('płaszcz € 1 250.50').value, '1250.50')
  for (const text of [
    'rower 700 USD',
    'rower 1,299 EUR',
    'rower 1.299 EUR',
    '0 EUR',
    '700 EUR lub 800 EUR',
    'eurocode 7',
  ])
    assert.equal(said(text).value, null, text)
})

test('a code at the beginning is read, also with letters that look like digits', () => {
  assert.deepEqual(codes('84713OOO'), ['84713000', '8471'])
  assert.deepEqual(codes('8471ABCD'), ['8471'])
  assert.deepEqual(codes('8471 30 00 do Kazachstanu'), ['84713000'])
  assert.deepEqual(codes('VW Passat 2002'), [])
  assert.deepEqual(codes('700 EUR'), [])
})

const routeIn = (text: string) => {
  const { origin, dispatch, via, destination } = said(text)
  return `${origin ?? ''}${dispatch ? `(${dispatch})` : ''}>${via.join()}>${destination ?? ''}`
}

test('a place where somebody is has the part of what happens there', () => {
  for (const [text, route] of [
    ['dla wnuczki w Mińsku kupiłam sukienkę', '>>BY'],
    ['my aunt in Gomel needs a hearing aid', '>>BY'],
    ['telewizor kupiony w Polsce', 'PL>>'],
    ['traktor kupiony na Białorusi', 'BY>>'],
    ['ziemniaki od babci z Białorusi', 'BY>>'],
    ['części dla kolegi z Mińska', '>>BY'],
    ['kolega z Mińska przywiózł mi wódkę', 'BY>>'],
    ['babci w Witebsku nowy wózek', '>>BY'],
    ['płyty OSB, produkcja Białoruś, dostawa Białystok', 'BY>>PL'],
    ['pralka kupiona w Niemczech, wysyłka z Polski do Kazachstanu', 'DE(PL)>>KZ'],
    ['mieszkam w Polsce i szukam roweru', '>>'],
    ['czy w Rosji są sklepy z winem', '>>'],
  ] as const)
    assert.equal(routeIn(text), route, text)
})

test('codes of countries are a route between dashes, arrows, a slash and prepositions, and metals are none', () => {
  for (const [text, route] of [
    ['wózek DE-KZ tranzyt RU', 'DE>RU>KZ'],
    ['wagi DE→LT→BY', 'DE>LT>BY'],
    ['pompy IT/RU', 'IT>>RU'],
    ['welding machines IT to KG via TR', 'IT>TR>KG'],
    ['Niemcy–Rosja koparki', 'DE>>RU'],
    ['kabel AL/CU', '>>'],
    ['folia PE/PA', '>>'],
    ['STEEL PLATE NO 5 TO BE DELIVERED', '>>'],
    ['norma PN-EN 10210', '>>'],
    ['battery NI-MH with charger', '>>'],
    ['temperature sensor for GE refrigerator', '>>'],
    ['adapter to IN connector', '>>'],
    ['pumps to KG via TR', '>TR>KG'],
  ] as const)
    assert.equal(routeIn(text), route, text)
})

test('what was read is told with its words', () => {
  assert.deepEqual(said('rower z Polski dla brata w Grodnie, 12 EUR/szt').words, {
    origin: 'z Polski',
    destination: 'w Grodnie',
    value: '12 EUR',
    private_use: 'dla brata',
  })
})

test('private use is what goes along, to the family, as a present or with a removal, and never trade', () => {
  const isPrivate = (text: string) => said(text).isPrivate
  for (const text of [
    'lek dla babci w Homlu',
    'zabieram ze sobą laptopa',
    'taking my skis to Sochi',
    'mienie przesiedlenia do Armenii',
    'birthday umbrella to my mum',
    'oddaję znajomym materac',
  ])
    assert.equal(isPrivate(text), true, text)
  for (const text of [
    'rower dla klienta',
    'sprzedaję bratu maszyny',
    'jade bracelet',
    'can I take binoculars to Belarus',
    'mamy 20 ton cementu',
    'mother of pearl buttons',
    'gifts for clients',
    'ziemniaki od babci',
  ])
    assert.equal(isPrivate(text), false, text)
})

test('thousands are read by their sign or word, and an amount of money itself is no value', () => {
  assert.equal(said('zegarek za 2 tys. euro').value, '2000')
  assert.equal(said('watch 1.299,00 EUR').value, '1299.00')
  assert.equal(said('maszyna 1,5 tys. EUR').value, '1500')
  assert.equal(said('gotówka 5000 euro').value, null)
})

test('everyday words name the goods of one code where nothing else may be goods', () => {
  for (const [text, code] of [
    ['gotówka 5000 euro do Rosji', '49070030'],
    ['can I take cash to Russia', '49070030'],
    ['pipeline gas', '27112100'],
    ['gaz rurociągiem z Rosji', '27112100'],
    ['energia elektryczna z Białorusi', '27160000'],
  ] as const)
    assert.equal(said(text).named, code, text)
  for (const text of [
    'cash register',
    'liczarka banknotów',
    'natural gas boiler',
    'licznik energii elektrycznej',
    'bank transfer',
  ])
    assert.equal(said(text).named, null, text)
})
