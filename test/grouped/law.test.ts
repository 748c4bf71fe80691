import { importAll } from './import-all.ts'

await importAll('test/{answer,changes,http,law,search}/**/*.test.ts')
