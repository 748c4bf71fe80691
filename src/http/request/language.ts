import { isLanguage, type Language } from '../../terms/language.ts'

/** The language of a problem: `lang` if it is known, else the one that Accept-Language prefers, else Polish. */
export function languageOf(lang: string | undefined, acceptLanguage: string | undefined): Language {
  if (lang !== undefined && isLanguage(lang)) return lang
  let best: { language: Language; quality: number } | null = null
  for (const part of (acceptLanguage ?? '').split(',').slice(0, 20)) {
    const [range = '', ...parameters] = part.trim().toLowerCase().split(';')
    const language = range.split('-')[0] ?? ''
    if (!isLanguage(language)) continue
    const given = parameters.find((parameter) => parameter.trim().startsWith('q='))
    const quality = given === undefined ? 1 : Number(given.trim().slice(2))
    if (quality > 0 && (best === null || quality > best.quality)) best = { language, quality }
  }
  return best?.language ?? 'pl'
}
