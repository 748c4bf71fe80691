import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes'
import { isLanguage, type Language } from '../../base/language.ts'
import { ownText } from '../../base/own-text.ts'
import { type Mistake, printMistake } from '../../law/read/mistakes.ts'

/** One cause can have thousands of consequences, so only the first mistakes are listed. */
const LISTED = 10

/** A file that cannot be imported, with its mistakes; nothing was written. */
export class ImportError extends Error {
  constructor(mistakes: readonly Mistake[]) {
    const lines = mistakes.slice(0, LISTED).map(printMistake)
    if (mistakes.length > LISTED) lines.push(`… and ${mistakes.length - LISTED} more`)
    super([...lines, 'Nothing was written.'].join('\n'))
    this.name = 'ImportError'
  }
}

/** One concept of the Publications Office's CN dataset: a line of the tariff. */
export interface SkosConcept {
  /** Ten digits of place and two of kind: 80 a coded line, 90 a section or chapter, less a group. */
  readonly key: string
  readonly notation: string
  readonly label: Readonly<Partial<Record<Language, string>>>
  /** Key of the line above; empty for a section. */
  readonly broader: string
  /** Line of the file that describes it first. */
  readonly line: number
}

type MutableConcept = { -readonly [K in keyof SkosConcept]: SkosConcept[K] } & {
  label: Partial<Record<Language, string>>
}

export interface SkosRead {
  readonly year: number
  readonly concepts: ReadonlyMap<string, SkosConcept>
}

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
const SKOS = 'http://www.w3.org/2004/02/skos/core#'
const XML = 'http://www.w3.org/XML/1998/namespace'
const CONCEPT = /^http:\/\/data\.europa\.eu\/xsp\/cn(\d{4})\/(\d{12})$/

/** No label, comment or attribute of a real file is longer. The parser buffers it, so a longer one would fill the memory. */
const MAX_WITHOUT_MARKUP = 1_000_000
/** A tariff has some 15,000 lines. */
const MAX_CONCEPTS = 100_000
/** Concepts need three levels: rdf:RDF, concept, property. */
const MAX_NESTED = 64

/**
 * Reads RDF/XML as a stream and keeps only the Polish and English labels of one year's concepts. When `wantedYear` is null,
 * the file may be of one year alone; `onYear` is called as soon as that year is known.
 */
export async function readSkos(
  file: string,
  bytes: AsyncIterable<Uint8Array>,
  wantedYear: number | null,
  onYear?: (year: number) => void,
): Promise<SkosRead> {
  const reader = new SkosReader(file, wantedYear, onYear)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk?: Uint8Array): string => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
    } catch {
      return reader.refuse('not UTF-8 from here on')
    }
  }
  let isFirst = true
  for await (const chunk of bytes) {
    const archive = isFirst ? archiveOf(chunk) : null
    if (archive) reader.refuse(`this is a ${archive} file: unpack it and give the .rdf inside`, 1, 1)
    isFirst = false
    reader.write(decode(chunk))
  }
  reader.write(decode())
  return reader.end()
}

/** Collects concepts from the events of the XML parser. */
class SkosReader {
  readonly #file: string
  readonly #wantedYear: number | null
  readonly #onYear: ((year: number) => void) | undefined
  readonly #parser = new SaxesParser({ xmlns: true })
  readonly #concepts = new Map<string, MutableConcept>()
  readonly #otherYears = new Set<number>()
  #year: number | null
  #depth = 0
  /** Offset at which the last tag ended. */
  #lastMarkup = 0
  #ended = false
  #concept: MutableConcept | null = null
  #property: { readonly name: 'notation' | 'broader' | Language; text: string } | null = null

