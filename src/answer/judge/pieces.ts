import { CN_LENGTH, type Digits, group, narrower } from '../../base/cn-code.ts'
import { derivedOnce } from '../../base/derived-once.ts'
import type { Language } from '../../base/language.ts'
import { isGrantList } from '../../law/dataset/dataset.ts'
import { inForce } from '../../law/dataset/validity.ts'
import { codesOf, type Line, type Nomenclature } from '../../law/tariff/nomenclature.ts'
import { readableName } from '../../law/tariff/nomenclature-names.ts'
import type { Match } from '../match/grants.ts'
import { rowKey } from './alike.ts'
import type { Choice } from './model.ts'

/** The codes of the tariff that a code stands for; the code alone where the tariff does not have it. */
export function leavesOf(code: Digits, tariff: Nomenclature): readonly Digits[] {
  if (code.length === CN_LENGTH) return [code]
  const line = tariff.line(code)
  const leaves = line ? leavesBelow(line).filter((leaf) => leaf.startsWith(code)) : []
  return leaves.length > 0 ? leaves : [code]
}

const leavesBelow = derivedOnce((line: Line): readonly Digits[] => {
  const leaves = line.children.flatMap(leavesBelow)
  return leaves.length > 0 ? leaves : codesOf(line)
})

/** Codes that rows of the same measures list, under the same grants. */
export interface Part {
  readonly codes: readonly Digits[]
  /** The matches of the first of them; those of the others differ in nothing. */
  readonly matches: readonly Match[]
}

/** Divides goods by what a judgement can see of the rows that list them and of the grants that free them. */
export function partsOf(codes: readonly Digits[], matches: readonly Match[]): readonly Part[] {
  const [first, ...others] = codes
  if (first === undefined) return []
  if (others.length === 0) return [{ codes, matches: matchesIn(first, matches) }]
  const nearby = matchesNear(matches)
  const parts = Map.groupBy(codes, (code) => {
    const rows = nearby(code).filter((at) => isListedBy(matches[at]!, code))
    // Rows below a code that the tariff does not divide are told apart one by one.
    return rows.map((at) => (code.length === CN_LENGTH ? rowKey(matches[at]!, code) : at)).join(';')
  })
  return [...parts.values()].map((same) => ({ codes: same, matches: matchesIn(same[0]!, matches) }))
}

const HEADING = 4

/** The places of the matches that may list a code: those of its heading, and those of whole chapters. */
function matchesNear(matches: readonly Match[]): (code: Digits) => readonly number[] {
  const byHeading = new Map<string, readonly number[]>()
  return (code) => {
    const heading = code.slice(0, HEADING)
    const known = byHeading.get(heading)
    if (known) return known
    const found = matches.flatMap(({ entry }, at) =>
      entry.code.startsWith(heading) || heading.startsWith(entry.code.slice(0, HEADING)) ? [at] : [],
    )
    byHeading.set(heading, found)
    return found
  }
}

const isListedBy = ({ entry }: Match, code: Digits): boolean =>
  (code.startsWith(entry.code) || (code.length < CN_LENGTH && entry.code.startsWith(code))) &&
  !entry.except.some((one) => code.startsWith(one))

/** The matches of one of the codes. A list of what lifts a ban means nothing alone. */
function matchesIn(code: Digits, matches: readonly Match[]): readonly Match[] {
  const found = matches.flatMap((match) => {
    if (!isListedBy(match, code)) return []
    const goods = narrower(match.entry.code, code)
    const force = goods === match.goods ? match.inForce : inForce(match.entry.validity, match.day)
    if (force === 'no') return []
    const key = code.length === CN_LENGTH ? { key: rowKey({ entry: match.entry, inForce: force }, code) } : {}
    return [{ ...match, goods, inForce: force, ...key }]
  })
  return found.every(({ entry }) => isGrantList(entry)) ? [] : found
}

/** More lines than these are no choice but a list. */
const MAX_CHOICES = 12

/** The lines below a code to choose from: those whose goods differ are divided further while they are few. */
export function choicesBelow(
  code: Digits,
  partOf: ReadonlyMap<Digits, unknown>,
  tariff: Nomenclature,
  language: Language,
): readonly Choice[] {
  const line = tariff.line(code)
  if (!line) return []
  const isMixed = (one: Line): boolean => new Set(leavesBelow(one).map((leaf) => partOf.get(leaf))).size > 1
  const isAsked = (one: Line): boolean => leavesBelow(one).some((leaf) => partOf.has(leaf))
  let lines = line.children.flatMap(codedLines).filter(isAsked)
  for (;;) {
    const at = lines.findIndex((one) => isMixed(one) && one.children.length > 0)
    if (at < 0) break
    const divided = lines.toSpliced(at, 1, ...lines[at]!.children.flatMap(codedLines).filter(isAsked))
    if (divided.length > MAX_CHOICES) break
    lines = divided
  }
  return lines.map((one) => choiceOf(one.code, [one.code], tariff, language))
}

/** Lines without a code of their own stand for those below. */
const codedLines = (line: Line): readonly Line[] => (line.kind === 'group' ? line.children.flatMap(codedLines) : [line])

/** The goods of an answer have their whole names. */
const NAME_CHARACTERS = 60

const shortened = (name: string): string =>
  name.length <= NAME_CHARACTERS ? name : `${name.slice(0, NAME_CHARACTERS).replace(/\s\S*$/, '')} …`

export function choiceOf(code: Digits, codes: readonly Digits[], tariff: Nomenclature, language: Language): Choice {
  const line = tariff.line(code)
  const name = line ? (readableName(line, language).split(' › ').at(-1) ?? '') : ''
  return { code, codes, text: `${group(code)}${name === '' ? '' : ` ${shortened(name)}`}` }
}
