import Type from 'typebox'
import { exactObject } from '../../../base/exact.ts'
import { ERRORS_LISTED } from './problem.ts'
import { PROBLEMS, type ProblemCode, problemType } from './problems.ts'

export const ProblemSchema = exactObject(
  {
    type: Type.String({ format: 'uri', examples: [problemType('q_missing')] }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    instance: Type.String({ description: 'the path asked for' }),
    code: Type.Unsafe<ProblemCode | (string & {})>({
      type: 'string',
      'x-extensible-enum': Object.keys(PROBLEMS),
      description: 'what programs should look at; more codes may come, so treat an unknown one by its `status`',
    }),
    errors: Type.Array(
      exactObject({
        parameter: Type.Optional(Type.String()),
        pointer: Type.Optional(Type.String()),
        detail: Type.String(),
      }),
      { maxItems: ERRORS_LISTED, description: 'what is wrong, the first errors only' },
    ),
    errors_omitted: Type.Optional(
      Type.Integer({ minimum: 1, description: 'errors found beyond those listed; there may be more' }),
    ),
    suggestions: Type.Optional(
      Type.Array(Type.String({ examples: ['0306 17 92'] }), {
        description: 'with `q_code_length`: codes that could have been meant',
      }),
    ),
  },
  { description: 'RFC 9457, in the language of the request' },
)
