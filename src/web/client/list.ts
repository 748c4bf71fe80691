import type { CnSanctionsError } from '../../client/error.ts'
import { checkLines, type Replies } from '../lists/check-lines.ts'
import type { CheckedLine } from '../lists/checked-line.ts'
import { asking, type Line } from '../lists/lines.ts'
import { keyOf, type ListQuestion } from '../lists/reply.ts'
import type { Table } from '../lists/table.ts'
import { listSpeaker } from '../pages/list-texts.ts'
import { elementById, language } from './dom.ts'
import { addListDeal } from './list-deal.ts'
import { addListResult, type Result } from './list-result.ts'
import { addListSource } from './list-source.ts'
import { detailOf, serviceOfPage } from './service.ts'

/** A list being checked, and the replies received so far. */
interface Check {
  /** A line changes when the user chooses another code for it. */
  lines: readonly Line[]
  readonly table: Table
  readonly titles: readonly string[]
  readonly question: ListQuestion
  readonly replies: Replies
}

const say = listSpeaker(language)
const deal = addListDeal()
const source = addListSource(deal)
const result = addListResult(
  () => current && void run(current),
  (row, code) => current && void choose(current, row, code),
)
const progress = elementById('progress')
const button = elementById('check', HTMLButtonElement)
const waiting = elementById('waiting')
const cancel = elementById('cancel')
let current: Check | null = null
let running: AbortController | null = null
let pauseTimer = 0
const service = serviceOfPage({ onRetry: showPause })

elementById('list').addEventListener('submit', (submitting) => {
  submitting.preventDefault()
  const read = source.read()
  elementById('list-error').textContent = read.error ?? ''
  if (read.error !== undefined) return elementById(read.field).focus()
  const direction = directionChosen()
  if (direction === null) {
    elementById('list-error').textContent = say('directionMissing')
    return elementById('direction-export').focus()
  }
  const filters = {
    as_of: elementById('as-of', HTMLInputElement).value,
    direction: direction === 'deal' ? '' : direction,
    regime: elementById('regime', HTMLSelectElement).value,
    contract_date: elementById('contract', HTMLInputElement).value,
  }
  const check: Check = { ...read, question: { language, filters }, replies: { byKey: new Map(), head: null } }
  current = check
  void run(check)
})

/** The direction chosen, empty for all; null while none is: without one the result would mix bans that do not matter. */
function directionChosen(): string | null {
  const chosen = document.querySelector('input[name="direction"]:checked')
  return chosen instanceof HTMLInputElement ? chosen.value : null
}

// Disabled by the server: without this script, submitting the form would lose the list.
button.disabled = false

cancel.addEventListener('click', () => running?.abort())

/** Checks a line, and all that say the same, as the code that the user chose, and leaves the rest of the result as it is. */
async function choose(check: Check, row: number, code: string): Promise<void> {
  const given = check.lines.find((line) => line.row === row)?.given
  check.lines = check.lines.map((line) => (line.given === given ? { ...line, q: code } : line))
  const outcome = await send(check)
  if (check === current) result.update(outcome, row)
}

/** Sends every line that has no reply yet, and shows the replies received, also after an error. */
async function run(check: Check): Promise<void> {
  result.present(null)
  button.disabled = true
  progress.hidden = false
  showProgress(check)
  cancel.focus()
  const outcome = await send(check)
  button.disabled = false
  waiting.textContent = ''
  result.present(outcome)
}

/** Sends the lines without a reply; resolves with all that is known of the list then. */
async function send(check: Check): Promise<Result> {
  const own = new AbortController()
  running = own
  const error = await sendLines(check, own.signal)
  running = null
  progress.hidden = true
  return { ...check, head: check.replies.head, places: deal.places, checked: checkedLines(check), error }
}

/** Resolves with what went wrong, in words, or an empty text. */
async function sendLines(check: Check, signal: AbortSignal): Promise<string> {
  try {
    await checkLines(service, asking(check.lines), check.question, check.replies, {
      signal,
      onReplies() {
        endPause()
        showProgress(check)
      },
    })
    return ''
  } catch (reason) {
    if (signal.aborted) return say('cancelled')
    const detail = detailOf(reason)
    return detail ? `${say('failed')} ${detail}` : say('failed')
  } finally {
    endPause()
  }
}

/** Says what is waited for; of a used-up limit, second by second for how long. */
function showPause({ status, retryAfterMs }: CnSanctionsError, delayMs: number): void {
  endPause()
  progress.hidden = false
  let seconds = Math.ceil((retryAfterMs ?? delayMs) / 1_000)
  const show = () => {
    waiting.textContent = status === 429 && seconds > 0 ? say('waiting', seconds--) : say('retrying')
  }
  show()
  pauseTimer = window.setInterval(show, 1_000)
}

function endPause(): void {
  window.clearInterval(pauseTimer)
  waiting.textContent = ''
}

const checkedLines = ({ lines, replies }: Check): CheckedLine[] =>
  lines.map((line) => ({ line, reply: line.skipped === null ? (replies.byKey.get(keyOf(line)) ?? null) : null }))

/** Updates the progress bar and its label. */
function showProgress({ lines, replies }: Check): void {
  const asked = asking(lines)
  const done = asked.filter((line) => replies.byKey.has(keyOf(line))).length
  elementById('bar', HTMLProgressElement).value = asked.length === 0 ? 1 : done / asked.length
  elementById('state').textContent = say('progress', done, asked.length)
}
