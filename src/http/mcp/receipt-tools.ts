import { oneOf, optionalText } from '../../answer/question/parameters.ts'
import { parametersOf, type Question } from '../../answer/question/question.ts'
import type { CnShortLookup } from '../../answer/response/short-response.ts'
import { DISCLAIMER } from '../../answer/shape/texts.ts'
import { LANGUAGES, type Language, type Text } from '../../base/language.ts'
import type { Dataset } from '../../law/dataset/dataset.ts'
import { readReceipt } from '../../receipts/receipt.ts'
import {
  differencesInWords,
  questionInShort,
  sentenceIn,
  shown,
  unreadInWords,
  VERIFIED,
  verifiedInWords,
} from '../../receipts/verification-words.ts'
import { namesReady } from '../lookup/names-ready.ts'
import type { Verified } from '../receipts/verify-receipt.ts'
import { inputSchema, readDeclared } from './arguments.ts'
import { askedParameters, readAsked } from './asked.ts'
import { RECEIPT_CALL } from './limits.ts'
import { bytesOf, RESULT_BYTES } from './result-size.ts'
import { type MadeReceipt, MadeReceiptSchema, type VerifiedReceipt, VerifiedReceiptSchema } from './schemas.ts'
import { type Confidence, closing, judged, judgedInWords, softeningOfLine } from './softening.ts'
import type { Tool, ToolContext } from './tool.ts'

/** Matches of the answer that is signed: the most, and the fewest where a receipt would not fit into a result. */
const MATCHES = { most: 5, fewest: 1 } as const

/** HTTP gives the receipt of the whole answer. */
const IN_SHORT = [
  ['detail', 'short'],
  ['limit', `${MATCHES.most}`],
] as const

function receiptParameters(dataset: Dataset) {
  const { offset, ...rest } = askedParameters(dataset)
  return rest
}

/** The arguments of check_code without their prose: each description would stand in tools/list a fourth time. */
function bareInput(dataset: Dataset): object {
  const { properties, ...rest } = inputSchema(receiptParameters(dataset)) as { properties: Record<string, object> }
  const bare = Object.entries(properties).map(([name, schema]) => {
    const { description: _, examples: __, ...kept } = schema as { description?: string; examples?: unknown }
    return [name, kept]
  })
  return { ...rest, properties: Object.fromEntries(bare) }
}

export const MAKE_RECEIPT: Tool = {
  name: 'make_receipt',
  title: 'Make a signed receipt',
  description:
    'Signs the answer to a question (a code or a name, also about a deal; arguments as check_code and screen_deal), as proof of what was asked and answered on which law. `receipt` is a compact JWS of the answer in short: pass it on unchanged. null: too long for a result. `address` gives the receipt of the whole answer over HTTP.',
  input: bareInput,
  output: MadeReceiptSchema,
  async call(given, context) {
    const { answerer } = context
    const receipts = receiptsOf(context)
    const read = readAsked(given, context, receiptParameters(answerer.dataset), IN_SHORT)
    if ('problems' in read) return read
    const { question } = read
    await namesReady(answerer, question.read, question.asOf)
    let signed = await receipts.sign(question)
    if ('receipt' in signed && fitsWithFewer(resultOf(signed.receipt, question, receipts.address)))
      signed = await receipts.sign({ ...question, limit: MATCHES.fewest })
    if ('problem' in signed) return { problems: [signed.problem] }
    const { confidence, ...whole } = resultOf(signed.receipt, question, receipts.address)
    const structured: MadeReceipt = fits(whole) ? whole : { ...whole, receipt: null, id: null }
    return { structured, text: madeInWords(structured, confidence, question.language) }
  },
}

/** Over stdio there are none, and these tools are not listed. */
function receiptsOf({ receipts }: ToolContext): NonNullable<ToolContext['receipts']> {
  if (!receipts) throw new Error('receipts without a store')
  return receipts
}

const fits = (result: object): boolean => bytesOf(result) <= RESULT_BYTES
/** A match takes some 1,500 bytes of a receipt; an answer is not worked out again in vain. */
const fitsWithFewer = (result: object): boolean =>
  !fits(result) && bytesOf(result) <= RESULT_BYTES + (MATCHES.most - MATCHES.fewest) * 2_000

/** What is shown is read from the receipt, so that it is what was signed. */
function resultOf(receipt: string, question: Question, address: string) {
  const read = readReceipt(receipt)
  if (read === null || typeof read === 'string') throw new Error('a receipt that cannot be read')
  const answer = JSON.parse(read.claims.answer) as CnShortLookup
  const { limit: _, offset: __, detail: ___, ...asked } = parametersOf(question)
  return {
    receipt: receipt as string | null,
    id: read.id as string | null,
    address: `${address}?${new URLSearchParams(asked)}`,
    ...judged(answer, softeningOfLine(answer), answer.uncoded),
    warnings: answer.warnings,
    dataset: answer.dataset,
    as_of: answer.as_of,
    disclaimer: answer.disclaimer,
    confidence: answer.meta.name?.confidence,
  }
}

