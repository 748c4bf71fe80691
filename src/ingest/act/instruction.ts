import { readCodes } from '../page/printed-code.ts'
import { ANNEXES, ANNEXES_BY_ENDS, actNamedIn, HELD_IN, numbersIn, OWN_ANNEXES, withoutActs } from './act-names.ts'
import { beginsQuoted, maskQuotations } from './quotation.ts'

export type Operation = 'added' | 'replaced' | 'deleted'

/** What an instruction is about, as far as its words say. */
type Subject =
  | 'annex'
  | 'part'
  | 'rows'
  /** A title, a heading that may be one of a table, a note: no goods, unless the quoted text has some. */
  | 'title'
  /** Single words of the text. */
  | 'words'
  /** Articles, paragraphs, points of the enacting terms. */
  | 'article'

export interface Instruction {
  /**
   * - `amend`: others follow, below it
   * - `change`: it changes something
   * - `begun`: "The following entry:", whose verb comes behind the quoted text
   * - `ended`: "is replaced by the following:", that verb
   * - `applies`: from which day another instruction applies
   */
  readonly kind: 'amend' | 'change' | 'begun' | 'ended' | 'applies'
  /** Null for `amend`, `begun` and `applies`. */
  readonly operation: Operation | null
  /** CELEX number of the act that is amended, where the sentence names it. */
  readonly act: string | null
  /** Annexes of the amended act. */
  readonly annexes: readonly string[]
  /** Annexes of the amending act that hold the text; `['']` for its only annex; null when the text follows. */
  readonly heldIn: readonly string[] | null
  readonly subject: Subject | null
  /** Codes that the sentence names as what it deletes or replaces; null when it names anything else there. */
  readonly codes: readonly NamedCode[] | null
  /** The place is technical text ("Category", "X.A.I.003"), which lists no codes. */
  readonly technical: boolean
  /** The new text stands in the sentence itself. */
  readonly inline: string | null
  readonly text: string
}

export interface NamedCode {
  readonly digits: string
  readonly ex: boolean
}

const VERB =
  /\b(?:(?:is|are|shall be)\s+(?:hereby\s+)?)(added|inserted|replaced|substituted|deleted|removed|repealed|amended)\b/g
const OPERATIONS: Readonly<Record<string, Operation>> = {
  added: 'added',
  inserted: 'added',
  replaced: 'replaced',
  substituted: 'replaced',
  deleted: 'deleted',
  removed: 'deleted',
  repealed: 'deleted',
}

const ROWS =
  /\b(?:rows?|entr(?:y|ies)|lines?|items?|codes?|subheadings?|positions?|products?|goods|category of (?:items|goods|products))\b/i
const PART = /\b(?:parts?|tables?|categor(?:y|ies)|subcategor(?:y|ies)|sections?|lists?|points?|column)\b/i
const TITLE = /\b(?:titles?|headings?|(?:foot)?notes?|introductory (?:wording|phrase|part|sentence|words))\b/i
const WORDS = /\b(?:words?|phrase|terms?|expression|reference|sentence|figure|number|date|amount|indent)\b/i
const ARTICLE =
  /^(?:in\s+)?(?:the\s+)?(?:following\s+|introductory\s+wording\s+of\s+|first\s+|second\s+|third\s+|last\s+)*(?:articles?|paragraphs?|subparagraphs?|points?|recitals?|chapters?|titles?|sentences?|introductory|definitions?)\b/i
const TECHNICAL = /\bX\.[A-E]\.|\bcategory\s+[IVX]+\b|\b(?:technical\s+)?note\b/i
/** Numbers that stand where codes would; a number of two digits is a chapter only when it says so. */
const CODE = /(?:\bex\s*)?\b(?:chapters?\s+\d{1,2}|\d{4}(?:\s?\d{2}){0,3})\b/gi
const NAMES_OF_CODES =
  /\b(?:the|following|rows?|entr(?:y|ies)|lines?|items?|goods|products?|(?:cn|hs|taric|tariff|customs)|codes?|headings?|subheadings?|positions?|numbers?|for|of|on|with|to|under|falling|relating|concerning|regarding|related|corresponding|referring|listed|classified|and|or|respectively|in|all|that|which|table|annex|this)\b/gi

/** Reads a sentence of an amending act; null when it is none that instructs. */
export function readInstruction(sentence: string): Instruction | null {
  if (beginsQuoted(sentence)) return null
  const { masked, quoted } = maskQuotations(sentence.replace(/\s+/g, ' ').trim())
  const text = withoutActs(masked)
  const act = actNamedIn(masked)
  const applies = /\bshall apply\b/i.test(text) && !/:$/.test(text)
  const base = { act, technical: TECHNICAL.test(sentence), text: sentence, inline: null }
  const nothing = { operation: null, annexes: [], heldIn: null, subject: null, codes: null }
  if (applies) return { ...base, ...nothing, kind: 'applies' }
  const own = OWN_ANNEXES.exec(text) ?? HELD_IN.exec(text)
  const held = own ? numbersIn(own[1]) : null
  const heldIn = held && (held.length > 0 ? held : [''])
  const free = own ? text.replace(own[0], ' ¶ ') : text
  if (OWN_ANNEXES.test(free) || ANNEXES_BY_ENDS.test(free)) return null
  const verbs = [...free.matchAll(VERB)]
  const operations = new Set(verbs.map(([, verb = '']) => (verb === 'amended' ? 'amended' : OPERATIONS[verb]!)))
  const [verb] = verbs
  if (!verb) return withoutVerb(free, { ...base, ...nothing, heldIn })
  if (operations.size !== 1) return null
  const before = free.slice(0, verb.index).trim()
  const behind = free.slice(verb.index + verb[0].length)
  const [operation] = operations
  const { annexes, rest } = targetsOf(before, behind)
  if (operation === 'amended')
    return { ...base, ...nothing, kind: 'amend', annexes, heldIn, subject: subjectOf(rest, annexes) }
  const change = { ...base, operation: operation as Operation, annexes, heldIn }
  if (before === '') return { ...change, kind: 'ended', subject: null, codes: null, inline: inlineOf(behind, quoted) }
  const subject = subjectOf(rest, annexes)
  if (subject === null) return null
  // "the following CN codes are deleted: 8504 32 and 8504 33"
  const listed = /^\s*:(.*\w.*)$/.exec(behind)?.[1] ?? ''
  return {
    ...change,
    kind: 'change',
    subject,
    codes: operation === 'added' ? null : codesOf(operation === 'deleted' ? `${rest} ${listed}` : rest, quoted),
    inline: operation === 'deleted' ? null : inlineOf(behind, quoted),
  }
}

