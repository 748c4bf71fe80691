import type { Language, Phrase, Text } from '../../base/language.ts'
import { citationInWords } from '../../law/terms/citation-words.ts'
import { DIRECTION_NAMES } from '../../law/terms/direction-names.ts'
import type { Direction } from '../../law/terms/law-vocabulary.ts'
import type { CnResponse } from '../response/response.ts'
import type { Extent, Ground, Kind, Reach } from '../response/terms.ts'

type PlacedReach = Pick<CnResponse['assessment']['reaches'][number], 'country' | 'place'>

/** How a reach and the provisions behind it are worded, wherever an assessment is shown besides its sentence. */

const KIND_TEXTS: Readonly<Record<Kind, Text>> = {
  ban: { pl: 'zakaz', en: 'ban' },
  restriction: { pl: 'warunek', en: 'condition' },
  duty: { pl: 'obowiązek', en: 'duty' },
}

/** How far a measure reaches, behind its kind; empty where it covers everything. */
const EXTENT_TEXTS: Readonly<Record<Extent, Text>> = {
  whole: { pl: '', en: '' },
  threshold: { pl: 'powyżej progu lub pod warunkiem', en: 'beyond a threshold or on a condition' },
  description: { pl: 'tylko towary odpowiadające opisowi', en: 'only goods that fit the description' },
  some_codes: { pl: 'tylko niektóre towary', en: 'only some of the goods' },
  possible: { pl: 'możliwy, dzień niepewny', en: 'possible, the day is uncertain' },
  none: { pl: '', en: '' },
}

const WHOLE: Text = { pl: 'wszystkie towary', en: 'all goods' }
const ANNEX: Text = { pl: 'załącznik', en: 'Annex' }
const ELSEWHERE: Phrase<[place: string]> = {
  pl: (place) => `inne państwa (wsad: ${place})`,
  en: (place) => `other countries (inputs: ${place})`,
}
const OTHER_DEALINGS: Text = { pl: 'inne czynności', en: 'other dealings' }

/** `zakaz: powyżej progu lub pod warunkiem`. */
export function reachInWords({ kind, extent }: Reach, language: Language): string {
  const bound = EXTENT_TEXTS[extent][language]
  return KIND_TEXTS[kind][language] + (bound === '' ? '' : `: ${bound}`)
}

/** `Rosja`, or `inne państwa (wsad: Rosja)`. */
export const reachPlace = ({ country, place }: PlacedReach, language: Language): string =>
  country !== null ? place : ELSEWHERE[language](place)

export const wayInWords = (direction: Direction | null, language: Language): string =>
  direction ? DIRECTION_NAMES[direction][language] : OTHER_DEALINGS[language]

/** What an assessment is based on, provision by provision, the widest first: `Rosja, wywóz: zakaz`. Regimes of parts of a country are named by their acts. */
export function groundsInWords({ reaches }: CnResponse['assessment'], language: Language) {
  return reaches.map((reach) => ({
    head: `${reachPlace(reach, language)}, ${wayInWords(reach.direction, language)}: ${KIND_TEXTS[reach.kind][language]}`,
    grounds: reach.grounds.map((ground) => groundInWords(ground, language)),
  }))
}

/** `art. 3h ust. 1, załącznik XVIII: powyżej progu lub pod warunkiem (wartość jednej sztuki powyżej 300 EUR)`. */
function groundInWords({ article, annex, extent, limit, designation }: Ground, language: Language): string {
  const place = [citationInWords(article, language), annex !== null && `${ANNEX[language]} ${annex}`]
  const bounds = [limit, designation].filter((words) => words !== null)
  const reach = EXTENT_TEXTS[extent][language] || WHOLE[language]
  return `${place.filter(Boolean).join(', ')}: ${reach}${bounds.length > 0 ? ` (${bounds.join('; ')})` : ''}`
}
