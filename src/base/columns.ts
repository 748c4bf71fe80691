/**
 * A table by its columns. Thousands of objects with the same keys are read from a snapshot in a fraction of the time, since the
 * keys stand there once.
 */
export type Columns<T> = { readonly [Name in keyof T]: readonly T[Name][] }

export const columnsOf = <T extends object, Name extends keyof T>(
  rows: readonly T[],
  names: readonly Name[],
): Columns<Pick<T, Name>> =>
  Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name])])) as unknown as Columns<Pick<T, Name>>
