// A thread that asks for health, a connection each time, until it is told to stop; see measure.ts.
import { request } from 'node:http'
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

let longest = 0
do {
  const from = performance.now()
  await answered().catch(() => {
    longest = Number.POSITIVE_INFINITY
  })
  longest = Math.max(longest, performance.now() - from)
  await pause(100)
} while (!stopped)
parentPort.postMessage(longest)
