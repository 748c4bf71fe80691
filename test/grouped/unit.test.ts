import { importAll } from './import-all.ts'

await importAll('src/**/*.test.ts')
