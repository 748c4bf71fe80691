import { buildAnswerer } from '../answer/answer.ts'
import type { LoadedLaw } from '../law/load.ts'
import { lawSha256 } from '../law/read/pack.ts'
import { type LawAtHand, lawAtHand } from './verify.ts'

/** A law to work answers out from again. */
export const verifiableLaw = ({ dataset, files }: LoadedLaw, build: string): LawAtHand =>
  lawAtHand(buildAnswerer(dataset, build), lawSha256(files))
