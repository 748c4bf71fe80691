// Started by batches.ts as a thread of its own: sends batches over HTTP and reads the answers.
import { once } from 'node:events'
import { request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/** What the thread is told to send. */
export interface Calls {
  readonly port: number
  readonly body: string
  readonly encoding: string
  /** Requests at the same time, and how many times. */
  readonly atOnce: number
  readonly rounds: number
}

const { port, body, encoding, atOnce, rounds } = workerData as Calls

async function send(): Promise<void> {
  const headers = { 'content-type': 'application/json', 'accept-encoding': encoding }
  const asking = request({ port, host: '127.0.0.1', method: 'POST', path: '/api/v1/check', headers }).end(body)
  const [response] = await once(asking, 'response')
  response.resume()
  await once(response, 'end')
}

for (let round = 0; round < rounds; round++) await Promise.all(Array.from({ length: atOnce }, send))
parentPort?.postMessage('done')
