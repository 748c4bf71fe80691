import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load } from 'js-yaml'
import { measureStubs } from '../../../src/ingest/act/measure-stub.ts'
import { readLawAt } from '../../../src/law/check.ts'
import { smallLaw } from '../../small-law.ts'
import { actHtml, HEADER, p, point, quoted, RUSSIA, readHtml, rowsOf, table } from './act-html.ts'

/** What one instruction does in Annex XXIII, printed in an annex of the act. */
const inAnnex = (...content: readonly string[]): string[] =>
  rowsOf(
    readHtml(
      actHtml({
        article: [point('(1)', p('Annex XXIII is amended in accordance with Annex I to this Regulation.'))],
        annexes: { I: [p(`Annex XXIII to ${RUSSIA} is amended as follows:`), ...content] },
      }),
    ),
  )

/** What an act does whose Article 1 has these points. */
const inArticle = (...content: readonly string[]): string[] =>
  rowsOf(readHtml(actHtml({ article: content.map((one, at) => point(`(${at + 1})`, one)) })))

const row = (...cells: readonly string[]): string => table(cells)
const TWO = ['+ XXIII 8504', '+ XXIII ex 850511']
const twoRows = table(['‘8504', 'Transformers'], ['ex 8505 11', 'Magnets of metal’;'])

test('rows are inserted in all the words that acts use', () => {
  for (const words of [
    'the following rows are inserted:',
    'the following entries are added:',
    'the following entries are hereby inserted:',
    'the following items are inserted after the row for CN code 8503:',
    'after the entry for CN code 8503, the following entries are inserted:',
    'the following category of items is inserted between tariff position 8503 and tariff position 8504 32:',
    'the following CN codes are added:',
    'the following lines shall be added to the table:',
    'in the table, the following rows are added in the appropriate place:',
    'the following goods are added:',
    'the following products are inserted in numerical order:',
    'the following headings are inserted:',
    'the following is inserted after the row for CN code 8503:',
    'after entry 8503 the following entries are inserted:',
    'between the entries for CN codes 8503 and 8504 32, the following entries are inserted:',
    'the following rows are inserted, in numerical order:',
    'in Part B, table 2, ‘Other goods’, the following entries are added at the end:',
  ]) {
    assert.deepEqual(inAnnex(point('(a)', p(words), twoRows)), TWO, words)
  }
})

test('rows are deleted with their rows printed, or by their codes', () => {
  const gone = ['- XXIII 850432', '- XXIII 850433']
  const printed = table(['‘8504 32', 'Transformers'], ['8504 33', 'Others’'])
  assert.deepEqual(inAnnex(point('(a)', p('the following items are deleted:'), printed)), gone)
  assert.deepEqual(inAnnex(point('(a)', p('The following rows:'), printed, p('are deleted;'))), gone)
  for (const words of [
    'the entries for CN codes 8504 32 and 8504 33 are deleted;',
    'the rows concerning CN codes 8504 32 and 8504 33 are deleted.',
    'the following CN codes are deleted: 8504 32 and 8504 33;',
    'the entries ‘8504 32’ and ‘8504 33’ are deleted',
    'in Part B, table 4, the entries for CN codes 850432 and 850433 are hereby deleted;',
    'the headings 8504 32 and 8504 33 are deleted;',
    'the row ‘8504 32 Transformers’ and the row ‘8504 33 Others’ are deleted;',
  ]) {
    assert.deepEqual(inAnnex(point('(a)', p(words))), gone, words)
  }
  assert.deepEqual(inAnnex(point('(a)', p('the entry for CN code ex 2901 is deleted;'))), ['- XXIII ex 2901'])
  assert.deepEqual(inAnnex(point('(a)', p('CN code 8504 32 shall be deleted;'))), ['- XXIII 850432'])
  assert.deepEqual(inAnnex(p('The following rows in Annex XXIII are deleted:'), printed), gone)
})

test('a row is replaced, printed or named', () => {
  const replaced = ['= XXIII 2901']
  const next = row('‘2901', 'Acyclic hydrocarbons’.')
  const before = row('‘ex 2901', 'Acyclic hydrocarbons, except for CN code 29011000’')
  assert.deepEqual(inAnnex(p('The following entry:'), before, p('is replaced by the following:'), next), replaced)
  assert.deepEqual(inAnnex(point('1.', p('the entry'), before, p('is replaced by the following:'), next)), replaced)
  for (const words of [
    'the entry for CN code ex 2901 is replaced by the following:',
    'the row ‘ex 2901’ is replaced by the following row:',
    'the entry ‘ex 2901 Acyclic hydrocarbons’ is replaced by:',
    'in the table, the row relating to CN code ex 2901 is replaced by the following:',
  ]) {
    assert.deepEqual(inAnnex(point('(a)', p(words), next)), replaced, words)
  }
  assert.deepEqual(
    inAnnex(point('(a)', p('the entry ‘ex 2901’ is replaced by ‘2901 Acyclic hydrocarbons’;'))),
    replaced,
  )
})

