import { httpContract } from './contract.ts'
import { emptyPlace } from './service.ts'

httpContract('sqlite', emptyPlace)
