import { importAll } from './import-all.ts'

await importAll('test/e2e/http/[d-z]*.test.ts')
