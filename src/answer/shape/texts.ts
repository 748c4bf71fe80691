import type { Day } from '../../base/day.ts'
import type { Language, Text } from '../../base/language.ts'
import { ownTexts } from '../../base/own-text.ts'
import type { Entry } from '../../law/dataset/dataset.ts'
import type { AnnexRole } from '../../law/terms/law.ts'
import { dayInSentence, yearsInWords } from '../../law/terms/wording.ts'

/** All sentences of answers that do not come from `law/`. */

export const DISCLAIMER: Text = {
  pl: 'To informacja, nie porada prawna ani celna. Wiążące są tekst rozporządzenia w Dzienniku Urzędowym UE i decyzja organu celnego. Brak dopasowania nie oznacza, że obrót jest dozwolony: poza kodem CN liczą się użycie i użytkownik końcowy, pochodzenie towaru, wykazy osób i wykazy techniczne. Źródło: EUR-Lex i Nomenklatura scalona, © Unia Europejska.',
  en: 'This is information, not legal or customs advice. The regulation in the Official Journal of the EU and the decision of the customs authority are binding. No match does not mean that the trade is allowed: besides the CN code, end use and end user, origin, lists of persons and technical lists count. Source: EUR-Lex and the Combined Nomenclature, © European Union.',
}

/** Labels of lists that are no bans, so that nobody takes them for one. */
const LISTS: Partial<Record<AnnexRole, Text>> = {
  exemption: { pl: 'Wykaz wyłączeń, nie osobny zakaz', en: 'List of exemptions, not a ban of its own' },
  price_cap: { pl: 'Wykaz pułapów cenowych, nie osobny zakaz', en: 'List of price caps, not a ban of its own' },
  derogation: {
    pl: 'Wykaz towarów, na które można uzyskać zezwolenie, nie osobny zakaz',
    en: 'List of goods that may be authorised, not a ban of its own',
  },
  quota: { pl: 'Wykaz kontyngentów, nie osobny zakaz', en: 'List of quotas, not a ban of its own' },
  winddown: { pl: 'Wykaz okresu przejściowego, nie osobny zakaz', en: 'Wind-down list, not a ban of its own' },
}

export const labelOf = (role: AnnexRole, title: Text): Text => {
  const list = LISTS[role]
  return list ? ownTexts({ pl: `${list.pl}: ${title.pl}`, en: `${list.en}: ${title.en}` }) : title
}

/** A transit ban among the answers to a question about exports. */
export const IF_IN_TRANSIT: Text = {
  pl: 'Dotyczy wywozu, jeżeli towar jest przewożony przez terytorium tego państwa.',
  en: 'Concerns an export if the goods pass through the territory of this country.',
}

/** Beside a result that could concern the deal, but does not by its countries. */
export const ONLY_FOR_USE: Text = {
  pl: 'Kraje tej transakcji nie uruchamiają tego przepisu; decydują użycie, osoby lub historia towaru.',
  en: 'The countries of this deal do not trigger this provision; use, persons or the history of the goods decide.',
}

export const beforeComplete = (regime: Text, day: Day): Text => ({
  pl: `${regime.pl}: dane są pełne od ${dayInSentence(day, 'pl')}; na wcześniejszy dzień może w nich brakować kodów później skreślonych.`,
  en: `${regime.en}: the data are complete from ${dayInSentence(day, 'en')}; for an earlier day, codes deleted since may be missing.`,
})

/** A Polish day ends with a full stop of its own. */
const ended = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

/** `witness`: what shows some of the changes of an act that was not read. */
export function actsPending(
  regime: Text,
  acts: readonly { readonly title: Text; readonly witness: Text | null }[],
): Text {
  const named = (language: Language, through: string) =>
    acts.map(({ title, witness }) => title[language] + (witness ? ` (${through} ${witness[language]})` : '')).join(', ')
  return {
    pl: `${regime.pl}: nie uwzględniono jeszcze aktów, które mogły zmienić wynik: ${ended(named('pl', 'znane tylko przez'))}`,
    en: `${regime.en}: acts that may have changed the result are not worked in yet: ${ended(named('en', 'known only through'))}`,
  }
}

export const openQuestion = (regime: Text, annex: string, question: Text): Text => ({
  pl: `${regime.pl}, załącznik ${annex}: ${question.pl}`,
  en: `${regime.en}, Annex ${annex}: ${question.en}`,
})

export const noTariffOf = (year: number, first: number): Text => ({
  pl: `Nie mamy Nomenklatury scalonej z ${year} r.; nazwy i istnienie kodu podajemy według tabeli z ${first} r., a kody z załączników dopasowujemy po początkowych cyfrach.`,
  en: `We do not have the Combined Nomenclature of ${year}; names and the existence of the code are those of ${first}, and codes of the annexes are matched by their first digits.`,
})

/** A regime that is aimed at part of a country, and how to ask for it. */
export const notChecked = (name: Text, regime: string, territories: readonly string[]): Text => ({
  pl: `Nie sprawdzono: ${name.pl}. Podaj regime=${regime} albo obszar (${territories.join(', ')}) jako origin lub destination.`,
  en: `Not checked: ${name.en}. Give regime=${regime}, or a territory (${territories.join(', ')}) as origin or destination.`,
})

export const ENDED_CODE: Text = {
  pl: 'Kodu nie ma w obecnej Nomenklaturze scalonej; sprawdź też kody, które go zastąpiły.',
  en: 'The code is not in the present Combined Nomenclature; check the codes that replaced it as well.',
}

export const unknownCode = (years: readonly number[]): Text => ({
  pl: `Takiego kodu nie ma w Nomenklaturze scalonej ${yearsInWords(years, 'pl')}; sprawdź, czy nie ma w nim literówki.`,
  en: `There is no such code in the Combined Nomenclature of ${yearsInWords(years, 'en')}; check it for typing mistakes.`,
})

export const replacesEnded = (codes: string): Text => ({
  pl: `Kod jest nowy; przed nim towary te mogły mieć kod ${codes}, który może nadal widnieć w załącznikach.`,
  en: `The code is new; before it the goods may have been in ${codes}, which annexes may still name.`,
})

/** Only answers in Polish show our translations, so this sentence is in Polish alone. */
const TRANSLATED =
  'Polskie opisy towarów z załączników są w całości lub w części naszym tłumaczeniem, a nie tekstem aktu; autentyczny jest wyłącznie tekst opublikowany w Dzienniku Urzędowym Unii Europejskiej.'

/** Warns of Polish designations that are ours. */
export const translationWarning = (shown: readonly Pick<Entry, 'translated'>[], language: Language): string[] =>
  language === 'pl' && shown.some(({ translated }) => translated) ? [TRANSLATED] : []