test('parts and tables are replaced and added', () => {
  const goods = ['= XXIII 8504', '= XXIII ex 850511']
  for (const words of [
    'Part B is replaced by the following:',
    'Tables (15), (16) and (17) are replaced by the following:',
    'in Part B, table 6, ‘Energetic materials’, is replaced by the following:',
    'category 10 ‘Perfumes’ is replaced by the following:',
    'the table is replaced by the following:',
    'section 2 is substituted by the following:',
  ]) {
    const body = p('‘(15) Items of a value exceeding EUR 750', 'ti-grseq-1')
    const rows = table(['8504', 'Transformers'], ['ex 8505 11', 'Magnets of metal'])
    assert.deepEqual(inAnnex(point('(a)', p(words), body, rows, '’;')), goods, words)
  }
  const added = inAnnex(
    point('(3)', p('the following part is added:'), p('‘Part C', 'ti-grseq-1'), table(HEADER, ['84', 'Machines’'])),
  )
  assert.deepEqual(added, ['+ XXIII 84'])
})

test('whole annexes are added, replaced and deleted, in an article or an annex of the act', () => {
  const goods = table(HEADER, ['8504 10', 'Ballasts'], ['Chapter 88', 'Aircraft'])
  assert.deepEqual(inArticle(p('Annexes XXIIIA and XXIIIB are deleted.')), ['- XXIIIA', '- XXIIIB'])
  assert.deepEqual(inArticle(p('Annex XXI is replaced by the following:') + quoted('XXI', goods)), [
    '= XXI 850410',
    '= XXI 88',
  ])
  const act = (words: string, annex: readonly string[]) =>
    rowsOf(readHtml(actHtml({ article: [point('(1)', p(words))], annexes: { I: annex } })))
  const lii = [p(`The following Annex is added to ${RUSSIA}:`), quoted('LII', goods)]
  const added = ['+ LII 850410', '+ LII 88']
  assert.deepEqual(act('Annex LII is added in accordance with Annex I to this Regulation.', lii), added)
  assert.deepEqual(act('an Annex LII is added as set out in Annex I to this Regulation', lii), added)
  assert.deepEqual(
    act(`the text set out in Annex I to this Regulation is added as Annex LII to ${RUSSIA}.`, [quoted('LII', goods)]),
    added,
  )
  assert.deepEqual(act('Annex LII, as set out in Annex I to this Regulation, is added;', [quoted('LII', goods)]), added)
  const replaced = ['= XXI 850410', '= XXI 88']
  assert.deepEqual(
    act('Annex XXI is replaced by the text appearing in Annex I to this Regulation;', [quoted('XXI', goods)]),
    replaced,
  )
  assert.deepEqual(
    act('Annex XXI is amended as set out in Annex I to this Regulation.', [
      p(`Annex XXI to ${RUSSIA} is replaced by the following:`),
      quoted('XXI', goods),
    ]),
    replaced,
  )
})

test('one annex of an act changes several annexes, point by point', () => {
  const rows = rowsOf(
    readHtml(
      actHtml({
        article: [point('(1)', p('the Annexes are amended in accordance with the Annex to this Regulation.'))],
        annexes: {
          '': [
            p(`The Annexes to ${RUSSIA} are amended as follows:`),
            point(
              '(1)',
              p('in Annex IV, the following entries are added:'),
              table(['Name', 'Registration number'], ['‘Firm', '10277005’']),
            ),
            point(
              '(2)',
              p('Annex XXIII is amended as follows:'),
              point('(a)', p('the following row is inserted:'), row('‘8504', 'Transformers’;')),
              point('(b)', p('the entry for CN code 8503 is deleted;')),
            ),
            point('(3)', p('in Annex XL, the following code is added:'), row('‘9014', 'Compasses’.')),
          ],
        },
      }),
    ),
  )
  assert.deepEqual(rows, ['+ XXIII 8504', '- XXIII 8503', '+ XL 9014'])
})

test('a sentence may name its annex, several annexes or only the act', () => {
  const rows = row('‘8504', 'Transformers’.')
  assert.deepEqual(inArticle(p('in Annexes XXI and XXIII, the following entry is inserted:') + rows), [
    '+ XXI 8504',
    '+ XXIII 8504',
  ])
  const alone = (opening: string, annexes: Readonly<Record<string, readonly string[]>>) =>
    rowsOf(readHtml(actHtml({ article: [], opening, annexes })))
  const annex = [p(`In Annex XXIII to ${RUSSIA}, the following entry is inserted:`), rows]
  assert.deepEqual(
    alone(`Annex XXIII to ${RUSSIA} is amended in accordance with the Annex to this Regulation.`, { '': annex }),
    ['+ XXIII 8504'],
  )
  assert.deepEqual(
    alone(`The Annexes to ${RUSSIA} are amended as set out in the Annexes to this Regulation.`, { I: annex }),
    ['+ XXIII 8504'],
  )
})

