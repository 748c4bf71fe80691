import { type Block, textsOf } from './act-blocks.ts'
import { ActError } from './act-error.ts'
import { articleNamedIn } from './amended-article.ts'
import { type Amendment, changeAnnexes } from './change-annexes.ts'
import { type Findings, folderOf, placeOf, type Scope } from './findings.ts'
import { readApplication } from './first-day.ts'
import { type Instruction, readInstruction } from './instruction.ts'
import { beginsQuoted, endsQuoted, isPunctuation } from './quotation.ts'

/** Reads the instructions of an article or annex, with the quoted text that belongs to each. */
export function readChanges(blocks: readonly Block[], scope: Scope, found: Findings): void {
  let here = scope
  let at = 0
  while (at < blocks.length) {
    const block = blocks[at]!
    if (block.kind === 'text' && isPunctuation(block.text)) at++
    else if (block.kind === 'point' && !beginsQuoted(block.label)) {
      readChanges(block.blocks, { ...here, path: [...here.path, pathOf(block.label)] }, found)
      at++
    } else if (block.kind === 'text' && !beginsQuoted(block.text)) {
      ;({ scope: here, at } = readSentence(blocks, at, here, found))
    } else at = readBareQuotation(blocks, at, here, found)
  }
}

const pathOf = (label: string): string => (/^[—–•-]$/.test(label) ? 'indent' : `point ${label}`)

interface Next {
  readonly scope: Scope
  readonly at: number
}

function readSentence(blocks: readonly Block[], at: number, here: Scope, found: Findings): Next {
  const block = blocks[at]!
  const text = block.kind === 'text' ? block.text : ''
  const instruction = readInstruction(text)
  if (instruction?.kind === 'applies') {
    found.applications.push(readApplication(text, here.path))
    return { scope: here, at: at + 1 }
  }
  const scope = instruction ? aimAt(here, instruction) : here
  if (isAboutArticle(instruction, here, text)) return readArticle(blocks, at, { ...scope, annexes: [] }, found)
  if (instruction === null) {
    const isHeading = block.kind === 'text' && block.heading !== null && !/\d{4}/.test(text)
    if (isHeading) return { scope: here, at: at + 1 }
    throw new ActError('an instruction that was not understood', placeOf(here, block.line), text)
  }
  if (instruction.heldIn) {
    for (const number of instruction.heldIn) {
      const { annexes, operation } = instruction
      const before = found.delegations.get(number) ?? []
      found.delegations.set(number, [...before, { scope, annexes: heldBy(number, instruction, annexes), operation }])
    }
    return { scope: here, at: at + 1 }
  }
  if (instruction.kind === 'amend') return { scope, at: at + 1 }
  const technical = instruction.technical || scope.technical
  return { scope: here, at: readChange(blocks, at, { ...instruction, technical }, scope, found) }
}

/** "Annexes III and IV are replaced by the texts in Annexes I and II": each by its own. */
const heldBy = (number: string, { heldIn }: Instruction, annexes: readonly string[]): readonly string[] =>
  heldIn!.length > 1 && heldIn!.length === annexes.length ? [annexes[heldIn!.indexOf(number)]!] : annexes

/** What the sentences and points below are about, after this sentence. */
function aimAt(here: Scope, { act, annexes, technical, kind, subject, text }: Instruction): Scope {
  const regime = act === null ? here.regime : (here.regimes.find((one) => one.act === act) ?? 'other')
  const isArticle = annexes.length === 0 && subject === 'article'
  return {
    ...here,
    regime,
    annexes: annexes.length > 0 ? annexes : isArticle ? [] : here.annexes,
    article: isArticle ? (articleNamedIn(text) ?? here.article ?? '') : annexes.length > 0 ? null : here.article,
    amending: here.amending || kind === 'amend' || kind === 'change',
    technical: annexes.length > 0 && annexes.join() !== here.annexes.join() ? technical : here.technical || technical,
  }
}

/** The sentence changes an article, or is a provision of the act itself. */
function isAboutArticle(instruction: Instruction | null, here: Scope, text: string): boolean {
  if (instruction === null)
    return here.article !== null || (!here.amending && !/\bAnnex/.test(text.replace(/[‘“].*[’”]/, '')))
  const { annexes, subject, kind } = instruction
  if (annexes.length > 0 || instruction.heldIn !== null) return false
  if (here.article !== null) return subject !== 'annex' || kind === 'begun' || kind === 'ended'
  if (kind === 'amend' && subject === null) return false
  return (
    here.annexes.length === 0 &&
    here.declared === null &&
    (subject === 'article' || subject === 'title' || subject === 'words')
  )
}

/** An amended article is listed for a person; points below a sentence that only opens them are listed one by one. */
function readArticle(blocks: readonly Block[], at: number, scope: Scope, found: Findings): Next {
  const block = blocks[at]!
  const text = block.kind === 'text' ? block.text : ''
  const named = articleNamedIn(text)
  const article = named ?? scope.article
  const next = blocks[at + 1]
  const opens = next?.kind === 'point' && !beginsQuoted(next.label) && /\bamended\b|:$/.test(text)
  if (opens && scope.amending) return { scope: { ...scope, article: article ?? '' }, at: at + 1 }
  let end = at + 1
  while (end < blocks.length && !endsArticle(blocks[end]!, scope)) end++
  const isFormula = /\bshall enter into force\b|\bshall be binding in its entirety\b/.test(text)
  if (!isFormula) {
    const payload = blocks.slice(at + 1, end)
    found.articles.push({ regime: folderOf(scope), path: scope.path, article, instruction: text, blocks: payload })
  }
  return { scope: { ...scope, article: scope.article }, at: end }
}

