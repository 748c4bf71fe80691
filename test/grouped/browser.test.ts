import { importAll } from './import-all.ts'

await importAll('test/e2e/browser/*.test.ts')
