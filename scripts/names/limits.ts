/** Prints, for the development lines, what each choice of the limits would mean: node scripts/names/limits.ts */

import { LANGUAGES } from '../../src/base/language.ts'
import { tokensOf } from '../../src/search/features.ts'
import { buildLexicon } from '../../src/search/lexicon.ts'
import { buildRanking } from '../../src/search/rank.ts'
import { answerer, ask } from '../../test/real-law.ts'
import { isListed } from '../../test/search/gold/answered.ts'
import { readGold, SETS } from '../../test/search/gold/score.ts'

const { dataset } = answerer
if (!dataset.nameModel) throw new Error('the law has no model: npm run names:train')
const lexicon = buildLexicon(dataset.lexicon, dataset.words)
const rank = buildRanking(dataset.nameModel, dataset.nomenclatures.of(dataset.nomenclatures.years.at(-1)!), lexicon)
const real = LANGUAGES.flatMap((language) => readGold(language, 'real'))
const nothing = LANGUAGES.flatMap((language) =>
  SETS.flatMap(({ name }) => readGold(language, name).filter(({ expected }) => expected.length === 0)),
)
const say = (text: string) => void process.stdout.write(`${text}\n`)

const ranked = (question: string) => rank(tokensOf(question, lexicon))
say('not understood: lines of goods, names of no goods')
for (const most of [0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5]) {
  for (const least of [0, 0.03, 0.06]) {
    const silent = (question: string) => {
      const found = ranked(question)
      return !found || found.none > most || (found.goods[0]?.probability ?? 0) < least
    }
    const lines = real.filter(({ question }) => silent(question)).length
    const none = nothing.filter(({ question }) => silent(question)).length
    say(`none > ${most} or best < ${least}: ${lines} of ${real.length}, ${none} of ${nothing.length}`)
  }
}

const answers = real.map(({ question, expected }) => {
  const goods = ask(question).meta.goods ?? []
  const listed = goods.reduce((sum, one) => sum + (one.restricted ? one.probability : 0), 0)
  return { goods, listed, best: goods[0], truth: expected.some(isListed) }
})
const checked = answers.filter(({ best }) => best)
say(`verdict, of ${checked.length} lines that were understood`)
for (const limit of [0.01, 0.02, 0.03, 0.04, 0.05, 0.1, 0.15, 0.2, 0.3]) {
  const isRestricted = ({ best, listed }: (typeof checked)[number]) => best!.restricted || listed >= limit
  const wrongNo = checked.filter((one) => one.truth && !isRestricted(one)).length
  const rightNo = checked.filter((one) => !one.truth && !isRestricted(one)).length
  const wrongYes = checked.filter((one) => !one.truth && isRestricted(one)).length
  say(`improbable below ${limit}: wrong no_match ${wrongNo}, right ${rightNo}, wrong restricted ${wrongYes}`)
}
say('confidence: share right, lines; wrong restricted of goods in no list at this confidence or above')
for (const least of [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]) {
  const sure = checked.filter(({ best }) => best!.probability >= least)
  const free = sure.filter(({ truth, best, listed }) => !truth && (best!.restricted || listed < 0.1))
  const wrong = free.filter(({ best }) => best!.restricted).length
  say(`from ${least}: ${sure.length} lines; wrong restricted ${wrong} of ${free.length}`)
}
