import { group, isDigits } from '../../../src/base/cn-code.ts'
import type { NomenclatureRow } from '../../../src/law/tariff/nomenclature.ts'

/** One concept as the generator sees it; tests bend it before it is written. */
export interface Concept {
  key: string
  notation: string
  pl: string
  en: string
  broader: string | null
}

/** The concepts the Publications Office would publish for these rows: keys, codes and dashes in the labels, the line above. */
export function conceptsOf(rows: readonly NomenclatureRow[]): Concept[] {
  const keys = keysOf(rows)
  const open: { depth: number; key: string }[] = []
  return rows.map((row, index): Concept => {
    const key = keys[index]!
    const depth = row.kind === 'section' ? -2 : row.kind === 'chapter' ? -1 : (row.level ?? 0)
    while (open.length > 0 && open.at(-1)!.depth >= depth) open.pop()
    const broader = open.at(-1)?.key ?? null
    open.push({ depth, key })
    // A section has a Roman number, a group no code at all.
    const notation = isDigits(row.code) ? group(row.code) : row.code
    const before = [notation, '-'.repeat(row.level ?? 0)].filter(Boolean).join(' ')
    const label = (name: string, word: Record<string, string>): string => {
      if (row.kind === 'section') return `${word.section} ${row.code} - ${name}`
      if (row.kind === 'chapter') return `${word.chapter} ${Number(row.code)} - ${name}`
      return before === '' ? name : `${before} ${name}`
    }
    return {
      key,
      notation,
      broader,
      pl: label(row.name.pl, { section: 'SEKCJA', chapter: 'DZIAŁ' }),
      en: label(row.name.en, { section: 'SECTION', chapter: 'CHAPTER' }),
    }
  })
}

/** Coded lines end with 80; a group bears the first code below it and 10, 20 … from the outermost in. */
function keysOf(rows: readonly NomenclatureRow[]): string[] {
  const keys: string[] = []
  let waiting: number[] = []
  rows.forEach((row, index) => {
    if (row.kind === 'group') waiting.push(index)
    else if (row.kind === 'section') {
      const chapter = rows.slice(index).find(({ kind }) => kind === 'chapter')?.code ?? '00'
      keys[index] = `${chapter}0011000090`
    } else if (row.kind === 'chapter') keys[index] = `${row.code}0021000090`
    else {
      const place = row.code.padEnd(10, '0')
      waiting.forEach((one, step) => {
        keys[one] = `${place}${step + 1}0`
      })
      waiting = []
      keys[index] = `${place}80`
    }
  })
  return keys
}

const OTHER_LANGUAGES = 'bg cs da de el es et fi fr ga hr hu it lt lv mt nl pt ro sk sl sv'.split(' ')

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** RDF/XML a piece at a time, in Polish, English and as many more languages as are asked for, with the notes that make the real file large. */
export function* skosFile(year: number, concepts: readonly Concept[], languages: number): Generator<string> {
  const base = `http://data.europa.eu/xsp/cn${year}`
  const others = OTHER_LANGUAGES.slice(0, languages - 2)
  yield `<?xml version="1.0" encoding="UTF-8"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:skos="http://www.w3.org/2004/02/skos/core#"
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xkos="http://rdf-vocabulary.ddialliance.org/xkos#"
  xmlns:bibo="http://purl.org/ontology/bibo/">
<skos:ConceptScheme rdf:about="${base}/cn${year}">
  <skos:notation rdf:datatype="http://www.w3.org/1999/02/22-rdf-syntax-ns#PlainLiteral">CN ${year}</skos:notation>
  <skos:prefLabel xml:lang="en">Combined Nomenclature, ${year} (CN ${year})</skos:prefLabel>
  <skos:prefLabel xml:lang="pl">Nomenklatura scalona, ${year} (CN ${year})</skos:prefLabel>
  <xkos:follows rdf:resource="http://data.europa.eu/xsp/cn${year - 1}/cn${year - 1}"/>
</skos:ConceptScheme>
`
  for (const { key, notation, pl, en, broader } of concepts) {
    const lines = [`<skos:Concept rdf:about="${base}/${key}">`, `  <dc:identifier>${key}</dc:identifier>`]
    const label = (property: string, language: string, text: string): void => {
      if (text !== '') lines.push(`  <skos:${property} xml:lang="${language}">${escaped(text)}</skos:${property}>`)
    }
    const bare = (text: string): string => text.slice(notation === '' ? 0 : notation.length + 1)
    for (const language of others) {
      label('prefLabel', language, `${en} (${language})`)
      label('altLabel', language, bare(`${en} (${language})`))
      label('scopeNote', language, `${[en, pl, en, pl, en].map(bare).join(' – ')} (${language})`)
    }
    label('prefLabel', 'en', en)
    label('altLabel', 'en', bare(en))
    label('altLabel', 'en', en)
    label('prefLabel', 'pl', pl)
    label('altLabel', 'pl', bare(pl))
    label('scopeNote', 'en', bare(en))
    if (broader !== null) lines.push(`  <skos:broader rdf:resource="${base}/${broader}"/>`)
    lines.push(`  <skos:inScheme rdf:resource="${base}/cn${year}"/>`)
    lines.push('  <bibo:status rdf:resource="http://purl.org/ontology/bibo/status/accepted"/>')
    if (notation !== '') {
      lines.push(
        `  <skos:notation rdf:datatype="http://www.w3.org/1999/02/22-rdf-syntax-ns#PlainLiteral">${notation}</skos:notation>`,
      )
    }
    yield `${lines.join('\n')}\n</skos:Concept>\n`
  }
  yield '</rdf:RDF>\n'
}

/** The same concepts in another order, always the same one: a file need not be sorted. */
export function shuffled<T>(list: readonly T[]): T[] {
  const step = 7919
  return list.map((_, index) => list[(index * step) % list.length]!)
}
