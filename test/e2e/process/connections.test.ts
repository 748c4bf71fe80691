import assert from 'node:assert/strict'
import { once } from 'node:events'
import { appendFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { lawToEdit, nodeWithFiles, ready, until } from './service.ts'

/** What another network gets over a connection of its own. */
async function askedFrom(localAddress: string, port: number): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', localAddress }).setEncoding('latin1')
  socket.write('GET /api/v1/cn?q=8471 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  let received = ''
  socket
    .on('error', () => {})
    .on('data', (text: string) => {
      received += text
    })
  await once(socket, 'close')
  return received.slice(0, received.indexOf('\r\n'))
}

describe('more idle connections than the service may have files', { skip: process.platform !== 'linux' }, () => {
  const FILES = 160

  for (const workers of [1, 2])
    test(`of one network: others are answered, and a new law is served (${workers} processes)`, async (t) => {
      const law = await lawToEdit(t)
      const node = await nodeWithFiles(t, FILES)
      const service = await ready(t, { WORKERS: `${workers}`, LAW_DIR: law }, undefined, undefined, node)
      const sockets = new Set<Socket>()
      t.after(() => {
        for (const socket of sockets) socket.destroy()
      })
      const crowd = () => {
        for (let more = 0; more < FILES / 4 && sockets.size < 2 * FILES * workers; more++) {
          const socket = connect(service.port, '127.0.0.1')
          sockets.add(socket)
          socket.on('error', () => {}).on('close', () => sockets.delete(socket))
        }
      }
      await appendFile(join(law, 'words.yaml'), '# Another law.\n')
      // Whatever is closed is opened again at once.
      await until('the new law in every process', async () => {
        crowd()
        assert.equal(await askedFrom('127.0.1.1', service.port), 'HTTP/1.1 200 OK')
        return service.lines().filter(({ msg }) => msg === 'law replaced').length === workers
      })
      assert.deepEqual(
        service.lines().filter(({ level }) => level >= 40),
        [],
      )
    })
})
