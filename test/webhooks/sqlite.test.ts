import { emptyPlace } from '../e2e/http/service.ts'
import { webhooksContract } from './contract.ts'
import { offWebhooksContract } from './off-contract.ts'

webhooksContract('sqlite', emptyPlace)
offWebhooksContract('sqlite', emptyPlace)
