import type { ParameterProblem } from '../../answer/question/parameters.ts'
import type { Language, Text } from '../../base/language.ts'
import { searchSpeaker } from '../../web/search/search-texts.ts'
import { detailOf, type ProblemDetails, type Refused, shortName } from '../kernel/problem/problem.ts'
import type { ProblemCode } from '../kernel/problem/problems.ts'
import { wrongParameters } from '../kernel/problem/wrong-parameters.ts'

/** What the search form calls the parameters of a question. */
const FIELDS = {
  q: 'field',
  as_of: 'asOf',
  direction: 'direction',
  regime: 'country',
  origin: 'origin',
  dispatch: 'dispatch',
  destination: 'destination',
  via: 'via',
  value: 'value',
  contract_date: 'contractDate',
} as const

const isField = (parameter: string): parameter is keyof typeof FIELDS => Object.hasOwn(FIELDS, parameter)

/** The label of the field behind a parameter; null where the form has none. */
type Label = (parameter: string, language: Language) => string | null
const searchLabel: Label = (parameter, language) =>
  isField(parameter) ? searchSpeaker(language)(FIELDS[parameter]) : null

const DAY: Text = { pl: '„#”: podaj dzień, na przykład 2026-11-17.', en: '“#”: give a day such as 2026-11-17.' }
const CHOOSE: Text = { pl: '„#”: wybierz z listy.', en: '“#”: choose from the list.' }

/** How a field is filled, where the API tells how the parameter behind it is written. `#` is the label of the field. */
const FILLED: Partial<Record<ProblemCode, Text>> = {
  as_of_invalid: DAY,
  contract_date_invalid: DAY,
  since_invalid: DAY,
  code_invalid: {
    pl: '„#” ma 2, 4, 6, 8 albo 10 cyfr, na przykład 8471 30. Arkusz mógł uciąć zero na początku.',
    en: '“#” has 2, 4, 6, 8 or 10 digits, for example 8471 30. A spreadsheet may have dropped a leading zero.',
  },
  direction_unknown: CHOOSE,
  regime_unknown: CHOOSE,
  place_unknown: {
    pl: '„#”: nie znamy takiego państwa. Zacznij pisać jego nazwę i wybierz je z listy.',
    en: '“#”: we know no such country. Begin to type its name and choose it from the list.',
  },
  parameter_repeated: { pl: '„#” podano więcej niż raz.', en: '“#” is given more than once.' },
}

/** No field of the form: an address that was written by hand, or by another program. */
const NO_FIELD: Text = {
  pl: 'W adresie strony jest „#”, czego formularz nie zawiera. Zadaj pytanie w formularzu.',
  en: 'The address of the page has “#”, which the form does not have. Ask with the form.',
}
const NO_FIELD_TITLE: Text = { pl: 'Niezrozumiały adres strony', en: 'The address of the page is not understood' }

/** What is wrong with one field, in the words of the page; a problem that names no parameter is told as the API tells it. */
export function wrongField({ code, parameter }: ParameterProblem<ProblemCode>, labelOf: Label): Text {
  const told = (language: Language): string => {
    const label = labelOf(parameter, language)
    const text = label === null ? NO_FIELD : FILLED[code]
    return text ? text[language].replace('#', () => label ?? shortName(parameter)) : detailOf({ code }, language)
  }
  return { pl: told('pl'), en: told('en') }
}

/** The problems of a question as a page tells them: by the fields of its form, where the API names parameters. */
export function wrongFields(
  problems: readonly (ParameterProblem<ProblemCode> & Pick<ProblemDetails, 'suggestions' | 'advice'>)[],
  labelOf: Label = searchLabel,
): Refused {
  const { problem, suggestions } = wrongParameters(problems)
  const [first] = problems
  return {
    problem,
    ...(suggestions && { suggestions }),
    ...(first && { detail: wrongField(first, labelOf) }),
    ...(first && labelOf(first.parameter, 'pl') === null && { title: NO_FIELD_TITLE }),
    errors: (language) =>
      problems.map((one) => ({ parameter: one.parameter, detail: wrongField(one, labelOf)[language] })),
  }
}
