import type { Day } from '../../base/day.ts'
import type { AnnexRole } from '../../law/terms/law.ts'
import type { UnreadProvision } from './unread-provisions.ts'
import { inline, type LawFile, quoted, YamlEdit } from './yaml-edit.ts'

export interface RegimePin {
  readonly celex: string
  readonly version: Day
  readonly sha256: string
  readonly state: Day
  readonly completeFrom: Day
  readonly workedIn: readonly string[]
  readonly pending: readonly string[]
  readonly unread: readonly UnreadProvision[]
}

/** regime.yaml with the new pin; while a provision waits to be read by a person, the regime is not verified. */
export function updateRegime(file: LawFile, pin: RegimePin): string {
  const yaml = new YamlEdit(file)
  const [regime, consolidated] = [yaml.map(), yaml.map('consolidated')]
  yaml.set(consolidated, 'celex', quoted(pin.celex))
  yaml.set(consolidated, 'version', pin.version)
  yaml.set(consolidated, 'sha256', quoted(pin.sha256))
  yaml.set(regime, 'state', pin.state)
  yaml.set(regime, 'complete_from', pin.completeFrom)
  yaml.set(regime, 'worked_in', inline(pin.workedIn))
  yaml.set(regime, 'pending', inline(pin.pending))
  if (regime.has('inferred')) {
    yaml.removeItems(regime, 'inferred', (entry) => !pin.pending.includes(String(entry.get('act'))))
  }
  if (pin.unread.length > 0) {
    yaml.set(regime, 'data_quality', 'to_review')
    yaml.remove(regime, 'to_read')
    yaml.insertAfter(regime, 'data_quality', 'to_read', pin.unread.map(toReadEntry))
  }
  return yaml.toString()
}

export const toReadEntry = ({ annex, article, acts }: UnreadProvision) => ({
  ...(annex === undefined ? { article: quoted(article ?? '') } : { annex }),
  acts: inline(acts.map((celex) => (celex.includes('(') ? quoted(celex) : celex))),
})

export interface NewAnnex {
  readonly annex: string
  readonly role: AnnexRole
  /** The annex of law/ behind which it stands; null: before all of them. */
  readonly after: string | null
}

export interface AnnexPins {
  /** The headings that the rows of an annex stand under; of annexes that are not named here, they stay. */
  readonly headings: ReadonlyMap<string, ReadonlySet<string>>
  /** In the order of the page. */
  readonly added: readonly NewAnnex[]
}

/** annexes.yaml with new annexes, and without headings over no row. */
export function updateAnnexes(file: LawFile, { headings, added }: AnnexPins): string {
  const yaml = new YamlEdit(file)
  const annexes = new Map(yaml.items('annexes').map((annex) => [String(annex.get('annex')), annex]))
  for (const { annex, role, after } of added) {
    yaml.insertItem(['annexes'], annexes.get(after ?? '') ?? null, { annex, role })
  }
  for (const [name, annex] of annexes) {
    const used = headings.get(name)
    if (used && annex.has('headings')) {
      yaml.removeItems(annex, 'headings', (heading) => !used.has(String(heading.get('en'))))
    }
  }
  return yaml.toString()
}
