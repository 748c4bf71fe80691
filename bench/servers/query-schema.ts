/** The parameters that the questions of the benchmark have. */
export interface Query {
  readonly q: string
  readonly lang?: 'pl' | 'en'
  readonly contract_date?: string
}

export const QUERY_SCHEMA = {
  type: 'object',
  required: ['q'],
  properties: {
    q: { type: 'string', minLength: 1, maxLength: 200 },
    lang: { enum: ['pl', 'en'] },
    contract_date: { type: 'string', format: 'date' },
  },
  additionalProperties: false,
} as const
