import { ownTexts } from '../../base/own-text.ts'
import { isCurrent, type Listing } from '../read/law.ts'
import type { Act, Measure, RegimeData } from '../terms/law.ts'
import type { Basis } from './dataset.ts'

export type BasisOf = ReturnType<typeof basisOf>

/**
 * Where the rows and articles of a regime were read.
 * Acts that are newer than the consolidated text were read by themselves, and so were the acts that listed what is gone; all
 * else was read in the consolidated text. Inferred rows were read in no act.
 */
export function basisOf(data: RegimeData, acts: ReadonlyMap<string, Act>) {
  const consolidated = frozen('consolidated', {
    pl: `Odczytano w tekście skonsolidowanym ${data.consolidated.celex}.`,
    en: `Read in the consolidated text ${data.consolidated.celex}.`,
  })
  const read = new Map<string, Basis>()
  const inAct = (celex: string): Basis => {
    const title = acts.get(celex)?.title ?? { pl: celex, en: celex }
    const basis =
      read.get(celex) ??
      frozen('act', { pl: `Odczytano w samym akcie: ${title.pl}.`, en: `Read in the act itself: ${title.en}.` })
    read.set(celex, basis)
    return basis
  }
  const proposed = new Map<string, Basis>()
  const beforeText = (celex: string): Basis => {
    const { pl, en } = inAct(celex).text
    const basis =
      proposed.get(celex) ??
      frozen('act', {
        pl: `${pl} Tekstu skonsolidowanego jeszcze nie ma.`,
        en: `${en} There is no consolidated text yet.`,
      })
    proposed.set(celex, basis)
    return basis
  }
  const inferred = new Map((data.inferred ?? []).map(({ act, text }) => [act, frozen('inferred', text)]))
  const newer = new Set(data.worked_in)
  return {
    row: (listing: Listing): Basis => {
      if (listing.basis === 'inferred') return inferred.get(listing.act) ?? consolidated
      if (listing.basis === 'act') return beforeText(listing.fromAct || listing.act)
      // Without an act, a row of the past was merely seen in an older consolidated text.
      if (!isCurrent(listing)) return listing.fromAct === '' ? consolidated : inAct(listing.fromAct)
      return newer.has(listing.act) ? inAct(listing.act) : consolidated
    },
    /** Of codes that an article names itself. */
    measure: ({ amended_by, inserted_by }: Measure): Basis => {
      const act = amended_by ?? inserted_by
      return newer.has(act) ? inAct(act) : consolidated
    },
  }
}

const frozen = (kind: Basis['kind'], text: Basis['text']): Basis => Object.freeze({ kind, text: ownTexts(text) })
