import Type from 'typebox'
import type { Answerer } from '../../answer/answer.ts'
import { DEAL_PROBLEMS } from '../../answer/question/read-deal.ts'
import { exactObject } from '../../base/exact.ts'
import {
  answer,
  LIMIT_HEADERS,
  operation,
  parameterProblems,
  problems,
  TAG_HEADER,
  UNCHANGED,
} from '../kernel/describe/parts.ts'
import { lookupQuery } from '../lookup/lookup-parameters.ts'
import { JWKS_PATH, RECEIPT_PATH } from './receipt.ts'

export const ReceiptSchema = exactObject({
  receipt: Type.String({
    description: 'compact JWS (RFC 7515), `alg` Ed25519 (RFC 9864), `kid` the RFC 7638 thumbprint of its key',
    contentMediaType: 'application/jose',
  }),
  id: Type.String({
    pattern: '^[0-9a-f]{16}$',
    description:
      'the first 16 hexadecimal digits of the SHA-256 of its signature, the third part of `receipt`, to be printed and compared',
  }),
})

export const JwksSchema = exactObject(
  {
    keys: Type.Array(
      exactObject({
        kty: Type.Literal('OKP'),
        crv: Type.Literal('Ed25519'),
        x: Type.String(),
        kid: Type.String(),
        alg: Type.Literal('Ed25519'),
        use: Type.Literal('sig'),
      }),
    ),
  },
  { description: 'RFC 7517' },
)

/** The key of RFC 8037, appendix A. */
const KEY = {
  kty: 'OKP',
  crv: 'Ed25519',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  alg: 'Ed25519',
  use: 'sig',
}

export const receiptPaths = ({ dataset }: Answerer) => ({
  [RECEIPT_PATH]: {
    get: operation({
      operationId: 'signAnswer',
      tags: ['lookup'],
      summary: 'The answer to a lookup, signed, as a record for the file',
      description:
        'Takes the parameters of a lookup and costs twice its points. The payload of the JWS is `{ iss, iat, question, dataset, law_sha256, build, answer_sha256, answer }`: `answer` is the exact text that `/api/v1/cn` gives, `question` its parameters with the day written out, `law_sha256` the SHA-256 of the decompressed `/api/v1/dataset/{version}.law`. Nothing is stored.',
      query: lookupQuery(dataset),
      answers: {
        200: answer('The receipt', ReceiptSchema, LIMIT_HEADERS, {
          receipt: { summary: 'shortened', value: { receipt: 'eyJhbGciOiJFZDI1NTE5I…', id: '3f9c0a1b5d7e2468' } },
        }),
      },
      refusals: [...DEAL_PROBLEMS, 'busy', 'receipts_unavailable'],
    }),
  },
  [JWKS_PATH]: {
    get: {
      operationId: 'listReceiptKeys',
      tags: ['lookup'],
      summary: 'The public keys of receipts, of all instances, old ones too',
      security: [],
      responses: {
        200: answer('The keys', JwksSchema, TAG_HEADER, { keys: { value: { keys: [KEY] } } }),
        ...UNCHANGED,
        ...problems([...parameterProblems({}), 'store_unavailable', 'not_ready'], {}),
        ...problems(['rate_limited']),
      },
    },
  },
})
