import { DISCLAIMER } from '../../answer/shape/texts.ts'
import type { Language, Text } from '../../base/language.ts'
import { changesParameters, filtersOf } from '../changes/change-parameters.ts'
import { describeChange } from '../changes/describe-change.ts'
import { pageOf, writeCursor } from '../changes/feed.ts'
import { inputSchema, readDeclared } from './arguments.ts'
import { bytesOf, countFitting, RESULT_BYTES } from './result-size.ts'
import { type ChangesResult, ChangesResultSchema } from './schemas.ts'
import { closing } from './softening.ts'
import type { Tool } from './tool.ts'

export const LIST_CHANGES: Tool = {
  name: 'list_changes',
  title: 'List changes of the law',
  description:
    'What changed in the lists and measures, oldest first; give `since` for the latest. `code` chooses what may concern a code. A result holds as many changes as fit: while `more` is true, go on with `next` as `cursor` and the same filters.',
  input: (dataset) => inputSchema(changesParameters(dataset)),
  output: ChangesResultSchema,
  async call(given, { answerer, today, feed: current }) {
    const { dataset } = answerer
    const read = readDeclared(given, changesParameters(dataset))
    if ('problems' in read) return read
    const { lang, cursor, limit } = read.values
    const asked = { ...filtersOf(read.values), cursor, limit }
    const { feed, law, complete } = await current(dataset)
    const { warnings } = answerer.scope(today, lang, read.values.regime)
    const head = { dataset: dataset.version, as_of: today, warnings, disclaimer: DISCLAIMER[lang] }
    const described = pageOf(feed, asked, law).changes.map((change) => describeChange(change, lang))
    const fitting = Math.max(1, countFitting(described, RESULT_BYTES - bytesOf(head)))
    const { next, more } = pageOf(feed, { ...asked, limit: Math.min(limit, fitting) }, law)
    const structured: ChangesResult = {
      changes: described.slice(0, fitting),
      next: writeCursor(next),
      more,
      complete,
      ...head,
    }
    return { structured, text: inWords(structured, lang) }
  },
}

/** Changes named in the text: as many as fit into so many bytes. */
const NAMED_BYTES = 3_500

export function namedChanges(changes: ChangesResult['changes']): string[] {
  const texts = changes.map(({ text }) => text)
  return texts.slice(0, Math.max(1, countFitting(texts, NAMED_BYTES)))
}

function inWords(result: ChangesResult, language: Language): string {
  const { changes, more, complete } = result
  const named = namedChanges(changes)
  return [
    ...(changes.length === 0 ? [NONE[language]] : named),
    ...(changes.length > named.length ? [furtherText(changes.length - named.length)[language]] : []),
    ...(more ? [MORE[language]] : []),
    ...(complete ? [] : [INCOMPLETE[language]]),
    ...(changes.length > 0 ? [SOFTENED[language]] : []),
    ...closing(result),
  ].join('\n')
}

/** A change says what was listed, not what lifts it. */
export const SOFTENED: Text = {
  pl: 'Zmiana nie mówi, co uchyla lub łagodzi zakaz (wyjątki, okresy przejściowe, podstawy zezwoleń): sprawdź kod przez check_code.',
  en: 'A change does not say what lifts or softens a ban (exemptions, wind-downs, derogations): check the code with check_code.',
}
const NONE: Text = { pl: 'Nie ma takich zmian.', en: 'There are no such changes.' }
const MORE: Text = {
  pl: 'Są dalsze zmiany: podaj next jako cursor.',
  en: 'There are more changes: give next as cursor.',
}
const INCOMPLETE: Text = {
  pl: 'Bez bazy danych może brakować ostatnio zapisanych zmian.',
  en: 'Without the database, changes that were recorded lately may be missing.',
}
const furtherText = (count: number): Text => ({
  pl: `Dalsze zmiany w wyniku: ${count}.`,
  en: `Further changes in the result: ${count}.`,
})
