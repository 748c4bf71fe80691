import type { ParameterProblem, Parameters } from '../../../answer/question/parameters.ts'
import { lookupParameters } from '../../../answer/question/question.ts'
import type { Text } from '../../../base/language.ts'
import { detailOf, type ProblemDetails, type Refused } from './problem.ts'
import type { ProblemCode } from './problems.ts'

type WrongParameter = ParameterProblem<ProblemCode> & Pick<ProblemDetails, 'values' | 'suggestions' | 'advice'>

/** An error for each wrong parameter. An unknown one is answered with those that the address has, a lookup by default. */
export function wrongParameters(
  problems: readonly WrongParameter[],
  declared: Parameters = lookupParameters([]),
): Refused {
  const [first] = problems
  const known = knownText(Object.keys(declared))
  const quoted = ({ values, parameter }: WrongParameter) => values ?? declared[parameter]?.values ?? {}
  return {
    problem: first?.code ?? 'url_invalid',
    ...(first && { values: quoted(first) }),
    ...(first?.suggestions && { suggestions: first.suggestions }),
    ...(first?.code === 'parameter_unknown' ? { advice: known } : first?.advice && { advice: first.advice }),
    errors: (language) =>
      problems.map((problem) => ({
        parameter: problem.parameter,
        detail: [
          detailOf({ code: problem.code, values: quoted(problem) }, language),
          ...(problem.code === 'parameter_unknown' ? [known[language]] : []),
          ...(problem.advice ? [problem.advice[language]] : []),
        ].join(' '),
      })),
  }
}

const knownText = (names: readonly string[]): Text =>
  names.length === 0
    ? { pl: 'Nie przyjmuje on żadnych parametrów.', en: 'It takes no parameters.' }
    : { pl: `Znane parametry: ${names.join(', ')}.`, en: `Known parameters: ${names.join(', ')}.` }
