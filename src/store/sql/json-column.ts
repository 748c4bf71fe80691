import { type Digits, isDigits } from '../../base/cn-code.ts'
import type { EventChange, ListEvent, ListEventItem } from './schema.ts'
import { StoreError } from './store-error.ts'

/** Whether a value that was read from a JSON column has the shape its readers count on. */
type Check<T> = (value: unknown) => value is T

/**
 * Parses a JSON column and checks its shape, so that a row which another program or a broken migration wrote is an error
 * here and not a wrong message later. The error names the column and never the value, which may be personal.
 */
export function readJson<T>(column: string, text: string, isShape: Check<T>): T {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new StoreError('store.json', `${column} holds no JSON`)
  }
  if (!isShape(value)) throw new StoreError('store.json', `${column} holds JSON of another shape`)
  return value
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isString = (value: unknown): value is string => typeof value === 'string'

export const isStringList: Check<readonly string[]> = (value) => Array.isArray(value) && value.every(isString)

export const isDigitsList: Check<readonly Digits[]> = (value) =>
  Array.isArray(value) && value.every((item) => isString(item) && isDigits(item))

export const isStringRecord: Check<Readonly<Record<string, string>>> = (value): value is Record<string, string> =>
  isObject(value) && Object.values(value).every(isString)

const isEventChange: Check<EventChange> = (value): value is EventChange =>
  isObject(value) &&
  isString(value.id) &&
  isStringList(value.cn_codes) &&
  isObject(value.text) &&
  isString(value.text.pl) &&
  isString(value.text.en)

export const isEventChangeList: Check<readonly EventChange[]> = (value) =>
  Array.isArray(value) && value.every(isEventChange)

const isListEventItem: Check<ListEventItem> = (value): value is ListEventItem =>
  isObject(value) &&
  [value.itemId, value.q, value.before, value.after, value.sentence].every(isString) &&
  isStringList(value.acts)

export const isListEvent: Check<ListEvent> = (value): value is ListEvent =>
  isObject(value) &&
  [value.id, value.name, value.dataset].every(isString) &&
  [value.count, value.after].every(Number.isInteger) &&
  Array.isArray(value.items) &&
  value.items.every(isListEventItem)
