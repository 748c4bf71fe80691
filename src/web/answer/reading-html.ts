import type { CnResponse } from '../../answer/response/response.ts'
import type { Language } from '../../base/language.ts'
import { type Html, html } from '../design/html.ts'
import { answerSpeaker } from './texts.ts'

/** What was made of a name: words understood, set aside and unknown. Null for a code. */
export function readingInWords({ meta: { name } }: CnResponse, language: Language): string | null {
  if (!name) return null
  const say = answerSpeaker(language)
  // `lapotp (laptop)`.
  const asRead = (word: string) => {
    const right = name.corrected?.find((one) => one.word === word)
    return right ? `${word} (${right.read_as})` : word
  }
  const parts = (['understood', 'ignored', 'unknown'] as const).flatMap((kind) =>
    name[kind].length > 0 ? [`${say(kind)}: ${name[kind].map(asRead).join(', ')}`] : [],
  )
  const text = parts.join('; ')
  return text === '' ? null : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

/** Shown where it tells more than the question itself: something was left out, or it is uncertain what is meant. */
export function readingHtml(response: CnResponse, language: Language): Html | false {
  const { name } = response.meta
  const isAsTyped = name && name.ignored.length + name.unknown.length === 0 && !name.corrected
  if (!name || (name.confidence !== 'low' && isAsTyped)) return false
  // Where nothing is listed, the assessment itself asks to choose.
  const isUnsure = name.confidence === 'low' && response.verdict === 'restricted'
  return html`<p class="soft reading">${readingInWords(response, language)}${isUnsure && html` ${answerSpeaker(language)('unsure')}`}</p>`
}