/** "In Annex XXIII:" and "The following entries:". */
function withoutVerb(text: string, base: Omit<Instruction, 'kind'>): Instruction | null {
  const isObject = /^the (?:following )?(?:rows?|entr(?:y|ies)|lines?|items?)$/i.test(text)
  if ((!/[:,]$/.test(text) && !isObject) || text.length > 400) return null
  const { annexes, rest } = targetsOf(text.replace(/[:,]$/, ''), '')
  const subject = subjectOf(rest, annexes)
  if (
    /^(?:in [^:]*,\s*)?the (?:following )?(?:\S+ )?(?:rows?|entr(?:y|ies)|lines?|items?|tables?|positions?|codes?)\b/i.test(
      text,
    )
  )
    return { ...base, kind: 'begun', annexes, subject: subject === 'part' ? 'part' : 'rows' }
  const opens = /^in\b/i.test(text) || annexes.length > 0 || /^part\b/i.test(text)
  return opens && (annexes.length > 0 || PART.test(rest)) ? { ...base, kind: 'amend', annexes, subject } : null
}

/** The annexes that are changed, and the words before the verb without them. */
function targetsOf(before: string, behind: string): { annexes: string[]; rest: string } {
  const named = ANNEXES.exec(before)
  if (named) return { annexes: numbersIn(named[1]), rest: before.replace(named[0], 'ANNEX') }
  const as = ANNEXES.exec(/\bas (?:the )?(?:new )?(Annex.*)$/.exec(behind)?.[1] ?? '')
  return { annexes: numbersIn(as?.[1]), rest: before }
}

function subjectOf(rest: string, annexes: readonly string[]): Subject | null {
  const words = rest
    .replace(/\bto §|\bof §|§/g, ' ')
    .replace(/^(?:and|however),?\s+/i, '')
    .trim()
  // The last clause names what is changed: "in Annex VII, Part B, table 5, the following row".
  const object = words.split(/,\s+(?=(?:the|a|an|all|both)\s)/i).at(-1) ?? words
  const bare = object.replace(
    /\b(?:between|after|before|under|below|above|at the end)\b.*?(?=\bthe following\b|$)/i,
    '',
  )
  if (
    /\bannex(?:es)?\b/i.test(object) &&
    !ROWS.test(bare) &&
    !PART.test(bare) &&
    !TITLE.test(bare) &&
    !WORDS.test(bare)
  )
    return 'annex'
  if (annexes.length === 0 && ARTICLE.test(words) && !ROWS.test(bare)) return TITLE.test(bare) ? 'title' : 'article'
  if (WORDS.test(bare)) return 'words'
  if (ROWS.test(bare)) return 'rows'
  if (TITLE.test(bare)) return /\bheadings?\s+(?:\(?ex\b|\d{4})/i.test(bare) ? 'rows' : 'title'
  if (PART.test(words) || /^the following(?: text)?$/i.test(bare.trim())) return 'part'
  if (annexes.length > 0 || /^(?:¶|the text|a new|an)$/i.test(bare.trim())) return 'annex'
  return codesIn(bare).length > 0 ? 'rows' : null
}

const codesIn = (text: string): string[] => text.match(CODE) ?? []

/** The codes of "the entries for CN codes 8504 32 and 8504 33"; null when the words name anything besides. */
function codesOf(rest: string, quoted: readonly string[]): NamedCode[] | null {
  const clause = rest.split(/,\s+(?=the\s)/i).at(-1) ?? rest
  const open = clause
    .replace(/«(\d+)»/g, (_, number) => ` ${codeOfRow(quoted[Number(number) - 1] ?? '')} `)
    .replace(/\bANNEX\b|§/g, ' ')
  const codes = codesIn(open)
  const left = open.replace(CODE, ' ').replace(NAMES_OF_CODES, ' ')
  if (codes.length === 0 || /[\p{L}\d]/u.test(left)) return null
  const read = codes.flatMap((code) => readCodes([code.trim().replace(/^(ex\s*)?chapters?\s+/i, '$1chapter ')]) ?? [])
  return read.length === codes.length ? read.map(({ digits, ex }) => ({ digits, ex })) : null
}

/** A row may be quoted with its goods: "the entry ‘ex 2901 Acyclic hydrocarbons’". */
const codeOfRow = (row: string): string => /^(?:ex\s*)?\d{4}(?:\s?\d{2}){0,3}(?=\s+\p{L})/iu.exec(row)?.[0] ?? row

/** The new text where the sentence has it itself: "is replaced by ‘2901 Acyclic hydrocarbons’". */
function inlineOf(behind: string, quoted: readonly string[]): string | null {
  const [, number] = /^\s*(?:by|with)?\s*(?:the following)?\s*:?\s*«(\d+)»[\s.;,]*$/.exec(behind) ?? []
  return number ? (quoted[Number(number) - 1] ?? null) : null
}
