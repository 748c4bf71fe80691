import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Digits, digits, prefixOf } from '../../base/cn-code.ts'
import { LANGUAGES, type Language } from '../../base/language.ts'
import { readNomenclature } from '../read/read-nomenclature.ts'
import { buildNomenclature, pathOf } from './nomenclature.ts'
import { readableName } from './nomenclature-names.ts'
import { buildNomenclatures, rowsByYear } from './nomenclature-years.ts'

const YEARS = [2024, 2025, 2026]

const FILE = new URL('../../../law/nomenclature/cn.tsv', import.meta.url)
const years = rowsByYear(readNomenclature('cn.tsv', readFileSync(FILE, 'utf8')).values)

const tariff = buildNomenclatures(years.toReversed().map(({ year, rows }) => buildNomenclature(year, rows)))
const cn2026 = tariff.of(2026)
const nameOf = (code: string, language: Language, year = 2026): string =>
  readableName(tariff.of(year).line(digits(code))!, language)

/** Texts that mean nothing on their own, more widely than the code looks for them. */
const BARE = /^(do )?(pozosta\p{L}*|inn\p{L}*|others?)( \(euratom\))?$/iu

test('7304 11 00 reads from its heading down, in both languages', () => {
  assert.equal(
    nameOf('73041100', 'pl'),
    'Rury, przewody rurowe i profile drążone, bez szwu, żelazne (inne niż żeliwne) lub ze stali › ' +
      'Rury przewodowe, w rodzaju stosowanych do rurociągów ropy naftowej lub gazu › Ze stali nierdzewnej',
  )
  assert.equal(
    nameOf('73041100', 'en'),
    'Tubes, pipes and hollow profiles, seamless, of iron (other than cast iron) or steel › ' +
      'Line pipe of a kind used for oil or gas pipelines › Of stainless steel',
  )
})

test('0101 29 90 says what it is other than, at each step', () => {
  assert.equal(
    nameOf('01012990', 'pl'),
    'Konie, osły, muły i osłomuły, żywe › Konie › Inne niż: Zwierzęta hodowlane czystorasowe › Inne niż: Do uboju',
  )
  assert.equal(
    nameOf('01012990', 'en'),
    'Live horses, asses, mules and hinnies › Horses › Other than: Pure-bred breeding animals › Other than: For slaughter',
  )
})

test('"Other" has more forms than one', () => {
  assert.match(nameOf('87060019', 'pl'), / › Inne niż: Do pojazdów objętych pozycją 8702 lub 8704$/, 'Do pozostałych')
  assert.match(nameOf('12092280', 'pl'), / › Inne niż: Koniczyny czerwonej \(Trifolium pratense L\.\)$/, 'Pozostałej')
  assert.match(nameOf('88079029', 'pl'), / › Inne niż: Satelitów telekomunikacyjnych$/, 'Pozostałych')
  assert.match(nameOf('28442059', 'en'), / › Other than: Ferro-uranium \(Euratom\)$/, 'Other (Euratom)')
})

test('an "Other" after many lines quotes the first ones and says that there are more', () => {
  for (const year of YEARS) {
    for (const line of tariff.of(year).lines) {
      for (const language of LANGUAGES) {
        for (const step of readableName(line, language).split(' › ')) {
          const [, quoted] = /^(?:Other than|Inne niż): (.*)$/.exec(step) ?? []
          if (quoted) assert.ok(quoted.length <= 200 + ' … (Euratom)'.length, `${year} ${line.code} ${quoted}`)
        }
      }
    }
  }
  const toys = nameOf('95030099', 'en')
  assert.ok(toys.includes('Dolls representing only human beings and parts and accessories thereof … › '), toys)
  const chassis = nameOf('87060099', 'en')
  assert.ok(chassis.includes('(diesel or semi-diesel) of a … › '), chassis)
})

