#!/usr/bin/env node
import './check-node.js'
import module from 'node:module'
import { join } from 'node:path'

// The compile cache of one start saves the next one a third of its time. It serves only modules that are loaded after this call,
// hence the dynamic import. This file is JavaScript, so that with a warm cache the code that strips types is never loaded.
module.enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'compiled'))
await import('../src/main.ts')
