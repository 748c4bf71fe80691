import type { CnResponse } from '../../answer/response.ts'
import type { Language } from '../../terms/language.ts'
import { countryAfter } from './countries.ts'
import { answerSpeaker, EXTENT_TEXTS, ONLY_BEYOND, ONLY_IF, SOME_GOODS, WAY_TEXTS } from './texts.ts'
import { WAYS } from './trade-direction.ts'
import { EXTENTS, type Extent, type Reach, type Verdict } from './verdict.ts'
import { listed, thresholdInWords } from './wording.ts'

/** The verdict in one sentence, and the sentences that may follow it. */
export interface VerdictWords {
  readonly sentence: string
  readonly more: readonly string[]
  /** Descriptions of annexes that the sentence refers to without quoting them. */
  readonly designations: readonly string[]
}

/** A longer description would bury the verdict; it stands below it then. */
const QUOTABLE = 140
const LABELS = 3
const THRESHOLDS = 2

export function verdictInWords(verdict: Verdict, response: CnResponse, language: Language): VerdictWords {
  const say = answerSpeaker(language)
  if (verdict.kind === 'ban') return banInWords(verdict, response.matched_as === 'name', language)
  if (verdict.kind === 'condition') {
    const labels = [...new Set(response.results.map(({ restriction }) => restriction.label))]
    return { sentence: say('noBan'), more: labels.slice(0, LABELS), designations: [] }
  }
  if (response.meta.goods?.length === 0) {
    return { sentence: say('noGoods'), more: [say('nothingChecked')], designations: [] }
  }
  const sentence = say(response.meta.goods ? 'noListedGoods' : 'noListing')
  return { sentence, more: [say('notAllowed')], designations: [] }
}

function banInWords({ reaches, designations, thresholds }: Verdict, isName: boolean, language: Language): VerdictWords {
  const [only = ''] = designations
  const quotes = designations.length === 1 && only.length <= QUOTABLE
  const leadOf = (extent: Extent): string => {
    if (extent === 'limited' && thresholds.length > 0 && thresholds.length <= THRESHOLDS) {
      return ONLY_BEYOND[language].replace('#', () =>
        thresholds.map((one) => thresholdInWords(one, language)).join('; '),
      )
    }
    if (extent === 'part' && quotes) return ONLY_IF[language].replace('#', () => only)
    return (extent === 'some' && isName ? SOME_GOODS : EXTENT_TEXTS[extent])[language]
  }
  const sentences = EXTENTS.flatMap((extent) => {
    const same = reaches.filter((reach) => reach.extent === extent)
    return same.length === 0 ? [] : [`${leadOf(extent)}: ${reachesInWords(same, language)}.`]
  })
  const [sentence = '', ...more] = sentences
  // Where something is banned anyway, the descriptions can wait for the matches.
  const isFirst = reaches.every(({ extent }) => extent !== 'whole' && extent !== 'limited')
  return { sentence, more, designations: quotes || !isFirst ? [] : designations }
}

/** `przywóz z Rosji i z Białorusi oraz wywóz do Rosji`. */
function reachesInWords(reaches: readonly Reach[], language: Language): string {
  const ways = WAYS.flatMap((way) => {
    const countries = reaches.filter((reach) => reach.way === way).map(({ country }) => country)
    if (countries.length === 0) return []
    if (way === 'other') return [WAY_TEXTS.other[language]]
    const names = countries.map((country) => countryAfter(way, country, language))
    return [`${WAY_TEXTS[way][language]} ${listed(names, language)}`]
  })
  const also = language === 'pl' ? 'oraz' : 'and'
  return ways.length < 2 ? ways.join('') : `${ways.slice(0, -1).join(', ')} ${also} ${ways.at(-1)}`
}
