import { importAll } from './import-all.ts'

await importAll('test/{http,law}/**/*.test.ts')
