/** The two languages of every text the service speaks. */
export const LANGUAGES = ['pl', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

/** A text in both languages; neither is ever missing in `law/`. */
export type Text = { readonly pl: string; readonly en: string }

export const isLanguage = (value: string): value is Language => value === 'pl' || value === 'en'
