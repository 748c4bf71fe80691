// The lookup as SQL behind Fastify: one round trip, one row, ready-made JSON texts; no plugins, no serialiser.
import Fastify from 'fastify'
import { type ClientBase, Pool } from 'pg'
import { QUERY_SCHEMA, type Query } from './query-schema.ts'

const [url = '', build = '', day = ''] = process.argv.slice(2)
const LIMIT = 100

/** Behind every digit, so that the children of a code are a range, which a prepared statement can search an index for. */
const AFTER_DIGITS = ':'

/** $1 the code and its parents, $2 the code, $3 the end of its children, $4 the day, $5 the day of the contract */
const lookup = (language: 'pl' | 'en'): string => `
  with hit as materialized (
    select ${language} as text, ban, parts, row_number() over (
      order by length(code) > length($2), case when length(code) <= length($2) then -length(code) end, code, place
    ) as place
    from entry
    where (code = any($1) or (code > $2 and code < $3)) and not except_codes && $1 and first_day <= $4 and last_day >= $4
  ), used as (
    select kind, string_agg(
      case when $5::date is null or kind <> 'winddown' then ${language}
        else replace(${language}, '"applies":null', '"applies":' || coalesce($5 < contracts_before, false)) end,
      ',' order by part.place, first
    ) as texts
    from (
      select id, min(place * 1000 + position) as first from hit, unnest(parts) with ordinality as each (id, position)
      group by id
    ) as found join part using (id)
    group by kind
  )
  select
    (select count(*) from hit)::int as total,
    (select coalesce(bool_or(ban), false) from hit) as banned,
    (select string_agg(text, ',' order by place) from hit where place <= ${LIMIT}) as results,
    (select texts from used where kind = 'winddown') as winddowns,
    (select texts from used where kind = 'derogation') as derogations,
    (select texts from used where kind = 'document') as documents,
    found, cn, name_${language} as name, warnings_${language} as warnings
  from (select 1) as one left join tariff on code = $2`

interface Row {
  readonly total: number
  readonly banned: boolean
  readonly results: string | null
  readonly winddowns: string | null
  readonly derogations: string | null
  readonly documents: string | null
  readonly found: boolean | null
  readonly cn: string | null
  readonly name: string | null
  readonly warnings: string | null
}
interface Fixed {
  readonly disclaimer: string
  readonly scope: string
  readonly dataset: string
}

// More connections than this only wait for the one core. Planned once: planning takes longer than the lookup.
const pool = new Pool({ connectionString: url, max: 8, onConnect: planOnce })
async function planOnce(client: ClientBase): Promise<void> {
  await client.query('set plan_cache_mode = force_generic_plan; set jit = off')
}
const fixed = new Map<string, Fixed>()
for (const row of (await pool.query<Fixed & { language: string }>('select * from fixed')).rows) {
  fixed.set(row.language, row)
}
const STATEMENTS = { pl: lookup('pl'), en: lookup('en') }

const app = Fastify()
app.get<{ Querystring: Query }>('/api/v1/cn', { schema: { querystring: QUERY_SCHEMA } }, async (request, reply) => {
  const { q, lang = 'pl', contract_date = null } = request.query
  if (!/^\d{2,8}$/.test(q)) return reply.code(400).send()
  const prefixes = Array.from({ length: q.length - 1 }, (_, at) => q.slice(0, at + 2))
  const { rows } = await pool.query<Row>({
    name: `lookup ${lang}`,
    text: STATEMENTS[lang],
    values: [prefixes, q, q + AFTER_DIGITS, day, contract_date],
  })
  return reply.type('application/json; charset=utf-8').send(answerOf(q, rows[0]!, fixed.get(lang)!))
})
await app.listen({ host: process.env.HOST ?? '', port: Number(process.env.PORT) })

function answerOf(q: string, row: Row, { disclaimer, scope, dataset }: Fixed): string {
  const returned = Math.min(row.total, LIMIT)
  const verdict = row.total > 0 ? 'restricted' : 'no_match'
  return (
    `{"query":${JSON.stringify(q)},"matched_as":"cn_code","verdict":"${verdict}","has_prohibition":${row.banned},` +
    `"results":[${row.results ?? ''}],"cn_exists":${row.found ?? false},"cn_name":${row.name},` +
    `"disclaimer":${disclaimer},"meta":{"returned":${returned},"source":"${build}","total":${row.total},` +
    `"limit":${LIMIT},"offset":0,"dataset":"${dataset}","cn":${row.cn},"documents":[${row.documents ?? ''}]},` +
    `"scope":${scope}${row.warnings ?? ''}]},"winddowns":[${row.winddowns ?? ''}],` +
    `"derogations":[${row.derogations ?? ''}]}`
  )
}
