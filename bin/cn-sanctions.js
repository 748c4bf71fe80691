#!/usr/bin/env node
import module from 'node:module'
import { join } from 'node:path'

// Sources are TypeScript that Node runs by stripping types. npm scripts use the Node 24 that comes with the packages; a platform
// without such a package (macOS), or a run outside npm, may bring an older one. This file must run on any Node from 20 on.
const { node } = process.versions
if (Number.parseInt(node, 10) < 24) {
  process.stderr.write(
    `cn-sanctions needs Node 24 or newer, and this is ${node}. Install it, or use npm start and npm run cli.\n`,
  )
  process.exit(1)
}

// Compiled code is kept for the next start, which saves a third of the time to ready. Where the folder cannot be written, nothing is
// kept. This file is JavaScript, so that a start with compiled code does not load what strips types.
module.enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'compiled'))
await import('../src/main.ts')
