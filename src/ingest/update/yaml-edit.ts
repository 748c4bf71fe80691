import { isDeepStrictEqual } from 'node:util'
import {
  Document,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  Scalar,
  stringify,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { lawErrorAt } from '../../law/read/mistakes.ts'

/** A file of `law/`. */
export interface LawFile {
  readonly file: string
  readonly text: string
}

/** A text that is written in double quotes, as `law/` writes titles. */
export function quoted(text: string): Scalar {
  const scalar = new Scalar(text)
  scalar.type = 'QUOTE_DOUBLE'
  return scalar
}

/** A list on one line, `[a, b]`. */
export function inline(list: readonly unknown[]): YAMLSeq {
  const { contents } = new Document(list)
  if (!isSeq(contents)) throw new TypeError('a list is needed')
  contents.flow = true
  return contents
}

/** As files of `law/` are written. */
const FORMAT = { lineWidth: 0, flowCollectionPadding: false } as const

/**
 * Edits a YAML file with the smallest diff. The library's own printing would re-fold long texts, so the text is spliced at
 * the ranges of the nodes that are edited, and every other byte stays. The parsed document is edited in parallel, and
 * `toString` throws unless both mean the same.
 */
export class YamlEdit {
  readonly #file: string
  readonly #text: string
  readonly #document: Document.Parsed
  readonly #splices: { readonly from: number; readonly to: number; readonly text: string }[] = []

  constructor({ file, text }: LawFile) {
    this.#file = file
    this.#text = text
    this.#document = parseDocument(text, { keepSourceTokens: true })
    const [error] = this.#document.errors
    if (error) throw this.#error(error.message)
  }

  /** The map at a path; without a path the file itself. */
  map(...path: readonly string[]): YAMLMap {
    const node = path.length === 0 ? this.#document.contents : this.#document.getIn(path, true)
    return isMap(node) ? node : this.#missing(path)
  }

  /** The maps in the list at a path. */
  items(...path: readonly string[]): YAMLMap[] {
    return this.#list(path).items.filter((item) => isMap(item))
  }

  /** Replaces the value of a key, unless it is the same already. */
  set(map: YAMLMap, key: string, value: unknown): void {
    const old = this.#pair(map, key).value
    const node = this.#document.createNode(value)
    if (isDeepStrictEqual(old?.toJS(this.#document), node.toJS(this.#document))) return
    if (!old?.range || (isCollection(old) && !old.flow)) throw this.#error(`${key} cannot be replaced by itself`)
    const [from, to] = old.range
    const source = this.#text.slice(from, to)
    // An absent value has an empty range right behind the colon; a block text ends with its line break.
    const text = `${source === '' ? ' ' : ''}${stringify(node, FORMAT).trimEnd()}${source.endsWith('\n') ? '\n' : ''}`
    this.#splices.push({ from, to, text })
    // Keeps the place of the value known for `insertAfter`.
    node.range = old.range
    map.set(key, node)
  }

  /** Adds a key on lines of its own behind another key. */
  insertAfter(map: YAMLMap, before: string, key: string, value: unknown): void {
    const anchor = this.#pair(map, before)
    const [start] = this.#rangeOf(anchor.key)
    const node = this.#document.createNode(value)
    const at = this.#linesOf(anchor).to
    this.#splices.push({ from: at, to: at, text: this.#block({ [key]: node }, this.#columnOf(start)) })
    map.items.splice(map.items.indexOf(anchor) + 1, 0, this.#document.createPair(key, node))
  }

  /** Removes a key with its lines, if it is there. */
  remove(map: YAMLMap, key: string): void {
    const pair = map.items.find((one) => isScalar(one.key) && one.key.value === key)
    if (!pair) return
    this.#splices.push({ ...this.#linesOf(pair), text: '' })
    map.delete(key)
  }

  /** Adds an item to a list behind another one, or at its beginning. */
  insertItem(path: readonly string[], after: YAMLMap | null, value: Readonly<Record<string, unknown>>): void {
    const list = this.#list(path)
    const [first] = list.items
    if (!isMap(first)) throw this.#error(`${path.join('.')} is empty`)
    const column = this.#columnOf(this.#dashOf(list, after ?? first))
    const at = after ? this.#endOfLine(this.#rangeOf(after)[2]) : this.#lineStart(this.#dashOf(list, first))
    this.#splices.push({ from: at, to: at, text: this.#block([value], column) })
    // Items that were inserted at the same place before, which have no range, stay in front of this one.
    let index = after ? list.items.indexOf(after) + 1 : 0
    while (isMap(list.items[index]) && !(list.items[index] as YAMLMap).range) index++
    list.items.splice(index, 0, this.#document.createNode(value))
  }

  /** Removes items of a list with their lines; a list that would be empty is removed with its key. */
  removeItems(map: YAMLMap, key: string, unwanted: (item: YAMLMap) => boolean): void {
    const list = this.#pair(map, key).value
    if (!isSeq(list)) throw this.#error(`${key} is no list`)
    const leaving = list.items.filter((item) => isMap(item)).filter(unwanted)
    if (leaving.length === list.items.length) {
      this.remove(map, key)
      return
    }
    for (const item of leaving) {
      const from = this.#lineStart(this.#dashOf(list, item))
      this.#splices.push({ from, to: this.#endOfLine(this.#rangeOf(item)[2]), text: '' })
    }
    list.items = list.items.filter((item) => !leaving.includes(item as YAMLMap))
  }

  /** The edited text; throws if it does not mean what the edited document means. */
  toString(): string {
    // The sort is stable: texts inserted at one place keep their order.
    const splices = this.#splices.toSorted((a, b) => a.from - b.from)
    let text = ''
    let at = 0
    for (const { from, to, text: fresh } of splices) {
      text += this.#text.slice(at, from) + fresh
      // A text inserted where lines are removed has the same offset as they.
      at = Math.max(at, to)
    }
    text += this.#text.slice(at)
    const result = parseDocument(text)
    if (result.errors.length > 0 || !isDeepStrictEqual(result.toJS(), this.#document.toJS())) {
      throw this.#error('it is not written as expected, and editing it would change more than was meant')
    }
    return text
  }

  #list(path: readonly string[]): YAMLSeq {
    const node = this.#document.getIn(path, true)
    return isSeq(node) ? node : this.#missing(path)
  }

  #pair(map: YAMLMap, key: string): Pair<Node, Node | null> {
    const pair = map.items.find((one) => isScalar(one.key) && one.key.value === key)
    return isPair<Node, Node | null>(pair) ? pair : this.#missing([key])
  }

  /** The whole lines of a key and its value. */
  #linesOf(pair: Pair<unknown, unknown>): { from: number; to: number } {
    const [from, , keyEnd] = this.#rangeOf(pair.key)
    const end = pair.value === null ? keyEnd : this.#rangeOf(pair.value)[2]
    return { from: this.#lineStart(from), to: this.#endOfLine(end) }
  }

  #rangeOf(node: unknown): readonly [number, number, number] {
    const range = (node as Node | null)?.range
    if (!range) throw this.#error('a value was edited twice')
    return range
  }

  /** Offset of the dash in front of an item. */
  #dashOf(list: YAMLSeq, item: YAMLMap): number {
    const token = list.srcToken
    if (token?.type !== 'block-seq') throw this.#error('a list is not written one item a line')
    const start = token.items.find(({ value }) => value === item.srcToken)?.start
    const dash = start?.find(({ type }) => type === 'seq-item-ind')
    if (!dash) throw this.#error('a list is not written one item a line')
    return dash.offset
  }

  #lineStart(offset: number): number {
    return this.#text.lastIndexOf('\n', offset - 1) + 1
  }

  #columnOf(offset: number): number {
    return offset - this.#lineStart(offset)
  }

  #endOfLine(offset: number): number {
    if (this.#text[offset - 1] === '\n') return offset
    const end = this.#text.indexOf('\n', offset)
    return end < 0 ? this.#text.length : end + 1
  }

  #block(value: unknown, column: number): string {
    return stringify(value, FORMAT).replace(/^(?=.)/gm, ' '.repeat(column))
  }

  #missing(path: readonly string[]): never {
    throw this.#error(`${path.join('.')} is missing`)
  }

  #error(what: string): Error {
    return lawErrorAt(this.#file, what)
  }
}
