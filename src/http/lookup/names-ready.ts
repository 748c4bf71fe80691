import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Answerer } from '../../answer/answer.ts'
import type { ReadQuery } from '../../answer/question/question.ts'
import type { Day } from '../../base/day.ts'

/**
 * Null when the question can be answered at once. A question by name must wait until the names of that year are indexed,
 * which is done in slices, with other requests served between them.
 */
export const namesReady = (answerer: Answerer, asked: ReadQuery, day: Day): Promise<void> | null =>
  asked.as === 'name' ? answerer.indexNames(day, nextTurn) : null
