import { annexKey } from '../../law/terms/annex-name.ts'
import type { GoodsRow } from '../page/goods-table.ts'
import { type Block, textsOf } from './act-blocks.ts'
import { ActError, printPlace } from './act-error.ts'
import { ANNEX_TITLE } from './act-names.ts'
import { type AnnexChange, type Findings, folderOf, type KnownRegime, placeOf, type Scope } from './findings.ts'
import type { Instruction, Operation } from './instruction.ts'
import { isPunctuation } from './quotation.ts'
import { goodsOf, mayNameGoods } from './quoted-goods.ts'

/** An instruction with its text. */
export interface Amendment {
  readonly instruction: Instruction
  readonly operation: Operation
  readonly quoted: readonly Block[]
  /** What the quoted text takes the place of, where the act prints it. */
  readonly instead: readonly Block[]
  /** Only the title of an annex says that the quoted text is that annex. */
  readonly needsTitle: boolean
  readonly scope: Scope
  readonly line: number
}

/** A quoted annex with its title, or quoted text without one. */
interface Piece {
  readonly title: string | null
  readonly blocks: readonly Block[]
}

/** Finds out which annexes the quoted text belongs to, and notes what the instruction does to each. */
export function changeAnnexes(amendment: Amendment, found: Findings): void {
  const { instruction, quoted, scope } = amendment
  const { regime } = scope
  const named = instruction.annexes.length > 0 ? instruction.annexes : scope.annexes
  if (regime === 'other') {
    found.notRead.push(notReadOf(amendment, named.join(', ') || null))
    return
  }
  if (regime === null) throw refusal(amendment, 'which regulation is amended is not said')
  const annexes = named.map((annex) => nameOf(regime, annex))
  const pieces = piecesOf(quoted)
  const titles = pieces.map(({ title }) => title && nameOf(regime, title))
  checkTitles(amendment, regime, annexes, titles)
  if (pieces.length === 0) {
    if (annexes.length === 0) throw refusal(amendment, 'which annex is meant is not said')
    for (const annex of annexes) changeAnnex(amendment, regime, annex, [], found)
  }
  for (const [at, { blocks }] of pieces.entries()) {
    const title = titles[at] ?? null
    const meant = title === null ? annexes : [title]
    if (meant.length === 0 || (meant.length > 1 && instruction.subject === 'annex'))
      throw refusal(amendment, 'which annex is meant is not said')
    for (const annex of meant) changeAnnex(amendment, regime, annex, blocks, found)
  }
}

/** The instruction, the titles of quoted annexes and what an article says of this text must name the same annexes. */
function checkTitles(
  amendment: Amendment,
  regime: KnownRegime,
  annexes: readonly string[],
  titles: readonly (string | null)[],
): void {
  const { instruction, scope, needsTitle } = amendment
  const declared = scope.declared?.annexes.map((annex) => nameOf(regime, annex))
  if (declared && !declared.some((annex) => annexes.includes(annex)))
    throw refusal(amendment, `an article says that Annex ${declared.join(', ')} is meant`)
  if (needsTitle && titles.includes(null)) throw refusal(amendment, 'quoted text without an instruction')
  const stranger = titles.find((title) => title !== null && annexes.length > 0 && !annexes.includes(title))
  if (stranger) throw refusal(amendment, `Annex ${stranger} is quoted, not Annex ${annexes.join(', ')}`)
  const isWhole = instruction.subject === 'annex' && titles.some((title) => title !== null)
  const missing = isWhole && annexes.find((annex) => !titles.includes(annex))
  if (missing) throw refusal(amendment, `the text of Annex ${missing} does not follow`)
}

