import { oneOf } from '../../answer/question/parameters.ts'
import { DISCLAIMER } from '../../answer/shape/texts.ts'
import { LANGUAGES } from '../../base/language.ts'
import { describeDataset } from '../lookup/dataset.ts'
import { inputSchema, readDeclared } from './arguments.ts'
import { type DatasetResult, DatasetResultSchema } from './schemas.ts'
import { closing } from './softening.ts'
import type { Tool } from './tool.ts'

const PARAMETERS = { lang: oneOf(LANGUAGES, 'pl', 'lang_unknown', 'language of texts') }

export const ABOUT_DATASET: Tool = {
  name: 'about_dataset',
  title: 'About the data',
  description:
    'Which law the answers rest on: version, regimes, consolidated texts and their days, acts that are pending, annexes that were checked, and goods without codes that no code can answer (`scope.regimes[].uncoded_annexes`).',
  input: () => inputSchema(PARAMETERS),
  output: DatasetResultSchema,
  async call(given, { answerer, today, build }) {
    const read = readDeclared(given, PARAMETERS)
    if ('problems' in read) return read
    const { lang } = read.values
    const scope = answerer.scope(today, lang)
    const structured: DatasetResult = {
      ...describeDataset(answerer.dataset, build),
      as_of: today,
      scope,
      disclaimer: DISCLAIMER[lang],
    }
    const regimes = scope.regimes.map(
      ({ code, legal_act, source_version }) => `${code}: ${legal_act}, ${source_version}`,
    )
    const text = [
      ...regimes,
      ...scope.on_request.map(({ text }) => text),
      ...closing({ ...structured, warnings: scope.warnings, dataset: structured.version }),
    ].join('\n')
    return { structured, text }
  },
}
