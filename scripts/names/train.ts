/**
 * Learns the model of names from the data of this repository and writes law/names/model.bin with its manifest: npm run names:train.
 * The same data give the same bytes. With --calibrate the weights stay as they are, and only temperature and trust are fitted.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES } from '../../src/base/language.ts'
import { inspectLaw } from '../../src/law/check.ts'
import { decodeNameModel, type NameModel } from '../../src/law/read/name-model.ts'
import { readGold, SETS } from '../../test/search/gold/score.ts'
import { calibrated, figuresOf, rankingOf } from './calibrate.ts'
import { targetedFiles, tradeFiles } from './examples.ts'
import { inputsAt } from './inputs.ts'
import { CONSTANTS } from './learn.ts'
import { packModel, SETTINGS, trainModel } from './model.ts'
import { ROOT } from './tables.ts'

const LARGEST = 8_000_000
const tell = (text: string) => void process.stderr.write(`${text}\n`)
const inputs = inputsAt(join(ROOT, 'law'))
const model = calibrated(process.argv.includes('--calibrate') ? presentModel() : trainModel(inputs, { tell }), inputs)
const bytes = packModel(model)
if (bytes.length > LARGEST) throw new Error(`the model has ${bytes.length} bytes; at most ${LARGEST} are allowed`)
writeFileSync(join(ROOT, 'law/names/model.bin'), bytes)
function presentModel(): NameModel {
  const present = decodeNameModel(readFileSync(join(ROOT, 'law/names/model.bin')))
  if (typeof present === 'string') throw new Error(present)
  return present
}

const sha256 = (path: string) =>
  createHash('sha256')
    .update(readFileSync(join(ROOT, path)))
    .digest('hex')
const gold = LANGUAGES.flatMap((language) =>
  SETS.flatMap(({ name, use }) => (use === 'train' ? [`test/search/gold/${name}-${language}.tsv`] : [])),
)
const files = [
  ...['law/lexicon.tsv', 'law/nomenclature/cn.tsv', 'law/words.tsv', 'law/names/none.tsv'],
  ...['law/names/references.tsv', 'law/names/us-tariff.tsv', 'law/names/shopify-categories.tsv'],
  ...[...tradeFiles(), ...targetedFiles(), ...gold],
]
const develop = figuresOf(
  LANGUAGES.flatMap((language) => readGold(language, 'real')),
  rankingOf(model, inputs),
)
const manifest = {
  model: { sha256: sha256('law/names/model.bin'), bytes: bytes.length },
  inputs: Object.fromEntries(files.map((file) => [file, sha256(file)])),
  settings: { ...CONSTANTS, ...SETTINGS },
  temperature: model.temperature,
  trust: model.trust,
  /** The lines that temperature and trust were fitted on. */
  develop: { ...develop, ece: Math.round(develop.ece * 1000) / 1000 },
}
writeFileSync(join(ROOT, 'law/names/manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
tell(JSON.stringify(manifest.develop))
const { mistakes } = inspectLaw(join(ROOT, 'law'))
if (mistakes.length > 0) throw new Error(`the law has mistakes: ${mistakes[0]!.what}`)
