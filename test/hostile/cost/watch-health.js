// A thread that asks for health, a connection each time, until it is told to stop; see measure.ts.
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData as port } from 'node:worker_threads'

let stopped = false
parentPort.once('message', () => {
  stopped = true
})

const answered = () =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: '/healthz', agent: false }, (response) =>
      response.resume().on('end', resolve),
    )
      .on('error', reject)
      .end()
  })

const TICK_MS = 10
/** Milliseconds, the mean of all cores, that the host of a virtual machine gave to others: `steal` in proc(5), stat. */
const stolen = () =>
  (Number(readFileSync('/proc/stat', 'latin1').split('\n', 1)[0].trim().split(/\s+/)[8]) * TICK_MS) /
  availableParallelism()

let longest = 0
do {
  const from = performance.now()
  const before = stolen()
  await answered().catch(() => {
    longest = Number.POSITIVE_INFINITY
  })
  longest = Math.max(longest, performance.now() - from - (stolen() - before))
  await pause(100)
} while (!stopped)
parentPort.postMessage(longest)
