import type { Transaction } from 'kysely'
import type { Tables } from '../schema.ts'
import type { ScreenedItem } from './rows.ts'

/** Names among the items that are written. A name takes hundreds of times the work of a code, and is screened every day. */
export interface NamesGiven {
  /** The ids of items that are names or whole chapters. */
  readonly ids: ReadonlySet<string>
  /** How many names the lists of the key may hold, and how many new ones they may be given in a day. */
  readonly atMost: number
}

export const isName = ({ by_name }: ScreenedItem): boolean => by_name === 1

/**
 * Charges the names that are to be screened for the first time to the day of the key, and holds what its lists may keep:
 * these are screened again with every law and every day. A list that shrinks is never refused.
 */
export async function spendNames(
  trx: Transaction<Tables>,
  write: {
    readonly keyId: string
    readonly names: NamesGiven | undefined
    readonly at: Date
    readonly key: { readonly names_day: string | null; readonly names_used: number | null } | undefined
    readonly known: { readonly id: string; readonly names: number | null } | undefined
    /** Names in the list once it is written, and those of them that were not there before. */
    readonly kept: number
    readonly fresh: number
  },
): Promise<'names_full' | 'names_spent' | null> {
  const { keyId, key, names, at, known, kept, fresh } = write
  if (!names) return null
  const { total } = await trx
    .selectFrom('lists')
    .select((of) => of.fn.sum('names').as('total'))
    .where('key_id', '=', keyId)
    .where('id', '!=', known?.id ?? '')
    .executeTakeFirstOrThrow()
  if (kept > (known?.names ?? 0) && Number(total ?? 0) + kept > names.atMost) return 'names_full'
  if (fresh === 0) return null
  const day = at.toISOString().slice(0, 10)
  const used = (key?.names_day === day ? (key.names_used ?? 0) : 0) + fresh
  if (used > names.atMost) return 'names_spent'
  await trx.updateTable('api_keys').set({ names_day: day, names_used: used }).where('id', '=', keyId).execute()
  return null
}
