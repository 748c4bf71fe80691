import { readParameters } from '../../answer/parameters.ts'
import { DISCLAIMER } from '../../answer/texts.ts'
import type { Language, Text } from '../../terms/language.ts'
import { writeCursor } from '../feed/feed.ts'
import { readPage } from '../feed/older-changes.ts'
import { changesParameters, filtersOf } from '../request/parameters.ts'
import type { ProblemCode } from '../response/problems.ts'
import { describeChange } from '../routes/changes.ts'
import { type ArgumentProblem, inputSchema, readArguments } from './arguments.ts'
import { bytesOf, countFitting, RESULT_BYTES } from './result-size.ts'
import { type ChangesResult, ChangesResultSchema } from './schemas.ts'
import type { Tool } from './tool.ts'

/** Changes named in the text. */
const CHANGES_NAMED = 5

export const LIST_CHANGES: Tool = {
  name: 'list_changes',
  title: 'List changes of the law',
  description:
    'What changed in the lists and measures, oldest first; give `since` for the latest. `code` chooses what may concern a code. A result holds as many changes as fit: while `more` is true, go on with `next` as `cursor` and the same filters.',
  input: (dataset) => inputSchema(changesParameters(dataset)),
  output: ChangesResultSchema,
  async call(given, { answerer: { dataset }, today, feed: current }) {
    const declared = changesParameters(dataset)
    const { texts, problems } = readArguments(given, Object.keys(declared))
    const read = readParameters(declared, texts)
    if ('problems' in read || problems.length > 0) {
      const wrong: ArgumentProblem[] = ('problems' in read ? read.problems : []).map(({ code, parameter }) => ({
        code: code as ProblemCode,
        argument: parameter,
      }))
      return { problems: [...problems, ...wrong] }
    }
    const { lang, cursor, limit } = read.values
    const asked = { ...filtersOf(read.values), cursor, limit }
    const feed = await current(dataset)
    const head = { dataset: dataset.version, as_of: today, disclaimer: DISCLAIMER[lang] }
    const described = (await readPage(feed, asked)).changes.map((change) => describeChange(change, lang))
    const fitting = Math.max(1, countFitting(described, RESULT_BYTES - bytesOf(head)))
    const { next, more } = await readPage(feed, { ...asked, limit: Math.min(limit, fitting) })
    const structured: ChangesResult = {
      changes: described.slice(0, fitting),
      next: writeCursor(next),
      more,
      complete: feed.complete,
      ...head,
    }
    return { structured, text: inWords(structured, lang) }
  },
}

function inWords({ changes, more, complete, dataset, disclaimer, as_of }: ChangesResult, language: Language): string {
  return [
    ...(changes.length === 0 ? [NONE[language]] : changes.slice(0, CHANGES_NAMED).map(({ text }) => text)),
    ...(changes.length > CHANGES_NAMED ? [furtherText(changes.length - CHANGES_NAMED)[language]] : []),
    ...(more ? [MORE[language]] : []),
    ...(complete ? [] : [INCOMPLETE[language]]),
    disclaimer,
    `${dataset}, ${as_of}`,
  ].join('\n')
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
