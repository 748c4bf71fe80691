import type { CheckedFull, CheckedShort, CheckFailed, CheckResponse, Problem, Scope } from './api-types.ts'
import { CnSanctionsError, clientError, type Language } from './error.ts'
import { parametersOf, type QuestionOptions } from './question.ts'
import type { Transport } from './transport.ts'

/** What can be asked about one item of a list, besides the code or the name itself. */
type DealOption = 'origin' | 'dispatch' | 'destination' | 'via' | 'value'
type ItemOptions = Pick<QuestionOptions, 'direction' | 'regime' | 'contractDate' | 'facts' | DealOption>

/** A code or a name, alone or with a question of its own. Without an `id` it gets its place in the list, from 0. */
export type CheckItem = string | ({ readonly id?: string; readonly q: string } & ItemOptions)

export interface CheckOptions
  extends Pick<QuestionOptions, 'day' | 'lang' | 'detail' | 'regime' | 'facts' | DealOption> {
  /** Batches under way at the same time; 2 by default, since the service takes no more of one caller. */
  readonly parallel?: number
  readonly signal?: AbortSignal
  /**
   * Called with the answers of each batch as they come, so that they are not lost when a later one fails. A batch comes
   * again, with other answers, when the law was replaced meanwhile.
   */
  readonly onBatch?: (answers: Checked<CheckedShort | CheckedFull>) => void
}

/** The answers to a whole list, in its order, all from one version of the law and about one day. */
export interface Checked<Item extends CheckedShort | CheckedFull = CheckedShort> extends Omit<CheckResponse, 'items'> {
  items: (Item | CheckFailed)[]
}

/** What the service takes in one request: items, and bytes of JSON, with some room for the rest of the body. */
const MAX_ITEMS = 500
const MAX_BYTES = 1_000_000
const PARALLEL = 2
/** How often parts of a list are asked again because the law was replaced meanwhile. */
const MAX_ROUNDS = 3

interface Batch {
  /** Place of its first item in the list. */
  readonly from: number
  readonly items: readonly Record<string, string>[]
}

/** Sends a list in batches and puts the answers together. */
export async function checkInBatches(
  transport: Transport,
  given: Iterable<CheckItem>,
  options: CheckOptions,
): Promise<Checked<CheckedShort | CheckedFull>> {
  const { parallel = PARALLEL, signal, onBatch, ...asked } = options
  const language = options.lang ?? transport.language
  const items = [...given].map((item) => (typeof item === 'string' ? { q: item } : item))
  const batches = batchesOf(items.map(({ id: _, ...item }, at) => ({ id: String(at), ...fieldsOf(item) })))
  const head = { lang: language, ...fieldsOf(asked) }
  const send = async (batch: Batch, day: string | undefined): Promise<CheckResponse> => {
    const body = { ...head, ...(day !== undefined && { as_of: day }), items: batch.items }
    const call = { method: 'POST', path: '/api/v1/check', body, repeatable: true, lang: language, signal } as const
    const { value } = await transport.send(call).catch((error) => {
      throw atPlacesOfList(error, batch.from)
    })
    const answers = atPlaces(responseTo(batch, value, language), batch.from, items)
    onBatch?.(answers)
    return answers
  }
  const responses = await sendAll(batches, send, asked.day, Math.max(1, parallel), language)
  const last = responses.at(-1)!
  return {
    ...last,
    scope: scopeOfAll(responses.map(({ scope }) => scope)),
    meta: { ...last.meta, items: items.length },
    items: responses.flatMap((response) => response.items),
  }
}

const fieldsOf = (options: object): Record<string, string> => Object.fromEntries(parametersOf(options))

/** The answers to a batch with the ids of the list, and pointers into it. */
const atPlaces = (
  response: CheckResponse,
  from: number,
  items: readonly { readonly id?: string }[],
): CheckResponse => ({
  ...response,
  items: response.items.map((item, at) => ({
    ...itemAtPlace(item, from),
    id: String(items[from + at]?.id ?? from + at),
  })),
})