function madeInWords(made: MadeReceipt, confidence: Confidence | undefined, language: Language): string {
  const { id, address } = made
  return [
    (id === null ? tooLong(address) : madeText(id, address))[language],
    ...judgedInWords(made, confidence, language),
    ...closing(made),
  ].join('\n')
}

const madeText = (id: string, address: string): Text => ({
  pl: `Podpisany zapis ${id} jest w polu receipt: odpowiedź w skrócie, najwyżej ${MATCHES.most} dopasowań. Zapis całej odpowiedzi: ${address}`,
  en: `The signed receipt ${id} is in the field receipt: the answer in short, at most ${MATCHES.most} matches. A receipt of the whole answer: ${address}`,
})
const tooLong = (address: string): Text => ({
  pl: `Podpisany zapis tej odpowiedzi jest za długi na wynik narzędzia. Pobierz go: ${address}`,
  en: `The signed receipt of this answer is too long for the result of a tool. Fetch it: ${address}`,
})

const VERIFY_PARAMETERS = {
  receipt: optionalText(
    (text) => text,
    RECEIPT_CALL.textBytes,
    'argument_invalid',
    'a compact JWS, or the JSON that holds it, unchanged',
  ),
  lang: oneOf(LANGUAGES, 'pl', 'lang_unknown', 'language of texts'),
}

export const VERIFY_RECEIPT: Tool = {
  name: 'verify_receipt',
  title: 'Verify a receipt',
  description:
    'Whether a receipt is genuine, and whether the law of its version gives the same answer. Only `conclusion: confirmed` says both; `other_answer`, `genuine`: ours, but answered otherwise, or not at all, by this build; `unconfirmed`: changed, damaged, of another service, or no receipt. What it says is told only if it is genuine.',
  input: () => ({ ...inputSchema(VERIFY_PARAMETERS), required: ['receipt'] }),
  output: VerifiedReceiptSchema,
  async call(given, context) {
    const read = readDeclared(given, VERIFY_PARAMETERS)
    if ('problems' in read) return read
    const { receipt, lang } = read.values
    const verified = await receiptsOf(context).verify(receipt ?? '')
    return 'problem' in verified ? { problems: [verified.problem] } : verifiedResult(verified, lang)
  },
}

/** Of a receipt that is not genuine nothing is repeated: a stranger's text would stand among ours. */
function verifiedResult(verified: Verified, language: Language): { structured: VerifiedReceipt; text: string } {
  const disclaimer = DISCLAIMER[language]
  if ('unread' in verified) {
    const { text, reason } = unreadInWords(verified.unread, language)
    return { structured: { conclusion: 'unconfirmed', disclaimer }, text: [text, reason, disclaimer].join('\n') }
  }
  const { found, lawFailed } = verified
  const { id, claims, signature, hash, law, answer } = found
  const { conclusion, text, isGenuine, checks } = verifiedInWords(found, lawFailed, language)
  const says = isGenuine && {
    question: claims.question,
    sentence: shown(sentenceIn(claims.answer), SENTENCE_CHARACTERS),
    issuer: claims.iss,
    signed_at: new Date(claims.iat * 1_000).toISOString(),
    dataset: claims.dataset,
    build: claims.build,
  }
  const value = (one: string | null) => one && shown(one, VALUE_CHARACTERS)
  const differences =
    answer.outcome === 'differs'
      ? answer.differences.map(({ path, signed, now }) => ({ path, signed: value(signed), now: value(now) }))
      : null
  const structured: VerifiedReceipt = {
    conclusion,
    ...(id && { id }),
    signature,
    hash,
    law: isGenuine && !lawFailed ? law : 'not_checked',
    answer: answer.outcome,
    ...(says && { says }),
    ...(differences && { differences }),
    disclaimer,
  }
  const rows: readonly (readonly [string, string])[] = [
    ...(id ? [[VERIFIED.receipt[language], id] as const] : []),
    ...checks,
    ...(says
      ? ([
          [VERIFIED.question[language], shown(questionInShort(says.question), QUESTION_CHARACTERS)],
          [VERIFIED.sentence[language], says.sentence],
          [VERIFIED.issuer[language], says.issuer],
          [VERIFIED.signedAt[language], `${says.signed_at} (${VERIFIED.clock[language]})`],
        ] as const)
      : []),
  ]
  const different = answer.outcome === 'differs' ? [differencesInWords(answer, language)] : []
  const told = [text, ...rows.map(([label, row]) => `${label}: ${row}`), ...different, disclaimer]
  return { structured, text: told.join('\n') }
}

/** A genuine receipt, too, holds what a stranger asked: it stays within its line. */
const QUESTION_CHARACTERS = 600
const SENTENCE_CHARACTERS = 2_000
const VALUE_CHARACTERS = 120
