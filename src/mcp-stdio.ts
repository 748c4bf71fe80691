import { setImmediate as nextTurn } from 'node:timers/promises'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { buildAnswerer } from './answer/answer.ts'
import { dayInBrussels } from './base/day.ts'
import { feedOf } from './http/changes/current-feed.ts'
import { buildServer } from './http/mcp/server.ts'
import { loadDataset } from './law/load.ts'

/**
 * Serves MCP over standard input and output, for assistants on a desktop: without a server, a store or limits. Standard
 * output belongs to the protocol, so that everything else goes to standard error. Ends when its input does.
 */
export async function serveMcpOverStdio(lawDir: string, build: string): Promise<void> {
  const answerer = buildAnswerer(await loadDataset(lawDir), build)
  const warn = (error: unknown) => void process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  const today = () => dayInBrussels(new Date())
  const feed = feedOf({ store: () => null, today, log: { debug() {}, info() {}, warn() {}, error() {} } })
  const serverOf = () =>
    buildServer({
      answerer,
      // A connection may be open for days.
      get today() {
        return today()
      },
      build,
      feed,
      admitList: async () => null,
      receipts: null,
      nextTurn,
      onError: warn,
    })
  serveStdio(serverOf, { onerror: warn })
}
