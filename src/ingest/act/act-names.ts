/** Numbers of annexes as acts write them: `XXIIIG`, `Va`, `1`. */
const NUMBER = String.raw`(?:[IVXLC]+[A-Za-z]{0,3}|\d{1,2})(?![\w(])`
const LIST = String.raw`${NUMBER}(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s+or\s+)${NUMBER})*`

/** `Annexes XXIIIB and XXIIIC`: the numbers are the first group. */
export const ANNEXES = new RegExp(String.raw`\bAnnex(?:es)?\s+(${LIST})`)
/** A list that is given by its ends, whose members are not named. */
export const ANNEXES_BY_ENDS = new RegExp(String.raw`\bAnnexes\s+${NUMBER}\s*(?:to|–|-|through)\s*${NUMBER}`)
/** An annex of the act itself, which holds the text of an amendment. */
export const OWN_ANNEXES = new RegExp(
  String.raw`(?:\b(?:the\s+)?(?:texts?|tables?|lists?)\s+(?:which\s+is\s+|that\s+is\s+)?(?:as\s+)?(?:(?:set\s+out|appearing|contained|laid\s+down|given|provided)\s+)?in\s+)?(?:the\s+)?Annex(?:es)?(?:\s+(${LIST}))?\s+(?:to\s+this\s+(?:Regulation|act)|hereto)`,
)
/** The same without the words "to this Regulation". */
export const HELD_IN = new RegExp(
  String.raw`(?:in\s+accordance\s+with|as\s+(?:set\s+out|shown|laid\s+down|indicated|specified|follows\s+in)\s*(?:in)?|(?:set\s+out|appearing|contained|provided|given)\s+in|by\s+(?:the\s+text\s+(?:in|of)\s+)?)\s*(?:the\s+)?Annex(?:\s+(${LIST}))?(?=\s*$|\s*[;.,])`,
)
/** The title of an annex, quoted or the act's own. */
export const ANNEX_TITLE = new RegExp(String.raw`^[‘“„"]?\s*ANNEX(?:\s+(${NUMBER}))?\s*[’”"]?$`, 'i')

export const numbersIn = (list: string | undefined): string[] =>
  (list ?? '').split(/\s*,\s*(?:and\s+)?|\s+and\s+|\s+or\s+/).filter((number) => number !== '')

const REGULATION =
  /(?:(?:Council|Commission)\s+)?(?:(?:Implementing|Delegated)\s+)?(Regulation|Decision)\s+\(([A-Za-z, ]+)\)\s+(?:(No)\s+)?(\d{1,4})\/(\d{1,4})/i

/** The CELEX number of the first regulation or decision that a text names; null when it names none. */
export function actNamedIn(text: string): string | null {
  const [, kind = '', , numberFirst, first = '', second = ''] = REGULATION.exec(text) ?? []
  if (first === '') return null
  const yearFirst = numberFirst === undefined && /^20(?:1[5-9]|[2-9]\d)$/.test(first)
  const [year, number] = yearFirst ? [first, second] : [second, first]
  if (!/^(?:19|20)\d\d$/.test(year)) return null
  return `3${year}${kind.toUpperCase() === 'DECISION' ? 'D' : 'R'}${number.padStart(4, '0')}`
}

/** The text with regulations replaced by a sign, so that their numbers are not read as codes. */
export const withoutActs = (text: string): string => text.replace(new RegExp(REGULATION, 'gi'), '§')
