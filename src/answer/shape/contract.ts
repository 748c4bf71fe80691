import type { Day } from '../../base/day.ts'
import type { Language, Text } from '../../base/language.ts'
import { ownText } from '../../base/own-text.ts'
import { citationInWords } from '../../law/terms/citation-words.ts'
import { regimeName } from '../../law/terms/regime-name.ts'
import { dayInSentence, sentence } from '../../law/terms/wording.ts'
import type { CnResponse, Scope, WinddownAnswer } from '../response/response.ts'

type ContractAnswer = NonNullable<CnResponse['meta']['contract']>

/** Periods named in the sentence; the answer lists all of them. */
const NAMED = 3

/** Whether a wind-down covers a contract of that day. There is always an answer, also where no period is known. */
export function contractAnswer(
  winddowns: readonly WinddownAnswer[],
  date: Day,
  regimes: Scope['regimes'],
  language: Language,
): ContractAnswer {
  const day = dayInSentence(date, language)
  for (const status of ['open', 'not_yet', 'expired'] as const) {
    const periods = winddowns.filter((one) => one.status === status && one.applies === true)
    if (periods.length === 0) continue
    const untils = periods.map(({ until }) => until)
    return {
      date,
      covered: status,
      until: untils.includes(null) ? null : (untils.toSorted().at(-1) ?? null),
      text: ownText(
        sentence(`${TEXTS[status][language].replace('#', () => day)} ${periodsInWords(periods, regimes, language)}`),
      ),
    }
  }
  const unclear = winddowns.some(({ applies, status }) => applies === null && status !== 'expired')
  const covered = unclear ? 'unclear' : 'none'
  const unread = winddowns.filter(({ status }) => status === 'unknown')
  const text = covered === 'unclear' && unread.length > 0 ? UNREAD : TEXTS[covered]
  return {
    date,
    covered,
    until: null,
    text: ownText(
      text[language].replace('@', () => periodsInWords(unread, regimes, language)).replace(/#\.?/, () => sentence(day)),
    ),
  }
}

/** `#` is replaced by the day of the contract. */
const TEXTS: Readonly<Record<ContractAnswer['covered'], Text>> = {
  open: { pl: 'Umowę z # obejmuje okres przejściowy:', en: 'A wind-down covers the contract of #:' },
  not_yet: {
    pl: 'Umowę z # obejmie okres przejściowy, który jeszcze się nie zaczął:',
    en: 'A wind-down that has not begun yet will cover the contract of #:',
  },
  expired: {
    pl: 'Umowę z # obejmował okres przejściowy, który już minął:',
    en: 'A wind-down covered the contract of #, but it is over:',
  },
  unclear: {
    pl: 'Źródła podają dwa różne dni graniczne, więc nie wiadomo, czy okres przejściowy obejmuje umowę z #.',
    en: 'The sources give two different cut-off days, so it is open whether a wind-down covers the contract of #.',
  },
  none: {
    pl: 'Żaden ze znanych nam okresów przejściowych nie obejmuje umowy z #. Okresów, które usunięto z rozporządzenia, możemy nie mieć w danych.',
    en: 'None of the wind-downs that we know covers the contract of #. Periods deleted from the regulation may be missing from our data.',
  },
}

/** `@` is replaced by the periods whose days nobody has read. */
const UNREAD: Text = {
  pl: 'Istnieje okres przejściowy, którego dni nie znamy (@): nie wiadomo, czy obejmuje umowę z #.',
  en: 'There is a wind-down whose days we do not know (@): it is open whether it covers the contract of #.',
}

const periodsInWords = (periods: readonly WinddownAnswer[], regimes: Scope['regimes'], language: Language): string =>
  periods
    .slice(0, NAMED)
    .map(({ regime, article, until }) => {
      const place = `${regimeName(regime, regimes)}, ${citationInWords(article, language)}`
      if (until === null) return place
      return `${place}, ${language === 'pl' ? 'do' : 'until'} ${dayInSentence(until, language)}`
    })
    .join('; ') + (periods.length > NAMED ? '; …' : '')
