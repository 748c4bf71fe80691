import { REFERENCE_FILES } from '../../../src/http/reference/scalar.ts'
import { assetsOf } from '../../../src/web/shell/assets.ts'
import type { Service } from '../../e2e/http/service.ts'
import type { answerer } from '../../real-law.ts'
import type { Vocabulary } from './fields.ts'
import {
  type Description,
  describedTargets,
  mcpTargets,
  type Target,
  type Tool,
  undescribedTargets,
} from './targets.ts'

/** Chapters with the longest answers, and names of the commonest words. */
function vocabularyOf({ dataset }: typeof answerer, version: string): Vocabulary {
  const { lines } = dataset.nomenclatures.of(dataset.nomenclatures.years.at(-1)!)
  const counts = new Map<string, number>()
  for (const { name } of lines)
    for (const word of `${name.pl} ${name.en}`.toLowerCase().split(/[^\p{L}]+/u))
      if (word.length > 3) counts.set(word, (counts.get(word) ?? 0) + 1)
  const words = [...counts].toSorted(([, one], [, other]) => other - one).map(([word]) => word)
  const salad = (from: number, step: number): string => {
    let text = ''
    for (let at = from; text.length + 20 < 200 && at < words.length; at += step) text += `${words[at]} `
    return text.trim()
  }
  // A letter too few in every word: each has to be corrected.
  const misspelt = salad(50, 7).replaceAll(/(\p{L}{3})\p{L}(\p{L}*)/gu, '$1$2')
  return {
    questions: ['84', '85', '72', '8471', '8471 30 00', 'części', 'pumps', salad(0, 1), salad(20, 31), misspelt],
    countries: ['RU', 'KZ', 'RU,BY,KZ', 'CN'],
    version,
  }
}

/**
 * Whatever the service declares or describes: every route, and every tool of the Model Context Protocol. `version`: that of
 * the law that is asked about.
 */
export async function everyTarget(
  { app, get, mcp }: Pick<Service, 'app' | 'get' | 'mcp'>,
  law: typeof answerer,
  version: string = law.dataset.version,
): Promise<Target[]> {
  const vocabulary = vocabularyOf(law, version)
  const document = (await get('/openapi.json')).json<Description>()
  const { tools } = (await mcp({ jsonrpc: '2.0', id: 1, method: 'tools/list' })).json<{ result: { tools: Tool[] } }>()
    .result
  const assets = [...(await assetsOf()).files].toSorted(([, one], [, other]) => other.body.length - one.body.length)
  const places = {
    version,
    '/docs/*': [...REFERENCE_FILES.keys()].find((path) => path.endsWith('scalar.js')) ?? '/docs/',
    '/assets/*': assets[0]?.[0] ?? '/assets/a',
    '*': '/api/v1/cn',
  }
  return [
    ...describedTargets(document, vocabulary, places),
    ...undescribedTargets(app.declaredRoutes, law.dataset, document, vocabulary, places),
    ...mcpTargets(tools, vocabulary),
  ]
}
