import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { LawError } from '../../law/read/mistakes.ts'
import { inline, quoted, YamlEdit } from './yaml-edit.ts'

/** Odd but valid: comments, folded texts, quotes of both kinds, other indentation, a value left out. */
const TEXT = `# Head
"acts":
    - celex: A   # first
      what: >-
        a folded
        text
      list: [ x,  y ] # two
      status: 'pending'
    # about B
    - celex: B
      empty:
      deep:
        - en: "one"
        - en: "two"

rest: {a: 1}
last: yes`

const edit = (change: (yaml: YamlEdit) => void, text = TEXT): string => {
  const yaml = new YamlEdit({ file: 'law/acts.yaml', text })
  change(yaml)
  return yaml.toString()
}
const itemOf = (yaml: YamlEdit, celex: string) => yaml.items('acts').find((item) => item.get('celex') === celex)!

test('every file of law/ that is not edited keeps its bytes', () => {
  const law = join(import.meta.dirname, '..', '..', '..', 'law')
  for (const path of globSync('{acts,counts,*/regime,*/annexes}.yaml', { cwd: law })) {
    const text = readFileSync(join(law, path), 'utf8')
    assert.equal(
      edit(() => {}, text),
      text,
      path,
    )
  }
})

test('a value is replaced alone, whatever stands around it; the same value is not touched', () => {
  assert.equal(
    edit((yaml) => {
      const [a, b] = [itemOf(yaml, 'A'), itemOf(yaml, 'B')]
      yaml.set(a, 'status', 'worked_in')
      yaml.set(a, 'list', inline(['z']))
      yaml.set(a, 'celex', 'A')
      yaml.set(a, 'what', quoted('short: text'))
      yaml.set(b, 'empty', 7)
      yaml.set(yaml.map('rest'), 'a', 2)
    }),
    TEXT.replace("'pending'", 'worked_in')
      .replace('[ x,  y ]', '[z]')
      .replace('>-\n        a folded\n        text', '"short: text"')
      .replace('empty:', 'empty: 7')
      .replace('{a: 1}', '{a: 2}'),
  )
})

test('keys and items come on lines of their own, with the indentation of their neighbours', () => {
  assert.equal(
    edit((yaml) => {
      yaml.insertAfter(itemOf(yaml, 'A'), 'what', 'mark', 'M1')
      yaml.insertItem(['acts'], itemOf(yaml, 'A'), { celex: 'A1', title: { pl: quoted('x') } })
      yaml.insertItem(['acts'], itemOf(yaml, 'A'), { celex: 'A2' })
      yaml.insertItem(['acts'], null, { celex: '0' })
    }),
    TEXT.replace('    - celex: A ', '    - celex: "0"\n    - celex: A ')
      .replace('        text\n', '        text\n      mark: M1\n')
      .replace('    # about B', '    - celex: A1\n      title:\n        pl: "x"\n    - celex: A2\n    # about B'),
  )
})

test('keys and items leave with their lines, and an emptied list with its key', () => {
  assert.equal(
    edit((yaml) => yaml.removeItems(itemOf(yaml, 'B'), 'deep', (item) => item.get('en') === 'one')),
    TEXT.replace('        - en: "one"\n', ''),
  )
  assert.equal(
    edit((yaml) => {
      yaml.removeItems(itemOf(yaml, 'B'), 'deep', () => true)
      yaml.remove(itemOf(yaml, 'A'), 'what')
      yaml.remove(itemOf(yaml, 'A'), 'not there')
      yaml.removeItems(yaml.map(), 'acts', () => false)
    }),
    TEXT.replace(/ {6}deep:\n.*\n.*\n/, '').replace(/ {6}what: .*\n.*\n.*\n/, ''),
  )
  assert.equal(
    edit((yaml) => yaml.removeItems(yaml.map(), 'acts', (item) => item.get('celex') === 'A')),
    TEXT.replace(/ {4}- celex: A[\s\S]*(?= {4}# about B)/, ''),
  )
})

test('what is not written as expected is an error of law/ with its file, never a wrong edit', () => {
  for (const [change, text] of [
    [(yaml: YamlEdit) => yaml.set(yaml.map(), 'none', 1), TEXT],
    [(yaml: YamlEdit) => yaml.map('rest', 'b'), TEXT],
    [(yaml: YamlEdit) => yaml.set(yaml.map(), 'acts', 1), TEXT],
    [(yaml: YamlEdit) => yaml.insertItem(['acts'], null, { celex: 'A' }), 'acts: []\n'],
    [(yaml: YamlEdit) => yaml.insertItem(['acts'], null, { celex: 'A' }), 'acts: [{celex: B}]\n'],
    [(yaml: YamlEdit) => yaml.insertAfter(yaml.map('rest'), 'a', 'b', 1), 'rest: {a: 1, c: 2}\n'],
    [(yaml: YamlEdit) => yaml.remove(yaml.map('rest'), 'a'), 'rest: {a: 1, c: 2}\n'],
    [() => {}, 'a: [\n'],
  ] as const) {
    assert.throws(
      () => edit(change, text),
      (error) => error instanceof LawError && error.mistakes[0]?.file === 'law/acts.yaml',
      `${change}`,
    )
  }
})
