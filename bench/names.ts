/** Goods by name: ours against MiniSearch and PostgreSQL, on the same tariff and the gold questions, in one run: npm run bench:names */
import MiniSearch from 'minisearch'
import { Client } from 'pg'
import { pathOf } from '../src/law/tariff/nomenclature.ts'
import { fold, formsOf, WORD } from '../src/search/fold.ts'
import { stem } from '../src/search/stem.ts'
import { LANGUAGES } from '../src/terms/language.ts'
import { answerer, findGoods } from '../test/real-law.ts'
import { type GoldQuestion, readGold, scoreOf } from '../test/search/gold/score.ts'
import { startPostgres } from '../test/store/postgres-server.ts'

interface Contender {
  readonly name: string
  find(question: string): readonly string[] | Promise<readonly string[]>
}

const ROUNDS = 5
const { dataset } = answerer
const tariff = dataset.nomenclatures.of(2026)

/** One document for each line under which goods are declared: its own text, the lines above, the everyday names. */
const everyday = Map.groupBy(
  dataset.words.flatMap(({ codes, pl, en }) => codes.map((code) => ({ code, terms: [...pl, ...en].join(' ') }))),
  ({ code }) => code,
)
const documents = tariff.lines
  .filter(({ kind }) => kind === 'heading' || kind === 'hs6' || kind === 'cn8')
  .map((line, id) => {
    const above = pathOf(line).slice(1, -1)
    return {
      id,
      code: line.code,
      own: `${line.name.pl} ${line.name.en}`,
      above: above.map(({ name }) => `${name.pl} ${name.en}`).join(' '),
      names: (everyday.get(line.code) ?? []).map(({ terms }) => terms).join(' '),
    }
  })

/** The same words and stems as ours: what is compared is the index and its ranking. */
const tokens = (text: string) => [...fold(text).matchAll(WORD)].flatMap(([word]) => formsOf(word))

function miniSearch(): Contender {
  const index = new MiniSearch({
    fields: ['own', 'above', 'names'],
    storeFields: ['code'],
    tokenize: tokens,
    processTerm: (term) => [...new Set(LANGUAGES.map((language) => stem(term, language)))],
    searchOptions: { combineWith: 'AND', prefix: true, fuzzy: 0.2, boost: { names: 3, own: 2 } },
  })
  index.addAll(documents)
  return {
    name: 'MiniSearch, our stems',
    find: (question) =>
      index
        .search(question)
        .slice(0, 20)
        .map(({ code }) => String(code)),
  }
}

async function postgres(client: Client): Promise<Contender[]> {
  await client.query('create table goods (code text, body text, words tsvector)')
  for (const { code, own, above, names } of documents) {
    const body = fold(`${names} ${own} ${above}`)
    await client.query("insert into goods values ($1, $2, to_tsvector('simple', $3))", [
      code,
      body,
      tokens(body)
        .map((t) => stem(t, 'pl'))
        .join(' '),
    ])
  }
  await client.query('create index on goods using gin (words)')
  const contenders: Contender[] = [
    {
      name: 'PostgreSQL full text, our stems',
      find: async (question) => {
        const query = tokens(question)
          .map((token) => `${stem(token, 'pl')}:*`)
          .join(' & ')
        const sql =
          "select code from goods where words @@ to_tsquery('simple', $1) order by ts_rank(words, to_tsquery('simple', $1)) desc, code limit 20"
        return query === ''
          ? []
          : (await client.query({ name: 'fts', text: sql, values: [query] })).rows.map(({ code }) => code)
      },
    },
  ]
  const trigrams = await client.query('create extension if not exists pg_trgm').then(
    () => true,
    () => false,
  )
  if (trigrams) {
    await client.query('create index on goods using gin (body gin_trgm_ops)')
    await client.query('analyze goods')
    contenders.push({
      name: 'PostgreSQL pg_trgm',
      find: async (question) => {
        const sql =
          'select code from goods where $1 <% body order by word_similarity($1, body) desc, length(body), code limit 20'
        return (await client.query({ name: 'trgm', text: sql, values: [fold(question)] })).rows.map(({ code }) => code)
      },
    })
  }
  return contenders
}

const percentile = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0

async function measure({ find }: Contender, questions: readonly GoldQuestion[]) {
  const answers = new Map<string, readonly string[]>()
  for (const { question } of questions) answers.set(question, await find(question))
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (const { question } of questions) {
      const start = performance.now()
      const found = find(question)
      if (found instanceof Promise) await found
      times.push(performance.now() - start)
    }
  }
  const asked = questions.filter(({ expected }) => expected.length > 0)
  const none = questions.filter(({ expected }) => expected.length === 0)
  const of = (group: readonly GoldQuestion[]) => scoreOf(group, (question) => answers.get(question) ?? [])
  return { ...of(asked), nothing: of(none).recallAt10, p50: percentile(times, 0.5), p99: percentile(times, 0.99) }
}

const questions = LANGUAGES.flatMap((language) => readGold(language))
const server = await startPostgres()
const contenders: Contender[] = [{ name: 'ours', find: findGoods }, miniSearch()]
let client: Client | null = null
if (typeof server === 'string') process.stderr.write(`PostgreSQL left out: ${server}\n`)
else {
  client = new Client({ connectionString: await server.emptySchema() })
  await client.connect()
  contenders.push(...(await postgres(client)))
}
process.stdout.write(`${documents.length} goods, ${questions.length} questions, ${ROUNDS} rounds\n`)
process.stdout.write('                                 recall@10  prec@3    MRR  nothing   p50 ms   p99 ms\n')
for (const contender of contenders) {
  const { recallAt10, precisionAt3, reciprocalRank, nothing, p50, p99 } = await measure(contender, questions)
  const figures = [recallAt10, precisionAt3, reciprocalRank, nothing, p50, p99]
    .map((figure) => figure.toFixed(3).padStart(9))
    .join('')
  process.stdout.write(`${contender.name.padEnd(32)}${figures}\n`)
}
await client?.end()
if (typeof server !== 'string') await server.remove()
