/** The entry `cn-sanctions/client` of the package. No file of this folder imports anything but its neighbours. */
export type * from './api-types.ts'
export type { Checked, CheckItem, CheckOptions } from './batches.ts'
export {
  type ChangesOptions,
  type ClientOptions,
  CnSanctions,
  type LookupOptions,
  type SuggestOptions,
} from './client.ts'
export { type ClientErrorCode, CnSanctionsError, type ErrorCode, type Language } from './error.ts'
export type { Lists, NewListItem, Stored } from './lists.ts'
export type { Pages } from './pages.ts'
export type { QuestionOptions } from './question.ts'
export type { CallOptions, RetryOptions } from './transport.ts'
export type { Webhooks } from './webhooks.ts'
