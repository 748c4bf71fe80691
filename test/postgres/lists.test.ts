import { after, test } from 'node:test'
import { listsContract } from '../lists/contract.ts'
import { turnsContract } from '../lists/turns-contract.ts'
import { startPostgres } from '../store/postgres-server.ts'

const server = await startPostgres()
if (typeof server === 'string') test('lists on PostgreSQL', { skip: server }, () => {})
else {
  after(() => server.remove())
  const empty = async () => ({ databaseUrl: await server.emptySchema() })
  listsContract('postgres', empty)
  turnsContract('postgres', empty)
}
