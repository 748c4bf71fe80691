// What a sensible newcomer would write: Fastify with its own plugins, schemas for question and answer, our lookup.
import Fastify, { type FastifyPluginAsync } from 'fastify'
import { buildAnswerer } from '../../src/answer/answer.ts'
import { readQuestion } from '../../src/answer/question/question.ts'
import { CnResponseSchema } from '../../src/answer/response/response.ts'
import { dayInBrussels } from '../../src/base/day.ts'
import { loadDataset } from '../../src/law/load.ts'
import { QUERY_SCHEMA, type Query } from './query-schema.ts'

const [law = '', build = ''] = process.argv.slice(2)
const answerer = buildAnswerer(await loadDataset(law), build)
const app = Fastify()
await app.register(await plugin('@fastify/cors'))
await app.register(await plugin('@fastify/helmet'))
await app.register(await plugin('@fastify/rate-limit'), { max: 100_000_000, timeWindow: '1 minute' })

app.get<{ Querystring: Query }>(
  '/api/v1/cn',
  { schema: { querystring: QUERY_SCHEMA, response: { 200: CnResponseSchema } } },
  async (request, reply) => {
    const { dataset } = answerer
    const read = readQuestion(Object.entries(request.query), { today: dayInBrussels(new Date()), dataset })
    if ('problems' in read) return reply.code(400).send(read.problems)
    return answerer.answer(read.question)
  },
)
await app.listen({ host: process.env.HOST ?? '', port: Number(process.env.PORT) })

/** From bench/package.json. The types of the root must not depend on what is installed here. */
async function plugin(name: string): Promise<FastifyPluginAsync<Record<string, unknown>>> {
  return (await import(name)).default
}
