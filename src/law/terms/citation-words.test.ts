import assert from 'node:assert/strict'
import { test } from 'node:test'
import { citationInWords } from './citation-words.ts'

test('a citation as a Polish lawyer writes it', () => {
  const cases: [string, string][] = [
    ['12h', 'art. 12h'],
    ['3k(1)', 'art. 3k ust. 1'],
    ['3k(5a)(g)', 'art. 3k ust. 5a lit. g)'],
    ['3g(1)(a), (b)', 'art. 3g ust. 1 lit. a) i b)'],
    ['3ea(1), (1a), (2)', 'art. 3ea ust. 1, 1a i 2'],
    ['3qa(4)-(9)', 'art. 3qa ust. 4–9'],
    ['3m(8), fifth subparagraph', 'art. 3m ust. 8 akapit piąty'],
    ['1h(3) of 2021', 'art. 1h ust. 3 w brzmieniu z 2021 r.'],
    ['3n(5) and Annex XXVIII', 'art. 3n ust. 5 i załącznik XXVIII'],
    ['4(1)(a), 4(1)(c)', 'art. 4 ust. 1 lit. a) i art. 4 ust. 1 lit. c)'],
    ['5ae(1), (2), 5ae(2a)', 'art. 5ae ust. 1 i 2 i art. 5ae ust. 2a'],
  ]
  for (const [citation, words] of cases) assert.equal(citationInWords(citation, 'pl'), words)
})

test('English keeps the citation of the act, and unknown forms are not lost', () => {
  assert.equal(citationInWords('3k(5a)(g)', 'en'), 'Article 3k(5a)(g)')
  assert.equal(citationInWords('2(1), 2b(1)', 'en'), 'Articles 2(1), 2b(1)')
  assert.equal(citationInWords('5 and 6', 'pl'), 'art. 5 and 6')
})
