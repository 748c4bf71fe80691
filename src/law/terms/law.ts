/** The types of `law/`: a running server loads the words that it may use, and no schema. */
export type * from './law-schemas.ts'
export * from './law-vocabulary.ts'
