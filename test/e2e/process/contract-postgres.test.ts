import { after, test } from 'node:test'
import { startPostgres } from '../../store/postgres-server.ts'
import { httpContract } from '../http/contract.ts'

const server = await startPostgres()
if (typeof server === 'string') test('the API on PostgreSQL', { skip: server }, () => {})
else {
  after(() => server.remove())
  httpContract('postgres', async () => ({ databaseUrl: await server.emptySchema() }))
}
