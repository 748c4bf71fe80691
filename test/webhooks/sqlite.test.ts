import { emptyPlace } from '../e2e/http/service.ts'
import { webhooksContract } from './contract.ts'

webhooksContract('sqlite', emptyPlace)
