import type { Language } from '../../base/language.ts'
import type { NamedPath } from './texts.ts'

/** The pages, named by their Polish path; the English ones are below `/en`. */
export type PagePath = NamedPath | `/guides/${string}`

export const hrefOf = (path: PagePath, language: Language, search = ''): string =>
  (language === 'pl' ? path : path === '/' ? '/en' : `/en${path}`) + search

/** Pages about alerts by e-mail, which links in mails lead to. */
export const alertHref = (
  page: '' | '/confirm' | '/end' | '/never',
  language: Language,
  link?: Record<'id' | 'token', string>,
) => `${language === 'pl' ? '' : '/en'}/alerts${page}${link ? `?${new URLSearchParams(link)}` : ''}`
