import type { FastifyReply } from 'fastify'
import { runInTurns, type TimeSliced } from '../../../base/time-slices.ts'
import { type Counted, chargeMore, refuseFor } from '../limits/access.ts'
import type { QuotedProblem, Refused } from '../problem/problem.ts'
import type { ProblemCode } from '../problem/problems.ts'
import type { Services } from '../service/services.ts'
import { batchSlots, type Slot } from './batch-slots.ts'
import { fairTurns, type NextTurn, TurnRefused } from './fair-turns.ts'
import { outputBound } from './output-bound.ts'

/** Batches worked on at the same time: each holds its request and the answers to some of its items. */
const SLOTS = { perCaller: 2, perNetwork: 4, inAll: 8, forKeys: 2 }
/** When no slot is free, or no room, the caller may try again after this time; sooner would only use up its limit. */
const BUSY_SECONDS = 5

/** Work that was admitted. */
export interface Admitted {
  /** Awaited before every further step, so that other requests get their turn. */
  readonly nextTurn: NextTurn
  /** Counts the bytes that were made until the answer is sent. */
  hold(bytes: number): void
}

export interface AdmittedBatch extends Admitted {
  readonly slot: Slot
}

export type Admission = ReturnType<typeof admissionOf>

/**
 * Bounds the work and the output of all routes: points, turns, slots of batches, bytes that wait to be read. Work that has
 * not begun when the service is `ending` is refused.
 */
export function admissionOf(services: Services, ending: AbortSignal) {
  const slots = batchSlots(SLOTS)
  const output = outputBound(() => turns.wake(), services.settings.outputBytes)
  // A caller, or a network, whose answers wait to be sent gets no new ones meanwhile.
  const turns = fairTurns(output.hasShare, { ending })

  const busy = (reply: FastifyReply): Refused => ({ problem: refuseFor(BUSY_SECONDS, reply, services, 'busy') })

  const countedOf = ({ counted }: FastifyReply): Counted => {
    if (!counted) throw new Error('work that was not counted')
    return counted
  }

  /** Work that costs more than the whole limit is taken when nothing else was asked in its minute. */
  const charge = (reply: FastifyReply, counted: Counted, points: number, problem: ProblemCode) =>
    chargeMore(reply, counted, Math.min(points, counted.perMinute) - 1, services, problem)

  /** Null when there is neither a turn nor room. */
  async function begun(reply: FastifyReply, { bucket: caller, networks }: Counted['caller']): Promise<Admitted | null> {
    const network = networks.at(-1) ?? caller
    const nextTurn = turns.add(caller, network)
    try {
      await nextTurn()
    } catch (error) {
      if (error instanceof TurnRefused) return null
      throw error
    }
    // Nobody reads the problem of a caller that has hung up meanwhile.
    if (reply.raw.destroyed || !output.hasRoom()) return null
    return { nextTurn, hold: (bytes) => output.hold(reply.raw, { caller, network }, bytes) }
  }

  return {
    /**
     * Charges what the work costs beyond the point that the request was counted with, waits for its turn, and sees
     * whether there is room for its answer.
     */
    async begin(reply: FastifyReply, points: number): Promise<Admitted | Refused> {
      const counted = countedOf(reply)
      const problem = await charge(reply, counted, points, 'rate_limited')
      if (problem) return { problem }
      return (await begun(reply, counted.caller)) ?? busy(reply)
    },
    /** The same for many questions in one request, which take a slot besides; `limited` is its problem with the limit. */
    async beginBatch(
      reply: FastifyReply,
      cost: number | TimeSliced<number>,
      limited: QuotedProblem,
    ): Promise<AdmittedBatch | Refused> {
      const counted = countedOf(reply)
      const { bucket: caller, networks, hasKey } = counted.caller
      const slot = slots.tryAcquire({ caller, networks, hasKey, evict: () => reply.raw.destroy() })
      if (!slot) return { problem: refuseFor(BUSY_SECONDS, reply, services, 'batches_busy') }
      reply.raw.once('close', slot.release)
      const work = await begun(reply, counted.caller)
      const nextTurn = work?.nextTurn
      const points = nextTurn && (typeof cost === 'number' ? cost : await runInTurns(cost, async () => nextTurn()))
      const problem = points === undefined ? busy(reply).problem : await charge(reply, counted, points, limited.code)
      if (work && !problem) return { ...work, slot }
      slot.release()
      return { problem: problem ?? 'busy', ...(limited.values && { values: limited.values }) }
    },
    /** Waits for a turn, for an answer that was counted and costs no more than its point. Never rejects. */
    turn: async (reply: FastifyReply) => void (await begun(reply, countedOf(reply).caller)),
    /** Waits for a turn of a network whose request is not counted yet. Rejects with `TurnRefused`. */
    turnOf: async (network: string) => turns.add(network)(),
    output,
    ending,
  }
}
