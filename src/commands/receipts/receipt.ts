import { type Command, Option } from 'commander'
import type { Language } from '../../base/language.ts'
import { printableJson } from '../../base/plain-text.ts'
import { readInput } from '../read-input.ts'
import { FAILED, FOUND, type Shell, UsageError } from '../shell.ts'
import { printTable, terminalOf } from '../terminal.ts'

interface VerifyOptions {
  readonly jwks?: string
  readonly law?: string
  readonly lang: Language
  readonly json?: true
}

const EXIT_CODES = { confirmed: 0, other_answer: FOUND, unconfirmed: FAILED } as const

export function addReceipt(program: Command, shell: Shell): void {
  const receipt = program.command('receipt').description('signed answers: verifying them, and the keys that sign them')
  receipt
    .command('verify')
    .description(
      `check the signature of a receipt and work its answer out again; exits with ${FAILED} when it is not confirmed, with ${FOUND} when this build answers otherwise`,
    )
    .argument('<file>', 'a receipt as the service or the page gave it; - reads from a pipe')
    .option('--jwks <place>', 'keys: a file, or the address of a service (default: the store of this installation)')
    .option('--law <place>', 'law: a directory, a .law file, or the address of a service (default: LAW_DIR, the store)')
    .addOption(new Option('--lang <lang>', 'language').choices(['pl', 'en']).default('pl'))
    .option('--json', 'for machines')
    .action(async (file: string, options: VerifyOptions) => {
      const [
        sources,
        { DAMAGED, MAX_RECEIPT, readReceipt },
        { conclusionOf, verifyReceipt },
        { CONCLUSIONS, DAMAGED_TEXT, NO_RECEIPT_TEXT },
        { printVerification },
      ] = await Promise.all([
        import('./verification-sources.ts'),
        import('../../receipts/receipt.ts'),
        import('../../receipts/verify.ts'),
        import('../../receipts/verification-words.ts'),
        import('./print-receipt.ts'),
      ])
      const read = readReceipt((await readInput(file, 'a receipt', MAX_RECEIPT)).toString())
      if (read === null) throw new UsageError(`${file} ${NO_RECEIPT_TEXT[options.lang]}`)
      if (read === DAMAGED) {
        process.stdout.write(
          options.json
            ? `${printableJson({ conclusion: 'unconfirmed', damaged: true })}\n`
            : `${file} ${DAMAGED_TEXT[options.lang]} ${CONCLUSIONS.unconfirmed[options.lang]}\n`,
        )
        process.exitCode = EXIT_CODES.unconfirmed
        return
      }
      const { dataset } = read.claims
      const keys = options.jwks ? await sources.keysAt(options.jwks) : await sources.keysInStore(shell)
      const here = options.law
        ? { law: await sources.lawFrom(options.law, dataset, shell.build), place: options.law }
        : await sources.lawHere(dataset, shell)
      const found = verifyReceipt(read, keys, here?.law ?? null)
      const conclusion = conclusionOf(found)
      const from = { keys: options.jwks ?? 'store', law: here?.place ?? null }
      process.stdout.write(
        options.json
          ? `${printableJson({ conclusion, ...found })}\n`
          : printVerification(found, from, options.lang, terminalOf(process.stdout)),
      )
      process.exitCode = EXIT_CODES[conclusion]
    })
  receipt
    .command('keys')
    .description('public keys that have signed receipts on this store, the newest first')
    .option('--json', 'as a JWKS')
    .action(({ json }: { json?: true }) =>
      shell.withStore(async ({ receiptKeys }) => {
        const keys = await receiptKeys.list()
        process.stdout.write(
          json
            ? `${JSON.stringify({ keys: keys.map(({ jwk }) => JSON.parse(jwk)) })}\n`
            : printTable(
                ['KEY', 'FIRST SIGNED'],
                keys.map(({ kid, createdAt }) => [kid, createdAt]),
              ),
        )
      }),
    )
  receipt
    .command('rotate')
    .description('sign with a new key from now on; the private half of the old one is deleted, its public half is kept')
    .action(async () => {
      const { keyFile, isGiven } = shell.receipts()
      if (isGiven)
        throw new UsageError('RECEIPT_KEY is set: put another key there and restart. The old public key is kept.')
      const { replaceKey } = await import('../../receipts/key-file.ts')
      const { kid } = await replaceKey(keyFile)
      process.stderr.write(`Receipts are signed with the key ${kid} from now on, by every service on this DATA_DIR.\n`)
    })
  receipt
    .command('withdraw')
    .description(
      'take a public key back, for a private key that others may have: what it signed is no longer confirmed',
    )
    .argument('<key>', 'as in receipt keys')
    .action((kid: string) =>
      shell.audited('receipt withdraw', async ({ receiptKeys }) => {
        if (!(await receiptKeys.withdraw(kid))) throw new UsageError(`There is no key ${kid}.`)
        process.stderr.write(`The key ${kid} is withdrawn. Rotate it first if it still signs.\n`)
        return kid
      }),
    )
}
