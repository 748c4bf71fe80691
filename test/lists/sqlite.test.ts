import { emptyPlace } from '../e2e/http/service.ts'
import { listsContract } from './contract.ts'

listsContract('sqlite', emptyPlace)
