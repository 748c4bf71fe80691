import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { decodeNameModel, encodeNameModel, type NameModel, type WeightTable } from './name-model.ts'

const pack = (model: NameModel) => gzipSync(encodeNameModel(model))
const table = (classes: number): WeightTable => ({
  hashes: Uint32Array.of(5, 9, 4_000_000_000),
  starts: Uint32Array.of(0, 2, 2, 3),
  classes: Uint16Array.of(0, 1, 1),
  weights: Int8Array.of(-127, 3, 127),
  scale: 0.025,
  bias: Float32Array.from({ length: classes }, (_, at) => at / 2),
})

const MODEL: NameModel = {
  headings: ['0101', '8471'],
  subheadings: ['010121', '847130', '847141'],
  scales: { word: 1, pair: 1, start: 1, characters: 2 },
  temperature: 1.25,
  trust: 0.9,
  subheadingTemperature: 1,
  ofHeadings: table(3),
  ofChapters: {
    ...{ starts: Uint32Array.of(0, 1, 1, 3), classes: Uint16Array.of(2, 0, 1) },
    ...{ weights: Int8Array.of(7, -7, 127), scale: 0.5 },
  },
  ofSubheadings: table(3),
}

test('a model is the same after it was written and read, wherever its bytes begin', () => {
  const bytes = pack(MODEL)
  for (const offset of [0, 1, 3]) {
    const moved = Buffer.concat([Buffer.alloc(offset), bytes]).subarray(offset)
    assert.deepEqual(decodeNameModel(moved), MODEL)
  }
})

test('a model that is damaged in any way is a mistake, and never read past its end', () => {
  const bytes = encodeNameModel(MODEL)
  const told = (change: (copy: Buffer) => Buffer) => decodeNameModel(gzipSync(change(Buffer.from(bytes))))
  assert.equal(
    told((copy) => copy.subarray(0, copy.length - 8)),
    'it is cut short',
  )
  assert.equal(
    told((copy) => Buffer.concat([copy, Buffer.alloc(8)])),
    'there is more in it than its first line says',
  )
  assert.equal(
    told(() => Buffer.from('not a model\n')),
    'its first line is not JSON',
  )
  assert.equal(
    told(() => Buffer.from('null\n')),
    'not of the format "cn-sanctions name model 2"',
  )
  assert.equal(
    told(() => Buffer.alloc(0)),
    'its first line is not JSON',
  )
  const unpacked = (file: Uint8Array) => String(decodeNameModel(file))
  assert.match(unpacked(pack(MODEL).subarray(0, 60)), /^it cannot be unpacked/)
  assert.match(unpacked(Buffer.from('not a model\n')), /^it cannot be unpacked/)
  assert.match(unpacked(gzipSync(Buffer.alloc(40_000_000))), /^it cannot be unpacked/)
})

test('what an answer relies on is checked: order of features and classes, classes that exist, numbers', () => {
  const told = (change: Partial<WeightTable>) =>
    decodeNameModel(pack({ ...MODEL, ofHeadings: { ...MODEL.ofHeadings, ...change } }))
  assert.equal(told({ hashes: Uint32Array.of(9, 5, 10) }), 'its features are not in order')
  assert.equal(told({ classes: Uint16Array.of(1, 1, 1) }), 'the classes of a feature are not in order')
  assert.equal(told({ classes: Uint16Array.of(1, 0, 1) }), 'the classes of a feature are not in order')
  assert.equal(told({ classes: Uint16Array.of(0, 1, 3) }), 'it has a weight for a class that it does not name')
  assert.equal(told({ bias: Float32Array.of(0, Number.NaN, 0) }), 'a bias is no number')
  const chapters = (change: Partial<NameModel['ofChapters']>) =>
    decodeNameModel(pack({ ...MODEL, ofChapters: { ...MODEL.ofChapters, ...change } }))
  assert.equal(chapters({ classes: Uint16Array.of(3, 0, 1) }), 'it has a weight for a class that it does not name')
  assert.equal(chapters({ starts: Uint32Array.of(0, 1, 3) }), 'its chapters have other features than its headings')
  assert.equal(
    decodeNameModel(pack({ ...MODEL, headings: ['8471', '0101'] })),
    'its codes are not headings and subheadings in order',
  )
  assert.equal(decodeNameModel(pack({ ...MODEL, temperature: 0 })), 'a temperature or scale is not a number above 0')
})
