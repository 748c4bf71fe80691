/** Goods by name: ours against MiniSearch and PostgreSQL, on the same tariff and a sample of the gold questions, in one run: npm run bench:names */
import { createHash } from 'node:crypto'
import MiniSearch from 'minisearch'
import { Client } from 'pg'
import { pathOf } from '../src/law/tariff/nomenclature.ts'
import { fold, formsOf, WORD } from '../src/search/fold.ts'
import { stem } from '../src/search/stem.ts'
import { LANGUAGES } from '../src/terms/language.ts'
import { answerer, findGoods } from '../test/real-law.ts'
import { type GoldQuestion, readGold, SETS, scoreOf } from '../test/search/gold/score.ts'
import { startPostgres } from '../test/store/postgres-server.ts'

interface Contender {
  readonly name: string
  readonly rounds: number
  find(question: string): readonly string[] | Promise<readonly string[]>
}

/** The others take up to a second for a line of an invoice, so they are asked in two rounds only. */
const ROUNDS = 5
const SLOW_ROUNDS = 2
/** Questions of each kind. The same ones in every run: they are drawn by the hash of a fixed seed and the question. */
const SAMPLE = 60
const SEED = 'names'
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

function miniSearch(): Contender[] {
  const index = new MiniSearch({
    fields: ['own', 'above', 'names'],
    storeFields: ['code'],
    tokenize: tokens,
    processTerm: (term) => [...new Set(LANGUAGES.map((language) => stem(term, language)))],
    searchOptions: { prefix: true, fuzzy: 0.2, boost: { names: 3, own: 2 } },
  })
  index.addAll(documents)
  return (['AND', 'OR'] as const).map((combineWith) => ({
    name: combineWith === 'AND' ? 'MiniSearch, all words' : 'MiniSearch, any word',
    rounds: SLOW_ROUNDS,
    find: (question) =>
      index
        .search(question, { combineWith })
        .slice(0, 20)
        .map(({ code }) => String(code)),
  }))
}

async function postgres(client: Client): Promise<Contender[]> {
  await client.query('create table goods (code text, body text, words tsvector)')
  const bodies = documents.map(({ own, above, names }) => fold(`${names} ${own} ${above}`))
  const stems = bodies.map((body) =>
    tokens(body)
      .map((token) => stem(token, 'pl'))
      .join(' '),
  )
  await client.query(
    `insert into goods select code, body, to_tsvector('simple', stems)
     from unnest($1::text[], $2::text[], $3::text[]) as given (code, body, stems)`,
    [documents.map(({ code }) => code), bodies, stems],
  )
  await client.query('create index on goods using gin (words)')
  const contenders: Contender[] = [
    {
      name: 'PostgreSQL full text',
      rounds: SLOW_ROUNDS,
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
      rounds: SLOW_ROUNDS,
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

/** The time of a question is its shortest in all rounds, so that other work on the machine counts little. */
async function measure({ find, rounds }: Contender, questions: readonly GoldQuestion[]) {
  const answers = new Map<string, readonly string[]>()
  const shortest = new Map<string, number>()
  for (let round = 0; round < rounds; round++) {
    for (const { question } of questions) {
      const start = performance.now()
      const asked = find(question)
      answers.set(question, asked instanceof Promise ? await asked : asked)
      const time = performance.now() - start
      shortest.set(question, Math.min(time, shortest.get(question) ?? time))
    }
  }
  const times = [...shortest.values()]
  const asked = questions.filter(({ expected }) => expected.length > 0)
  const of = (group: readonly GoldQuestion[]) => scoreOf(group, (question) => answers.get(question) ?? [])
  return { ...of(asked), p50: percentile(times, 0.5), p99: percentile(times, 0.99) }
}

/** The questions whose hashes come first. */
const sampleOf = (questions: readonly GoldQuestion[]): GoldQuestion[] =>
  questions
    .map((one) => ({ one, hash: createHash('sha256').update(`${SEED} ${one.question}`).digest('hex') }))
    .toSorted((one, other) => (one.hash < other.hash ? -1 : 1))
    .slice(0, SAMPLE)
    .map(({ one }) => one)

const all = LANGUAGES.flatMap((language) => SETS.flatMap((set) => readGold(language, set)))
const LONGEST = 8
const wordsOf = ({ question }: GoldQuestion) => question.trim().split(/\s+/).length
const LINES: ReadonlySet<string> = new Set(['invoice', 'deal'])
const SAMPLES = {
  'plain names, phrases, typos': sampleOf(all.filter((one) => !LINES.has(one.class))),
  'lines of invoices and deals': sampleOf(all.filter((one) => LINES.has(one.class))),
}
const server = await startPostgres()
const contenders: Contender[] = [{ name: 'ours', rounds: ROUNDS, find: findGoods }, ...miniSearch()]
let client: Client | null = null
if (typeof server === 'string') process.stderr.write(`PostgreSQL left out: ${server}\n`)
else {
  client = new Client({ connectionString: await server.emptySchema() })
  await client.connect()
  contenders.push(...(await postgres(client)))
}
process.stdout.write(`${documents.length} goods; samples of ${SAMPLE} of ${all.length} questions\n`)
for (const [kind, questions] of Object.entries(SAMPLES)) {
  process.stdout.write(`${kind.padEnd(32)} recall@10  prec@3    MRR    first   p50 ms   p99 ms\n`)
  for (const contender of contenders) {
    const { recallAt10, precisionAt3, reciprocalRank, firstRight, p50, p99 } = await measure(contender, questions)
    const figures = [recallAt10, precisionAt3, reciprocalRank, firstRight, p50, p99]
      .map((figure) => figure.toFixed(3).padStart(9))
      .join('')
    process.stdout.write(`${contender.name.padEnd(32)}${figures}\n`)
  }
}
const short = all.filter((one) => wordsOf(one) <= LONGEST)
const { p50, p99 } = await measure({ name: 'ours', rounds: ROUNDS, find: findGoods }, short)
process.stdout.write(
  `ours, all ${short.length} of at most ${LONGEST} words: p50 ${p50.toFixed(3)} ms, p99 ${p99.toFixed(3)} ms\n`,
)
await client?.end()
if (typeof server !== 'string') await server.remove()
