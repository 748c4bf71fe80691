import type { Language, Text } from '../../base/language.ts'

/** Texts that every page may need. */
const SHELL_TEXTS = {
  site: { pl: 'Sankcje UE według kodu CN', en: 'EU sanctions by CN code' },
  brand: { pl: 'Sankcje UE', en: 'EU sanctions' },
  skip: { pl: 'Przejdź do treści', en: 'Skip to content' },
  menu: { pl: 'Menu', en: 'Menu' },
  navigation: { pl: 'Strony', en: 'Pages' },
  '/': { pl: 'Sprawdź', en: 'Check' },
  '/list': { pl: 'Lista', en: 'List' },
  '/lists': { pl: 'Zapisane listy', en: 'Stored lists' },
  '/changes': { pl: 'Zmiany', en: 'Changes' },
  '/api': { pl: 'API', en: 'API' },
  '/methodology': { pl: 'Skąd to wiemy', en: 'How we know' },
  '/legal': { pl: 'Nota prawna', en: 'Legal notice' },
  '/record': { pl: 'Zapis do akt', en: 'Record for the file' },
  '/design': { pl: 'System projektowy', en: 'Design system' },
  '/verify': { pl: 'Sprawdź zapis', en: 'Verify a record' },
  otherLanguage: { pl: 'English', en: 'Polski' },
  reference: { pl: 'Dokumentacja API', en: 'API reference' },
  notAdvice: {
    pl: 'Informacja, nie porada prawna ani celna. Dane: EUR-Lex i Nomenklatura scalona, © Unia Europejska.',
    en: 'Information, not legal or customs advice. Data: EUR-Lex and the Combined Nomenclature, © European Union.',
  },
  lawChecked: {
    pl: 'Nowych aktów zmieniających te rozporządzenia szukano w EUR-Lex ostatnio',
    en: 'EUR-Lex was last searched for new acts amending these regulations on',
  },
  copied: { pl: 'Skopiowano', en: 'Copied' },
  copyFailed: { pl: 'Nie udało się skopiować', en: 'Could not copy' },
  retryIn: { pl: 'Spróbuj ponownie za', en: 'Try again in' },
  seconds: { pl: 's', en: 's' },
} as const satisfies Record<string, Text>

/** The pages whose links say what their texts above do. */
export type NamedPath = Extract<keyof typeof SHELL_TEXTS, `/${string}`>

/** Says the texts of a table in its language, with the values in place of their `#`, in order. */
export interface Speaker<Key extends string> {
  (key: Key, ...values: readonly (string | number)[]): string
  readonly language: Language
}

export function speaker<K extends string>(texts: Readonly<Record<K, Text>>, language: Language): Speaker<K> {
  const say = (key: K, ...values: readonly (string | number)[]): string => {
    const text = texts[key][language]
    if (values.length === 0) return text
    const left = [...values]
    return text.replace(/#/g, () => String(left.shift()))
  }
  return Object.assign(say, { language })
}

export const shellSpeaker = (language: Language) => speaker(SHELL_TEXTS, language)
