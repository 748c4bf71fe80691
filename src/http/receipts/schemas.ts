import Type from 'typebox'
import { exactObject } from '../../base/exact.ts'

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
export const KEY_EXAMPLE = {
  kty: 'OKP',
  crv: 'Ed25519',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  alg: 'Ed25519',
  use: 'sig',
}
