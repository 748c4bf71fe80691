import { buildAnswerer } from '../answer/answer.ts'
import { inspectLaw } from '../law/load.ts'
import { contentsOf, type LawSource, lawOf, remembering } from '../law/read/law-source.ts'
import { LawError } from '../law/read/mistakes.ts'
import { lawSha256, unpackLaw } from '../law/read/pack.ts'
import { type LawAtHand, lawAtHand } from './verify.ts'

/** A law to work answers out from again. Throws a LawError when it has mistakes. */
export function loadLaw(from: LawSource, build: string): LawAtHand {
  const { source, files } = remembering(from)
  const { dataset, ...report } = inspectLaw(source)
  if (!dataset) throw new LawError(report)
  return lawAtHand(buildAnswerer(dataset, build), lawSha256(files))
}

/** The same for a packed law; `name` stands in messages. */
export const loadPackedLaw = (packed: Buffer, name: string, build: string): LawAtHand =>
  loadLaw(lawOf(contentsOf(name, unpackLaw(packed, name))), build)
