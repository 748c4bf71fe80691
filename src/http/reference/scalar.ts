import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'

interface ReferenceFile {
  readonly type: string
  readonly read: () => Promise<Buffer>
}

const PAGE = `<!doctype html>
<html lang="en">
<head>
<title>cn-sanctions API</title>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
</head>
<body>
<div id="app"></div>
<script src="js/scalar.js"></script>
<script src="js/start.js"></script>
</body>
</html>
`

/** The page sends requests to this service only. */
const CONFIGURATION = {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
}

/** A file rather than a part of the page, so that the Content-Security-Policy need not allow inline scripts. */
const START = `Scalar.createApiReference('#app', ${JSON.stringify(CONFIGURATION)})\n`

const SCRIPT_TYPE = 'text/javascript; charset=utf-8'

/** The files of the page to try requests in, by path. */
export const REFERENCE_FILES: ReadonlyMap<string, ReferenceFile> = new Map([
  ['/docs/', { type: 'text/html; charset=utf-8', read: async () => Buffer.from(PAGE) }],
  ['/docs/js/start.js', { type: SCRIPT_TYPE, read: async () => Buffer.from(START) }],
  ['/docs/js/scalar.js', { type: SCRIPT_TYPE, read: readScalar }],
])

const LITERAL = 'var standalone_default = '

/**
 * The browser script of the reference, which its package has as a string literal, a line of a module. The literal alone is
 * evaluated, because importing the module would also load a parser of OpenAPI documents, 40 MB that are never freed.
 */
async function readScalar(): Promise<Buffer> {
  const module = await readFile(fileURLToPath(import.meta.resolve('@scalar/fastify-api-reference')))
  const start = module.indexOf(LITERAL)
  const literal = start === -1 ? '' : module.toString('utf8', start + LITERAL.length, module.indexOf('\n', start))
  const script: unknown = runInNewContext(literal)
  if (typeof script !== 'string')
    throw new Error('@scalar/fastify-api-reference no longer carries its script as a string literal')
  return Buffer.from(script)
}
