import { after, test } from 'node:test'
import { startPostgres } from '../store/postgres-server.ts'
import { listsContract } from './contract.ts'
import { turnsContract } from './turns-contract.ts'

const server = await startPostgres()
if (typeof server === 'string') test('lists on PostgreSQL', { skip: server }, () => {})
else {
  after(() => server.remove())
  const empty = async () => ({ databaseUrl: await server.emptySchema() })
  listsContract('postgres', empty)
  turnsContract('postgres', empty)
}
