import type { Language } from '../../terms/language.ts'

/** The pages, named by their Polish path; the English ones are below `/en`. */
export type PagePath =
  | '/'
  | '/list'
  | '/lists'
  | '/changes'
  | '/api'
  | '/methodology'
  | '/legal'
  | '/record'
  | '/verify'
  | `/guides/${string}`

export const hrefOf = (path: PagePath, language: Language, search = ''): string =>
  (language === 'pl' ? path : path === '/' ? '/en' : `/en${path}`) + search
