import { mergeFacts } from './facts.ts'

interface Asked {
  readonly id: string
  readonly fact: string
}

/** Whether a fact has parameters of its own; all others go into `facts`. */
export const isParameter = (fact: string): boolean => ['route', 'value', 'contract_date'].includes(fact)

/** The parameters of a question with the answer to what it asked: as it stands in `answers`, or another value of the asker. */
export function withFact(
  parameters: Readonly<Record<string, string>>,
  { id, fact }: Asked,
  value: string,
): Readonly<Record<string, string>> {
  if (fact === 'route') return { ...parameters, ...Object.fromEntries(new URLSearchParams(value)) }
  if (isParameter(fact)) return { ...parameters, [fact]: value }
  const told = `${id}:${value}`
  return { ...parameters, facts: parameters.facts === undefined ? told : mergeFacts(parameters.facts, told) }
}
