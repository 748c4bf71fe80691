import assert from 'node:assert/strict'

/** Reads a CSV strictly by RFC 4180, every cell quoted: a record for each line below the header, by column. */
export function recordsIn(text: string, separator: ',' | ';'): Record<string, string>[] {
  const lines = text.replace(/^\uFEFF/, '').split('\r\n')
  assert.equal(lines.pop(), '', 'the last line ends like the others')
  const rows = lines.map((line) => {
    assert.match(line, new RegExp(`^"(?:[^"]|"")*"(?:${separator}"(?:[^"]|"")*")*$`))
    const cells = line.match(/"(?:[^"]|"")*"/g) ?? []
    return cells.map((cell) => cell.slice(1, -1).replaceAll('""', '"'))
  })
  const [header = [], ...records] = rows
  return records.map((cells) => {
    assert.equal(cells.length, header.length)
    return Object.fromEntries(header.map((name, at) => [name, cells[at] ?? '']))
  })
}
