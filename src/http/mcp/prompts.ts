import type { Language, Text } from '../../base/language.ts'

/** Texts with which a person begins a conversation. They name tools and decide nothing. */
export interface Prompt {
  readonly name: string
  readonly title: string
  readonly description: string
  /** What the person fills in; each with its description and whether it must be given. */
  readonly fields: Readonly<Record<string, { readonly description: string; readonly required?: true }>>
  readonly text: Text
}

const LANG = { lang: { description: 'pl (default) or en' } }

const CLOSING: Text = {
  pl: 'Przytocz assessment.sentence dosłownie. Podaj, co uchyla lub łagodzi zakaz (wyjątki, okresy przejściowe, zezwolenia), z dniami i artykułami; ostrzeżenia i to, czego nie sprawdzono; odnośniki do EUR-Lex, dzień, wersję danych i zastrzeżenie. „no_match” nie oznacza, że obrót jest dozwolony. Nie dodawaj niczego z pamięci.',
  en: 'Quote assessment.sentence word for word. Say what lifts or softens a ban (exemptions, wind-downs, permits), with days and articles; the warnings and what was not checked; links to EUR-Lex, the day, the version of the data and the disclaimer. "no_match" does not mean that the trade is allowed. Add nothing from memory.',
}

export const PROMPTS: readonly Prompt[] = [
  {
    name: 'check_shipment',
    title: 'Check a shipment',
    description: 'Screens goods on their way from one country to another / Sprawdza przesyłkę',
    fields: {
      goods: { description: 'CN codes or names, one in a line', required: true },
      route: { description: 'origin, dispatch, countries crossed, destination, value, day of the contract' },
      ...LANG,
    },
    text: {
      pl: `Sprawdź, czy sankcje UE na towary obejmują tę przesyłkę. Towary poznane tylko z nazwy znajdź przez find_product i poproś o potwierdzenie kodu; zbyt krótki kod wydłuż przez browse_tariff. Potem każdy towar oceń przez screen_deal (bez trasy: check_code). Brakujących faktów nie zgaduj, zapytaj o nie. ${CLOSING.pl}`,
      en: `Check whether EU sanctions on goods cover this shipment. Find goods known by name alone with find_product and ask for the code to be confirmed; lengthen a code that is too short with browse_tariff. Then assess each with screen_deal (without a route: check_code). Do not guess missing facts, ask for them. ${CLOSING.en}`,
    },
  },
  {
    name: 'explain_change',
    title: 'Explain a change',
    description: 'Says what changed for a code, since when and by which act / Wyjaśnia zmianę',
    fields: {
      code: { description: 'CN code', required: true },
      from: { description: 'the earlier day, YYYY-MM-DD', required: true },
      to: { description: 'the later day; today by default' },
      ...LANG,
    },
    text: {
      pl: `Wyjaśnij, co się zmieniło dla tego kodu między tymi dniami. Użyj compare_days, a gdy trzeba, list_changes i zasobu danego artykułu. Powiedz prostymi słowami: ocena przedtem i potem, co dodano, usunięto lub zmieniono, od którego dnia i jakim aktem; czego źródła nie pokazują. Na koniec przez check_code podaj stan na późniejszy dzień. ${CLOSING.pl}`,
      en: `Explain what changed for this code between these days. Use compare_days and, where needed, list_changes and the resource of the article. Say in plain words: the assessment before and after, what was added, removed or changed, from which day and by which act; what the sources do not show. End with the state on the later day by check_code. ${CLOSING.en}`,
    },
  },
]

/** A person's text is long enough for a list of goods, and is set apart from the instruction. */
const FIELD_CHARACTERS = 8_000

/** The message of a prompt; null when a field is missing, unknown or too long. */
export function promptMessage({ fields, text }: Prompt, given: Readonly<Record<string, unknown>>): string | null {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined && value !== '')
  const isKnown = entries.every(
    ([name, value]) => Object.hasOwn(fields, name) && typeof value === 'string' && value.length <= FIELD_CHARACTERS,
  )
  const isWhole = Object.entries(fields).every(
    ([name, { required }]) => !required || entries.some(([one]) => one === name),
  )
  const { lang = 'pl' } = given
  if (!isKnown || !isWhole || (lang !== 'pl' && lang !== 'en')) return null
  const language: Language = lang
  const filled = entries.filter(([name]) => name !== 'lang').map(([name, value]) => `${name}: ${value}`)
  return [text[language], `lang: ${language}`, ...filled].join('\n')
}
