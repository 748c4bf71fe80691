import { emptyPlace } from '../e2e/http/service.ts'
import { listsContract } from './contract.ts'
import { turnsContract } from './turns-contract.ts'

listsContract('sqlite', emptyPlace)
turnsContract('sqlite', emptyPlace)
