import { type Digits, isCodeLength, isDigits, onOnePath } from '../../base/cn-code.ts'
import type { Text } from '../../base/language.ts'
import type { Judgement } from '../judge/model.ts'
import type { WrongParameter } from '../question/question.ts'
import type { CnResponse } from '../response/response.ts'
import { choicesNow, goodsId, isGoodsId } from './chosen-goods.ts'
import { NONE_OF_THEM } from './model.ts'
import { asksIn } from './used.ts'

/** What is wrong with the facts of a question whose goods are known; null where nothing is. `ever` are the ids that these goods may be asked. */
export function problemOfFacts(
  facts: ReadonlyMap<string, string>,
  judgement: Judgement,
  asked: readonly Digits[],
  ever: () => ReadonlySet<string>,
): WrongParameter | null {
  if (facts.size === 0) return null
  const now = asksIn(judgement)
  for (const [id, value] of facts) {
    if (isGoodsId(id)) {
      if (!isGoods(id, value, judgement, asked)) return { code: 'fact_invalid', parameter: 'facts', fact: id }
    } else if (!now.has(id) && !ever().has(id))
      return { code: 'fact_unknown', parameter: 'facts', fact: id, advice: askedNow(now.keys(), judgement) }
    else if (value !== 'yes' && value !== 'no') return { code: 'fact_invalid', parameter: 'facts', fact: id }
  }
  return null
}

/** One of the goods offered, a code below the one asked for or chosen, or none of those that a name may mean. */
function isGoods(id: string, value: string, { choices, isName }: Judgement, asked: readonly Digits[]): boolean {
  if (value === NONE_OF_THEM) return isName && id === goodsId(null)
  if (!isDigits(value) || !isCodeLength(value.length)) return false
  if (id !== goodsId(null)) return goodsId(value).startsWith(id) && goodsId(value) !== id
  return choices.some(({ code }) => code === value) || asked.some((code) => onOnePath(value, code))
}

function askedNow(ids: Iterable<string>, { choices }: Judgement): Text {
  const all = [...(choices.length > 1 ? [goodsId(null)] : []), ...ids]
  if (all.length === 0) return { pl: 'Teraz o nic nie pytamy.', en: 'Nothing is asked now.' }
  return { pl: `Pytamy o: ${all.join(', ')}.`, en: `Asked now: ${all.join(', ')}.` }
}

/** The facts as they were declared, and whether they decide anything in this deal. */
export function factsAnswer(
  facts: ReadonlyMap<string, string>,
  judgement: Judgement,
): NonNullable<CnResponse['meta']['facts']> {
  const now = asksIn(judgement)
  return [...facts].map(([id, value]) => {
    if (!isGoodsId(id)) return { id, value, text: now.get(id)?.text ?? null, used: now.has(id) }
    const choices = choicesNow(judgement, id === goodsId(null) ? null : (id.slice(goodsId(null).length + 1) as Digits))
    const text = choices.find(({ code }) => code === value)?.text ?? null
    return { id, value, text, used: choices.length > 1 && (id === goodsId(null) || facts.has(goodsId(null))) }
  })
}
