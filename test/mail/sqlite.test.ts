import { emptyPlace } from '../e2e/http/service.ts'
import { mailContract } from './contract.ts'

mailContract('sqlite', emptyPlace)
