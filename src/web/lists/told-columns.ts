/** What a line tells beside its goods and its deal: parameters of a lookup, columns of a list. */
export const TOLD_FIELDS = ['contract_date', 'facts'] as const
export type ToldField = (typeof TOLD_FIELDS)[number]

const TITLES: Readonly<Record<ToldField, RegExp>> = {
  contract_date: /^(?:contract date|date of (?:the )?contract|data (?:zawarcia )?(?:umowy|kontraktu))$/iu,
  facts: /^(?:facts?|fakty|okoliczności)$/iu,
}

/** The field that the title of a column names; null for any other column. */
export function toldFieldNamed(title: string): ToldField | null {
  const plain = title.replace(/[\s_.:-]+/gu, ' ').trim()
  return TOLD_FIELDS.find((field) => TITLES[field].test(plain)) ?? null
}

/** A cell as its parameter takes it. What it does not understand it passes on, so that the parameter refuses it. */
export function readTold(text: string, field: ToldField): string {
  if (field === 'contract_date') return text.trim().replace(/^(\d\d)\.(\d\d)\.(\d{4})$/, '$3-$2-$1')
  return factsOf(text.split(/[,;\n]/))
}

/** `833-2014.3g(1)(d)=no`, as people write it beside `:`, for each fact. Ids may have `=` no more than commas. */
export const factsOf = (facts: readonly string[]): string =>
  facts
    .map((fact) => fact.trim().replace(/\s*[=:]\s*(?=[^=:]*$)/, ':'))
    .filter((fact) => fact !== '')
    .join()
