import { rowsByYear } from '../tariff/nomenclature-years.ts'
import type { AnnexData, Direction, LawFile, UnreadAct } from '../terms/law.ts'
import type { Annex, ControlsLaw, Law, Placed, RegimeLaw, WitnessLaw } from './law.ts'
import { UNREAD_FILE } from './law-files.ts'
import type { LawSource } from './law-source.ts'
import type { Locate, MistakeList } from './mistakes.ts'
import { decodeNameModel, NAME_MODEL } from './name-model.ts'
import { type FileReader, fileReader } from './read-files.ts'
import { readLexicon } from './read-lexicon.ts'
import { readNear } from './read-near.ts'
import { readNomenclature } from './read-nomenclature.ts'
import { readListings, readNames } from './read-rows.ts'
import { readDifferences, readDocumentDifferences, readDocuments, readTaricRows } from './read-taric.ts'
import type { YamlFile } from './read-yaml.ts'
import { knownByNumber, withPending } from './unread.ts'

const NOMENCLATURE = 'nomenclature/cn.tsv'

export interface LawRead {
  /** Null when `acts.yaml` or `regimes.yaml`, which everything else refers to, could not be read. */
  readonly law: Law | null
  readonly mistakes: MistakeList
  /** SHA-256 over the names and bytes of every file read: the same law, the same hash. */
  readonly hash: string
  readonly paths: readonly string[]
}

/** Reads the whole of `law/`, offline, and never stops at the first mistake. */
export function readLaw(source: LawSource): LawRead {
  const files = fileReader(source)
  // The hash depends on the order in which the files are read.
  const acts = files.yaml('acts.yaml', 'acts')
  const folders = files.yaml('regimes.yaml', 'regimes')
  const words = files.yaml('words.yaml', 'words')
  const names = files.table('words.tsv', readNames)
  const lexicon = files.table('lexicon.tsv', readLexicon)
  // A law without a model of names answers codes alone.
  const nameModel = files.has(NAME_MODEL) ? files.binary(NAME_MODEL, decodeNameModel) : null
  const documents = files.table('taric-documents.tsv', readDocuments)
  const nomenclatures = rowsByYear(files.table(NOMENCLATURE, readNomenclature))
  const regimes: RegimeLaw[] = []
  for (const folder of folders.value?.regimes ?? []) {
    const regime = readRegimeLaw(files, folder)
    if (regime) regimes.push(regime)
  }
  const countries = files.yaml('countries.yaml', 'countries')
  const national = files.has('national') ? files.list('national', '.yaml') : []
  const nationalFiles = national.map((name) => files.yaml(`national/${name}`, 'national'))
  const hints = files.yaml('hints.yaml', 'hints')
  const guides = files.yaml('guides.yaml', 'guides')
  const near = files.table('near.tsv', readNear)
  const witness = readTaric(files)
  const controls = readControlsLaw(files)
  const unread = readUnread(files)
  const law: Law | null =
    acts.value && folders.value
      ? {
          acts: [...unread.map(knownByNumber), ...placed(acts.value.acts, acts.locate, 'acts')],
          unread,
          documents,
          nomenclatures,
          words: names,
          meanings: placed(words.value?.means ?? [], words.locate, 'means'),
          lexicon,
          nameModel,
          folders: folders.value.regimes,
          regimes: regimes.map((regime) => withPending(regime, unread)),
          countries: countries.value ? { value: countries.value, at: countries.locate } : null,
          hints: hints.value ? { value: hints.value, at: hints.locate } : null,
          guides: placed(guides.value?.guides ?? [], guides.locate, 'guides'),
          near,
          witness,
          controls,
          national: nationalFiles.flatMap(({ value, locate }) => (value ? [{ value, at: locate }] : [])),
        }
      : null
  return { law, mistakes: files.mistakes, hash: files.hash(), paths: files.paths }
}

/** What TARIC was seen to ask for. It decides no ban, and a law may do without. */
function readTaric(files: FileReader): WitnessLaw | null {
  if (!files.has('taric')) return null
  const { value, locate } = files.yaml('taric/witness.yaml', 'witness')
  const rows = files.table('taric/extract.tsv', readTaricRows)
  const differences = files.table('taric/differences.tsv', readDifferences)
  const documentDifferences = files.table('taric/document-differences.tsv', readDocumentDifferences)
  return value && { declared: { value, at: locate }, rows, differences, documentDifferences }
}