/** The next sentence that changes an annex, or applies a provision, ends the text of an article. */
function endsArticle(block: Block, scope: Scope): boolean {
  if (block.kind !== 'text' || beginsQuoted(block.text)) return false
  const instruction = readInstruction(block.text)
  if (instruction === null) return !scope.amending
  return (
    instruction.kind === 'applies' || instruction.heldIn !== null || !isAboutArticle(instruction, scope, block.text)
  )
}

/** A change of an annex with the quoted text that follows; returns where it ends. */
function readChange(
  blocks: readonly Block[],
  at: number,
  instruction: Instruction,
  scope: Scope,
  found: Findings,
): number {
  const { line } = blocks[at]!
  const common = { scope, line, needsTitle: false }
  if (instruction.kind === 'begun') return readBegun(blocks, at, instruction, common, found)
  const { operation } = instruction
  if (instruction.kind === 'ended' || !operation)
    throw new ActError('a verb without what it is about', placeOf(scope, line), instruction.text)
  const takesText = operation !== 'deleted' || /:\s*$/.test(instruction.text)
  const end = takesText && instruction.inline === null ? quotationEnd(blocks, at + 1, scope) : at + 1
  changeAnnexes({ ...common, instruction, operation, quoted: blocks.slice(at + 1, end), instead: [] }, found)
  return end
}

/** "The following entry:" with its rows, "is replaced by the following:" with others. */
function readBegun(
  blocks: readonly Block[],
  at: number,
  instruction: Instruction,
  common: Pick<Amendment, 'scope' | 'line' | 'needsTitle'>,
  found: Findings,
): number {
  const { scope } = common
  const middle = quotationEnd(blocks, at + 1, scope)
  const verb = blocks[middle]
  const ended = verb?.kind === 'text' ? readInstruction(verb.text) : null
  if (ended?.kind !== 'ended' || !ended.operation)
    throw new ActError('a sentence without its verb', placeOf(scope, common.line), instruction.text)
  const { operation, inline } = ended
  const printed = blocks.slice(at + 1, middle)
  const end = operation === 'deleted' ? middle + 1 : quotationEnd(blocks, middle + 1, scope)
  const texts =
    operation === 'deleted'
      ? { quoted: printed, instead: [] }
      : { quoted: blocks.slice(middle + 1, end), instead: printed }
  changeAnnexes(
    { ...common, ...texts, operation, instruction: { ...instruction, kind: 'change', operation, inline } },
    found,
  )
  return end
}

/** Where the quoted text ends: at the next instruction. One inside an open quotation belongs to neither. */
function quotationEnd(blocks: readonly Block[], from: number, scope: Scope): number {
  let closed = true
  for (let at = from; at < blocks.length; at++) {
    const block = blocks[at]!
    if (instructs(block)) {
      if (closed) return at
      if (block.kind === 'text')
        throw new ActError('an instruction inside an open quotation', placeOf(scope, block.line), block.text)
    }
    const last = textsOf([block]).at(-1) ?? ''
    if (endsQuoted(last)) closed = true
    else if (!isPunctuation(last)) closed = false
  }
  return blocks.length
}

/** Behind quoted text only a sentence that surely instructs ends it. */
function instructs(block: Block): boolean {
  if (block.kind === 'table') return false
  if (block.kind === 'point') {
    const [first] = block.blocks
    return !beginsQuoted(block.label) && first !== undefined && instructs(first)
  }
  if (beginsQuoted(block.text)) return false
  const instruction = readInstruction(block.text)
  if (instruction === null) return false
  const { kind, heldIn, operation, inline } = instruction
  if (kind === 'applies') return /^(?:this|that|points?)\b/i.test(block.text)
  return /:\s*$/.test(block.text) || heldIn !== null || operation === 'deleted' || inline !== null
}

/** Quoted text without an instruction of its own: the article that refers to this annex of the act has it. */
function readBareQuotation(blocks: readonly Block[], at: number, scope: Scope, found: Findings): number {
  const block = blocks[at]!
  const { declared } = scope
  const text = textsOf([block]).join(' ')
  if (!declared) throw new ActError('quoted text without an instruction', placeOf(scope, block.line), text)
  const operation = declared.operation ?? 'replaced'
  const instruction: Instruction = {
    kind: 'change',
    operation,
    act: null,
    annexes: declared.annexes,
    heldIn: null,
    subject: 'annex',
    codes: null,
    technical: false,
    inline: null,
    text,
  }
  const needsTitle = declared.operation === null
  const { line } = block
  changeAnnexes({ instruction, operation, quoted: blocks.slice(at), instead: [], needsTitle, scope, line }, found)
  return blocks.length
}
