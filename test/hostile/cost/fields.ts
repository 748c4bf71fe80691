/** What a request can be made of, read from schemas: so a new parameter is attacked without anybody thinking of it. */

/** A part of a schema that the API description uses. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly examples?: readonly unknown[]
  readonly maximum?: number
  readonly minimum?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly maxProperties?: number
  readonly format?: string
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly items?: Schema
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
}

/** The `nth` request may have another value than the first, so that no cache answers it. Undefined: left out. */
export type Value = (nth: number) => unknown

export interface Candidate {
  readonly label: string
  readonly value: Value
}

/** A place in a request: a parameter, a header, or a property of the body or of each of its items. */
export interface Field {
  readonly name: string
  readonly candidates: readonly Candidate[]
  /** Values that are long or of many parts, mostly to be refused. */
  readonly fillers: readonly Candidate[]
  /** Of a text, as its schema has it: `email`, `uri`. */
  readonly format?: string
  /** A number or a count, of which the first value is the largest. */
  readonly isAmount?: boolean
}

/** What is known to be expensive of values with these names. Names that are not here get the values of their schema, and fillers. */
export interface Vocabulary {
  readonly questions: readonly string[]
  /** The version of the law being served. */
  readonly version: string
  readonly countries: readonly string[]
}

const DAY_MS = 86_400_000
/** Different days, of all years that the data cover. */
const dayOf = (nth: number): string =>
  new Date(Date.UTC(2022, 2, 1) + ((nth * 37) % 1_700) * DAY_MS).toISOString().slice(0, 10)

const always =
  (value: unknown): Value =>
  () =>
    value
const known = (values: readonly unknown[]): Candidate[] =>
  values.map((value) => ({ label: JSON.stringify(value).slice(0, 60), value: always(value) }))

/** Strings that are long, or of many parts. */
function fillers(lengths: readonly number[]): Candidate[] {
  const parts = (length: number): string => {
    let text = ''
    for (let at = 0; text.length < length; at++) text += `${at.toString(36)},`
    return text.slice(0, length)
  }
  return lengths.flatMap((length) => [
    { label: `${length} commas`, value: always(','.repeat(length)) },
    { label: `${length} of parts`, value: always(parts(length)) },
    { label: `${length} letters`, value: always('ż'.repeat(length / 2)) },
    { label: `${length} digits and spaces`, value: always('8 4 '.repeat(length / 4)) },
  ])
}

/** Objects whose keys are not given: so many entries. */
const entries = (count: number, text: string): Candidate => ({
  label: `${count} entries`,
  value: always(Object.fromEntries(Array.from({ length: count }, (_, at) => [`utm_${at}`, text]))),
})

/** As many questions in one text as it may have, other ones each time. */
const lists = (name: string, questions: readonly string[]): Candidate[] => {
  const [separator, isCode] = name.endsWith('names') ? [';', false] : [',', true]
  const own = questions.filter((question) => /^[\d ]+$/.test(question) === isCode)
  const joined = (from: number): string =>
    Array.from({ length: PARTS }, (_, at) => own[(from + at) % own.length]).join(separator)
  return [{ label: `${PARTS} of them`, value: (nth) => joined(nth).slice(0, LIST_CHARACTERS) }]
}
const PARTS = 100
const LIST_CHARACTERS = 12_000

const isQuestion = (name: string): boolean => /(^|[.?])(q|code|codes|names|query)$/.test(name)
const isCountry = (name: string): boolean => /(^|[.?])(origin|destination|dispatch|via)$/.test(name)

/** The values to try for one string, number or choice. */
function candidatesFor(name: string, schema: Schema, vocabulary: Vocabulary): Candidate[] {
  const { questions, countries, version } = vocabulary
  if (schema.const !== undefined) return known([schema.const])
  if (schema.enum) return known(schema.enum)
  const options = schema.anyOf ?? schema.oneOf
  if (options) return options.flatMap((option) => candidatesFor(name, option, vocabulary))
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0]
  if (type === 'integer' || type === 'number')
    return known([schema.maximum, schema.minimum].filter((value) => value !== undefined))
  if (type === 'boolean') return known([true, false])
  if (type === 'null') return known([null])
  if (type === 'object') return [entries(schema.maxProperties ?? 20, 'a'.repeat(200))]
  if (type !== 'string') return []
  if (schema.format === 'date') return [...known(['2023-06-24']), { label: 'other days', value: dayOf }]
  const own = isQuestion(name) ? questions : isCountry(name) ? countries : name === '?dataset' ? [version] : []
  const many = /(codes|names)$/.test(name) ? lists(name, questions) : []
  return [...many, ...known([...own, ...(schema.examples ?? [])])]
}

export function fieldOf(name: string, schema: Schema, vocabulary: Vocabulary, lengths: readonly number[]): Field {
  const isAmount = (schema.type === 'integer' || schema.type === 'number') && schema.maximum !== undefined
  const isText = [schema, ...(schema.anyOf ?? [])].some(
    (one) => one.type === 'string' && one.enum === undefined && one.const === undefined,
  )
  const format = [schema, ...(schema.anyOf ?? [])].find((one) => one.format !== undefined)?.format
  const most = schema.maxLength === undefined ? [] : [schema.maxLength]
  return {
    name,
    candidates: candidatesFor(name, schema, vocabulary),
    fillers: isText ? fillers([...most, ...lengths]) : schema.type === 'object' ? [entries(2_000, 'a')] : [],
    ...(format !== undefined && { format }),
    ...(isAmount && { isAmount }),
  }
}

/** Follows references within the description. */
export function resolved<T extends { readonly $ref?: string }>(part: T, document: object): T {
  if (part.$ref === undefined) return part
  const found = part.$ref
    .split('/')
    .slice(1)
    .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], document)
  return resolved(found as T, document)
}
