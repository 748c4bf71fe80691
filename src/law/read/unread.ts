import type { Text } from '../../base/language.ts'
import type { Act, UnreadAct } from '../terms/law.ts'
import type { Placed, RegimeLaw } from './law.ts'

/** An unread act as one that is pending: answers warn of it from now on, because its first day is not known. */
export const knownByNumber = ({ value, at }: Placed<UnreadAct>): Placed<Act> => ({
  value: {
    celex: value.celex,
    kind: 'amending',
    regime: value.regime,
    title: titleOf(value.celex),
    date: value.date,
    oj: null,
    in_force_from: null,
    status: 'pending',
  },
  at,
})

/** A regime with the unread acts that amend it among the pending ones. */
export function withPending(law: RegimeLaw, unread: readonly Placed<UnreadAct>[]): RegimeLaw {
  const { value, at } = law.regime
  const acts = unread.map((act) => act.value).filter(({ regime }) => regime === value.code)
  if (acts.length === 0) return law
  const pending = [...value.pending, ...acts.map(({ celex }) => celex)]
  return { ...law, regime: { value: { ...value, pending, data_quality: 'to_review' }, at } }
}

const KINDS: Readonly<Record<string, Text>> = {
  R: { pl: 'Rozporządzenie', en: 'Regulation' },
  D: { pl: 'Decyzja', en: 'Decision' },
}

/** All that is known of its title: the kind and the number. */
function titleOf(celex: string): Text {
  const [, year, letter = '', digits, corrigendum] = /^3(\d{4})([RD])(\d{4})(R\(\d{2}\))?$/.exec(celex) ?? []
  const kind = KINDS[letter]
  if (!kind) return { pl: celex, en: celex }
  const number = `${year}/${Number(digits)}`
  if (corrigendum) return { pl: `Sprostowanie (${number})`, en: `Corrigendum (${number})` }
  return { pl: `${kind.pl} ${number}`, en: `${kind.en} ${number}` }
}
