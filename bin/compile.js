// Strips and compiles every module of the service ahead of its first start, into the cache that bin/cn-sanctions.js uses, and
// checks the law.
// Without it, the process that first loads a module strips its types itself, for which Node keeps a compiler of 50 MB.
import { globSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
module.enableCompileCache(join(root, 'node_modules', '.cache', 'compiled'))
// Not the programs that run when they are loaded, nor what runs in a browser.
const exclude = ['src/main.ts', 'src/**/*-process.ts', 'src/web/client/**', 'src/**/*.test.ts']
for (const file of globSync('src/**/*.ts', { cwd: root, exclude })) await import(`../${file}`)
// The law is checked here, so that no start has to (src/law/snapshot).
const { loadDataset } = await import('../src/law/load.ts')
await loadDataset(join(root, 'law'))
// The pages are bundled here, so that the service needs no bundler.
const { assetsOf } = await import('../src/web/shell/assets.ts')
await assetsOf()
// The command line runs when it is loaded too, and this is the least that it can be asked.
process.argv.push('--version')
await import('../src/main.ts')
