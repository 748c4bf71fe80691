/** The languages of every text of the service. */
export const LANGUAGES = ['pl', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

/** A text in both languages. */
export type Text = { readonly pl: string; readonly en: string }

export const isLanguage = (value: string): value is Language => value === 'pl' || value === 'en'
