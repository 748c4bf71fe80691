/** Compiles `src/client/` into the package of the client, for `npm pack` in packages/client. */
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiTypes } from './api-types.ts'
import { compile, importCompiled, ROOT } from './compile.ts'

const PACKAGE = join(ROOT, 'packages', 'client')
const [source, dist] = [join(PACKAGE, 'src'), join(PACKAGE, 'dist')]
for (const directory of [source, dist]) rmSync(directory, { recursive: true, force: true })
cpSync(join(ROOT, 'src', 'client'), source, { recursive: true, filter: (path) => !path.endsWith('.test.ts') })
writeFileSync(join(source, 'api-types.ts'), apiTypes())
await compile('tsconfig.client.json')
rmSync(source, { recursive: true })
importCompiled(dist)
