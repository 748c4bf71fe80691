/** Compiles `src/client/` into the package of the client, for `npm pack` in packages/client. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { compile, importCompiled, ROOT } from './compile.ts'

const DIST = join(ROOT, 'packages', 'client', 'dist')
rmSync(DIST, { recursive: true, force: true })
await compile('tsconfig.client.json')
importCompiled(DIST)
