import { contentsOf } from '../law/read/law-source.ts'
import { LawError } from '../law/read/mistakes.ts'
import { unpackLaw } from '../law/read/pack.ts'
import { CheckUnavailable, loadAside } from '../versions/check-law.ts'
import { verifiableLaw } from './verifiable-law.ts'
import type { LawAtHand } from './verify.ts'

/** A recorded law that this build cannot read, or not now. */
export class UnusableLaw extends Error {
  override readonly name = 'UnusableLaw'
}

/** A law as the store has it; it need not be the one that is served. */
export async function loadRecorded(
  packed: Buffer,
  { version, build }: { readonly version: string; readonly build: string },
  stopping: AbortSignal,
): Promise<LawAtHand> {
  try {
    return verifiableLaw(await loadAside(contentsOf(version, unpackLaw(packed, version)), stopping), build)
  } catch (error) {
    if (error instanceof LawError || error instanceof CheckUnavailable) throw new UnusableLaw(error.message)
    throw error
  }
}
