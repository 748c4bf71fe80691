import { existsSync } from 'node:fs'
import { loadLaw } from '../../law/load.ts'
import { LIMITS } from '../../law/read/law-limits.ts'
import { contentsAt, contentsOf, type LawContents } from '../../law/read/law-source.ts'
import { LawError } from '../../law/read/mistakes.ts'
import { unpackLaw } from '../../law/read/pack.ts'
import { readJwks } from '../../receipts/signing-key.ts'
import { verifiableLaw } from '../../receipts/verifiable-law.ts'
import type { LawAtHand } from '../../receipts/verify.ts'
import { readInput } from '../read-input.ts'
import { type Shell, UsageError } from '../shell.ts'

/** Where keys and laws come from when a receipt is verified: a file, a service, or the store of this installation. */

const MAX_JWKS = 1_000_000
const FETCH_MS = 60_000

const isUrl = (text: string): boolean => /^https?:\/\//i.test(text)

/** The keys at a file or address. A key set that the receipt itself names would prove nothing, so none is taken from it. */
export async function keysAt(place: string) {
  const text = isUrl(place)
    ? (await download(jwksAddress(place), MAX_JWKS)).toString()
    : (await readInput(place, 'a key set (JWKS)', MAX_JWKS)).toString()
  const keys = readJwks(text)
  if (!keys) throw new UsageError(`${place} is no key set (JWKS, RFC 7517).`)
  return keys
}

export async function keysInStore(shell: Shell) {
  let text = ''
  await shell.withStore(async ({ receiptKeys }) => {
    text = `{"keys":[${(await receiptKeys.list()).map(({ jwk }) => jwk).join()}]}`
  })
  return readJwks(text) ?? new Map<never, never>()
}

/** The address of a service is enough. */
const jwksAddress = (url: string): string => (/\.json$/.test(url) ? url : below(url, '.well-known/jwks.json'))

const below = (url: string, path: string): string => `${url.replace(/\/+$/, '')}/${path}`

/** The law at a directory, file or service. */
export async function lawFrom(place: string, version: string, build: string): Promise<LawAtHand> {
  if (!isUrl(place)) {
    if (!existsSync(place))
      throw new UsageError(`There is no law at ${place}: give a directory, a .law file or the address of a service.`)
    return lawOf(contentsAt(place), build)
  }
  // The version stands in the receipt and becomes part of an address.
  if (!/^[\w-]{1,64}$/.test(version)) throw new UsageError('The receipt names no version of a law.')
  const address = /\.law$/.test(place) ? place : below(place, `api/v1/dataset/${version}.law`)
  return packedLaw(await download(address, LIMITS.packedBytes), address, build)
}

/** LAW_DIR if it has that version, else the store; null when neither does. */
export async function lawHere(version: string, shell: Shell): Promise<{ law: LawAtHand; place: string } | null> {
  const place = shell.lawDir()
  if (existsSync(place)) {
    const law = await tryLoad(place, shell.build)
    if (law?.version === version) return { law, place }
  }
  let packed: Buffer | null = null
  await shell.withStore(async ({ datasets }) => {
    packed = await datasets.law(version)
  })
  return packed && { law: await packedLaw(packed, version, shell.build), place: 'store' }
}

const lawOf = async (contents: LawContents, build: string): Promise<LawAtHand> =>
  verifiableLaw(await loadLaw(contents), build)

/** `name` stands in messages. */
const packedLaw = (packed: Buffer, name: string, build: string): Promise<LawAtHand> =>
  lawOf(contentsOf(name, unpackLaw(packed, name)), build)

/** A LAW_DIR that is being edited may have mistakes; the store may have the law all the same. */
async function tryLoad(place: string, build: string): Promise<LawAtHand | null> {
  try {
    return await lawOf(contentsAt(place), build)
  } catch (error) {
    if (error instanceof LawError) return null
    throw error
  }
}

async function download(url: string, atMost: number): Promise<Buffer> {
  const failed = (why: string) => new Error(`${url} cannot be fetched: ${why}`)
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(FETCH_MS) })
    if (!answer.ok) throw failed(`it answered ${answer.status}`)
    for await (const chunk of answer.body ?? []) {
      bytes += chunk.length
      if (bytes > atMost) throw failed(`it has more than ${atMost / 1_000_000} MB`)
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof Error && error.message.startsWith(url)) throw error
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    throw failed(cause instanceof Error ? cause.message : 'unknown')
  }
  return Buffer.concat(chunks)
}
