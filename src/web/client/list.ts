import { askAll, type Reply } from '../lists/batch-client.ts'
import type { Line } from '../lists/lines.ts'
import type { About } from '../lists/result-html.ts'
import type { Table } from '../lists/table.ts'
import { listSpeaker } from '../pages/list-texts.ts'
import { at, language } from './dom.ts'
import { resultPlace } from './list-result.ts'
import { listSource } from './list-source.ts'

/** One list being checked: its lines, and the replies that have come. */
interface Check {
  readonly lines: readonly Line[]
  readonly table: Table
  readonly titles: readonly string[]
  readonly about: About
  readonly replies: Map<string, Reply>
  disclaimer: string
}

const say = listSpeaker(language)
const source = listSource()
const result = resultPlace(() => current && void run(current))
const [progress, button, waiting] = [at('progress'), at<HTMLButtonElement>('check'), at('waiting')]
let current: Check | null = null
let running: AbortController | null = null

at('list').addEventListener('submit', (submitting) => {
  submitting.preventDefault()
  const read = source.read()
  at('trouble').textContent = 'trouble' in read ? read.trouble : ''
  if ('trouble' in read) return (document.getElementById('column') ?? at('pasted')).focus()
  const value = (id: string) => at<HTMLInputElement>(id).value || null
  const about = { language, asOf: value('as-of'), direction: value('direction'), contractDate: value('contract') }
  const check: Check = { ...read, about, replies: new Map(), disclaimer: '' }
  current = check
  void run(check)
})

// Sent before this script was there, the list would be lost.
button.disabled = false

at('cancel').addEventListener('click', () => running?.abort())

/** Asks for all that has no reply yet, and shows what came, whatever the end. */
async function run(check: Check): Promise<void> {
  const { lines, replies, about } = check
  const mine = new AbortController()
  running = mine
  result.present(null)
  button.disabled = true
  progress.hidden = false
  tell(check)
  at('cancel').focus()
  const trouble = await askAll(
    lines.flatMap(({ doubt, q }) => (doubt === null && !replies.has(q) ? [q] : [])),
    {
      ...about,
      signal: mine.signal,
      onReplies(more, disclaimer) {
        for (const [q, reply] of more) replies.set(q, reply)
        check.disclaimer = disclaimer
        waiting.textContent = ''
        tell(check)
      },
      onWait(seconds) {
        waiting.textContent = seconds === null ? say('retrying') : say('waiting', seconds)
      },
    },
    { fetch: (address, init) => fetch(address, init), wait },
  ).then(
    () => '',
    (error: Error) => (mine.signal.aborted ? say('cancelled') : `${say('failed')} ${error.message}`.trim()),
  )
  running = null
  progress.hidden = true
  button.disabled = false
  waiting.textContent = ''
  const checked = lines.map((line) => ({ line, reply: line.doubt === null ? (replies.get(line.q) ?? null) : null }))
  result.present({ ...check, checked, trouble })
}

/** The bar and its words. */
function tell({ lines, replies }: Check): void {
  const done = lines.filter(({ doubt, q }) => doubt !== null || replies.has(q)).length
  at<HTMLProgressElement>('bar').value = done / lines.length
  at('state').textContent = say('progress', done, lines.length)
}

const wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