test('a line that repeats the one above is said once', () => {
  assert.equal(
    nameOf('57019090', 'en'),
    'Carpets and other textile floor coverings, knotted, whether or not made up › Of other textile materials',
  )
})

test('a heading and a chapter read as they are printed', () => {
  assert.equal(nameOf('7304', 'en'), cn2026.line(digits('7304'))!.name.en)
  assert.equal(nameOf('01', 'pl'), 'ZWIERZĘTA ŻYWE')
})

test('a text that the source cuts off ends with a sign of it, in Polish only', () => {
  for (const year of YEARS) {
    for (const code of ['03024100', '03035100', '44072915']) {
      const above = tariff.of(year).line(digits(code))!.parent!
      assert.equal(above.kind, 'group')
      assert.match(above.name.pl, /[^.,] …$/, `${year} ${code}`)
      assert.doesNotMatch(above.name.en, /…/)
    }
  }
})

test('0409 and 0409 00 exist although only 0409 00 00 stands', () => {
  const honey = cn2026.line(digits('04090000'))!
  assert.equal(honey.name.en, 'Natural honey')
  for (const code of ['0409', '040900']) {
    assert.ok(cn2026.exists(digits(code)), code)
    assert.equal(cn2026.line(digits(code)), honey, code)
  }
  assert.equal(cn2026.line(digits('730411')), cn2026.line(digits('73041100')))
})

test('0205 00, which the HS leaves whole and the CN divides, is the heading 0205', () => {
  assert.ok(cn2026.exists(digits('020500')))
  assert.equal(cn2026.line(digits('020500'))?.code, '0205')
})

test('every level of every code has a line that stands for it', () => {
  for (const year of YEARS) {
    const { lines, line } = tariff.of(year)
    for (const { kind, code } of lines) {
      if (kind !== 'cn8') continue
      for (const length of [2, 4, 6, 8]) assert.ok(line(digits(code.slice(0, length))), `${year} ${code} ${length}`)
    }
  }
})

test('what is not a code of the tariff does not exist', () => {
  for (const code of ['', '0', '77', '847', '84713', '847130000', 'I', 'XVI', '84 71', '99999999']) {
    assert.equal(cn2026.exists(code as Digits), false, code)
    assert.equal(cn2026.line(code as Digits), undefined, code)
  }
})

test('8471 30 00 stands in every year', () => {
  assert.deepEqual(tariff.existedIn(digits('84713000')), YEARS)
  assert.match(nameOf('84713000', 'en'), /› Portable automatic data-processing machines, weighing not more than 10 kg/)
  assert.equal(tariff.replacedBy(digits('84713000')), null)
  assert.equal(tariff.replaces(digits('84713000')), null)
})

test('4418 60 stands in no year', () => {
  assert.deepEqual(tariff.existedIn(digits('441860')), [])
  assert.equal(tariff.lastLine(digits('441860'), 2026), undefined)
  assert.equal(tariff.replacedBy(digits('441860')), null)
})

test('2710 19 43 stood in 2024 only, and the tables show what came instead', () => {
  assert.deepEqual(tariff.existedIn(digits('27101943')), [2024])
  assert.equal(tariff.of(2025).exists(digits('27101943')), false)
  assert.match(tariff.lastLine(digits('27101943'), 2026)!.name.en, /sulphur content not exceeding 0,001 %/)
  assert.deepEqual(tariff.replacedBy(digits('27101943')), { year: 2025, codes: ['27101942', '27101944'] })
  assert.deepEqual(tariff.replaces(digits('27101944')), { year: 2025, codes: ['27101943'] })
  assert.equal(tariff.replacedBy(digits('27101944')), null, 'still in use')
})

test('several codes can give way to several, or to one', () => {
  assert.deepEqual(tariff.replacedBy(digits('85299018')), { year: 2025, codes: ['85299030', '85299093', '85299096'] })
  assert.deepEqual(tariff.replaces(digits('85211000')), { year: 2025, codes: ['85211020', '85211095'] })
  assert.deepEqual(tariff.replacedBy(digits('73082000')), { year: 2026, codes: ['73082010', '73082090'] })
})

