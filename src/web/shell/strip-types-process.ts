import { readModules } from './browser-modules.ts'

/** The program of the process that strips the types: it writes the modules to stdout. See strip-types.ts. */
process.stdout.write(JSON.stringify([...readModules()]))