test('an act may amend regulations that law/ has and others', () => {
  const act = readHtml(
    actHtml({
      title: 'amending Regulation (EU) No 269/2014 and Regulation (EC) No 765/2006',
      opening: 'Regulation (EU) No 269/2014 is amended as follows:',
      article: [point('(1)', p('in Annex I, the following entries are added:'), row('‘8504', 'A name’;'))],
      final: 'Annex Va to Regulation (EC) No 765/2006 is amended in accordance with Annex II to this Regulation.',
      annexes: { II: [p('The following entry is inserted:'), row('‘8504', 'Transformers’.')] },
    }),
  )
  assert.deepEqual(rowsOf(act), ['+ Va 8504'])
  assert.deepEqual(
    act.notRead.map(({ regime, annex }) => [regime, annex]),
    [[null, 'I']],
  )
  assert.equal(act.inForceFrom, null)
})

test('text and technical lists are named as not read', () => {
  const act = readHtml(
    actHtml({
      article: [
        point(
          '(1)',
          p('in Article 3k, the following paragraph is inserted:'),
          '<div id="003K.003AC">',
          p('‘3ac. Goods of CN code 8504 until 25 May 2027.’'),
          '</div>;',
        ),
        point('(2)', p('Annex VII is amended in accordance with Annex I to this Regulation.')),
      ],
      annexes: {
        I: [
          p(`Annex VII to ${RUSSIA} is amended as follows:`),
          point('(1)', p('the title is replaced by the following:'), p('‘List of goods referred to in Article 2a’;')),
          point(
            '(2)',
            p('in Part A, Category IX, the following section is inserted:'),
            point('‘X.C.IX.016', p('Molybdenum (CAS 7439-98-7).’;')),
          ),
          point('(3)', p('the following heading is inserted after the title:'), p('‘Part A’.', 'ti-grseq-1')),
        ],
      },
    }),
  )
  assert.deepEqual(rowsOf(act), [])
  assert.deepEqual(
    act.notRead.map(({ annex }) => annex),
    ['VII', 'VII', 'VII'],
  )
  assert.deepEqual(
    act.articles.map(({ provisions, codes, days }) => [provisions, codes, days]),
    [[['3k(3ac)'], ['8504'], ['2027-05-25']]],
  )
})

