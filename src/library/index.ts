/** The entry `cn-sanctions` of the package: the law in process, without a server. */
import './node-20.ts'

export type * from '../client/api-types.ts'
export { type ClientErrorCode, CnSanctionsError, type ErrorCode, type Language } from '../client/error.ts'
export type { QuestionOptions } from '../client/question.ts'
export { LawError } from '../law/read/mistakes.ts'
export { type Law, type OpenLawOptions, openLaw } from './open-law.ts'
