import type { Day } from '../../base/day.ts'
import type { Language, Phrase } from '../../base/language.ts'
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
      text: ownText(sentence(`${TEXTS[status][language](day)} ${periodsInWords(periods, regimes, language)}`)),
    }
  }
  const unclear = winddowns.some(({ applies, status }) => applies === null && status !== 'expired')
  const covered = unclear ? 'unclear' : 'none'
  const unread = winddowns.filter(({ status }) => status === 'unknown')
  const text =
    covered === 'unclear' && unread.length > 0
      ? UNREAD[language](periodsInWords(unread, regimes, language), day)
      : TEXTS[covered][language](day)
  return { date, covered, until: null, text: ownText(text) }
}

const TEXTS: Readonly<Record<ContractAnswer['covered'], Phrase<[day: string]>>> = {
  open: {
    pl: (day) => `Umowę z ${day} obejmuje okres przejściowy:`,
    en: (day) => `A wind-down covers the contract of ${day}:`,
  },
  not_yet: {
    pl: (day) => `Umowę z ${day} obejmie okres przejściowy, który jeszcze się nie zaczął:`,
    en: (day) => `A wind-down that has not begun yet will cover the contract of ${day}:`,
  },
  expired: {
    pl: (day) => `Umowę z ${day} obejmował okres przejściowy, który już minął:`,
    en: (day) => `A wind-down covered the contract of ${day}, but it is over:`,
  },
  unclear: {
    pl: (day) =>
      `Źródła podają dwa różne dni graniczne, więc nie wiadomo, czy okres przejściowy obejmuje umowę z ${sentence(day)}`,
    en: (day) =>
      `The sources give two different cut-off days, so it is open whether a wind-down covers the contract of ${day}.`,
  },
  none: {
    pl: (day) =>
      `Żaden ze znanych nam okresów przejściowych nie obejmuje umowy z ${sentence(day)} Okresów, które usunięto z rozporządzenia, możemy nie mieć w danych.`,
    en: (day) =>
      `None of the wind-downs that we know covers the contract of ${day}. Periods deleted from the regulation may be missing from our data.`,
  },
}

/** Of periods whose days were not read. */
const UNREAD: Phrase<[periods: string, day: string]> = {
  pl: (periods, day) =>
    `Istnieje okres przejściowy, którego dni nie znamy (${periods}): nie wiadomo, czy obejmuje umowę z ${sentence(day)}`,
  en: (periods, day) =>
    `There is a wind-down whose days we do not know (${periods}): it is open whether it covers the contract of ${day}.`,
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
