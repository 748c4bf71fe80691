import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { progressLine, progressOn } from './progress.ts'

/** A stream that remembers; a terminal of 60 columns if asked. */
function stream(isTTY: boolean): NodeJS.WriteStream & { text(): string } {
  const written: string[] = []
  const into = new Writable({
    write: (piece, _, done) => {
      written.push(String(piece))
      done()
    },
  })
  return Object.assign(into, { isTTY, columns: 60, text: () => written.join('') }) as never
}

test('a bar shows the share and the size, or the size alone while the whole is not known', () => {
  assert.equal(
    progressLine('Reading', 41_250_000, 165_000_000),
    'Reading  ██████░░░░░░░░░░░░░░░░░░  25 %  41.3 MB of 165.0 MB',
  )
  assert.equal(progressLine('eng', 1_500_000, null), 'eng  1.5 MB')
  assert.equal(progressLine('Asking about 833-2014', 0, null), 'Asking about 833-2014 …')
  assert.match(progressLine('x', 9, 3), /100 %/)
})

test('a pipe hears nothing', () => {
  const pipe = stream(false)
  const progress = progressOn(pipe, () => 0)
  progress.update('Reading', 1, 2)
  progress.end()
  assert.equal(pipe.text(), '')
})

test('a terminal is drawn on ten times a second at most, within its width, and left clean', () => {
  const terminal = stream(true)
  let now = 0
  const progress = progressOn(terminal, () => now)
  for (; now < 1000; now += 10) progress.update('A label that is longer than the whole terminal is wide', now, 1000)
  const lines = terminal.text().split('\r').filter(Boolean)
  assert.equal(lines.length, 10)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what clears the line is not shown
  assert.ok(lines.every((line) => line.replace(/\u001b\[K/, '').length < 60))
  progress.end()
  progress.end()
  assert.ok(terminal.text().endsWith('\r\u001b[K'))
})