/** Controls that are no sanctions; a law may do without. */
function readControlsLaw(files: FileReader): ControlsLaw | null {
  if (!files.has('taric/controls.yaml')) return null
  const { value, locate } = files.yaml('taric/controls.yaml', 'controls')
  const rows = files.table('taric/controls.tsv', readTaricRows)
  return value && { declared: { value, at: locate }, rows }
}

/** Most laws have no such file. */
function readUnread(files: FileReader): readonly Placed<UnreadAct>[] {
  if (!files.has(UNREAD_FILE)) return []
  const { value, locate } = files.yaml(UNREAD_FILE, 'unread')
  return placed(value?.acts ?? [], locate, 'acts')
}

/** Null when the regime or its annexes could not be read. The other files are read all the same, for their mistakes. */
function readRegimeLaw(files: FileReader, folder: string): RegimeLaw | null {
  const regime = files.yaml(`${folder}/regime.yaml`, 'regime')
  const declared = files.yaml(`${folder}/annexes.yaml`, 'annexes')
  const articles = readArticles(files, folder)
  const country = regime.value?.country ?? ''
  const annexes = readAnnexes(files, folder, placed(declared.value?.annexes ?? [], declared.locate, 'annexes'))
  if (!regime.value || !declared.value) return null
  return {
    folder,
    regime: { value: regime.value, at: regime.locate },
    annexes,
    uncoded: placed(declared.value.uncoded, declared.locate, 'uncoded'),
    measures: articles.flatMap(({ value, locate }) =>
      placed(withFlows(value?.measures ?? [], country), locate, 'measures'),
    ),
    grants: articles.flatMap(({ value, locate }) => placed(value?.grants ?? [], locate, 'grants')),
  }
}

function readArticles(files: FileReader, folder: string): YamlFile<LawFile<'article'>>[] {
  return files.list(`${folder}/measures`, '.yaml').map((name) => {
    const file = files.yaml(`${folder}/measures/${name}`, 'article')
    if (file.value && `${file.value.article}.yaml` !== name) {
      files.mistakes.add({ ...file.locate('article'), what: `article ${file.value.article} stands in ${name}` })
    }
    return file
  })
}

/** Every declared annex with its rows; annexes without a table and tables without a declaration are mistakes. */
function readAnnexes(files: FileReader, folder: string, declared: readonly Placed<AnnexData>[]): Annex[] {
  const tables = new Map(
    files
      .list(`${folder}/annexes`, '.tsv')
      .map((name) => [name.slice(0, -'.tsv'.length), files.table(`${folder}/annexes/${name}`, readListings)]),
  )
  const annexes = declared.map((annex) => {
    const name = annex.value.annex
    const listings = tables.get(name)
    // A second declaration of the same annex gets no rows: they belong to the first.
    tables.delete(name)
    if (!listings) files.mistakes.add({ ...annex.at('annex'), what: `annex ${name} has no file annexes/${name}.tsv` })
    return { declared: annex, listings: listings ?? [] }
  })
  // Where what is declared could not be read, every file would seem to be none of it.
  for (const name of declared.length > 0 ? tables.keys() : []) {
    files.mistake(`${folder}/annexes/${name}.tsv`, `annex ${name} is not declared in ${folder}/annexes.yaml`)
  }
  return annexes
}

const FLOW: Readonly<Record<Direction, (country: string) => string>> = {
  import: (country) => `${country}_to_EU`,
  export: (country) => `EU_to_${country}`,
  transit: (country) => `via_${country}`,
}

/** Gives measures the flow that follows from their direction, where they name none. */
const withFlows = <T extends { direction: Direction | null; flow?: string | null }>(
  measures: readonly T[],
  country: string,
): (T & { flow: string | null })[] =>
  measures.map((measure) => {
    const { direction, flow = direction && FLOW[direction](country) } = measure
    return { ...measure, flow }
  })

/** The items of the list `name` in a file, each with its place. */
const placed = <T>(items: readonly T[], locate: Locate, name: string): Placed<T>[] =>
  items.map((value, index) => ({ value, at: (...path) => locate(name, index, ...path) }))
