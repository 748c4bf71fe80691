import { importAll } from './import-all.ts'

await importAll('test/{answer,changes,search}/**/*.test.ts')
