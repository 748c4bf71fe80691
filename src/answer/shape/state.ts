import { DIRECTIONS } from '../../law/terms/law.ts'
import type { CnResponse } from '../response/response.ts'
import { ANSWERS, EXTENTS, KINDS, type Reach } from '../response/terms.ts'

/** The part of an assessment that is compared between two screenings of a list: what it says, never how it is worded. */
export interface AssessedState
  extends Pick<CnResponse, 'verdict'>,
    Pick<CnResponse['assessment'], 'answer' | 'checked' | 'extent'> {
  readonly reaches: readonly Reach[]
}

/** Says how the rest is written. A state of another format cannot be compared and counts as no state. */
const FORMAT = '3'
/** Ahead of the country whose inputs are meant. */
const INPUTS = '+'
const VERDICTS = ['restricted', 'no_match'] as const
const CHECKED = 'checked'
const UNCHECKED = 'unchecked'

/** A state as a short text, its reaches in the order of the answer. The store counts by its second word. */
export function writeState({ answer, verdict, checked, extent, reaches }: AssessedState): string {
  const written = reaches.map(({ kind, country, inputs_of, direction, extent }) =>
    [kind, country ?? `${INPUTS}${inputs_of}`, direction ?? '', extent].join(':'),
  )
  return [FORMAT, answer, verdict, checked ? CHECKED : UNCHECKED, extent, written.join(',')].join(' ')
}

/** Whether two texts are the same state: a law that names its regimes in another order changes nothing. */
export const isSameState = (a: string, b: string): boolean => a === b || partsOf(a) === partsOf(b)

const partsOf = (state: string): string => state.split(/[ ,]/).toSorted().join()

/** Null when the text is of another format, such as that of another release of this program. */
export function readState(text: string): AssessedState | null {
  const [format, answer, verdict, checked, extent, written, ...rest] = text.split(' ')
  const state = {
    answer: ANSWERS.find((known) => known === answer),
    verdict: VERDICTS.find((known) => known === verdict),
    extent: EXTENTS.find((known) => known === extent),
  }
  if (format !== FORMAT || written === undefined || rest.length > 0) return null
  if (!state.answer || !state.verdict || !state.extent || (checked !== CHECKED && checked !== UNCHECKED)) return null
  const reaches = written === '' ? [] : written.split(',').map(readReach)
  if (!reaches.every((reach) => reach !== null)) return null
  return { answer: state.answer, verdict: state.verdict, checked: checked === CHECKED, extent: state.extent, reaches }
}

function readReach(text: string): Reach | null {
  const [kind, country = '', direction, extent, ...rest] = text.split(':')
  const known = {
    kind: KINDS.find((one) => one === kind),
    direction: direction === '' ? null : DIRECTIONS.find((one) => one === direction),
    extent: EXTENTS.find((one) => one === extent),
  }
  if (!known.kind || known.direction === undefined || !known.extent || country === '' || rest.length > 0) return null
  const place = country.startsWith(INPUTS) ? { country: null, inputs_of: country.slice(INPUTS.length) } : { country }
  return { ...place, direction: known.direction, kind: known.kind, extent: known.extent }
}
