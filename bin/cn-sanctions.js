#!/usr/bin/env node
import { existsSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'
import { handOver } from './packaged-node.js'

await handOver()
await import('./check-node.js')

const root = join(import.meta.dirname, '..')
// The compile cache of one start saves the next one a third of its time. It serves only modules that are loaded after this call,
// hence the dynamic import. This file is JavaScript, so that with a warm cache the code that strips types is never loaded.
module.enableCompileCache(join(root, 'node_modules', '.cache', 'compiled'))
// A checkout runs its sources, whether or not a package was built in it; a package has compiled code alone.
await (existsSync(join(root, 'src', 'main.ts')) ? import('../src/main.ts') : import('../dist/main.js'))
