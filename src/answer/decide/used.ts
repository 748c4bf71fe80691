import type { Asked, Condition, Judgement } from '../judge/model.ts'

/** Every condition of what prohibits and obliges on these ways, and of what frees from it. */
export function conditionsIn({ ways }: Pick<Judgement, 'ways'>): readonly Condition[] {
  const charges = new Set(ways.flatMap(({ pieces }) => pieces.flatMap((piece) => piece.charges)))
  const duties = new Set(ways.flatMap(({ pieces }) => pieces.flatMap((piece) => piece.duties)))
  return [
    ...[...charges].flatMap(({ holds, lifts }) => [...holds.flat(), ...lifts.flatMap((lift) => lift.conditions)]),
    ...[...duties].flatMap(({ unless = [] }) => unless.flatMap((lift) => lift.conditions)),
  ]
}

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
