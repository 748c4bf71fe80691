import { annexKey } from '../../law/terms/annex-name.ts'
import type { GoodsRow } from '../page/goods-table.ts'
import { type Block, textsOf } from './act-blocks.ts'
import { ActError, type ActPlace, printPlace } from './act-error.ts'
import { ANNEX_TITLE } from './act-names.ts'
import { type Findings, type KnownRegime, placeOf, type Scope } from './findings.ts'
import type { Instruction, Operation } from './instruction.ts'
import { isPunctuation } from './quotation.ts'
import { goodsOf, mayNameGoods } from './quoted-goods.ts'

/** A quoted annex with its title, or quoted text without one. */
interface Piece {
  readonly title: string | null
  readonly blocks: readonly Block[]
}

/** Finds out which annexes the quoted text belongs to, and takes note of what the instruction does to each. */
export function changeAnnexes(
  instruction: Instruction,
  quoted: readonly Block[],
  instead: readonly Block[],
  scope: Scope,
  line: number,
  found: Findings,
  needsTitle = false,
): void {
  const place = placeOf(scope, line)
  const refuse = (what: string): never => {
    throw new ActError(what, place, instruction.text)
  }
  const { regime, declared } = scope
  const named = instruction.annexes.length > 0 ? instruction.annexes : scope.annexes
  const note = (annex: string | null) =>
    found.notRead.push({
      regime: regime === null || regime === 'other' ? null : regime.folder,
      annex,
      place: printPlace(place),
      what: instruction.text.replace(/[\s:;.]+$/, ''),
    })
  if (regime === 'other') return void note(named.join(', ') || null)
  if (regime === null) return refuse('which regulation is amended is not said')
  const annexes = named.map((annex) => nameOf(regime, annex))
  if (declared && instruction.annexes.length > 0) {
    const meant = declared.annexes.map((annex) => nameOf(regime, annex))
    if (!annexes.some((annex) => meant.includes(annex))) refuse(`an article says that Annex ${meant.join(', ')} is meant`)
  }
  const pieces = piecesOf(quoted)
  const titles = pieces.flatMap(({ title }) => (title === null ? [] : [nameOf(regime, title)]))
  if (needsTitle && titles.length !== pieces.length) refuse('quoted text without an instruction')
  const stranger = titles.find((title) => annexes.length > 0 && !annexes.includes(title))
  if (stranger !== undefined) refuse(`Annex ${stranger} is quoted, not Annex ${annexes.join(', ')}`)
  if (pieces.length === 0) {
    if (annexes.length === 0) refuse('which annex is meant is not said')
    for (const annex of annexes) changeAnnex(instruction, [], instead, { regime, annex, place, annexes }, found, note)
    return
  }
  const missing = annexes.find((annex) => titles.length > 0 && instruction.subject === 'annex' && !titles.includes(annex))
  if (missing !== undefined) refuse(`the text of Annex ${missing} does not follow`)
  for (const { title, blocks } of pieces) {
    const meant = title === null ? annexes : [nameOf(regime, title)]
    if (meant.length === 0 || (meant.length > 1 && instruction.subject === 'annex'))
      return refuse('which annex is meant is not said')
    for (const annex of meant) changeAnnex(instruction, blocks, instead, { regime, annex, place, annexes }, found, note)
  }
}

interface Target {
  readonly regime: KnownRegime
  readonly annex: string
  readonly place: ActPlace
  readonly annexes: readonly string[]
}

