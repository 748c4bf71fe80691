import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes'
import { ownText } from '../../law/read/own-text.ts'
import { isLanguage, type Language } from '../../terms/language.ts'
import { Refusal } from './import-error.ts'

/** One concept of the Publications Office's CN dataset: a line of the tariff. */
export interface SkosConcept {
  /** Ten digits of place and two of kind: 80 a coded line, 90 a section or chapter, less a group. */
  readonly key: string
  readonly notation: string
  readonly label: Readonly<Partial<Record<Language, string>>>
  /** Key of the line above; empty for a section. */
  readonly broader: string
  /** Where the file describes it. */
  readonly line: number
}

type Growing = { -readonly [K in keyof SkosConcept]: SkosConcept[K] } & { label: Partial<Record<Language, string>> }

export interface SkosRead {
  readonly year: number
  readonly concepts: ReadonlyMap<string, SkosConcept>
}

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
const SKOS = 'http://www.w3.org/2004/02/skos/core#'
const XML = 'http://www.w3.org/XML/1998/namespace'
const CONCEPT = /^http:\/\/data\.europa\.eu\/xsp\/cn(\d{4})\/(\d{12})$/

/** No label, comment or attribute of a real file is longer: what goes on without markup is no RDF, and would fill the memory. */
const LONGEST_STRETCH = 1_000_000
/** A tariff has some 15,000 lines. */
const MOST_CONCEPTS = 100_000
/** rdf:RDF, concept, property; what stands deeper is nothing of ours. */
const DEEPEST = 64

/**
 * Reads RDF/XML as it comes, keeping Polish and English labels of one year's concepts and nothing else.
 * Without a year, the file decides, if it is of one year alone; `onYear` hears of it as soon as it is known.
 */
export async function readSkos(
  file: string,
  bytes: AsyncIterable<Uint8Array>,
  wantedYear: number | null,
  onYear?: (year: number) => void,
): Promise<SkosRead> {
  const parser = new SaxesParser({ xmlns: true })
  const refuse = (what: string, line = parser.line, column = parser.column + 1): never => {
    throw new Refusal([{ file, line, column, what }])
  }
  const concepts = new Map<string, Growing>()
  const others = new Set<number>()
  let year = wantedYear
  let depth = 0
  let lastMarkup = 0
  const now: { concept: Growing | null; property: { name: 'notation' | 'broader' | Language; text: string } | null } = {
    concept: null,
    property: null,
  }

  const conceptOf = (about: string): Growing | null => {
    const [, named, key] = CONCEPT.exec(about) ?? []
    if (!named || !key) return null
    if (year === null) {
      year = Number(named)
      onYear?.(year)
    }
    if (Number(named) !== year) {
      others.add(Number(named))
      return null
    }
    // A concept may be described in several places; what they say is one.
    const known = concepts.get(key)
    if (known) return known
    if (concepts.size === MOST_CONCEPTS) refuse(`more than ${MOST_CONCEPTS} concepts: this is no nomenclature`)
    const fresh: Growing = { key: ownText(key), notation: '', label: {}, broader: '', line: parser.line }
    concepts.set(fresh.key, fresh)
    return fresh
  }
  const openProperty = (tag: SaxesTagNS): void => {
    if (tag.uri !== SKOS) return
    if (tag.local === 'notation') now.property = { name: 'notation', text: '' }
    else if (tag.local === 'prefLabel') {
      const language = attribute(tag, XML, 'lang') ?? ''
      if (isLanguage(language)) now.property = { name: language, text: '' }
    } else if (tag.local === 'broader') {
      const above = attribute(tag, RDF, 'resource') ?? refuse('skos:broader without rdf:resource')
      const [, named, key] = CONCEPT.exec(above) ?? []
      if (Number(named) !== year || !key) refuse(`skos:broader leads out of the CN of ${year}: ${quoted(above)}`)
      now.property = { name: 'broader', text: key ?? '' }
    }
  }
  const closeProperty = (): void => {
    const { concept, property } = now
    if (!property || !concept) return
    const { name } = property
    const value = ownText(property.text.replace(/[\t\n\r\v\f]+/g, ' ').trim())
    const before = name === 'notation' || name === 'broader' ? concept[name] : (concept.label[name] ?? '')
    if (before !== '' && before !== value) {
      refuse(`concept ${concept.key} has two values for ${name}: ${quoted(before)} and ${quoted(value)}`)
    }
    if (name === 'notation' || name === 'broader') concept[name] = value
    else concept.label[name] = value
    now.property = null
  }

  let ended = false
  parser.on('error', (error) => {
    const what = ended ? 'the file breaks off' : 'not well-formed XML'
    refuse(`${what}: ${error.message.replace(/^\d+:\d+: /, '')}`)
  })
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding && encoding.toLowerCase() !== 'utf-8')
      refuse(`the encoding is ${quoted(encoding)}, only UTF-8 is read`)
  })
  parser.on('doctype', () =>
    refuse('a document type declaration: the official file has none, and entities are not read'),
  )
  parser.on('opentag', (tag) => {
    lastMarkup = parser.position
    depth++
    if (depth > DEEPEST) refuse(`elements nested deeper than ${DEEPEST}`)
    if (depth === 1 && !(tag.uri === RDF && tag.local === 'RDF')) refuse(`the root is <${tag.name}>, not rdf:RDF`)
    else if (depth === 2) now.concept = conceptOf(attribute(tag, RDF, 'about') ?? '')
    else if (depth === 3 && now.concept) openProperty(tag)
    else if (depth > 3 && now.property) {
      refuse(`<${tag.name}> inside the ${now.property.name} of concept ${now.concept?.key}`)
    }
  })
  parser.on('closetag', () => {
    lastMarkup = parser.position
    if (depth === 3) closeProperty()
    if (depth === 2) now.concept = null
    depth--
  })
  const add = (text: string): void => {
    if (now.property && now.property.name !== 'broader') now.property.text += text
  }
  parser.on('text', add)
  parser.on('cdata', add)

  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk?: Uint8Array): string => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
    } catch {
      return refuse('not UTF-8 from here on')
    }
  }
  let first = true
  for await (const chunk of bytes) {
    if (first) {
      const packed = packedAs(chunk)
      if (packed) refuse(`this is a ${packed} file: unpack it and give the .rdf inside`, 1, 1)
    }
    first = false
    const text = decode(chunk)
    if (parser.position === 0 && /^\s*[^\s<]/.test(text)) refuse('not XML: it does not begin with <', 1, 1)
    parser.write(text)
    if (parser.position - lastMarkup > LONGEST_STRETCH) refuse('a megabyte without markup: this is no RDF/XML')
  }
  parser.write(decode())
  ended = true
  parser.close()

  if (wantedYear === null && others.size > 0) {
    const all = [year, ...others].toSorted().join(', ')
    refuse(`concepts of several years (${all}): choose one with --year`)
  }
  if (year === null || concepts.size === 0) {
    const instead = others.size > 0 ? `; the file is of CN ${[...others].toSorted().join(', ')}` : ''
    return refuse(`no concept of CN ${year ?? 'any year'} in it${instead}`)
  }
  return { year, concepts }
}

const attribute = (tag: SaxesTagNS, uri: string, local: string): string | undefined =>
  Object.values<SaxesAttributeNS>(tag.attributes).find((one) => one.uri === uri && one.local === local)?.value

const quoted = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)

function packedAs(chunk: Uint8Array): string | null {
  if (chunk[0] === 0x1f && chunk[1] === 0x8b) return 'gzip'
  if (chunk[0] === 0x50 && chunk[1] === 0x4b) return 'zip'
  return null
}
