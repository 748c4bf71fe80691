import type { AnnexRole } from '../../terms/law.ts'
import type { EndedAnnex, Placed, RegimeLaw } from '../read/law.ts'

const values = <T>(list: readonly Placed<T>[]): readonly T[] => list.map(({ value }) => value)

/** The rows and articles of a regime as its files have them, not combined. */
export const regimeText = (source: RegimeLaw) => ({
  annexes: source.annexes.map(({ declared: { value }, listings }) => ({
    annex: value.annex,
    role: value.role,
    listings: values(listings),
  })),
  /** Of today and of the past, as are the grants. */
  measures: values(source.measures),
  grants: values(source.grants),
  /** Rows that have left the act. */
  ended: {
    annexes: source.ended.annexes.map((annex) => ({
      annex: annex.declared.value.annex,
      role: endedRole(source, annex),
      listings: values(annex.listings),
    })),
  },
})

/** An annex that still exists has its role in annexes.yaml. */
export const endedRole = ({ annexes }: RegimeLaw, { declared: { value } }: EndedAnnex): AnnexRole =>
  value.role ?? annexes.find(({ declared }) => declared.value.annex === value.annex)?.declared.value.role ?? 'goods'
