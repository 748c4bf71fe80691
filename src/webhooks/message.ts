import Type, { type Static } from 'typebox'
import { exactObject } from '../base/exact.ts'
import { CHANGE_TYPES } from '../changes/change.ts'

const orNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const Codes = Type.Array(Type.String(), { examples: [['8471 30', '8471 41']] })
const Timestamp = (description: string) => Type.String({ format: 'date-time', description })

const ChangeMessageSchema = exactObject(
  {
    type: Type.Enum(CHANGE_TYPES),
    timestamp: Timestamp('when the change was recorded'),
    data: exactObject({
      day: Type.String({ format: 'date', description: 'the day in force' }),
      regime: orNull(Type.String({ examples: ['EU-RU-833-2014'] })),
      annex: orNull(Type.String({ examples: ['XXIII'] })),
      article: orNull(Type.String({ examples: ['3k'] })),
      act: orNull(Type.String({ description: 'the amending act, CELEX', examples: ['32026R1848'] })),
      count: Type.Integer({ minimum: 1, description: 'changes this message tells of' }),
      cn_codes: orNull(Codes),
      changes: orNull(
        Type.Array(exactObject({ id: Type.String(), cn_codes: Codes, text: Type.String() }), {
          description: 'all of them; null when they do not fit: read them at `feed`',
        }),
      ),
      text: orNull(Type.String({ description: 'of a single change' })),
      feed: Type.String({ description: 'where these changes and others since that day can be read' }),
    }),
  },
  { description: 'changes of one kind to one annex and article by one act on one day' },
)

const TestMessageSchema = exactObject(
  {
    type: Type.Enum(['webhook.test']),
    timestamp: Timestamp('when it was sent'),
    data: exactObject({ webhook: Type.String({ examples: ['we_4Zk2pQ9x'] }), text: Type.String() }),
  },
  { description: 'sent on demand to try a receiver; nothing has changed' },
)

/** The body of a message. The schema is its type and its documentation. */
export const MessageSchema = Type.Union([ChangeMessageSchema, TestMessageSchema])

/** A message about changes. */
export type Message = Static<typeof ChangeMessageSchema>

export type TestMessage = Static<typeof TestMessageSchema>
