import { type Day, isDay } from '../base/day.ts'
import type { Language, Text } from '../base/language.ts'
import type { Dataset } from '../law/dataset/dataset.ts'
import { counted } from '../law/terms/wording.ts'
import type { Change } from './change.ts'
import { annexPlace, both } from './change-texts.ts'
import { viewsOf } from './regime-view.ts'

const ROWS = { pl: ['wpis', 'wpisy', 'wpisów'], en: ['row', 'rows'] } as const

type Sentence = (rows: string, place: string) => string

const SENTENCES: Readonly<Partial<Record<Change['type'], Readonly<Record<Language, Sentence>>>>> = {
  'listing.added': {
    pl: (rows, place) => `Do załącznika ${place} dodano ${rows}.`,
    en: (rows, place) => `${rows} added to Annex ${place}.`,
  },
  'listing.removed': {
    pl: (rows, place) => `Z załącznika ${place} skreślono ${rows}.`,
    en: (rows, place) => `${rows} deleted from Annex ${place}.`,
  },
  'listing.changed': {
    pl: (rows, place) => `W załączniku ${place} zmieniono ${rows}.`,
    en: (rows, place) => `${rows} changed in Annex ${place}.`,
  },
}

/** One sentence for rows that one act added to, deleted from or changed in one annex; null for other changes. */
export function rowsTogether(dataset: Dataset): (members: readonly Change[]) => Text | null {
  const views = new Map(viewsOf(dataset).map((view) => [view.code, view]))
  return (members) => {
    const { type, regime, annex, day } = members[0]!
    const say = SENTENCES[type]
    const view = views.get(regime ?? '')
    if (!say || !view || annex === null) return null
    const on: Day | null = isDay(day) ? day : null
    const place = annexPlace(annex, view.annex(annex, on))
    return both((language) => say[language](counted(members.length, ROWS, language), place[language]))
  }
}
