import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { CnResponse } from '../../answer/response/response.ts'
import { type Claims, compactIn, DAMAGED, MAX_POSTED, readReceipt } from '../../receipts/receipt.ts'
import { loadRecorded, UnusableLaw } from '../../receipts/recorded-law.ts'
import { readJwks } from '../../receipts/signing-key.ts'
import {
  checkSignature,
  type LawAtHand,
  lawAtHand,
  questionIn,
  type Verification,
  withLaw,
} from '../../receipts/verify.ts'
import { type Bounds, exceededBound } from '../kernel/body/json-bounds.ts'
import type { Admission, Admitted } from '../kernel/gate/admission.ts'
import { TurnRefused } from '../kernel/gate/fair-turns.ts'
import { networkOf, refuseFor } from '../kernel/limits/access.ts'
import type { Refused } from '../kernel/problem/problem.ts'
import type { Services } from '../kernel/service/services.ts'
import { POINTS, receiptPoints } from '../lookup/costs.ts'
import { recordedLaws } from './recorded-laws.ts'

/** When the law of a version could not be loaded in time, the caller may try again after this time. */
const BUSY_SECONDS = 5

type Worked = { readonly law: LawAtHand | null; readonly failed: boolean } | Refused

const NO_LAW: Worked = { law: null, failed: false }

/** What a receipt proves; `unread` when the text is none, or a damaged one. */
export type Verified =
  | {
      readonly found: Verification
      /** The law of that version could not be loaded now. */
      readonly lawFailed: boolean
      /** The answer of that law in this build; null when none was worked out. */
      readonly answered: CnResponse | null
    }
  | { readonly unread: 'damaged' | 'no_receipt' }

export type Verifier = ReturnType<typeof verifierOf>

/** Verifies receipts for pages and assistants alike. */
export function verifierOf(app: FastifyInstance, services: Services, admission: Admission) {
  const recorded = recordedLaws(admission.ending)
  const stopping = new AbortController()
  app.addHook('onClose', async () => stopping.abort())

  /** The law of a version, charged for what the answer to this question will cost; null where it is not recorded. */
  async function lawOf(version: string, question: Claims['question'], reply: FastifyReply): Promise<Worked> {
    // Both are read in the same turn, so that they belong to the same law.
    const answerer = services.answerer()
    const lawSha256 = services.lawSha256()
    if (!answerer || lawSha256 === null) return { problem: 'not_ready' }
    const asked = questionIn(question, answerer)
    const points = asked ? receiptPoints(asked) : POINTS.lookup
    if (version !== answerer.dataset.version) {
      const worked = await recordedLaw(version, points, reply)
      if ('law' in worked) await worked.law?.prepare(question, nextTurn)
      return worked
    }
    const law = lawAtHand(answerer, lawSha256)
    await law.prepare(question, nextTurn)
    const begun = await admission.begin(reply, points)
    return 'problem' in begun ? begun : { law, failed: false }
  }

  /** The same of a version that is not served. */
  async function recordedLaw(version: string, points: number, reply: FastifyReply): Promise<Worked> {
    const known = recorded.get(version)
    if (known) {
      const begun = await admission.begin(reply, points)
      return 'problem' in begun ? begun : { law: known, failed: false }
    }
    const store = services.store()
    if (!store) return { problem: 'not_ready' }
    if (!(await store.datasets.hasLaw(version))) return NO_LAW
    // Charged before it waits: a place in the queue costs something, and nothing a caller can delay holds up the others.
    const begun = await admission.begin(reply, points + POINTS.recordedLaw)
    if ('problem' in begun) return begun
    try {
      const law = await recorded.open(networkOf(reply.request, services), version, async () => {
        // The caller hung up while it waited.
        if (reply.raw.destroyed) return null
        const packed = await store.datasets.law(version)
        return packed && loadRecorded(packed, { version, build: services.build }, stopping.signal)
      })
      return { law, failed: false }
    } catch (error) {
      if (error instanceof UnusableLaw) {
        services.log.warn({ version, reason: error.message }, 'recorded law not usable')
        return { law: null, failed: true }
      }
      if (error instanceof TurnRefused) return { problem: refuseFor(BUSY_SECONDS, reply, services, 'busy') }
      throw error
    }
  }

  async function verify(
    text: string,
    reply: FastifyReply,
    nextTurn: Admitted['nextTurn'],
  ): Promise<Verified | Refused> {
    const receipt = isPlausible(text) ? readReceipt(text) : DAMAGED
    if (receipt === null) return { unread: 'no_receipt' }
    if (receipt === DAMAGED) return { unread: 'damaged' }
    const published = await services.receipts.jwks()
    const keys = published === null ? null : readJwks(published)
    if (!keys) return { problem: 'not_ready' }
    await nextTurn()
    const checked = checkSignature(receipt, keys)
    // Only what this service signed is worth the work, and only its answers are known to be harmless.
    if (checked.signature !== 'valid' || checked.hash !== 'agrees')
      return { found: withLaw(checked, null), lawFailed: false, answered: null }
    const worked = await lawOf(checked.claims.dataset, checked.claims.question, reply)
    if ('problem' in worked) return worked
    let now: string | null = null
    const law = worked.law && {
      ...worked.law,
      answer: (asked: Claims['question']) => {
        now = worked.law?.answer(asked) ?? null
        return now
      },
    }
    const found = withLaw(checked, law)
    return { found, lawFailed: worked.failed, answered: now === null ? null : (JSON.parse(now) as CnResponse) }
  }

  return { verify, lawOf }
}

/**
 * A payload has a dozen fields, and the question some twenty. Nothing else is parsed: JSON of brackets alone would take a
 * stranger's megabytes fifty times as long as texts.
 */
const PAYLOAD: Bounds = { bytes: MAX_POSTED, parts: 200, depth: 4, textBytes: MAX_POSTED }

function isPlausible(text: string): boolean {
  const [, payload = ''] = compactIn(text).split('.', 2)
  return exceededBound(Buffer.from(payload, 'base64url'), PAYLOAD) === null
}