/** What the instruction does to one annex. Where goods may be meant that were not understood, the act is refused. */
function changeAnnex(
  amendment: Amendment,
  regime: KnownRegime,
  annex: string,
  quoted: readonly Block[],
  found: Findings,
): void {
  const { instruction, operation, line, scope } = amendment
  const { subject, codes } = instruction
  const known = regime.annexes.get(annex)
  // Lists of names, ships and banks have forms of their own, and their numbers are no codes.
  const mayList = known !== undefined || (operation === 'added' && subject === 'annex')
  const blocks = instruction.inline === null ? quoted : inlineRow(instruction.inline, line)
  const rows = blocks.length > 0 ? goodsIn(amendment, blocks, annex, mayList) : []
  if (rows.length === 0 && mayList && mayNameGoods(blocks))
    throw refusal(amendment, `Annex ${annex}: goods that were not understood`)
  const extent = rows.length > 0 ? extentOf(instruction) : extentWithoutRows(amendment, blocks, known)
  if (typeof extent === 'object') {
    if (extent) throw refusal(amendment, `Annex ${annex}: ${extent.refused}`)
    found.notRead.push(notReadOf(amendment, annex))
    return
  }
  const isWords = subject === 'words' || (subject === 'title' && operation !== 'added')
  if (rows.length > 0 && isWords) throw refusal(amendment, `Annex ${annex}: goods where words were expected`)
  const instead = rows.length > 0 ? insteadOf(amendment, annex) : []
  found.changes.push({
    regime: regime.folder,
    annex,
    operation,
    extent,
    rows,
    codes: codes ?? [],
    instead,
    instruction: instruction.text,
    paths: [scope.path, ...scope.via],
  })
}

const extentOf = ({ subject }: Instruction): AnnexChange['extent'] =>
  subject === 'annex' || subject === 'part' ? subject : 'rows'

/** How far an instruction without rows goes; null where it changes no goods by their codes, and otherwise why it is refused. */
function extentWithoutRows(
  { instruction, operation }: Amendment,
  blocks: readonly Block[],
  known: 'coded' | 'described' | undefined,
): AnnexChange['extent'] | { readonly refused: string } | null {
  const { subject, codes } = instruction
  const isTechnical = instruction.technical || textsOf(blocks).some((text) => /\bX\.[A-E]\.[IVX]+\b/.test(text))
  const isCoded = known === 'coded'
  if (operation === 'deleted') {
    if (subject === 'annex' && blocks.length === 0) return known === undefined ? null : 'annex'
    if (codes && isCoded) return 'rows'
    if (!isCoded || isTechnical || subject === 'title') return null
    return { refused: 'what is deleted was not understood' }
  }
  if (blocks.length === 0) return { refused: 'the new text does not follow' }
  if (!isCoded) return null
  if (subject === 'annex' || codes) return { refused: 'no goods were found in its text' }
  if ((subject === 'words' || subject === 'rows') && !isTechnical) return { refused: 'its goods were not found' }
  return null
}

/** The rows that others take the place of, where the act prints them. One of both must be known. */
function insteadOf(amendment: Amendment, annex: string): readonly GoodsRow[] {
  const { instruction, operation, instead } = amendment
  const rows = instead.length > 0 ? goodsOf(instead, annex, placeOf(amendment.scope, amendment.line)) : []
  const isUnknown = operation === 'replaced' && instruction.subject === 'rows' && !instruction.codes
  if (rows.length === 0 && (isUnknown || instead.length > 0))
    throw refusal(amendment, `Annex ${annex}: which rows are replaced was not understood`)
  return rows
}

function goodsIn(amendment: Amendment, blocks: readonly Block[], annex: string, mayList: boolean): readonly GoodsRow[] {
  try {
    return goodsOf(blocks, annex, placeOf(amendment.scope, amendment.line))
  } catch (error) {
    if (mayList || !(error instanceof ActError)) throw error
    return []
  }
}

const refusal = ({ scope, line, instruction }: Amendment, what: string): ActError =>
  new ActError(what, placeOf(scope, line), instruction.text)

const notReadOf = ({ scope, line, instruction }: Amendment, annex: string | null): Findings['notRead'][number] => ({
  regime: folderOf(scope),
  annex,
  place: printPlace(placeOf(scope, line)),
  what: instruction.text.replace(/[\s:;.]+$/, ''),
})

/** The row that a sentence quotes: "‘2901 Acyclic hydrocarbons’". */
function inlineRow(text: string, line: number): Block[] {
  const [, code = '', goods = ''] = /^((?:ex\s*)?\d{4}(?:\s?\d{2}){0,3})\s+(\p{L}.*)$/iu.exec(text) ?? []
  return [{ kind: 'text', text: code === '' ? text : `${goods} (CN code ${code})`, line, heading: null }]
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
