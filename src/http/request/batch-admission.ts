import type { FastifyReply } from 'fastify'
import type { ProblemCode } from '../response/problems.ts'
import type { Services } from '../services.ts'
import { chargeMore, refuseFor } from './access.ts'
import { batchSlots } from './batch-slots.ts'
import { fairTurns } from './fair-turns.ts'

/** Batches worked on at the same time: each holds its request and the answers to some of its items. */
const SLOTS_PER_CALLER = 2
const SLOTS_IN_ALL = 8
/** When no slot is free the caller may try again after this time; sooner would only use up its limit. */
const BUSY_SECONDS = 5

/** Bounds the work of all routes that answer many questions in one request. */
export interface BatchAdmission {
  /** Takes a slot, and charges what the work costs beyond the point that the request was counted with. */
  begin(reply: FastifyReply, cost: number): Promise<{ release: () => void } | { problem: ProblemCode }>
  /** Awaited before every item, so that other requests and batches get their turn. */
  nextTurn(): Promise<void>
}

export function batchAdmission(services: Services): BatchAdmission {
  const slots = batchSlots(SLOTS_PER_CALLER, SLOTS_IN_ALL)
  return {
    nextTurn: fairTurns(),
    async begin(reply, cost) {
      const { counted } = reply
      if (!counted) throw new Error('a batch that was not counted')
      const release = slots.tryAcquire(counted.caller.bucket)
      if (!release) return { problem: refuseFor(BUSY_SECONDS, reply, services, 'batches_busy') }
      reply.raw.once('close', release)
      // A batch that costs more than the whole limit is taken when nothing else was asked in its minute.
      const points = Math.min(cost, counted.perMinute) - 1
      const problem = await chargeMore(reply, counted, points, services, 'batch_limited')
      if (!problem) return { release }
      release()
      return { problem }
    },
  }
}