function batchesOf(items: readonly Record<string, string>[]): Batch[] {
  const encoder = new TextEncoder()
  const batches: { from: number; items: Record<string, string>[] }[] = []
  let bytes = 0
  for (const [at, item] of items.entries()) {
    const size = encoder.encode(JSON.stringify(item)).length + 1
    const batch = batches.at(-1)
    if (batch && batch.items.length < MAX_ITEMS && bytes + size <= MAX_BYTES) {
      batch.items.push(item)
      bytes += size
    } else {
      batches.push({ from: at, items: [item] })
      bytes = size
    }
  }
  // The service says what is wrong with an empty list.
  return batches.length > 0 ? batches : [{ from: 0, items: [] }]
}

/**
 * All answers are about one day: without a day of the caller, the first batch is sent alone, and the day of its answer is
 * asked about in the others, also when midnight passes meanwhile. All answers are of one version of the law too: those of
 * another one than the latest answer are asked for again.
 */
async function sendAll(
  batches: readonly Batch[],
  send: (batch: Batch, day: string | undefined) => Promise<CheckResponse>,
  day: string | undefined,
  parallel: number,
  language: Language,
): Promise<CheckResponse[]> {
  const responses: CheckResponse[] = []
  let latest = ''
  const sendAt = async (at: number): Promise<void> => {
    responses[at] = await send(batches[at]!, day ?? responses[0]?.as_of)
    latest = responses[at].dataset
  }
  if (day === undefined) await sendAt(0)
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const due = batches.flatMap((_, at) => (responses[at] && responses[at].dataset === latest ? [] : [at]))
    if (due.length === 0) return responses
    await eachOf(due, parallel, sendAt)
  }
  if (responses.every(({ dataset }) => dataset === latest)) return responses
  throw clientError('dataset_changed', language)
}

/** Works on a few elements at a time. After an error no other element is begun. */
async function eachOf(elements: readonly number[], parallel: number, work: (element: number) => Promise<void>) {
  const waiting = [...elements]
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      try {
        await work(next)
      } catch (error) {
        waiting.length = 0
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(parallel, elements.length) }, worker))
}

/** An answer that leaves out a line, or has them in another order, would be taken for the answer to another line. */
function responseTo({ items }: Batch, value: unknown, language: Language): CheckResponse {
  const response = value as Partial<CheckResponse> | undefined
  const isWhole =
    typeof response?.dataset === 'string' &&
    typeof response.as_of === 'string' &&
    Array.isArray(response.items) &&
    response.items.length === items.length &&
    response.items.every((item, at) => item?.id === items[at]!.id && isItem(item))
  if (!isWhole) throw clientError('response_invalid', language)
  return response as CheckResponse
}

const isItem = (item: CheckResponse['items'][number]): boolean =>
  item.status === 'ok' ? typeof item.verdict === 'string' : typeof item.problem?.code === 'string'

/** Batches whose items name regimes of their own have scopes of their own. */
export function scopeOfAll<S extends Scope>(scopes: readonly S[]): S {
  const regimes = new Map(scopes.flatMap((scope) => scope.regimes.map((regime) => [regime.code, regime])))
  return {
    ...scopes[0]!,
    regimes: [...regimes.values()],
    on_request: scopes[0]!.on_request.filter(({ code }) => !regimes.has(code)),
    warnings: [...new Set(scopes.flatMap(({ warnings }) => warnings))],
  }
}

const POINTER = /^\/items\/(\d+)/

/** Pointers into a batch become pointers into the list. */
const problemAtPlace = <P extends Pick<Problem, 'errors'>>(problem: P, from: number): P => ({
  ...problem,
  errors: problem.errors.map((error) =>
    error.pointer === undefined
      ? error
      : { ...error, pointer: error.pointer.replace(POINTER, (_, at) => `/items/${Number(at) + from}`) },
  ),
})

const itemAtPlace = (item: CheckResponse['items'][number], from: number): CheckResponse['items'][number] =>
  item.status === 'error' ? { ...item, problem: problemAtPlace(item.problem, from) } : item

function atPlacesOfList(error: unknown, from: number): unknown {
  if (!(error instanceof CnSanctionsError) || !error.problem || from === 0) return error
  return new CnSanctionsError({ ...error, message: error.message, problem: problemAtPlace(error.problem, from) })
}