test('a new ban that names an annex becomes the stub of a measure, a wind-down does not', () => {
  const act = readHtml(
    actHtml({
      article: [
        point(
          '(1)',
          p('in Article 3k, the following paragraphs are inserted:'),
          p('‘1c. It shall be prohibited to purchase, as of 25 May 2027, the goods listed in Annex XXIII.'),
          p('3zz. The prohibition in paragraph 1 shall not apply to goods of Annex XXIII until 25 May 2027.’;'),
        ),
        point(
          '(2)',
          p('the following Article is inserted:'),
          p('‘Article 3zz', 'ti-art'),
          p('1. It shall be prohibited to sell the goods listed in Annex LIX to any person in Russia.'),
          p('2. It shall be prohibited to provide technical assistance related to them.'),
          p('3. It shall be prohibited to transact with the banks listed in Annex LX.’;'),
        ),
        point('(2a)', p('Annex LIX is added as set out in Annex I to this Regulation.')),
        point(
          '(3)',
          p('in Article 3k, paragraph 1 is replaced by the following:'),
          p('‘1. It shall be prohibited to sell the goods listed in Annex XXIII.’;'),
        ),
      ],
      annexes: { I: [quoted('LIX', table(HEADER, ['2401', 'Unmanufactured tobacco']))] },
    }),
  )
  const { law } = readLawAt(smallLaw())
  const stubs = measureStubs(act, law!.regimes)
  assert.deepEqual(
    stubs.map(({ path }) => path),
    ['833-2014/measures/3k.yaml', '833-2014/measures/3zz.yaml'],
    'neither of what is known nor of bans without goods',
  )
  assert.match(stubs[0]!.yaml, /article: "3k\(1c\)"\n {2}annex: XXIII\n.*applies_from: # 2027-03-04 or 2027-05-25\n/s)
  assert.match(
    stubs[1]!.yaml,
    /^- id: "3zz-1"\n {2}article: "3zz\(1\)"\n {2}annex: LIX\n.*applies_from: 2027-03-04\n {2}inserted_by: 32027R0077\n/s,
  )
  const [stub] = load(stubs[1]!.yaml) as [Record<string, unknown>]
  assert.deepEqual([stub.type, stub.direction, stub.scope], [null, null, null], 'a person decides')
})

test('what is not understood refuses the whole act, with the place', () => {
  const refused = (content: readonly string[], message: RegExp) => assert.throws(() => inAnnex(...content), message)
  refused(
    [point('(3)', p('the third indent of the second column is reworded as follows:'), twoRows)],
    /Annex I, point \(3\).*reworded/s,
  )
  refused(
    [point('(a)', p('in the row for CN code 8504, the words ‘of metal’ are replaced by ‘of iron’;'))],
    /Annex XXIII/,
  )
  refused([point('(a)', p('Part B is deleted;'))], /Annex XXIII/)
  refused([point('(a)', p('the entries in column 2 are deleted;'))], /Annex XXIII/)
  refused([point('(a)', p('entries 14, 15 and 16 are deleted;'))], /Annex XXIII/)
  refused([point('(a)', p('the following row is replaced by the following:'), twoRows)], /Annex XXIII/)
  refused(
    [point('(a)', p('the following rows are inserted:'), p('‘goods of heading'), p('8504, motors’'))],
    /Annex XXIII|goods/,
  )
  refused([point('(a)', p('the following rows are moved to Part C:'), twoRows)], /point \(a\)/)
  refused([twoRows], /quoted text without an instruction/)
  refused(
    [p('Annex XXI is replaced by the following:'), quoted('XXI', table(HEADER, ['84', 'Machines']))],
    /Annex XXIII is meant/,
  )
  refused(
    [point('(a)', p('Annex XXIII is replaced by the following:'), quoted('XXI', table(HEADER, ['84', 'Machines'])))],
    /Annex XXI is quoted/,
  )
  refused([point('(a)', p('Annex XXIII is replaced by the following:'))], /Annex XXIII/)
  refused([point('(a)', p('Annex XXIII is replaced by the following:'), quoted('XXIII', p('Machines')))], /no goods/)
  assert.throws(
    () => inArticle(p('Annex XXI is replaced by the text set out in Annex II to this Regulation.')),
    /Annex II is not in the file.*point \(1\)/,
  )
  assert.throws(
    () => readHtml(actHtml({ title: 'amending Regulation (EU) 2023/1115', article: [p('x')] })),
    /32023R1115/,
  )
  assert.throws(
    () => readHtml(actHtml({ article: [point('(1)', p('Annex XXI shall read as follows:'), twoRows)] })),
    /Article 1, point \(1\)/,
  )
})

test('the first day follows from the words of the act and the day of its publication', () => {
  const firstDay = (final: string) =>
    readHtml(actHtml({ article: [point('(1)', p('Annex XXIIIA is deleted.'))], final })).inForceFrom
  const from = (words: string) =>
    `This Regulation shall enter into force on ${words} publication in the Official Journal of the European Union.`
  assert.equal(firstDay(from('the day following that of its')), '2027-03-04')
  assert.equal(firstDay(from('the date of its')), '2027-03-03')
  assert.equal(firstDay(from('the twentieth day following that of its')), '2027-03-23')
  assert.equal(firstDay('This Regulation shall enter into force on 1 May 2027.'), '2027-05-01')
  assert.equal(firstDay('This Regulation shall enter into force when the Council so decides.'), null)
})

test('points that apply later are named with their days', () => {
  const act = readHtml(
    actHtml({
      article: [
        point('(1)', p('Annex XXIIIA is deleted.')),
        point('(2)', p('Annex XXIIIB is deleted.'), p('This point shall apply from 1 June 2027.')),
        point(
          '(3)',
          p('Annex XV is deleted.'),
          p('This point shall apply as from 25 June 2027 and provided that the Council so decides.'),
        ),
      ],
      final:
        'This Regulation shall enter into force on 1 May 2027.|Article 1, points (1) and (3), shall apply from 2 August 2027.',
    }),
  )
  assert.deepEqual(
    act.applications.map(({ paths, from }) => [paths?.map((path) => path.join(', ')), from]),
    [
      [['Article 1, point (2)'], '2027-06-01'],
      [['Article 1, point (3)'], null],
      [['Article 1, point (1)', 'Article 1, point (3)'], '2027-08-02'],
    ],
  )
})

test('articles without ids are all read', () => {
  const html = actHtml({
    article: [point('(1)', p('Annex XXIIIA is deleted.'))],
    final:
      'In Regulation (EU) No 833/2014, Annex XXIIIB is deleted.|This Regulation shall enter into force on 1 May 2027.',
  })
  const act = readHtml(html.replace(/ id="art_\d+"/g, ''))
  assert.deepEqual([rowsOf(act), act.inForceFrom], [['- XXIIIA', '- XXIIIB'], '2027-05-01'])
})
