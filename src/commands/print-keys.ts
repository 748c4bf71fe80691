import type { ApiKey } from '../store/keys.ts'
import { printable } from '../terms/plain-text.ts'
import { printTable } from './terminal.ts'

/** For stderr: stdout has only the key, so that it can be piped. */
export const issuedNote = (id: string, name: string): string =>
  `Key ${id} for "${printable(name)}". It is shown once and cannot be read again: store it now.\n`

export function printKeys(keys: readonly ApiKey[]): string {
  if (keys.length === 0) return 'No keys yet: cn-sanctions keys issue --name NAME\n'
  const rows = keys.map(({ id, name, prefix, perMinute, expires, createdAt, revokedAt }) => [
    id,
    `${prefix}…`,
    perMinute === null ? 'default' : perMinute === 0 ? 'unlimited' : String(perMinute),
    expires ?? 'never',
    createdAt.slice(0, 10),
    revokedAt === null ? 'active' : `revoked ${revokedAt.slice(0, 10)}`,
    name,
  ])
  return printTable(['ID', 'KEY', 'A MINUTE', 'EXPIRES', 'ISSUED', 'STATE', 'NAME'], rows)
}
