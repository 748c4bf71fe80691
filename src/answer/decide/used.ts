import type { Asked, Condition, Judgement } from '../judge/model.ts'

/** Every question that a provision may ask about these goods on these ways, each once. */
export function asksIn({ ways }: Pick<Judgement, 'ways'>): ReadonlyMap<string, Asked> {
  const asks = new Map<string, Asked>()
  const add = (conditions: readonly Condition[]) => {
    for (const one of conditions) if (one.kind === 'ask') asks.set(one.ask.id, one.ask)
  }
  for (const { charges } of ways.flatMap(({ pieces }) => pieces)) {
    for (const { holds, lifts } of charges) {
      for (const all of holds) add(all)
      for (const { conditions } of lifts) add(conditions)
    }
  }
  return asks
}
