import { after, test } from 'node:test'
import { mailContract } from '../mail/contract.ts'
import { startPostgres } from '../store/postgres-server.ts'

const server = await startPostgres()
if (typeof server === 'string') test('alerts by e-mail on PostgreSQL', { skip: server }, () => {})
else {
  after(() => server.remove())
  mailContract('postgres', async () => ({ databaseUrl: await server.emptySchema() }))
}
