import { LANGUAGES, type Language, type Text } from '../../base/language.ts'
import { depthOf, type LineKind, type NomenclatureRow } from '../../law/tariff/nomenclature.ts'
import { ImportError, type SkosConcept, type SkosRead } from './read-skos.ts'

interface Line {
  readonly concept: SkosConcept
  readonly kind: LineKind
  readonly code: string
  readonly above: string
  /** Dashes as the English label prints them; null for sections and chapters. */
  readonly level: number | null
  readonly name: Text
}

/** Supplementary units by eight-digit code; the official file names none. */
export type Units = ReadonlyMap<string, string>

type OfficialTariff = ReturnType<typeof tariffOf>

/** The official tree as rows of a table; throws an ImportError unless it is complete and consistent. */
export function tariffOf(file: string, { year, concepts }: SkosRead, units: Units) {
  const mistakes: { file: string; line: number; column: number; what: string }[] = []
  /** Oddities that a person should look at; they do not stop the import. */
  const notes: string[] = []
  const mistake: AddMistake = ({ key, line }, what) => {
    mistakes.push({ file, line, column: 1, what: `concept ${key}: ${what}` })
    return null
  }
  const inOrder = [...concepts.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const lines = new Map(
    inOrder.flatMap((concept) => {
      const line = lineOf(concept, mistake, (note) => notes.push(note))
      return line ? [[concept.key, line] as const] : []
    }),
  )
  // A line with a mistake would cause another one at every line below it, so each stage stops before the next.
  if (mistakes.length > 0) throw new ImportError(mistakes)

  const depths = levels(lines, mistake)
  if (mistakes.length > 0) throw new ImportError(mistakes)
  const parents = new Set([...lines.values()].map(({ above }) => above))
  const codes = new Map<string, SkosConcept>()
  for (const line of lines.values()) {
    const { concept, kind, code, level: dashes } = line
    const depth = depths.get(concept.key)!
    if (dashes !== null && dashes !== depth) mistake(concept, `${dashes} dashes in English, ${depth} in the tree`)
    // A title such as "I. CHEMICAL ELEMENTS" precedes its headings and is not their parent.
    const title = kind === 'group' && depth === 0
    if (kind !== 'cn8' && !title && !parents.has(concept.key)) mistake(concept, `a ${kind} without any line below it`)
    checkPlace(line, lines, mistake)
    if (code === '') continue
    const twin = codes.get(`${kind} ${code}`)
    if (twin) mistake(concept, `${code} stands twice, also in concept ${twin.key}`)
    codes.set(`${kind} ${code}`, concept)
  }
  if (mistakes.length > 0) throw new ImportError(mistakes)
  checkOrder(inOrder, lines, mistake)
  if (mistakes.length > 0) throw new ImportError(mistakes)

  /** In the order of the tariff, which is the order of the keys. */
  const rows = inOrder.map(({ key }): NomenclatureRow => {
    const { kind, code, level, name } = lines.get(key)!
    return { kind, code, level, unit: units.get(code) ?? '', name, sourcePl: '', sourceEn: '' }
  })
  return { year, rows, notes }
}

/** Records a mistake of a concept and returns null. */
type AddMistake = (concept: SkosConcept, what: string) => null

/** The line that a concept describes, checked without regard to other concepts. */
function lineOf(concept: SkosConcept, mistake: AddMistake, note: (text: string) => void): Line | null {
  const { key, notation, label, broader: above } = concept
  const missing = LANGUAGES.filter((language) => !label[language])
  if (missing.length > 0) return mistake(concept, `no label in ${missing.join(' and ')}`)
  const suffix = key.slice(10)
  const whole = (language: Language): string => label[language] ?? ''
  if (suffix === '90') {
    const kind = /^[IVXLC]+$/.test(notation) ? 'section' : /^\d{2}$/.test(notation) ? 'chapter' : null
    if (!kind) return mistake(concept, `"${notation}" is the notation of neither a section nor a chapter`)
    const number = kind === 'section' ? notation : String(Number(notation))
    const name = { pl: titleOf(whole('pl'), number), en: titleOf(whole('en'), number) }
    if (name.pl === null || name.en === null) {
      return mistake(
        concept,
        `a ${kind}'s label is "WORD ${number} - TITLE", not "${name.pl === null ? label.pl : label.en}"`,
      )
    }
    return { concept, kind, code: notation, above, level: null, name: { pl: name.pl, en: name.en } }
  }
  const digits = notation.replaceAll(' ', '')
  if (suffix === '80') {
    if (!/^\d{4}(?: \d{2}){0,2}$/.test(notation)) return mistake(concept, `"${notation}" is not a code such as 0203 21`)
    if (key.slice(0, 10) !== digits.padEnd(10, '0')) return mistake(concept, `its notation is ${notation}`)
  } else if (!/^[1-7]0$/.test(suffix)) return mistake(concept, `the ending ${suffix} is not known`)
  else if (notation !== '') return mistake(concept, `a group has no code, its notation is "${notation}"`)
  const text = { pl: labelText(whole('pl'), notation), en: labelText(whole('en'), notation) }
  if (!text.pl || !text.en) return mistake(concept, `no text in the label "${text.pl ? label.en : label.pl}"`)
  // Only the English dashes are used; they are checked against the tree later.
  if (text.pl.dashes !== text.en.dashes) {
    note(`concept ${key}: ${text.pl.dashes} dashes in Polish, ${text.en.dashes} in English`)
  }
  const { dashes } = text.en
  // 0205 00 is how a heading is printed that the HS leaves whole and only the CN divides.
  const undivided = digits.length === 6 && digits.endsWith('00') && dashes === 0
  const code = undivided ? digits.slice(0, 4) : digits
  const kind = code === '' ? 'group' : code.length === 4 ? 'heading' : code.length === 6 ? 'hs6' : 'cn8'
  return { concept, kind, code, above, level: dashes, name: { pl: text.pl.text, en: text.en.text } }
}

/** `CHAPTER 1 - LIVE ANIMALS` → `LIVE ANIMALS`. */
function titleOf(label: string, number: string): string | null {
  const [, printed, title] = /^\p{L}+ (\S+) [-–—] (.+)$/su.exec(label) ?? []
  return printed !== undefined && printed.replace(/^0/, '') === number ? (title?.trim() ?? null) : null
}

/** `0203 21 -- Carcases` → two dashes and `Carcases`. */
function labelText(label: string, notation: string): { dashes: number; text: string } | null {
  const behind = notation !== '' && label.startsWith(`${notation} `) ? label.slice(notation.length + 1) : label
  const [, dashes = '', text = ''] = /^\s*((?:[-–—]\s*)*)(.*)$/s.exec(behind) ?? []
  return text === '' ? null : { dashes: dashes.replace(/\s/g, '').length, text }
}

/** The depth of each line below its chapter. The path upwards from every line must end at a section. */
function levels(lines: ReadonlyMap<string, Line>, mistake: AddMistake): Map<string, number> {
  const level = new Map<string, number>()
  for (const start of lines.values()) {
    const path: Line[] = []
    const seen = new Set<Line>()
    let line: Line | undefined = start
    while (line && !level.has(line.concept.key)) {
      if (seen.has(line)) {
        mistake(line.concept, 'stands above itself: skos:broader goes in a circle')
        break
      }
      seen.add(line)
      path.push(line)
      if (line.kind === 'section') break
      const above: Line | undefined = lines.get(line.above)
      if (!above) {
        mistake(
          line.concept,
          line.above === '' ? 'no line above it (skos:broader)' : `the line above, ${line.above}, is not in the file`,
        )
      }
      line = above
    }
    for (const { concept, kind, above } of path.toReversed()) {
      // A title such as "I. CHEMICAL ELEMENTS" has no dash, nor has a heading under it.
      const title = kind === 'heading' && lines.get(above)?.kind === 'group'
      const depth = kind === 'section' ? -2 : (level.get(above) ?? 0) + (title ? 0 : 1)
      level.set(concept.key, depth)
    }
  }
  return level
}

const ABOVE: Readonly<Record<LineKind, readonly (LineKind | undefined)[]>> = {
  section: [undefined],
  chapter: ['section'],
  heading: ['chapter', 'group'],
  hs6: ['heading', 'group'],
  cn8: ['chapter', 'heading', 'hs6', 'group', 'cn8'],
  group: ['chapter', 'heading', 'hs6', 'group'],
}

/** The parent of a line must be of a kind that can hold it, and its code the beginning of the line's code. */
function checkPlace({ concept, kind, code, above }: Line, lines: ReadonlyMap<string, Line>, mistake: AddMistake): void {
  const parent = lines.get(above)
  if (!ABOVE[kind].includes(parent?.kind))
    mistake(concept, `a ${kind} under ${parent ? `a ${parent.kind}` : 'nothing'}`)
  if (kind === 'section' || kind === 'chapter' || kind === 'group') return
  let coded = parent
  while (coded?.kind === 'group') coded = lines.get(coded.above)
  if (coded && coded.kind !== 'section' && !code.startsWith(coded.code))
    mistake(concept, `${code} stands under ${coded.code}`)
}

/** The table keeps only order and dashes: the tree read back from them must be that of the file. */
function checkOrder(inOrder: readonly SkosConcept[], lines: ReadonlyMap<string, Line>, mistake: AddMistake): void {
  const open: Line[] = []
  for (const { key } of inOrder) {
    const line = lines.get(key)!
    while (open.length > 0 && depthOf(open.at(-1)!) >= depthOf(line)) open.pop()
    const read = open.at(-1)?.concept.key ?? ''
    const title = line.kind === 'heading' ? lines.get(line.above) : undefined
    const official = title?.kind === 'group' ? title.above : line.above
    if (read !== official)
      mistake(line.concept, `in the order of keys it would stand under ${read || 'nothing'}, not under ${official}`)
    open.push(line)
  }
}

/** Chapters of the Harmonised System; 77 is kept free, 98 and 99 are the Union's own. */
const CHAPTERS = Array.from({ length: 97 }, (_, index) => String(index + 1).padStart(2, '0')).filter(
  (code) => code !== '77',
)

/** Refuses a file that is well-formed but lacks chapters. */
export function checkWhole(file: string, { year, rows }: OfficialTariff): void {
  const present = new Set(rows.filter(({ kind }) => kind === 'chapter').map(({ code }) => code))
  const missing = CHAPTERS.filter((code) => !present.has(code))
  if (missing.length === 0) return
  const what = `the CN of ${year} is not whole, it lacks ${missing.length} chapters: ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ' …' : ''}`
  throw new ImportError([{ file, line: 1, column: 1, what }])
}
