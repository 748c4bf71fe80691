import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import {
  EXAMPLE_LANGUAGES,
  type ExampleLanguage,
  type Examples,
  examplesAt,
} from '../../../src/web/pages/api-examples.ts'
import { PLENTY, serviceFor } from './service.ts'

const run = promisify(execFile)

/** How each example is run as it stands on the page. */
const RUN: Readonly<Record<ExampleLanguage, (code: string) => Promise<{ stdout: string }>>> = {
  curl: (code) => run('sh', ['-c', code.replace(/^curl /, 'curl --silent --show-error --fail ')]),
  typescript: (code) => run(process.execPath, ['--input-type=module-typescript', '--eval', code]),
  python: (code) => run('python3', ['-c', code]),
}

/** What a machine may lack; Node it has. */
const NEEDS: Partial<Record<ExampleLanguage, string>> = { curl: 'curl', python: 'python3' }

const EXPECTED: Readonly<Record<keyof Examples, Readonly<Record<ExampleLanguage, RegExp>>>> = {
  lookup: {
    curl: /"verdict":"restricted"/,
    typescript: /^restricted Prohibited: .*\n.*7304 RU 3g/s,
    python: /^restricted Prohibited: .*\n.*7304 RU 3g/s,
  },
  list: {
    curl: /"items":\[\{"id":"1","status":"ok"/,
    typescript: /^1 restricted \d+\n2 restricted \d+\n3 A code has 2, 4, 6, 8 or 10 digits/,
    python: /^1 restricted \d+\n2 restricted \d+\n3 A code has 2, 4, 6, 8 or 10 digits/,
  },
}

test('the examples of the developers’ page run as they stand', async (t) => {
  const service = await serviceFor(t, { limits: PLENTY })
  const examples = examplesAt(`http://127.0.0.1:${await service.listen()}`)
  for (const name of ['lookup', 'list'] as const) {
    for (const language of Object.keys(EXAMPLE_LANGUAGES) as ExampleLanguage[]) {
      await t.test(`${name} in ${EXAMPLE_LANGUAGES[language]}`, async (t) => {
        const program = NEEDS[language]
        if (program && !(await isInstalled(program))) return t.skip(`no ${program} on this machine`)
        const { stdout } = await RUN[language](examples[name][language])
        assert.match(stdout, EXPECTED[name][language])
      })
    }
  }
})

const isInstalled = (program: string): Promise<boolean> =>
  run(program, ['--version']).then(
    () => true,
    () => false,
  )
