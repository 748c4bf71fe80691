import { importAll } from './import-all.ts'

await importAll('test/e2e/http/[a-c]*.test.ts')
