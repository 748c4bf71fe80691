import type { CnResponse } from '../../answer/response.ts'
import { countryAfter } from '../../terms/countries.ts'
import type { Language } from '../../terms/language.ts'
import { listed, thresholdInWords } from '../../terms/wording.ts'
import { answerSpeaker, EXTENT_TEXTS, ONLY_BEYOND, ONLY_IF, SOME_GOODS, VERDICT_DIRECTION_TEXTS } from './texts.ts'
import { TRADE_DIRECTIONS } from './trade-direction.ts'
import { EXTENTS, type Extent, type Reach, type Verdict } from './verdict.ts'

/** The verdict in one sentence, and the sentences that may follow it. */
export interface VerdictWords {
  readonly sentence: string
  readonly more: readonly string[]
  /** Descriptions in annexes that the sentence refers to without quoting them. */
  readonly designations: readonly string[]
}

/** Longer descriptions are not quoted in the sentence of the verdict but below it. */
const QUOTED_CHARACTERS = 140
const LABELS_SHOWN = 3
const THRESHOLDS_QUOTED = 2

export function verdictInWords(verdict: Verdict, response: CnResponse, language: Language): VerdictWords {
  const say = answerSpeaker(language)
  if (verdict.kind === 'ban') return banInWords(verdict, response.matched_as === 'name', language)
  if (verdict.kind === 'condition') {
    const labels = [...new Set(response.results.map(({ restriction }) => restriction.label))]
    return { sentence: say('noBan'), more: labels.slice(0, LABELS_SHOWN), designations: [] }
  }
  if (response.meta.goods?.length === 0) {
    return { sentence: say('noGoods'), more: [say('nothingChecked')], designations: [] }
  }
  const sentence = say(response.meta.goods ? 'noListedGoods' : 'noListing')
  return { sentence, more: [say('notAllowed')], designations: [] }
}

function banInWords({ reaches, designations, thresholds }: Verdict, isName: boolean, language: Language): VerdictWords {
  const [only = ''] = designations
  const quotes = designations.length === 1 && only.length <= QUOTED_CHARACTERS
  const leadOf = (extent: Extent): string => {
    if (extent === 'limited' && thresholds.length > 0 && thresholds.length <= THRESHOLDS_QUOTED) {
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
  // Where something is banned whole, the descriptions are left to the matches below.
  const onlyPartial = reaches.every(({ extent }) => extent !== 'whole' && extent !== 'limited')
  return { sentence, more, designations: quotes || !onlyPartial ? [] : designations }
}

/** `przywóz z Rosji i z Białorusi oraz wywóz do Rosji`. */
function reachesInWords(reaches: readonly Reach[], language: Language): string {
  const parts = TRADE_DIRECTIONS.flatMap((direction) => {
    const countries = reaches.filter((reach) => reach.direction === direction).map(({ country }) => country)
    if (countries.length === 0) return []
    if (direction === 'other') return [VERDICT_DIRECTION_TEXTS.other[language]]
    const names = countries.map((country) => countryAfter(direction, country, language))
    return [`${VERDICT_DIRECTION_TEXTS[direction][language]} ${listed(names, language)}`]
  })
  const also = language === 'pl' ? 'oraz' : 'and'
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${also} ${parts.at(-1)}`
}
