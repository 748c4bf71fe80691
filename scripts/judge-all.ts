import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { CnResponse } from '../src/answer/response/response.ts'

/**
 * What the law says of every code, so that a change of the judgement can be explained code by code:
 *
 *     node scripts/judge-all.ts > after.tsv            the sources and the law of this checkout
 *     node scripts/judge-all.ts --root ../old > before.tsv   those of another one
 *     node scripts/judge-all.ts --day 2023-06-24 > then.tsv    on another day
 *     node scripts/judge-all.ts --compare before.tsv after.tsv
 */

async function judgeAll(root: string, day: string): Promise<void> {
  const load = (path: string) => import(pathToFileURL(join(root, path)).href)
  const { buildAnswerer } = (await load('src/answer/answer.ts')) as typeof import('../src/answer/answer.ts')
  const { readQuestion } = (await load(
    'src/answer/question/question.ts',
  )) as typeof import('../src/answer/question/question.ts')
  const { loadDataset } = (await load('src/law/load.ts')) as typeof import('../src/law/load.ts')
  const dataset = await loadDataset(join(root, 'law'))
  const answerer = buildAnswerer(dataset, 'judge-all')
  const tariff = dataset.nomenclatures.of(Number(day.slice(0, 4)))
  const codes = new Set(
    tariff.lines.flatMap(({ code, kind }) => (/^\d+$/.test(code) && kind !== 'group' ? [code as string] : [])),
  )
  for (const q of [...codes].toSorted()) {
    const parameters = Object.entries({ q, lang: 'en', as_of: day, limit: '1' })
    const read = readQuestion(parameters, { today: day as never, dataset })
    if ('problems' in read) throw new Error(`${q} was refused`)
    process.stdout.write(`${lineOf(q, answerer.answer(read.question))}\n`)
  }
}

function lineOf(code: string, { verdict, has_prohibition, assessment, meta }: CnResponse): string {
  const reaches = assessment.reaches.map((reach) => {
    const from = 'inputs_of' in reach && reach.inputs_of ? `inputs:${reach.inputs_of}` : (reach.country ?? '-')
    return `${reach.kind}/${reach.direction ?? '-'}/${from}=${reach.extent}`
  })
  const cells = [
    code,
    verdict,
    has_prohibition ? 'ban' : '-',
    assessment.extent,
    meta.total,
    reaches.toSorted().join(' '),
  ]
  return [...cells, assessment.sentence].join('\t')
}

interface Judged {
  readonly verdict: string
  readonly reaches: ReadonlyMap<string, string>
}

const readJudged = (path: string): Map<string, Judged> =>
  new Map(
    readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => {
        const [code = '', verdict = '', ban = '', extent = '', , reaches = ''] = line.split('\t')
        const parts = reaches.split(' ').filter(Boolean)
        return [
          code,
          {
            verdict: `${verdict} ${ban} ${extent}`,
            reaches: new Map(parts.map((part) => part.split('=') as [string, string])),
          },
        ]
      }),
  )

/** Every kind of change once, with the number of codes and their first few. */
function compare(beforePath: string, afterPath: string): void {
  const [before, after] = [readJudged(beforePath), readJudged(afterPath)]
  const changes = new Map<string, string[]>()
  const note = (change: string, code: string) => changes.set(change, [...(changes.get(change) ?? []), code])
  for (const [code, now] of after) {
    const then = before.get(code)
    if (!then) {
      note('code is new', code)
      continue
    }
    if (then.verdict !== now.verdict) note(`verdict ${then.verdict} → ${now.verdict}`, code)
    for (const key of new Set([...then.reaches.keys(), ...now.reaches.keys()])) {
      const [was, is] = [then.reaches.get(key) ?? 'none', now.reaches.get(key) ?? 'none']
      if (was !== is) note(`${key}: ${was} → ${is}`, code)
    }
  }
  for (const [change, codes] of [...changes].toSorted(([, a], [, b]) => b.length - a.length))
    process.stdout.write(
      `${codes.length}\t${change}\t${codes.slice(0, 12).join(' ')}${codes.length > 12 ? ' …' : ''}\n`,
    )
}

const { values, positionals } = parseArgs({
  options: {
    root: { type: 'string', default: join(import.meta.dirname, '..') },
    day: { type: 'string', default: '2026-11-17' },
    compare: { type: 'boolean' },
  },
  allowPositionals: true,
})
const [before, after] = positionals
if (values.compare && before && after) compare(before, after)
else await judgeAll(resolve(values.root), values.day)
