import { optionsError } from './error.ts'

/**
 * Refuses options that do not exist: a mistyped `apikey` would silently make every request an anonymous one, and a
 * mistyped `path` would open another law.
 */
export function refuseUnknown(options: { readonly lang?: unknown }, known: readonly string[]): void {
  const unknown = Object.keys(options).filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    throw optionsError(
      {
        pl: `Nieznana opcja: ${unknown.join(', ')}. Znane: ${known.join(', ')}.`,
        en: `Unknown option: ${unknown.join(', ')}. Known: ${known.join(', ')}.`,
      },
      options.lang,
    )
  }
}