test('the nearest year answers for one we do not have', () => {
  assert.deepEqual(tariff.years, YEARS)
  assert.deepEqual(
    [1999, 2024, 2025, 2026, 2040].map((year) => tariff.of(year).year),
    [2024, 2024, 2025, 2026, 2026],
  )
  assert.equal(tariff.lastLine(digits('84713000'), 2025), tariff.of(2025).line(digits('84713000')))
  assert.equal(
    tariff.lastLine(digits('73082000'), 2026),
    tariff.of(2025).line(digits('73082000')),
    'the latest that has it',
  )
  assert.equal(
    tariff.lastLine(digits('73082010'), 2024),
    tariff.of(2026).line(digits('73082010')),
    'a later one, when no earlier has it',
  )
})

test('no year at all is refused', () => {
  assert.throws(() => buildNomenclatures([]))
})

test('2026 has the lines that its source counts', () => {
  const kinds = Map.groupBy(cn2026.lines, ({ kind }) => kind)
  const counts = Object.fromEntries([...kinds].map(([kind, lines]) => [kind, lines.length]))
  assert.deepEqual(counts, { section: 23, chapter: 98, heading: 1060, hs6: 1735, cn8: 9896, group: 2371 })
  assert.equal(cn2026.lines.filter(({ kind, code }) => kind === 'cn8' && code >= '98').length, 105)
})

test('every code has a name that can be read on its own', () => {
  for (const year of YEARS) {
    for (const line of tariff.of(year).lines) {
      for (const language of LANGUAGES) {
        const name = readableName(line, language)
        const where = `${year} ${line.code || line.name.en}: ${name}`
        assert.ok(name.length > 0 && name === name.trim(), where)
        assert.doesNotMatch(name, /undefined|null|\s{2}|[^\S ]|[:,](?: ›|$)/, where)
        // Every "Other" of the three years has a named line before it, so none is left bare at any step.
        for (const step of name.split(' › ')) assert.doesNotMatch(step, BARE, where)
      }
    }
  }
})

test('the path of every line starts at its chapter, and narrows', () => {
  for (const year of YEARS) {
    for (const line of tariff.of(year).lines) {
      const path = pathOf(line)
      assert.equal(path.at(-1), line)
      if (line.kind === 'section') continue
      assert.equal(path[0]!.kind, 'chapter')
      const codes = path.map(({ code }) => code).filter((code) => code !== '')
      for (const [step, code] of codes.entries()) {
        assert.ok(code.startsWith(codes[step - 1] ?? ''), `${year} ${codes.join(' › ')}`)
      }
    }
  }
})

test('parents and children know each other, in the order of the tariff', () => {
  for (const line of cn2026.lines) {
    assert.equal(cn2026.lines[line.ord], line)
    assert.equal(line.parent === null, line.kind === 'section')
    assert.ok(line.parent?.children.includes(line) ?? true)
    assert.ok(line.children.every((child) => child.parent === line && child.ord > line.ord))
  }
})

test('a code that exists has all its wider codes', () => {
  const codes = cn2026.lines.filter(({ kind }) => kind === 'cn8').map(({ code }) => code)
  const code = fc.oneof(
    fc.tuple(fc.constantFrom(...codes), fc.constantFrom(2, 4, 6, 8)).map(([full, length]) => prefixOf(full, length)),
    fc.stringMatching(/^\d{2,8}$/).map(digits),
  )
  fc.assert(
    fc.property(code, fc.constantFrom(...YEARS), (asked, year) => {
      const { exists } = tariff.of(year)
      if (!exists(asked)) return
      for (const length of [2, 4, 6]) assert.ok(exists(prefixOf(asked, length)), `${year} ${asked} ${length}`)
    }),
  )
})
