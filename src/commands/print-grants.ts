import type { CnResponse, DerogationAnswer, WinddownAnswer } from '../answer/response/response.ts'
import { isEndInDoubt } from '../answer/shape/end-in-doubt.ts'
import type { Day } from '../base/day.ts'
import type { Language } from '../base/language.ts'
import { citationInWords } from '../law/terms/citation-words.ts'
import { DIRECTION_NAMES } from '../law/terms/direction-names.ts'
import { DIRECTIONS, type Direction, type DocumentPurpose } from '../law/terms/law.ts'
import { PURPOSE_NAMES } from '../law/terms/purpose-names.ts'
import { type NamedRegime, regimeName } from '../law/terms/regime-name.ts'
import { dayInSentence } from '../law/terms/wording.ts'
import { CHECK_TEXTS } from './print-answer-texts.ts'
import { shorten } from './terminal.ts'

/** Longer texts of wind-downs and derogations are cut, unless --full or --json is given. */
const BRIEF_CHARACTERS = 220

/** Wind-downs, a line each. Those that are over are one line together, unless they were made for the contract asked about. */
export function winddownLines({ winddowns, scope }: CnResponse, language: Language, full: boolean): string[] {
  const isFolded = ({ status, applies }: WinddownAnswer) => status === 'expired' && applies !== true
  return grantLines(winddowns, full ? () => false : isFolded, 'winddownsOver', scope.regimes, language, (winddown) => {
    const { status, applies, text } = winddown
    const verdict: Key[] =
      applies === null ? [] : [applies ? (status === 'expired' ? 'applied' : 'applies') : 'appliesNot']
    return { marks: [...statusMarks(winddown, scope.as_of), ...verdict], text: brief(text, full) }
  })
}

/** Derogations, a line each; those that are over are one line together. */
export function derogationLines({ derogations, scope }: CnResponse, language: Language, full: boolean): string[] {
  const isFolded = ({ status }: DerogationAnswer) => !full && status === 'expired'
  return grantLines(derogations, isFolded, 'derogationsOver', scope.regimes, language, (derogation) => ({
    marks: statusMarks(derogation, scope.as_of),
    text: brief(derogation.text, full),
  }))
}

type Key = keyof typeof CHECK_TEXTS

function grantLines<G extends Grant>(
  grants: readonly G[],
  isFolded: (grant: G) => boolean,
  over: Key,
  regimes: readonly NamedRegime[],
  language: Language,
  say: (grant: G) => { readonly marks: readonly Key[]; readonly text: string },
): string[] {
  const folded = grants.filter(isFolded).map((grant) => placeOf(grant, regimes, language))
  return [
    ...grants
      .filter((grant) => !isFolded(grant))
      .map((grant) => {
        const { marks, text } = say(grant)
        const words = marks.map((mark) => CHECK_TEXTS[mark][language])
        return `${placeOf(grant, regimes, language)}${words.length > 0 ? ` [${words.join(', ')}]` : ''}: ${text}`
      }),
    ...(folded.length > 0 ? [`${CHECK_TEXTS[over][language]} (${folded.length}): ${folded.join('; ')}`] : []),
  ]
}

function statusMarks(grant: Grant, day: Day): Key[] {
  if (grant.status === 'not_yet') return ['notYet']
  if (grant.status === 'unknown') return ['daysUnknown']
  return isEndInDoubt(grant, day) ? ['endInDoubt'] : []
}

type Grant = Pick<WinddownAnswer, 'regime' | 'article' | 'until' | 'status'>

const brief = (text: string, full: boolean): string => (full ? text : shorten(text, BRIEF_CHARACTERS))

/** `Rosja, art. 3i ust. 3bg, do 25 października 2026 r.` */
function placeOf({ regime, article, until }: Grant, regimes: readonly NamedRegime[], language: Language): string {
  const place = `${regimeName(regime, regimes)}, ${citationInWords(article, language)}`
  return until === null ? place : `${place}, ${CHECK_TEXTS.until[language]} ${dayInSentence(until, language)}`
}

type DocumentCode = CnResponse['meta']['documents'][number]

/** Document codes as a declarant looks for them: by country and direction, then by what they state. */
export function documentLines({ meta, scope }: CnResponse, language: Language, full: boolean): string[] {
  const lines: string[] = []
  const purposes = Object.keys(PURPOSE_NAMES) as DocumentPurpose[]
  const ofRegime = Map.groupBy(meta.documents, ({ regime }) => regime)
  for (const { code } of scope.regimes) {
    for (const direction of [...DIRECTIONS, null]) {
      const own = (ofRegime.get(code) ?? []).filter((document) => belongsTo(document, direction, scope.directions))
      if (own.length === 0) continue
      lines.push(`${regimeName(code, scope.regimes)}, ${directionName(direction, language)}`)
      for (const purpose of purposes) {
        const same = own.filter((document) => document.purpose === purpose)
        if (same.length === 0) continue
        const codes = same.map(({ code, article }) => `${code} (${citationInWords(article, language)})`)
        lines.push(`  ${PURPOSE_NAMES[purpose][language]}: ${codes.join('; ')}`)
        if (full) lines.push(...same.map(({ code, text }) => `    ${code}: ${text}`))
      }
    }
  }
  return lines
}

/** A code that belongs to several declarations stands under each of them, one that belongs to every one only once. */
const belongsTo = ({ directions }: DocumentCode, direction: Direction | null, asked: readonly Direction[]): boolean =>
  direction === null ? directions.length === 0 : directions.includes(direction) && asked.includes(direction)

const directionName = (direction: Direction | null, language: Language): string =>
  direction === null ? CHECK_TEXTS.otherDirection[language] : DIRECTION_NAMES[direction][language]

/** `Rosja, art. 3s, załącznik XVI`. */
export const provisionInWords = (
  regime: string,
  article: string | null,
  annex: string | null,
  regimes: readonly NamedRegime[],
  language: Language,
): string =>
  [
    regimeName(regime, regimes),
    article && citationInWords(article, language),
    annex && `${CHECK_TEXTS.annexInWords[language]} ${annex}`,
  ]
    .filter(Boolean)
    .join(', ')
