/** Scores the search on the gold sets, or on those that are named: npm run gold -- dev open */
import { LANGUAGES } from '../../../src/terms/language.ts'
import { findGoods } from '../../real-law.ts'
import { answered, isListed } from './answered.ts'
import { readGold, SETS, scoresByClass, verdictsOf } from './score.ts'

const COLUMNS = ['recall@10', 'prec@3', 'MRR', 'first', 'wrong no_match', 'wrong restr.', 'not understood']
const named = process.argv.slice(2)
const sets = SETS.filter((set) => named.length === 0 || named.includes(set))
for (const [language, set] of LANGUAGES.flatMap((one) => sets.map((set) => [one, set] as const))) {
  const questions = readGold(language, set)
  const scores = scoresByClass(questions, findGoods)
  process.stdout.write(`${`${language} ${set}`.padEnd(16)}     n${COLUMNS.map((name) => name.padStart(16)).join('')}\n`)
  for (const [name, score] of scores) {
    const group = questions.filter((question) => name === 'all' || question.class === name)
    const verdicts = verdictsOf(group, isListed, answered)
    const figures = [
      ...[score.recallAt10, score.precisionAt3, score.reciprocalRank, score.firstRight],
      ...[verdicts.wrongNoMatch, verdicts.wrongRestricted, verdicts.notUnderstood],
    ].map((figure) => figure.toFixed(3).padStart(16))
    process.stdout.write(`  ${name.padEnd(14)}${String(score.questions).padStart(6)}${figures.join('')}\n`)
  }
}
