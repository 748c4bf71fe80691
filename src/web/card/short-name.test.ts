import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortName } from './short-name.ts'

test('a name is cut where it can stand alone, never inside a bracket', () => {
  for (const [name, short] of [
    ['Kłódki', 'Kłódki'],
    ['Rowery dwukołowe (włączając trzykołowe wózki-rowery dostawcze, bezsilnikowe), inne', 'Rowery dwukołowe'],
    ['Żelazo (stal)', 'Żelazo (stal)'],
    ['Jednostki inne niż objęte podpozycją 8471 41 …', 'Jednostki inne niż objęte podpozycją 8471 41 …'],
    ['Łożyska toczne › Łożyska kulkowe › Inne niż: Łożyska kulkowe, małe', 'Łożyska toczne › Łożyska kulkowe'],
    ['T-shirty, podkoszulki, z dzianin › Z bawełny', 'T-shirty, podkoszulki, z dzianin › Z bawełny'],
    ['Inne niż: Napędy dysków twardych', 'Inne niż: Napędy dysków twardych'],
    [
      'Oprawy, okucia i podobne artykuły z metalu nieszlachetnego, nadające się do mebli',
      'Oprawy, okucia i podobne artykuły z metalu nieszlachetnego',
    ],
    [
      'Przenośne maszyny do automatycznego przetwarzania danych, o …',
      'Przenośne maszyny do automatycznego przetwarzania danych',
    ],
    [
      'Maszyny do obróbki metali skrawaniem i bez skrawania oraz centra obróbkowe wszelkiego rodzaju',
      'Maszyny do obróbki metali skrawaniem i bez skrawania oraz …',
    ],
  ] as const)
    assert.equal(shortName(name), short)
})
