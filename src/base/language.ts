/** The languages of every text of the service. */
export const LANGUAGES = ['pl', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

/** A text in both languages. */
export type Text = { readonly pl: string; readonly en: string }

/** A sentence that its parts complete, in both languages. */
export type Phrase<Parts extends readonly string[]> = Readonly<Record<Language, (...parts: Parts) => string>>

export const isLanguage = (value: string): value is Language => value === 'pl' || value === 'en'
