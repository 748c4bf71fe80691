import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { freePort } from '../../store/postgres-server.ts'
import { emptyDirectory, type Keeper, ROOT, until } from './service.ts'

/** Debian keeps it out of the path of users. */
const PLACES = ['nginx', '/usr/sbin/nginx']

/** The program, or undefined when it is not on this machine. */
export const nginxHere = (): string | undefined =>
  process.platform === 'linux' ? PLACES.find((place) => spawnSync(place, ['-v']).status === 0) : undefined

/** How many requests of a network that bear a key, and how many for scripts, pass at once besides the first. */
export const WIDE_BURST = 100
/** The address from which a CDN asks, which names its client in `X-Forwarded-For`. */
export const CDN = '127.0.0.99'

export interface EdgeAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
}

interface AskOptions {
  /** The address of this machine that the client has; every 127.0.0.0/8 is one. */
  readonly from?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Edge {
  ask(path: string, options?: AskOptions): Promise<EdgeAnswer>
  /** What it wrote to its log of errors. */
  errors(): string
}

/** The committed configuration with other addresses; each replaced text must be in it once. */
async function configurationWith(texts: Readonly<Record<string, string>>): Promise<string> {
  let text = await readFile(join(ROOT, 'deploy/nginx.conf'), 'utf8')
  for (const [old, next] of Object.entries(texts)) {
    if (text.split(old).length !== 2) throw new Error(`"${old}" is not once in deploy/nginx.conf`)
    text = text.replace(old, next)
  }
  return text
}

/** nginx with the committed configuration in front of instances at these ports. */
export async function startEdge(t: Keeper, nginx: string, ports: readonly [number, number]): Promise<Edge> {
  const directory = await emptyDirectory(t)
  const port = await freePort()
  const own = await configurationWith({
    '127.0.0.1:8081 ': `127.0.0.1:${ports[0]} `,
    '127.0.0.1:8082 ': `127.0.0.1:${ports[1]} `,
    'listen 8080;': `listen 127.0.0.1:${port};`,
    '/var/cache/nginx/cn-sanctions': join(directory, 'cache'),
    // Nothing is refilled while the tests run, so that how many pass does not depend on the time they take.
    'rate=50r/s': 'rate=1r/m',
    'cn_key_floods:10m rate=200r/s': 'cn_key_floods:10m rate=1r/m',
    'cn_asset_floods:10m rate=200r/s': 'cn_asset_floods:10m rate=1r/m',
    'burst=300': `burst=${WIDE_BURST}`,
    'burst=1000': `burst=${WIDE_BURST}`,
    '# set_real_ip_from 192.0.2.0/24;': `set_real_ip_from ${CDN};`,
    '# real_ip_header X-Forwarded-For;': 'real_ip_header X-Forwarded-For;',
  })
  await mkdir(join(directory, 'temporary'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(directory, 'temporary', kind)};`,
  )
  await writeFile(
    join(directory, 'nginx.conf'),
    `daemon off; worker_processes 1; pid ${join(directory, 'pid')}; error_log stderr warn;
     ${process.getuid?.() === 0 ? 'user root;' : ''}
     events { worker_connections 1024; }
     http { access_log off; ${temporary.join(' ')} include ${join(directory, 'own.conf')}; }`,
  )
  await writeFile(join(directory, 'own.conf'), own)
  const child = spawn(nginx, ['-p', directory, '-c', join(directory, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const closed = once(child, 'close')
  // Its workers end with it when it is told to stop, and would outlive it if it were killed.
  const stop = () => void child.kill('SIGTERM')
  process.once('exit', stop)
  t.after(async () => {
    stop()
    await closed
    process.off('exit', stop)
  })
  await until('nginx', () => {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${errors}`)
    return canConnect(port)
  })
  return { ask: (path, options) => askAt(port, path, options), errors: () => errors }
}

const canConnect = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    }).on('error', () => resolve(false))
  })

const askAt = (
  port: number,
  path: string,
  { from = '127.0.0.1', method = 'GET', headers = {}, body }: AskOptions = {},
) =>
  new Promise<EdgeAnswer>((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method, path, localAddress: from, agent: false, timeout: 30_000 }
    const asking = request({ ...options, headers: { host: 'edge.example', ...headers } }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(parts) }),
      )
      response.on('error', reject)
    })
    asking.on('timeout', () => asking.destroy(new Error(`no answer to ${method} ${path}`)))
    asking.on('error', reject).end(body)
  })
