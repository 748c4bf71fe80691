import { after, test } from 'node:test'
import { startPostgres } from '../store/postgres-server.ts'
import { mailContract } from './contract.ts'

const server = await startPostgres()
if (typeof server === 'string') test('alerts by e-mail on PostgreSQL', { skip: server }, () => {})
else {
  after(() => server.remove())
  mailContract('postgres', async () => ({ databaseUrl: await server.emptySchema() }))
}
