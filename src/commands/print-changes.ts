import type { Language } from '../base/language.ts'
import { wrap } from '../base/plain-text.ts'
import type { Change } from '../changes/change.ts'
import { type NamedRegime, regimeName } from '../law/terms/regime-name.ts'
import { terminalOf } from './terminal.ts'

const TEXTS = {
  pl: { annex: 'załącznik', article: 'art.', none: 'Bez zmian.', other: 'Zbiór danych' },
  en: { annex: 'Annex', article: 'Article', none: 'No changes.', other: 'Dataset' },
}
const SIGNS: Readonly<Record<string, string>> = { added: '+', removed: '-', changed: '~' }

/** Changes for people: grouped by regime and annex, in the order of the law. */
export function printChanges(
  changes: readonly Change[],
  regimes: readonly NamedRegime[],
  language: Language,
  stream: NodeJS.WriteStream,
): string {
  const { width, style } = terminalOf(stream)
  const texts = TEXTS[language]
  if (changes.length === 0) return `${texts.none}\n`
  const headOf = ({ regime, annex, article }: Change): string => {
    if (regime === null) return texts.other
    const place = annex ? `${texts.annex} ${annex}` : article ? `${texts.article} ${article}` : ''
    return [regimeName(regime, regimes), place].filter(Boolean).join(', ')
  }
  const lines: string[] = []
  for (const [head, group] of Map.groupBy(changes, headOf)) {
    lines.push(style('bold', head))
    for (const { type, text } of group) {
      const sign = SIGNS[type.split('.')[1] ?? ''] ?? '!'
      lines.push(...wrap(`  ${sign} ${text[language]}`, width, 4))
    }
    lines.push('')
  }
  return `${lines.join('\n').trimEnd()}\n`
}
