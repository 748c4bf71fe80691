import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** A page in the markup of the official converter: the reference line, one annex, the end. */
export const pageOf = (celex: string, language: 'EN' | 'PL', filler = 0): string => {
  const [act, day] = celex.split('-') as [string, string]
  const date = `${day.slice(6)}.${day.slice(4, 6)}.${day.slice(0, 4)}`
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML//EN" "xhtml-strict.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Consolidated TEXT: 3${act.slice(1)} — ${language} — ${date}</title></head>
<body><div id="docHtml"><p class="reference">${act} — ${language} — ${date} — 035.001</p>
<div id="anx_XI"><p class="title-annex-1">ANNEX XI</p></div>
${'<p class="norm">ą</p>\n'.repeat(filler)}</div></body></html>
`
}

const LANGUAGE: Readonly<Record<string, 'EN' | 'PL'>> = { eng: 'EN', pol: 'PL' }

export interface Stub {
  readonly url: string
  /** `POST sparql`, `GET 02014R0833-20260724 eng`, `GET document …`: what was asked, in order. */
  readonly asked: string[]
  readonly headers: IncomingMessage['headers'][]
  /** The most requests that were open at a time. */
  busiest(): number
  /** What SPARQL lists, in the order it lists them. */
  versions: string[]
  amending: { celex: string; date?: string }[]
  /** What SPARQL says of a single act. */
  facts: { title?: string; date?: string; force?: string; amends?: string }[]
  /** Texts of acts by their CELEX numbers; others are not there. */
  acts: Record<string, string>
  /** Versions (or `CELEX lang`) that are listed, but answer 406. */
  holes: string[]
  page(celex: string, language: 'EN' | 'PL'): string
  /** Answers the next requests of a kind instead of the server, one each. */
  readonly next: Record<'sparql' | 'celex' | 'document', Handler[]>
  close(): Promise<void>
}

/** A server on this machine that answers as the Publications Office does, until a test bends it. */
export async function cellarStub(): Promise<Stub> {
  let open = 0
  let busiest = 0
  const server = createServer((request, response) => {
    open++
    busiest = Math.max(busiest, open)
    response.on('close', () => open--)
    const [path = '', rest = ''] = [
      request.url?.split('/').slice(0, 3).join('/'),
      request.url?.split('/').slice(3).join('/'),
    ]
    stub.headers.push(request.headers)
    const kind = request.method === 'POST' ? 'sparql' : path === '/resource/celex' ? 'celex' : 'document'
    const language = request.headers['accept-language'] ?? ''
    stub.asked.push(
      kind === 'sparql' ? 'POST sparql' : `GET ${kind === 'document' ? 'document ' : ''}${rest} ${language}`,
    )
    const bent = stub.next[kind].shift()
    if (bent) return bent(request, response)
    if (kind === 'sparql') return sparql(request, response)
    if (!(language in LANGUAGE)) return void response.writeHead(400).end('Accept-Language')
    if (request.headers.accept !== 'application/xhtml+xml') return void response.writeHead(406).end()
    if (kind === 'celex') {
      if (rest.startsWith('3') && stub.acts[rest] === undefined) return void response.writeHead(404).end()
      if (stub.holes.includes(rest) || stub.holes.includes(`${rest} ${language}`))
        return void response.writeHead(406).end()
      return void response.writeHead(303, { Location: `${stub.url}/resource/cellar/${rest}` }).end()
    }
    document(response, stub.acts[rest] ?? stub.page(rest, LANGUAGE[language]!))
  })
  const sparql: Handler = (request, response) => {
    let body = ''
    request.on('data', (piece) => {
      body += piece
    })
    request.on('end', () => {
      const query = new URLSearchParams(body).get('query') ?? ''
      const amends = query.includes('resource_legal_amends_resource_legal')
      const ofAct = query.includes('expression_title')
      const rows = ofAct ? stub.facts : amends ? stub.amending : stub.versions.map((celex) => ({ celex }))
      response.writeHead(200, { 'Content-Type': 'application/sparql-results+json' }).end(results(rows))
    })
  }
  const stub: Stub = {
    url: '',
    asked: [],
    headers: [],
    busiest: () => busiest,
    versions: [],
    amending: [],
    facts: [],
    acts: {},
    holes: [],
    page: (celex, language) => pageOf(celex, language),
    next: { sparql: [], celex: [], document: [] },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  Object.assign(stub, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  return stub
}

export const results = (rows: readonly object[]): string =>
  JSON.stringify({
    head: { vars: ['celex', 'date'] },
    results: {
      bindings: rows.map((row) =>
        Object.fromEntries(Object.entries(row).map(([name, value]) => [name, { type: 'literal', value }])),
      ),
    },
  })

/** The page whole. */
export function document(response: ServerResponse, page: string): void {
  const bytes = Buffer.from(page)
  response
    .writeHead(200, { 'Content-Type': 'application/xhtml+xml;charset=UTF-8', 'Content-Length': bytes.length })
    .end(bytes)
}

/** A plain answer. */
export const answer =
  (status: number, headers: Record<string, string>, body: string | Buffer = ''): Handler =>
  (_, response) =>
    void response.writeHead(status, headers).end(body)

/** Sends the beginning of a page, and cuts the line. */
export const cutAfter =
  (page: string, bytes: number, headers: Record<string, string>): Handler =>
  (_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/xhtml+xml', ...headers })
    response.write(Buffer.from(page).subarray(0, bytes), () => setImmediate(() => response.destroy()))
  }
