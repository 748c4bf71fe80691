import { isDay } from '../base/day.ts'
import type { Language, Text } from '../base/language.ts'
import type { Dataset } from '../law/dataset/dataset.ts'
import { citationInWords } from '../law/terms/citation-words.ts'
import { type Change, type ChangeType, changeId } from './change.ts'
import { both, sentences, source } from './change-texts.ts'
import { type RegimeView, viewsOf } from './regime-view.ts'

/** Headings of what one act did without naming a code. */
const HEADS: Readonly<Partial<Record<ChangeType, Text>>> = {
  'measure.added': { pl: 'Nowe przepisy', en: 'New provisions' },
  'measure.changed': { pl: 'Zmienione przepisy', en: 'Amended provisions' },
  'measure.removed': { pl: 'Skreślone przepisy', en: 'Deleted provisions' },
  'listing.added': { pl: 'Dodane wpisy bez kodu', en: 'Rows without a code added' },
  'listing.changed': { pl: 'Zmienione wpisy bez kodu', en: 'Rows without a code changed' },
  'listing.removed': { pl: 'Skreślone wpisy bez kodu', en: 'Rows without a code deleted' },
}

/**
 * Tells what an act changed on one day without naming a code in one change instead of one for each provision and row.
 * Such changes may concern all goods, so they reach everybody who follows a code, and would be most of what is read.
 * Wind-downs, pending acts and changes whose act is not known stay as they are. The order is kept: the change made
 * of several stands where the last of them stood.
 */
export function oncePerAct(dataset: Dataset): <C extends Change>(changes: readonly C[]) => C[] {
  const views = new Map(viewsOf(dataset).map((view) => [view.code, view]))
  return (changes) => {
    const groups = Map.groupBy(changes, (change) => keyOf(change))
    return changes.flatMap((change) => {
      const members = groups.get(keyOf(change)) ?? []
      const view = views.get(change.regime ?? '')
      if (members.length === 1 || !view) return [change]
      return members.at(-1) === change ? [{ ...change, ...merged(members, view) }] : []
    })
  }
}

/** What was recorded at one moment stays apart from what the law tells of its past. */
function keyOf(change: Change & { readonly recordedAt?: string }): string {
  const { id, type, cn_codes, regime, act, day, recordedAt = null } = change
  return cn_codes.length > 0 || act === null || !(type in HEADS) ? id : JSON.stringify([regime, act, day, recordedAt])
}

function merged(members: readonly Change[], view: RegimeView): Omit<Change, 'day' | 'regime' | 'cn_codes'> {
  const { act, day } = members[0]!
  const shared = <K extends 'type' | 'annex' | 'article'>(name: K): Change[K] | null =>
    members.every((one) => one[name] === members[0]![name]) ? members[0]![name] : null
  const name = view.actName(act ?? '')
  return {
    id: changeId('measure.changed', 'without codes', ...members.map(({ id }) => id).toSorted()),
    type: shared('type') ?? 'measure.changed',
    annex: shared('annex'),
    article: shared('article'),
    act,
    text: sentences(
      { pl: 'Zmiany bez wskazania kodów CN.', en: 'Changes that name no CN code.' },
      ...Object.entries(HEADS).map(([type, head]) => {
        const same = members.filter((member) => member.type === type)
        if (same.length === 0) return null
        return both((language) => `${head[language]}: ${placesOf(same, view, language).join('; ')}.`)
      }),
      source(name, isDay(day) ? day : null),
    ),
  }
}

/** Provisions by article and title, rows by their annex and number. */
function placesOf(changes: readonly Change[], view: RegimeView, language: Language): string[] {
  const rows = changes.filter(({ type }) => type.startsWith('listing.'))
  const annexes = [...Map.groupBy(rows, ({ annex }) => annex)].map(
    ([annex, same]) => `${{ pl: 'załącznik', en: 'Annex' }[language]} ${annex} (${same.length})`,
  )
  const provisions = changes
    .filter((change) => !rows.includes(change))
    .map(({ article, annex }) => {
      const measure = view.regime.law.measures.find((one) => one.article === article && one.annex === annex)
      return [citationInWords(article ?? '', language), measure?.title[language]].filter(Boolean).join(', ')
    })
  return [...provisions, ...annexes]
}
