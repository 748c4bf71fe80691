import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { answerer, ask } from '../../test/real-law.ts'
import { calendarDay } from '../base/day.ts'
import type { Language } from '../base/language.ts'
import { printAnswer } from './print-answer.ts'
import type { Terminal } from './terminal.ts'

const plain: Terminal = { width: 1000, style: (_, text) => text }
/** Shows the style of a text instead of applying it. */
const marked: Terminal = { width: 1000, style: (format, text) => `<${[format].flat().join(' ')}>${text}` }

const { countries } = answerer.dataset

const printed = (q: string, parameters: Record<string, string> = {}, full = false, terminal = plain): string => {
  const language: Language = parameters.lang === 'en' ? 'en' : 'pl'
  return printAnswer(ask(q, { lang: language, ...parameters }), { countries, language, full }, terminal)
}
/** The lines of one section, without its heading. */
const section = (text: string, heading: string): string[] =>
  text.split(`\n${heading}\n`)[1]?.split('\n\n')[0]?.split('\n') ?? []

describe('the headline', () => {
  test('is the assessment, word for word', () => {
    for (const q of ['8471 30 00', '8712 00 30', '0101 30 00', 'xyzzy', '9302', 'rower'])
      for (const lang of ['pl', 'en']) {
        const said = printed(q, { lang }).replace(/\s+/g, ' ')
        const { headline, reason, steps } = ask(q, { lang }).assessment
        const words = [headline, reason, ...steps.map(({ text }, at) => `${at + 1}. ${text}`)].join(' ')
        assert.ok(said.startsWith(words.replace(/\s+/g, ' ')), said.slice(0, 400))
      }
  })

  test('is red for what is prohibited, green only where nothing has to be done, else yellow', () => {
    const colour = (q: string, parameters: Record<string, string> = {}) =>
      /^<bold (\w+)>/.exec(printed(q, parameters, false, marked))?.[1]
    assert.equal(colour('8471 30 00'), 'red')
    assert.equal(colour('8712 00 30', { regime: 'EU-RU-833-2014' }), 'yellow', 'beyond a value')
    assert.equal(colour('8906 90 10', { as_of: '2026-07-24' }), 'yellow', 'a ban on services')
    assert.equal(colour('0101 30 00'), 'green')
    for (const q of ['xyzzy', '99999999']) assert.equal(colour(q), 'yellow', 'nothing was checked')
    assert.equal(colour('8906 10 00', { regime: 'EU-RU-833-2014' }), 'yellow', 'a measure without codes is near')
  })
})

