import { check } from './batch.ts'
import { getDataset } from './dataset.ts'
import { listListings, listListingsAsCsv } from './listings.ts'
import { lookUp } from './lookup.ts'
import { suggest } from './suggest.ts'

export const LOOKUP_ENDPOINTS = [lookUp, suggest, listListings, listListingsAsCsv, getDataset, check]
