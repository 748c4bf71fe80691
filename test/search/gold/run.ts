/** Scores the search on the gold set: npm run gold */
import { LANGUAGES } from '../../../src/terms/language.ts'
import { findGoods } from '../../real-law.ts'
import { readGold, scoresByClass } from './score.ts'

for (const [language, set] of LANGUAGES.flatMap((one) =>
  (['questions', 'held-out'] as const).map((set) => [one, set] as const),
)) {
  const scores = scoresByClass(readGold(language, set), findGoods)
  process.stdout.write(`${language} ${set.padEnd(10)} questions  recall@10  precision@3  MRR\n`)
  for (const [name, score] of scores) {
    const figures = [score.recallAt10, score.precisionAt3, score.reciprocalRank].map((figure) => figure.toFixed(3))
    process.stdout.write(
      `  ${name.padEnd(14)}${String(score.questions).padStart(6)}${figures.map((f) => f.padStart(11)).join('')}\n`,
    )
  }
}