test('the provisions behind the assessment stand below it, each with its own limit', () => {
  const lines = section(printed('8712 00 30', { lang: 'en' }), 'GROUNDS OF THE ASSESSMENT')
  const at = lines.indexOf('  Russia, export: ban')
  assert.match(
    lines[at + 1] ?? '',
    /^ {4}Article 3h\(1\), Annex XVIII: beyond a threshold or on a condition \(.*5,000 EUR/,
  )
  assert.deepEqual(section(printed('0101 30 00', { lang: 'en' }), 'GROUNDS OF THE ASSESSMENT'), [])
  assert.doesNotMatch(printed('84'), /PODSTAWY OCENY/, 'too many to be read')
  assert.match(printed('84', {}, true), /PODSTAWY OCENY/)
})

test('the heading of a deal has its value', () => {
  const parameters = { lang: 'en', origin: 'PL', destination: 'RU', value: '300.01' }
  assert.match(printed('4202', parameters), /\nDEAL Poland → Russia, value of one item 300\.01 EUR\n/)
})

test('thresholds, provisions, days and links are written for people', () => {
  const bicycle = printed('8712 00 30', { regime: 'EU-RU-833-2014' })
  assert.match(bicycle, /próg: wartość powyżej 5\u00a0000 EUR za sztukę/)
  assert.match(bicycle, /art\. 3h ust\. 1 /)
  assert.match(bicycle, /UE → Rosja/)
  assert.match(bicycle, /#anx_XVIII\n/)
  assert.match(bicycle, /stan na 15 listopada 2026 r\./)
  assert.doesNotMatch(bicycle.replaceAll(/https:\S+|dane 2026\S+/g, ''), /\d{4}-\d\d-\d\d|EU-RU|\d[a-z]*\(\d/)
})

test('each match says whether it covers all that was asked for', () => {
  assert.match(printed('8471 30 00'), /8471 +XIV +art\. 1s ust\. 1 lit\. a\) +zakaz wywozu +UE → Białoruś +całość/)
  assert.match(printed('8471', { lang: 'en' }), /8471 30 +XXXVII +Article 3k\(1a\) .* via Russia +part/)
})

test('exemptions stand one by one, with their days', () => {
  const lines = printed('8471 30 00', { regime: 'EU-RU-833-2014' }).split('\n')
  assert.ok(lines.some((line) => line.startsWith('   • art. 3k ust. 4 (od ')))
  assert.ok(lines.some((line) => line.startsWith('   • art. 12h (od 25 czerwca 2024 r.): ')))
})

test('a contract is always answered, and a period made for it is never folded away', () => {
  const late = printed('2603', { contract_date: '2026-07-23', as_of: '2026-10-26' })
  assert.match(section(late, 'UMOWA').join(), /obejmował okres przejściowy, który już minął/)
  const [period] = section(late, 'OKRESY PRZEJŚCIOWE')
  assert.match(period ?? '', /art\. 3i ust\. 3bg, do 25 października 2026 r\. \[obejmował tę umowę, lecz minął\]/)
  assert.match(section(printed('0101 30 00', { contract_date: '2025-02-10' }), 'UMOWA').join(), /Żaden ze znanych/)
})

test('what is over is folded into one line, and told in full with --full', () => {
  const over = ask('2710', { lang: 'pl' }).derogations.filter(({ status }) => status === 'expired')
  assert.ok(over.length > 1)
  const brief = section(printed('2710'), 'ODSTĘPSTWA NA PODSTAWIE ZEZWOLENIA')
  assert.match(brief.at(-1) ?? '', new RegExp(`• Zakończone odstępstwa \\(${over.length}\\): `))
  const whole = section(printed('2710', {}, true), 'ODSTĘPSTWA NA PODSTAWIE ZEZWOLENIA')
  assert.equal(whole.length, brief.length - 1 + over.length)
})

test('a period that the sources leave open past its end says so', () => {
  const response = ask('7304', { regime: 'EU-BY-765-2006', lang: 'pl' })
  const [first, ...others] = response.derogations
  assert.ok(first)
  const past = { ...first, until: calendarDay('2024-12-31'), status: 'open' as const }
  const text = printAnswer(
    { ...response, derogations: [past, ...others] },
    { countries, language: 'pl', full: false },
    plain,
  )
  const lines = section(text, 'ODSTĘPSTWA NA PODSTAWIE ZEZWOLENIA')
  assert.match(lines.join('\n'), /do 31 grudnia 2024 r\. \[nie jest pewne, że ten termin upłynął\]/)
})

test('document codes are grouped by country, direction and what they state, none left out', () => {
  for (const parameters of [{}, { direction: 'export' }, { regime: 'EU-BY-765-2006', lang: 'en' }] as const) {
    const text = printed('8471 30 00', parameters)
    const heading = 'lang' in parameters ? 'TARIC DOCUMENT CODES' : 'KODY DOKUMENTÓW TARIC'
    const lines = section(text, heading)
    const { documents } = ask('8471 30 00', parameters).meta
    assert.ok(documents.length > 0)
    for (const { code } of documents)
      assert.ok(
        lines.some((line) => line.includes(`${code} (`)),
        code,
      )
    if ('direction' in parameters) assert.ok(!lines.some((line) => line.includes('przywóz')))
  }
  const lines = section(printed('8471 30 00'), 'KODY DOKUMENTÓW TARIC')
  assert.ok(lines.some((line) => line === '  Rosja, wywóz'))
  assert.ok(lines.some((line) => line.startsWith('    na podstawie zezwolenia: ')))
})

test('measures without codes stand beside goods of their kind', () => {
  const near = section(printed('9302'), 'ZAKAZY BEZ KODÓW, KTÓRE MOGĄ DOTYCZYĆ TAKICH TOWARÓW')
  assert.ok(near.some((line) => line.includes('uzbrojenia') && line.includes('(Rosja, art. ')))
})

test('a regime of parts of a country is named by its act wherever Russia and Belarus are named', () => {
  for (const lang of ['pl', 'en'] as const) {
    const text = printed('8471 30', { destination: 'UA-43', lang }, true)
    assert.doesNotMatch(text.replaceAll(/https:\S+|UA-\d\d/g, ''), /\bUA\b/)
    assert.match(text, lang === 'pl' ? /wywóz, Rozporządzenie Rady \(UE\) nr 692\/2014/ : /export, Council Regulation/)
  }
})
