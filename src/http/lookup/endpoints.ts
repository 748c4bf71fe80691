import { check } from './batch.ts'
import { getDataset } from './dataset.ts'
import { lookUp } from './lookup.ts'
import { suggest } from './suggest.ts'

export const LOOKUP_ENDPOINTS = [lookUp, suggest, getDataset, check]