  constructor(file: string, wantedYear: number | null, onYear?: (year: number) => void) {
    this.#file = file
    this.#wantedYear = wantedYear
    this.#year = wantedYear
    this.#onYear = onYear
    this.#parser.on('error', ({ message }) => {
      const what = this.#ended ? 'the file breaks off' : 'not well-formed XML'
      this.refuse(`${what}: ${message.replace(/^\d+:\d+: /, '')}`)
    })
    this.#parser.on('xmldecl', ({ encoding }) => {
      if (encoding && encoding.toLowerCase() !== 'utf-8')
        this.refuse(`the encoding is ${quoted(encoding)}, only UTF-8 is read`)
    })
    this.#parser.on('doctype', () =>
      this.refuse('a document type declaration: the official file has none, and entities are not read'),
    )
    this.#parser.on('opentag', (tag) => this.#openTag(tag))
    this.#parser.on('closetag', () => this.#closeTag())
    this.#parser.on('text', (text) => this.#addText(text))
    this.#parser.on('cdata', (text) => this.#addText(text))
  }

  refuse(what: string, line = this.#parser.line, column = this.#parser.column + 1): never {
    throw new ImportError([{ file: this.#file, line, column, what }])
  }

  write(text: string): void {
    if (this.#parser.position === 0 && /^\s*[^\s<]/.test(text)) this.refuse('not XML: it does not begin with <', 1, 1)
    this.#parser.write(text)
    if (this.#parser.position - this.#lastMarkup > MAX_WITHOUT_MARKUP)
      this.refuse('a megabyte without markup: this is no RDF/XML')
  }

  end(): SkosRead {
    this.#ended = true
    this.#parser.close()
    const others = [...this.#otherYears].toSorted()
    if (this.#wantedYear === null && others.length > 0) {
      const all = [this.#year, ...others].toSorted().join(', ')
      this.refuse(`concepts of several years (${all}): choose one with --year`)
    }
    if (this.#year === null || this.#concepts.size === 0) {
      const instead = others.length > 0 ? `; the file is of CN ${others.join(', ')}` : ''
      return this.refuse(`no concept of CN ${this.#year ?? 'any year'} in it${instead}`)
    }
    return { year: this.#year, concepts: this.#concepts }
  }

  #openTag(tag: SaxesTagNS): void {
    this.#lastMarkup = this.#parser.position
    this.#depth++
    if (this.#depth > MAX_NESTED) this.refuse(`elements nested deeper than ${MAX_NESTED}`)
    if (this.#depth === 1 && !(tag.uri === RDF && tag.local === 'RDF')) {
      this.refuse(`the root is <${tag.name}>, not rdf:RDF`)
    } else if (this.#depth === 2) this.#concept = this.#conceptAt(attribute(tag, RDF, 'about') ?? '')
    else if (this.#depth === 3 && this.#concept) this.#openProperty(tag)
    else if (this.#depth > 3 && this.#property) {
      this.refuse(`<${tag.name}> inside the ${this.#property.name} of concept ${this.#concept?.key}`)
    }
  }

  #closeTag(): void {
    this.#lastMarkup = this.#parser.position
    if (this.#depth === 3) this.#closeProperty()
    if (this.#depth === 2) this.#concept = null
    this.#depth--
  }

  #addText(text: string): void {
    if (this.#property && this.#property.name !== 'broader') this.#property.text += text
  }

  /** The concept with this address, which a file may describe in several places; null for one of another year. */
  #conceptAt(address: string): MutableConcept | null {
    const [, named, key] = CONCEPT.exec(address) ?? []
    if (!named || !key) return null
    if (this.#year === null) {
      this.#year = Number(named)
      this.#onYear?.(this.#year)
    }
    if (Number(named) !== this.#year) {
      this.#otherYears.add(Number(named))
      return null
    }
    const known = this.#concepts.get(key)
    if (known) return known
    if (this.#concepts.size === MAX_CONCEPTS) this.refuse(`more than ${MAX_CONCEPTS} concepts: this is no nomenclature`)
    const concept: MutableConcept = {
      key: ownText(key),
      notation: '',
      label: {},
      broader: '',
      line: this.#parser.line,
    }
    this.#concepts.set(concept.key, concept)
    return concept
  }

  #openProperty(tag: SaxesTagNS): void {
    if (tag.uri !== SKOS) return
    if (tag.local === 'notation') this.#property = { name: 'notation', text: '' }
    else if (tag.local === 'prefLabel') {
      const language = attribute(tag, XML, 'lang') ?? ''
      if (isLanguage(language)) this.#property = { name: language, text: '' }
    } else if (tag.local === 'broader') {
      const above = attribute(tag, RDF, 'resource') ?? this.refuse('skos:broader without rdf:resource')
      const [, named, key] = CONCEPT.exec(above) ?? []
      if (Number(named) !== this.#year || !key) {
        this.refuse(`skos:broader leads out of the CN of ${this.#year}: ${quoted(above)}`)
      } else this.#property = { name: 'broader', text: key }
    }
  }

  #closeProperty(): void {
    const [concept, property] = [this.#concept, this.#property]
    if (!property || !concept) return
    const { name } = property
    const value = ownText(property.text.replace(/[\t\n\r\v\f]+/g, ' ').trim())
    const before = name === 'notation' || name === 'broader' ? concept[name] : (concept.label[name] ?? '')
    if (before !== '' && before !== value) {
      this.refuse(`concept ${concept.key} has two values for ${name}: ${quoted(before)} and ${quoted(value)}`)
    }
    if (name === 'notation' || name === 'broader') concept[name] = value
    else concept.label[name] = value
    this.#property = null
  }
}

const attribute = (tag: SaxesTagNS, uri: string, local: string): string | undefined =>
  Object.values<SaxesAttributeNS>(tag.attributes).find((one) => one.uri === uri && one.local === local)?.value

const quoted = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)

/** The kind of archive, by its first bytes. */
function archiveOf(chunk: Uint8Array): string | null {
  if (chunk[0] === 0x1f && chunk[1] === 0x8b) return 'gzip'
  if (chunk[0] === 0x50 && chunk[1] === 0x4b) return 'zip'
  return null
}
