/**
 * Learns the model of names from the data of this repository and writes law/names/model.bin with its manifest: npm run names:train.
 * The same data give the same bytes.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspectLaw } from '../../src/law/build/load.ts'
import { LANGUAGES } from '../../src/terms/language.ts'
import { readGold, SETS } from '../../test/search/gold/score.ts'
import { figuresOf, fittedTemperature, rankingOf } from './calibrate.ts'
import { tradeFiles } from './examples.ts'
import { inputsAt } from './inputs.ts'
import { CONSTANTS } from './learn.ts'
import { encodeNameModel, SETTINGS, trainModel } from './model.ts'
import { ROOT } from './tables.ts'

const LARGEST = 8_000_000
const tell = (text: string) => void process.stderr.write(`${text}\n`)
const inputs = inputsAt(join(ROOT, 'law'))
const trained = trainModel(inputs, { tell })
const { tariff, lexicon } = inputs
const temperature = fittedTemperature(trained, tariff, lexicon)
const model = { ...trained, temperature }
const bytes = encodeNameModel(model)
if (bytes.length > LARGEST) throw new Error(`the model has ${bytes.length} bytes; at most ${LARGEST} are allowed`)
writeFileSync(join(ROOT, 'law/names/model.bin'), bytes)
const sha256 = (path: string) =>
  createHash('sha256')
    .update(readFileSync(join(ROOT, path)))
    .digest('hex')
const gold = LANGUAGES.flatMap((language) =>
  SETS.flatMap(({ name, use }) => (use === 'train' ? [`test/search/gold/${name}-${language}.tsv`] : [])),
)
const files = [
  ...['law/lexicon.tsv', `law/nomenclature/cn-${tariff.year}.tsv`, 'law/words.tsv', 'law/names/none.tsv'],
  ...['law/names/references.tsv', ...tradeFiles(), ...gold],
]
const develop = figuresOf(
  LANGUAGES.flatMap((language) => readGold(language, 'real')),
  rankingOf(model, tariff, lexicon),
)
const manifest = {
  model: { sha256: sha256('law/names/model.bin'), bytes: bytes.length },
  inputs: Object.fromEntries(files.map((file) => [file, sha256(file)])),
  settings: { ...SETTINGS, ...CONSTANTS },
  temperature,
  /** The lines that the temperature was fitted on. */
  develop: { ...develop, ece: Math.round(develop.ece * 1000) / 1000 },
}
writeFileSync(join(ROOT, 'law/names/manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
tell(JSON.stringify(manifest.develop))
const { mistakes } = inspectLaw(join(ROOT, 'law'))
if (mistakes.length > 0) throw new Error(`the law has mistakes: ${mistakes[0]!.what}`)
