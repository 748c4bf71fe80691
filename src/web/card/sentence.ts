import type { CnResponse } from '../../answer/response/response.ts'
import type { Answer } from '../../answer/response/terms.ts'
import type { Language, Text } from '../../base/language.ts'

/** How headlines begin: the word of the card says the same. With duties the word is another one, so the headline stays whole. */
const BEGINNINGS: Readonly<Record<Exclude<Answer, 'duties'>, Text>> = {
  prohibited: { pl: 'Zakaz: ', en: 'Prohibited: ' },
  depends: { pl: 'Zależy ', en: 'Depends ' },
  none: { pl: 'Brak zakazu; ', en: 'No ban; ' },
  not_checked: { pl: 'Nie sprawdzono: ', en: 'Not checked: ' },
}

/**
 * The headline behind the word of the card: `Zakaz: wywóz do Rosji – 8471 30 00` → `Wywóz do Rosji`; the part behind `Zależy`
 * goes on as a sentence. The goods stand in a row of their own.
 */
export function sentenceOf({ assessment, meta }: CnResponse, language: Language): string {
  const { answer, headline } = assessment
  const beginning = answer === 'duties' ? '' : BEGINNINGS[answer][language]
  const rest = headline.startsWith(beginning) ? headline.slice(beginning.length) : headline
  const [, sentence = rest, goods = ''] = /^(.*) – ([^–]*)$/s.exec(rest) ?? []
  const plain = meta.goods?.some(({ code }) => goods.includes(code)) ? sentence : rest
  return answer === 'depends' ? plain : plain.charAt(0).toUpperCase() + plain.slice(1)
}
