import type { ParameterProblem, Parameters } from '../../../answer/question/parameters.ts'
import { lookupParameters } from '../../../answer/question/question.ts'
import type { Text } from '../../../base/language.ts'
import { PROBLEMS, type ProblemCode, type ProblemDetails, type Refused } from './problems.ts'

/** An error for each parameter that is wrong. An unknown one is told with those that the address has, a lookup by default. */
export function wrongParameters(
  problems: readonly (ParameterProblem<ProblemCode> & Pick<ProblemDetails, 'suggestions' | 'advice'>)[],
  declared: Parameters = lookupParameters([]),
): Refused {
  const [first] = problems
  const known = knownText(Object.keys(declared))
  return {
    problem: first?.code ?? 'url_invalid',
    ...(first?.suggestions && { suggestions: first.suggestions }),
    ...(first?.code === 'parameter_unknown' ? { advice: known } : first?.advice && { advice: first.advice }),
    errors: (language) =>
      problems.map(({ code, parameter, advice }) => ({
        parameter,
        detail: [
          PROBLEMS[code].detail[language],
          ...(code === 'parameter_unknown' ? [known[language]] : []),
          ...(advice ? [advice[language]] : []),
        ].join(' '),
      })),
  }
}

const knownText = (names: readonly string[]): Text =>
  names.length === 0
    ? { pl: 'Nie przyjmuje on żadnych parametrów.', en: 'It takes no parameters.' }
    : { pl: `Znane parametry: ${names.join(', ')}.`, en: `Known parameters: ${names.join(', ')}.` }
