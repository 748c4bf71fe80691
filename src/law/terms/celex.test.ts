import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readActNumber } from './celex.ts'

const ACTS = ['32014R0833', '32014R0960', '32022R0328', '32024R1745', '32025R2033'].map((celex) => ({ celex }))

test('an act is found by its CELEX number and by the number that people write', () => {
  const found: Record<string, string | undefined> = {
    '32024R1745': '32024R1745',
    'celex:32024r1745': '32024R1745',
    '2024/1745': '32024R1745',
    ' (UE) 2024/1745 ': '32024R1745',
    '2022/328': '32022R0328',
    '2025/2033': '32025R2033',
    '833/2014': '32014R0833',
    'nr 960/2014': '32014R0960',
    '2024/1746': undefined,
    '1745': undefined,
    '32024R17450': undefined,
    act: undefined,
    '': undefined,
  }
  for (const [text, celex] of Object.entries(found)) assert.equal(readActNumber(text, ACTS), celex, text)
})
