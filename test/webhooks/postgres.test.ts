import { after, test } from 'node:test'
import { startPostgres } from '../store/postgres-server.ts'
import { webhooksContract } from './contract.ts'
import { offWebhooksContract } from './off-contract.ts'

const server = await startPostgres()
if (typeof server === 'string') test('webhooks on PostgreSQL', { skip: server }, () => {})
else {
  after(() => server.remove())
  const empty = async () => ({ databaseUrl: await server.emptySchema() })
  webhooksContract('postgres', empty)
  offWebhooksContract('postgres', empty)
}
