import { importAll } from './import-all.ts'

await importAll('test/{answer,changes,law,search}/**/*.test.ts')
