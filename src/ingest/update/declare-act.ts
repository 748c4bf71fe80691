import type { Day } from '../../base/day.ts'
import type { OpenLaw } from './open-law.ts'
import { mergeUnread, type UnreadProvision } from './unread-provisions.ts'
import { actEntry } from './update-acts.ts'
import { toReadEntry } from './update-pins.ts'
import { inline, type LawFile, YamlEdit } from './yaml-edit.ts'

/** An act that is out and not worked in. */
export interface PendingAct {
  readonly celex: string
  /** As the act prints it, `COUNCIL REGULATION (EU) 2026/2100 of 20 October 2026 …`. */
  readonly title: string
  readonly date: Day | null
  readonly published: Day | null
  readonly inForceFrom: Day | null
}

/** The act cannot be declared: it is worked in, or its title is not understood. */
class ActNotDeclaredError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ActNotDeclaredError'
  }
}

type Read = (path: string) => LawFile

/**
 * acts.yaml and regime.yaml with an act that is pending: answers warn of it from its first day on. `unread` are provisions
 * of it that a person has to read.
 */
export function declareAct(
  read: Read,
  law: OpenLaw,
  act: PendingAct,
  unread: readonly UnreadProvision[] = [],
): Map<string, string> {
  const { code } = law.regime.regime.value
  const known = law.acts.find(({ celex, regime }) => celex === act.celex && regime === code)
  if (known && known.status !== 'pending')
    throw new ActNotDeclaredError(`${act.celex} is in acts.yaml as ${known.status}: it is not pending`)
  const path = `${law.regime.folder}/regime.yaml`
  return new Map([
    ['acts.yaml', withAct(read('acts.yaml'), code, act)],
    [path, withPending(read(path), law, act.celex, unread)],
  ])
}

function withAct(file: LawFile, regime: string, act: PendingAct): string {
  const yaml = new YamlEdit(file)
  const ofRegime = yaml.items('acts').filter((one) => one.get('regime') === regime)
  const known = ofRegime.find((one) => one.get('celex') === act.celex)
  if (known) {
    const hasDay = known.has('in_force_from') && known.get('in_force_from') !== undefined
    if (!hasDay && act.inForceFrom) yaml.set(known, 'in_force_from', act.inForceFrom)
    return yaml.toString()
  }
  const entry = actEntry({ ...act, ...journalOf(act), mark: null }, regime, act.inForceFrom, 'pending')
  if (!entry) throw new ActNotDeclaredError(`the title of ${act.celex} was not understood: ${act.title}`)
  const neighbour = ofRegime.findLast((one) => one.get('kind') === 'amending') ?? ofRegime.at(-1) ?? null
  yaml.insertItem(['acts'], neighbour, { ...entry, date: act.date ?? entry.date })
  return yaml.toString()
}

/** Since October 2023 each act is an issue of the Official Journal of its own; before, its page would have to be known. */
function journalOf({ celex, published }: PendingAct): { oj: string; page: string; date: string } {
  if (published === null || published < '2023-10-01') return { oj: '', page: '', date: '' }
  const [year, month, day] = published.split('-').map(Number)
  return { oj: `L ${Number(celex.slice(6, 10))}`, page: '', date: `${day}.${month}.${year}` }
}

function withPending(file: LawFile, law: OpenLaw, celex: string, unread: readonly UnreadProvision[]): string {
  const data = law.regime.regime.value
  const yaml = new YamlEdit(file)
  const regime = yaml.map()
  yaml.set(regime, 'pending', inline([...new Set([...data.pending, celex])]))
  yaml.set(regime, 'data_quality', 'to_review')
  if (unread.length > 0) {
    yaml.remove(regime, 'to_read')
    yaml.insertAfter(regime, 'data_quality', 'to_read', mergeUnread(data.to_read ?? [], unread).map(toReadEntry))
  }
  return yaml.toString()
}
