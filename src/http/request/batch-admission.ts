import type { FastifyReply } from 'fastify'
import { runInTurns, type TimeSliced } from '../../terms/time-slices.ts'
import type { ProblemCode } from '../response/problems.ts'
import type { Services } from '../services.ts'
import { chargeMore, refuseFor } from './access.ts'
import { batchSlots } from './batch-slots.ts'
import { fairTurns, type NextTurn } from './fair-turns.ts'

/** Batches worked on at the same time: each holds its request and the answers to some of its items. */
const SLOTS_PER_CALLER = 2
const SLOTS_IN_ALL = 8
/** When no slot is free the caller may try again after this time; sooner would only use up its limit. */
const BUSY_SECONDS = 5

/** A slot that was taken. */
export interface Admitted {
  release(): void
  /** Awaited before every item, so that other requests and batches get their turn. */
  readonly nextTurn: NextTurn
}

/** Bounds the work of all routes that answer many questions in one request. */
export interface BatchAdmission {
  /** Takes a slot, and charges what the work costs beyond the point that the request was counted with. */
  begin(reply: FastifyReply, cost: number | TimeSliced<number>): Promise<Admitted | { problem: ProblemCode }>
}

export function batchAdmission(services: Services): BatchAdmission {
  const slots = batchSlots(SLOTS_PER_CALLER, SLOTS_IN_ALL)
  const addWork = fairTurns()
  return {
    async begin(reply, cost) {
      const { counted } = reply
      if (!counted) throw new Error('a batch that was not counted')
      const release = slots.tryAcquire(counted.caller.bucket)
      if (!release) return { problem: refuseFor(BUSY_SECONDS, reply, services, 'batches_busy') }
      reply.raw.once('close', release)
      const nextTurn = addWork()
      const whole = typeof cost === 'number' ? cost : await runInTurns(cost, async () => nextTurn())
      // A batch that costs more than the whole limit is taken when nothing else was asked in its minute.
      const points = Math.min(whole, counted.perMinute) - 1
      const problem = await chargeMore(reply, counted, points, services, 'batch_limited')
      if (!problem) return { release, nextTurn }
      release()
      return { problem }
    },
  }
}
