// Loaded ahead of every test file: what one process has compiled, and stripped of its types, the next need not.
import module from 'node:module'
import { join } from 'node:path'

module.enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'tests'))
