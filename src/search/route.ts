import { UNION } from '../law/dataset/countries.ts'
import type { Hints } from '../law/terms/law.ts'
import { type Sentence, type Span, writtenBetween } from './sentence.ts'

/** A part of a deal that a text names, with the words it was read from. */
interface SaidPlace {
  readonly part: Part
  readonly code: string
  readonly words: string
  /** Positions of the words that say it. */
  readonly start: number
  readonly end: number
}
export type Part = 'origin' | 'dispatch' | 'via' | 'destination'

export interface SaidRoute {
  readonly origin: string | null
  readonly dispatch: string | null
  readonly via: readonly string[]
  readonly destination: string | null
  /** The words that each part was read from. */
  readonly words: Readonly<Partial<Record<Part, string>>>
  /** Runs of words that name places of the deal, and so no goods. */
  readonly places: readonly { readonly start: number; readonly end: number }[]
}

/** How far before a place the person or the verb may stand that it belongs to. */
const NEAR_PERSON = 4
const NEAR_VERB = 3
const NEAR_BOUGHT = 6

/** Reads routes with the words of the law. Nothing is read that was not said: a place without a part is none. */
export function routeReader(hints: Hints, knows: (code: string) => boolean): (sentence: Sentence) => SaidRoute {
  // A code of a place that goods seldom go to is rather a material or a model.
  const isCode = (code: string) => code === UNION || (code in hints.places && knows(code))
  const stays = new Set(hints.stays)
  const ambiguous = new Set(hints.ambiguous)
  const symbols = new Set(hints.symbols)

  return (sentence) => {
    const { text } = sentence
    const isCapital = text === text.toUpperCase()
    const pairs = codeRoutes(sentence, (code) => codeOf(code, isCode), symbols, isCapital)
    const said = pairs.length > 0 ? pairs : namedRoute(sentence)
    const taken = new Set(said.map(({ start }) => start))
    for (const place of placesOf(sentence, (code) => codeOf(code, isCode), isCapital)) {
      if (taken.has(place.start)) continue
      const role = roleBefore(sentence, place.start)
      // Behind a comma or a joining word a place has the part of the one before.
      const before = said.at(-1)
      const joined = !role && before && joins(sentence, before.end, place.start) ? before : undefined
      const part = role ? partOf(sentence, role, place) : (joined?.part ?? null)
      if (part === null) continue
      const start = role?.start ?? place.start
      said.push({ part, code: place.value, words: writtenBetween(sentence, start, place.end), start, end: place.end })
    }
    return combined(said)
  }

  function placesOf(sentence: Sentence, code: (word: string) => string | null, isCapital: boolean): Span[] {
    const named = sentence.spans.filter(({ kind }) => kind === 'place')
    const kept: Span[] = []
    for (const one of named) if (one.start >= (kept.at(-1)?.end ?? 0)) kept.push(one)
    sentence.words.forEach(({ from, to }, start) => {
      const written = sentence.text.slice(from, to)
      const value = code(written)
      if (value === null || kept.some((one) => one.start <= start && start < one.end)) return
      const role = roleBefore(sentence, start)
      if (!role || symbols.has(value) || NOT_BEFORE_CODES.has(sentence.words[role.start]!.word)) return
      // In a text of capital letters "NO", "TO" and "IN" are words; only what crosses a country is read there.
      if (role.value !== 'at' && (!isCapital || role.value === 'via'))
        kept.push({ kind: 'place', value, start, end: start + 1 })
    })
    return kept.toSorted((one, other) => one.start - other.start)
  }

  /** The part of a deal that a place has behind its preposition; null when the text leaves it open. */
  function partOf(sentence: Sentence, role: Span, place: Span): Part | null {
    const { words, spans } = sentence
    const preposition = words[role.start]!.word
    const name = words[place.start]!.word
    const isCapitalized = /^\p{Lu}/u.test(sentence.text.slice(words[place.start]!.from))
    if (role.value === 'destination') {
      if (preposition === 'na' && stays.has(name)) return partOfStay(sentence, role.start)
      return ambiguous.has(name) && !isCapitalized ? null : 'destination'
    }
    if (role.value === 'at') return partOfStay(sentence, role.start)
    if (role.value === 'via') return 'via'
    const person = spans.find(({ kind, end }) => kind === 'person' && end === role.start)
    if (person) return partOfPerson(sentence, person)
    const sends = spans.some(({ kind, value, end }) => kind === 'verb' && value === 'goes' && end === role.start)
    return sends ? 'dispatch' : 'origin'
  }
}

/** Two capital letters behind these are a maker or a model: a sensor for GE. */
const NOT_BEFORE_CODES: ReadonlySet<string> = new Set(['for', 'dla', 'na', 'into', 'towards'])

/** Alpha-2 codes in capital letters, with the two that people write otherwise. */
const ALIASES: Readonly<Record<string, string>> = { UK: 'GB', UE: UNION }
function codeOf(written: string, isCode: (code: string) => boolean): string | null {
  if (!/^[A-Z]{2}$/.test(written)) return null
  const code = ALIASES[written] ?? written
  return isCode(code) ? code : null
}

const SEPARATOR = /^\s*(?:-|–|—|→|->|=>|>|\/)\s*$/
const ARROW = /^\s*(?:-|–|—|→|->|=>|>)\s*$/

