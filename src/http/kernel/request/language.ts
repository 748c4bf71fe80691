import { isLanguage, type Language } from '../../../base/language.ts'
import { queryOf } from './url.ts'

/**
 * The language of an answer or a problem: the `lang` of a body where one was read, else that of the address, else Polish,
 * as for every answer. What a browser prefers does not matter: the same request has the same bytes for everybody.
 */
export const languageOf = (url: string, lang?: unknown): Language =>
  [lang, langOf(url)].find((one): one is Language => typeof one === 'string' && isLanguage(one)) ?? 'pl'

/** The parameter `lang`, found without parsing the query, since the query may be what is wrong. */
const langOf = (url: string): string | undefined => /(?:^|&)lang=([a-z]{2})(?:&|$)/.exec(queryOf(url))?.[1]
