import type { Answerer } from '../answer/answer.ts'
import { readQuery } from '../answer/question/question.ts'
import type { CnResponse } from '../answer/response/response.ts'
import type { Day } from '../base/day.ts'
import { type ItemQuestion, questionOf } from './item.ts'

/** The acts in force behind an assessment, as they are stored, and the day it was of. */
interface Side {
  readonly acts: string
  readonly day: Day | null
}

type Story = NonNullable<CnResponse['meta']['history']>

/** A name means several goods; the story of the best ones tells enough. */
const GOODS_READ = 5

/**
 * The acts that changed the assessment of an item, sorted: those that list it now and did not before, and those that ended
 * or rewrote what listed it. Empty where the law does not tell.
 */
export function actsBehind(
  item: ItemQuestion,
  before: Side,
  after: Side & { readonly day: Day },
  answerer: Answerer,
): string[] {
  const [old, now] = [actsIn(before.acts), actsIn(after.acts)]
  const came = [...now].filter((act) => !old.has(act))
  const went = [...old].filter((act) => !now.has(act))
  const since = before.day
  const changed = storyOf(item, answerer, after.day).flatMap(({ since_act, until_act, to, steps }) => [
    ...(to !== null && to < after.day && since_act !== null && went.includes(since_act.celex) ? [until_act] : []),
    ...steps.filter(({ day }) => since !== null && since < day && day <= after.day).map(({ act }) => act),
  ])
  const acts = new Set([...came, ...changed.flatMap((act) => act?.celex ?? [])])
  return [...(acts.size > 0 ? acts : went)].toSorted()
}

const actsIn = (acts: string): Set<string> => new Set(acts === '' ? [] : acts.split(','))

/** Since when provisions have listed the goods of an item, whatever was declared of them. */
function storyOf(item: ItemQuestion, answerer: Answerer, day: Day): Story {
  const asked = readQuery(item.q)
  if (typeof asked === 'string') return []
  const read = questionOf({ ...item, facts: null }, { answerer, day, language: 'en' })
  if ('problems' in read) return []
  if (asked.as === 'cn_code') return answerer.answer({ ...read.question, history: true }).meta.history ?? []
  const { goods = [] } = answerer.answer(read.question).meta
  return goods.slice(0, GOODS_READ).flatMap(({ code }) => storyOf({ ...item, q: code }, answerer, day))
}
