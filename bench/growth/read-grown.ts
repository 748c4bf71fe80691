import { load } from 'js-yaml'
import type { Law } from '../../src/law/read/law.ts'
import type { LawFiles } from '../../src/law/read/law-files.ts'
import { contentsOf, lawOf } from '../../src/law/read/law-source.ts'
import { LawError } from '../../src/law/read/mistakes.ts'
import { readLaw } from '../../src/law/read/read-law.ts'
import type { Counts } from '../../src/terms/law.ts'
import { runToEnd } from '../../src/terms/time-slices.ts'

/** The most regimes that counts.yaml may name. */
const REGIMES_AT_MOST = 20

/**
 * Reads a law that is larger than a law may be: by the reader of the service, in portions of as many regimes as the format
 * allows. The files that regimes share are read once.
 */
export function readGrown(files: LawFiles): { law: Law; hash: string } {
  const counts = load(files.get('counts.yaml')!.toString()) as Counts
  const folders = Object.keys(counts.regimes)
  const laws: { law: Law; hash: string }[] = []
  for (let from = 0; from < folders.length; from += REGIMES_AT_MOST) {
    const own = folders.slice(from, from + REGIMES_AT_MOST)
    const portion = new Map(from === 0 ? [...files].filter(([path]) => isShared(path, folders)) : NEARLY_NOTHING)
    for (const [path, bytes] of files) if (own.includes(path.split('/')[0]!)) portion.set(path, bytes)
    const regimes = Object.fromEntries(own.map((folder) => [folder, counts.regimes[folder]]))
    portion.set('counts.yaml', Buffer.from(JSON.stringify({ ...counts, regimes })))
    const { law, mistakes, hash } = runToEnd(readLaw(lawOf(contentsOf('grown', portion))))
    if (!law || !mistakes.isEmpty) throw new LawError(mistakes.report())
    laws.push({ law, hash })
  }
  const [first] = laws
  return { law: { ...first!.law, counts, regimes: laws.flatMap(({ law }) => law.regimes) }, hash: first!.hash }
}

const isShared = (path: string, folders: readonly string[]): boolean => !folders.includes(path.split('/')[0]!)

/** The least that a law must have besides its regimes. */
const NEARLY_NOTHING: readonly (readonly [string, Buffer])[] = [
  ['acts.yaml', Buffer.from('{"acts": []}')],
  ['words.yaml', Buffer.from('{"words": [], "means": []}')],
  [
    'taric-documents.tsv',
    Buffer.from(
      'code\tregime\tarticles\tdirection\tpurpose\tfrom\tfrom_basis\tuntil\tuntil_basis\tconfidence\ttext_pl\ttext_en\tsource\tremark\n',
    ),
  ],
  [
    'nomenclature/cn-2026.tsv',
    Buffer.from('kind\tcode\tlevel\tunit\tname_pl\tname_en\tsource_pl\tsource_en\nsection\tI\t\t\tA\tA\t\t\n'),
  ],
]