/** Codes with dashes, arrows or a slash between them, or `to`: DE-KZ, DE→LT→BY, IT/RU, IT to KG. */
function codeRoutes(
  sentence: Sentence,
  code: (written: string) => string | null,
  symbols: ReadonlySet<string>,
  isCapital: boolean,
): SaidPlace[] {
  const { text, words } = sentence
  const codes = words.map(({ from, to }) => code(text.slice(from, to)))
  const gap = (at: number) => text.slice(words[at]!.to, words[at + 1]?.from ?? words[at]!.to)
  for (let start = 0; start < words.length; start++) {
    if (codes[start] === null || isJoined(text, words[start]!.from - 1)) continue
    const chain = [start]
    let at = start
    while (at + 1 < words.length && codes[at + 1] !== null && SEPARATOR.test(gap(at))) chain.push(++at)
    const isSpelled =
      chain.length === 1 &&
      !isCapital &&
      codes[start + 2] != null &&
      TO.has(text.slice(words[start + 1]!.from, words[start + 1]!.to))
    if (isSpelled) chain.push(start + 2)
    const last = chain.at(-1)!
    const named = chain.map((one) => codes[one]!)
    if (chain.length < 2 || isJoined(text, words[last]!.to)) continue
    if (named.every((one) => symbols.has(one)) || new Set(named).size < named.length) continue
    return chain.map((one, place) => ({
      part: place === 0 ? 'origin' : place === chain.length - 1 ? 'destination' : 'via',
      ...{ code: codes[one]!, words: text.slice(words[start]!.from, words[last]!.to), start: one, end: one + 1 },
    }))
  }
  return []
}

const TO: ReadonlySet<string> = new Set(['to', 'do'])
/** A dash or a slash beside a code belongs to a longer designation. */
const isJoined = (text: string, at: number): boolean => /[-–/]/.test(text[at] ?? '')

/** Two names of countries with a dash or an arrow between them. */
function namedRoute(sentence: Sentence): SaidPlace[] {
  const { text, words, spans } = sentence
  const places = spans.filter(({ kind }) => kind === 'place')
  for (const one of places) {
    const other = places.find(({ start }) => start === one.end)
    if (!other || other.value === one.value) continue
    if (!ARROW.test(text.slice(words[one.end - 1]!.to, words[other.start]!.from))) continue
    const said = writtenBetween(sentence, one.start, other.end)
    return [
      { part: 'origin', code: one.value, words: said, start: one.start, end: one.end },
      { part: 'destination', code: other.value, words: said, start: other.start, end: other.end },
    ]
  }
  return []
}

const roleBefore = ({ spans }: Sentence, place: number): Span | undefined =>
  spans.find(({ kind, end }) => kind === 'role' && end === place)

const joins = ({ spans, words, text }: Sentence, end: number, start: number): boolean =>
  (start === end + 1 && spans.some((one) => one.kind === 'and' && one.start === end)) ||
  (start === end && /^\s*,\s*$/.test(text.slice(words[end - 1]!.to, words[start]!.from)))

const verbsOf = ({ spans }: Sentence, value: string): Span[] =>
  spans.filter((one) => one.kind === 'verb' && one.value === value)
const isNear = (one: Span, place: number, most: number): boolean => one.end <= place && place - one.end < most

/** Something that is in a place: bought there it comes from it, with a person there or on its way it goes there. */
function partOfStay(sentence: Sentence, place: number): Part | null {
  const near = (value: string, most: number) => verbsOf(sentence, value).some((one) => isNear(one, place, most))
  const isSent = near('goes', NEAR_VERB) || near('gets', NEAR_VERB)
  if (near('bought', isSent ? NEAR_VERB : NEAR_BOUGHT)) return 'origin'
  if (near('mine', NEAR_VERB)) return null
  const person = sentence.spans.findLast((one) => one.kind === 'person' && isNear(one, place, NEAR_PERSON))
  if (person) return partOfPerson(sentence, person) ?? (person.value === 'others' ? null : 'destination')
  return near('gets', NEAR_VERB) || verbsOf(sentence, 'goes').length > 0 ? 'destination' : null
}

/** Whoever brought or gave the goods is where they come from; anybody else is where they go. */
function partOfPerson(sentence: Sentence, person: Span): Part | null {
  const before = sentence.words.slice(Math.max(0, person.start - 2), person.end).map(({ word }) => word)
  if (before.some((word) => FROM.has(word))) return 'origin'
  if (before.some((word) => FOR.has(word))) return 'destination'
  if (verbsOf(sentence, 'brought').length > 0) return 'origin'
  const isAsking = [...verbsOf(sentence, 'gets'), ...verbsOf(sentence, 'goes')].length > 0
  return isAsking ? 'destination' : null
}

const FROM: ReadonlySet<string> = new Set(['od', 'from'])
const FOR: ReadonlySet<string> = new Set(['dla', 'do', 'for', 'to'])

/** One place for each part; two different ones of a part are none. Where goods are sent from is their origin, unless it is said. */
function combined(said: readonly SaidPlace[]): SaidRoute {
  const codesOf = (part: Part) => [...new Set(said.flatMap((one) => (one.part === part ? [one.code] : [])))]
  const only = (part: Part): string | null => {
    const codes = codesOf(part)
    return codes.length === 1 ? codes[0]! : null
  }
  const sentFrom = only('dispatch')
  const hasOrigin = codesOf('origin').length > 0
  const origin = hasOrigin ? only('origin') : sentFrom
  const dispatch = hasOrigin && sentFrom !== origin ? sentFrom : null
  const destination = only('destination')
  const via = codesOf('via')
  const wordsOf = (part: Part, read: boolean, from: Part = part) =>
    read ? { [part]: [...new Set(said.flatMap((one) => (one.part === from ? [one.words] : [])))].join(', ') } : {}
  return {
    ...{ origin, dispatch, via, destination },
    words: {
      ...wordsOf('origin', origin !== null, hasOrigin ? 'origin' : 'dispatch'),
      ...wordsOf('dispatch', dispatch !== null),
      ...wordsOf('via', via.length > 0),
      ...wordsOf('destination', destination !== null),
    },
    places: said.map(({ start, end }) => ({ start, end })),
  }
}
