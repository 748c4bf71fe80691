import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { readQuery } from '../../answer/question.ts'
import type { Change } from '../../changes/change.ts'
import type { RecordedChange } from '../../store/changes.ts'
import { isDay } from '../../terms/day.ts'
import { isLanguage, type Language } from '../../terms/language.ts'
import { parseWholeNumber } from '../../terms/whole-number.ts'
import type { feedOf } from '../feed/current-feed.ts'
import { type Asked, type Position, pageOf, readCursor, writeCursor } from '../feed/feed.ts'
import type { ChangesSchema } from '../openapi/changes.ts'
import { admit } from '../request/access.ts'
import { parametersOf, queryProblem } from '../request/query-string.ts'
import { PROBLEMS, type ProblemCode } from '../response/problems.ts'
import { queryOf, sendProblem } from '../response/reply.ts'
import { encode } from '../response/response-body.ts'
import { sendEncoded } from '../response/send-body.ts'
import type { Services } from '../services.ts'

/** What changed in the law, page by page. */
export function changesRoute(app: FastifyInstance, services: Services, current: ReturnType<typeof feedOf>): void {
  app.get('/api/v1/changes', { config: { limit: 'lookups' } }, async (request, reply) => {
    const refusal = await admit(request, reply, 'lookups', services)
    if (refusal) return sendProblem(request, reply, refusal)
    const dataset = services.answerer()?.dataset
    if (!dataset) return sendProblem(request, reply, 'not_ready')
    const parameters = parametersOf(queryOf(request.url))
    if (!parameters) return sendProblem(request, reply, queryProblem(queryOf(request.url)))
    const read = readAsked(
      parameters,
      dataset.regimes.map(({ data }) => data.code),
    )
    if ('wrong' in read) {
      return sendProblem(request, reply, read.wrong[0]?.code ?? 'url_invalid', (language) =>
        read.wrong.map(({ code, parameter }) => ({
          parameter,
          detail: code === 'parameter_unknown' ? KNOWN[language] : PROBLEMS[code].detail[language],
        })),
      )
    }
    const { feed, complete, identity } = await current(dataset)
    const { changes, next, more } = pageOf(feed, read.asked)
    const body: Static<typeof ChangesSchema> = {
      changes: changes.map((change) => shown(change, read.language)),
      next: writeCursor(next),
      more,
      complete,
    }
    return sendEncoded(request, reply, encode(JSON.stringify(body), JSON.stringify([identity, complete, read])))
  })
}

const shown = (change: Change | RecordedChange, language: Language) => ({
  id: change.id,
  type: change.type,
  day: change.day,
  regime: change.regime,
  annex: change.annex,
  article: change.article,
  cn_codes: [...change.cn_codes],
  act: change.act,
  text: change.text[language],
  recorded_at: 'recordedAt' in change ? change.recordedAt : null,
})

const PARAMETERS = ['since', 'regime', 'code', 'lang', 'cursor', 'limit'] as const
type Parameter = (typeof PARAMETERS)[number]

const KNOWN = {
  pl: `Znane parametry: ${PARAMETERS.join(', ')}.`,
  en: `Known parameters: ${PARAMETERS.join(', ')}.`,
}

const LIMIT_DEFAULT = 100
const LIMIT_MOST = 500

interface Wrong {
  readonly code: ProblemCode
  readonly parameter: string
}

function readAsked(
  given: readonly (readonly [string, string])[],
  regimes: readonly string[],
): { asked: Asked; language: Language } | { wrong: readonly Wrong[] } {
  const wrong: Wrong[] = []
  const values = new Map<Parameter, string>()
  for (const [name, value] of given) {
    const known = PARAMETERS.find((parameter) => parameter === name)
    if (!known) wrong.push({ code: 'parameter_unknown', parameter: name })
    else if (values.has(known)) wrong.push({ code: 'parameter_repeated', parameter: name })
    else values.set(known, value)
  }
  const take = <T>(
    parameter: Parameter,
    code: ProblemCode,
    otherwise: T,
    read: (value: string) => T | undefined,
  ): T => {
    const value = values.get(parameter)
    if (value === undefined) return otherwise
    const taken = read(value)
    if (taken === undefined) wrong.push({ code, parameter })
    return taken ?? otherwise
  }
  const asked: Asked = {
    since: take<string | null>('since', 'since_invalid', null, (value) => (isDay(value) ? value : undefined)),
    regime: take<string | null>('regime', 'regime_unknown', null, (value) => regimes.find((code) => code === value)),
    code: take<string | null>('code', 'code_invalid', null, (value) => {
      const read = readQuery(value)
      return typeof read === 'object' && read.as === 'cn_code' ? read.digits : undefined
    }),
    cursor: take<Position | null>('cursor', 'cursor_invalid', null, readCursor),
    limit: take('limit', 'limit_invalid', LIMIT_DEFAULT, (value) => parseWholeNumber(value, 1, LIMIT_MOST)),
  }
  const language = take<Language>('lang', 'lang_unknown', 'pl', (value) => (isLanguage(value) ? value : undefined))
  return wrong.length > 0 ? { wrong } : { asked, language }
}