/** What the instruction does to one annex. Where goods may be meant that were not understood, the act is refused. */
function changeAnnex(
  instruction: Instruction,
  quoted: readonly Block[],
  insteadOf: readonly Block[],
  { regime, annex, place }: Target,
  found: Findings,
  note: (annex: string) => void,
): void {
  const refuse = (what: string): never => {
    throw new ActError(`Annex ${annex}: ${what}`, place, instruction.text)
  }
  const known = regime.annexes.get(annex)
  const { subject, codes } = instruction
  const operation: Operation = instruction.operation ?? refuse('it is not said what happens')
  const blocks = instruction.inline === null ? quoted : inlineRow(instruction.inline, place.line)
  const isNew = operation === 'added' && subject === 'annex'
  // Lists of names, ships and banks have forms of their own, and their numbers are no codes.
  const mayList = known !== undefined || isNew
  const rows = blocks.length > 0 ? goodsIn(blocks, annex, place, mayList) : []
  const add = (extent: 'annex' | 'part' | 'rows', instead: readonly GoodsRow[], replaced = codes ?? []) =>
    found.changes.push({
      regime: regime.folder,
      annex,
      operation,
      extent,
      rows,
      codes: replaced,
      instead,
      instruction: instruction.text,
      path: place.path,
    })
  if (rows.length > 0) {
    if (subject === 'words' || (subject === 'title' && operation !== 'added')) refuse('goods where words were expected')
    const instead = insteadOf.length > 0 ? goodsOf(insteadOf, annex, place) : []
    if (insteadOf.length > 0 && instead.length === 0) refuse('what is replaced was not understood')
    if (operation === 'replaced' && subject === 'rows' && instead.length === 0 && !codes) refuse('which rows are replaced was not understood')
    return void add(subject === 'annex' || subject === 'part' ? subject : 'rows', instead)
  }
  if (mayList && mayNameGoods(blocks)) refuse('goods that were not understood')
  const isTechnical = instruction.technical || textsOf(blocks).some((text) => /\bX\.[A-E]\.[IVX]+\b/.test(text))
  const isText = known !== 'coded' || (isTechnical && codes === null)
  if (operation === 'deleted') {
    if (subject === 'annex' && blocks.length === 0) return known === undefined ? note(annex) : void add('annex', [])
    if (codes && known === 'coded') return void add('rows', [])
    if (isText || subject === 'title') return note(annex)
    return refuse('what is deleted was not understood')
  }
  if (blocks.length === 0) refuse('the new text does not follow')
  if (known === 'coded' && subject === 'annex') refuse('no goods were found in its text')
  if (known === 'coded' && subject === 'words' && !isTechnical) refuse('words of an annex with goods change')
  if (known === 'coded' && (codes || (subject === 'rows' && !isTechnical))) refuse('its goods were not found')
  note(annex)
}

function goodsIn(blocks: readonly Block[], annex: string, place: ActPlace, mayList: boolean): readonly GoodsRow[] {
  try {
    return goodsOf(blocks, annex, place)
  } catch (error) {
    if (mayList || !(error instanceof ActError)) throw error
    return []
  }
}

/** The row that a sentence quotes: "‘2901 Acyclic hydrocarbons’". */
function inlineRow(text: string, line: number): Block[] {
  const [, code = '', goods = ''] = /^((?:ex\s*)?\d{4}(?:\s?\d{2}){0,3})\s+(\p{L}.*)$/iu.exec(text) ?? []
  const block = (content: string): Block => ({ kind: 'text', text: content, line, heading: null })
  return [block(code === '' ? text : `${goods} (CN code ${code})`)]
}

/** The quoted text in pieces, one for each title of an annex. */
function piecesOf(quoted: readonly Block[]): Piece[] {
  const pieces: { title: string | null; blocks: Block[] }[] = []
  for (const block of quoted) {
    const title = block.kind === 'text' ? ANNEX_TITLE.exec(block.text)?.[1] : undefined
    if (title !== undefined) pieces.push({ title, blocks: [] })
    else if (pieces.length > 0) pieces.at(-1)!.blocks.push(block)
    else if (textsOf([block]).some((text) => !isPunctuation(text))) pieces.push({ title: null, blocks: [block] })
  }
  return pieces
}

/** The annex as law/ names it. */
function nameOf({ annexes }: KnownRegime, printed: string): string {
  if (annexes.has(printed)) return printed
  return [...annexes.keys()].find((annex) => annexKey(annex) === annexKey(printed)) ?? printed
}
