import { join } from 'node:path'

/**
 * Pages of EUR-Lex and excerpts of the official CN dataset are too large for the repository. EURLEX_FIXTURES names a folder
 * with `eurlex/` and `cn-skos/` in it; without it the tests that need real files are skipped.
 */
const FOLDER = process.env.EURLEX_FIXTURES ?? ''

/** For `test(…, { skip })`: false, or why the test is skipped. */
export const WITHOUT_REAL_FILES: false | string =
  FOLDER !== '' ? false : 'set EURLEX_FIXTURES to a folder with eurlex/ and cn-skos/ to test with real files'

export const realFile = (...path: readonly string[]): string => join(FOLDER, ...path)
