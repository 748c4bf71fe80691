import { createHash } from 'node:crypto'
import { deserialize, serialize } from 'node:v8'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { assembleDataset } from '../dataset/assemble.ts'
import type { Dataset, DatasetCore, DatasetParts } from '../dataset/dataset.ts'
import { containerOf, partsOf } from '../read/container.ts'
import type { LawFiles } from '../read/law-files.ts'
import { decodeNameModel, NAME_MODEL, type NameModel } from '../read/name-model.ts'
import type { TariffTable } from '../tariff/nomenclature-years.ts'

/** What reading and checking a law gave. */
export interface CheckedLaw {
  readonly core: DatasetCore
  readonly parts: DatasetParts
  /** The files that were read: exactly those that make the version. */
  readonly paths: readonly string[]
}

/** A law that may be served. */
export interface LoadedLaw {
  readonly dataset: Dataset
  /** The files that make its version. */
  readonly files: LawFiles
}

/**
 * Every answer needs the tariff of its year; what fewer need is compressed. The model of names is left out: its own file is read
 * as fast, when the first name is asked for.
 */
const CORE = 'core'
const TARIFF = 'tariff'
const RARE = ['listings', 'names', 'witness', 'controls'] as const satisfies readonly (keyof DatasetParts)[]

const formatOf = (key: string): string => `cn-sanctions snapshot ${key}`
const DIGEST_BYTES = 32

/** A checked law as bytes: a SHA-256 of the rest, then a container. `key` says what it was made of. */
export function encodeSnapshot(key: string, { core, parts, paths }: CheckedLaw): Buffer {
  const encoded = new Map([
    [CORE, serialize({ core, paths })],
    [TARIFF, serialize(parts.tariff())],
    ...RARE.map((name) => [name, deflateRawSync(serialize(parts[name]()), { level: 1 })] as const),
  ])
  const container = Buffer.concat(containerOf(formatOf(key), encoded))
  return Buffer.concat([digestOf(container), container])
}

/** The law of a snapshot; null for one of another key, or a damaged one. `files` are those of its key. */
export function decodeSnapshot(key: string, snapshot: Buffer, files: LawFiles): LoadedLaw | null {
  const container = snapshot.subarray(DIGEST_BYTES)
  if (!digestOf(container).equals(snapshot.subarray(0, DIGEST_BYTES))) return null
  const encoded = partsOf(formatOf(key), container)
  if (!encoded) return null
  const { core, paths } = deserialize(encoded.get(CORE)!) as Pick<CheckedLaw, 'core' | 'paths'>
  const dataset = assembleDataset(core, partsIn(encoded, files.get(NAME_MODEL)))
  return { dataset, files: new Map(paths.map((path) => [path, files.get(path)!])) }
}

function partsIn(encoded: ReadonlyMap<string, Buffer>, model: Buffer | undefined): DatasetParts {
  // Copies, so that the bytes of the whole snapshot can be freed.
  const bytes = new Map([TARIFF, ...RARE].map((name) => [name, Buffer.from(encoded.get(name)!)]))
  const rare = RARE.map((name) => [name, () => deserialize(inflateRawSync(bytes.get(name)!))] as const)
  return {
    ...(Object.fromEntries(rare) as Pick<DatasetParts, (typeof RARE)[number]>),
    tariff: () => deserialize(bytes.get(TARIFF)!) as TariffTable,
    // The file was checked when the snapshot was made.
    nameModel: () => (model ? (decodeNameModel(model) as NameModel) : null),
  }
}

const digestOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()
