import { BatchError, checkInBatches, type ListQuestion, type Reply } from '../lists/batch-client.ts'
import type { Line } from '../lists/lines.ts'
import type { Table } from '../lists/table.ts'
import { listSpeaker } from '../pages/list-texts.ts'
import { elementById, language } from './dom.ts'
import { addListResult } from './list-result.ts'
import { addListSource } from './list-source.ts'

/** A list being checked, and the replies received so far. */
interface Check {
  readonly lines: readonly Line[]
  readonly table: Table
  readonly titles: readonly string[]
  readonly question: ListQuestion
  readonly replies: Map<string, Reply>
  disclaimer: string
}

const say = listSpeaker(language)
const source = addListSource()
const result = addListResult(() => current && void run(current))
const progress = elementById('progress')
const button = elementById('check', HTMLButtonElement)
const waiting = elementById('waiting')
const cancel = elementById('cancel')
let current: Check | null = null
let running: AbortController | null = null

elementById('list').addEventListener('submit', (submitting) => {
  submitting.preventDefault()
  const read = source.read()
  elementById('list-error').textContent = 'error' in read ? read.error : ''
  if ('error' in read) return (document.getElementById('column') ?? elementById('pasted')).focus()
  const filters = {
    as_of: elementById('as-of', HTMLInputElement).value,
    direction: elementById('direction', HTMLSelectElement).value,
    contract_date: elementById('contract', HTMLInputElement).value,
  }
  const check: Check = { ...read, question: { language, filters }, replies: new Map(), disclaimer: '' }
  current = check
  void run(check)
})

// Disabled by the server: without this script, submitting the form would lose the list.
button.disabled = false

cancel.addEventListener('click', () => running?.abort())

/** Sends every line that has no reply yet, and shows the replies received, also after an error. */
async function run(check: Check): Promise<void> {
  const { lines, replies, question } = check
  const own = new AbortController()
  running = own
  result.present(null)
  button.disabled = true
  progress.hidden = false
  showProgress(check)
  cancel.focus()
  const error = await checkInBatches(
    lines.flatMap(({ damage, q }) => (damage === null && !replies.has(q) ? [q] : [])),
    {
      ...question,
      signal: own.signal,
      onReplies(more, disclaimer) {
        for (const [q, reply] of more) replies.set(q, reply)
        check.disclaimer = disclaimer
        waiting.textContent = ''
        showProgress(check)
      },
      onWait(seconds) {
        waiting.textContent = seconds === null ? say('retrying') : say('waiting', seconds)
      },
    },
    { fetch: (address, init) => fetch(address, init), wait },
  ).then(
    () => '',
    (reason: unknown) => {
      if (own.signal.aborted) return say('cancelled')
      if (!(reason instanceof BatchError)) reportError(reason)
      const detail = reason instanceof BatchError ? reason.detail : null
      return detail ? `${say('failed')} ${detail}` : say('failed')
    },
  )
  running = null
  progress.hidden = true
  button.disabled = false
  waiting.textContent = ''
  const checked = lines.map((line) => ({ line, reply: line.damage === null ? (replies.get(line.q) ?? null) : null }))
  result.present({ ...check, checked, error })
}

/** Updates the progress bar and its label. */
function showProgress({ lines, replies }: Check): void {
  const done = lines.filter(({ damage, q }) => damage !== null || replies.has(q)).length
  elementById('bar', HTMLProgressElement).value = done / lines.length
  elementById('state').textContent = say('progress', done, lines.length)
}

const wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
