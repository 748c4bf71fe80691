import type { Language } from '../../base/language.ts'
import type { ListChanges, ListPage } from '../../client/api-types.ts'
import { ITEM_FIELDS, type ItemFields } from '../../law/terms/law-vocabulary.ts'
import { CLASS_TEXTS, listSpeaker } from '../pages/list-texts.ts'
import { storedListsSpeaker } from '../pages/lists-texts.ts'
import { classOfAnswer } from './checked-line.ts'
import type { ReportCell, ReportSheet } from './report.ts'
import { type StoredNames, stateInWords } from './stored-html.ts'
import { fieldInWords } from './words.ts'

/** A list with all its items. */
export type StoredList = Omit<ListPage, 'next'>

/** The sheets of a download: the list with the assessment of each item, and what changed in it. */
export function storedSheets(
  list: StoredList,
  changes: ListChanges['changes'],
  names: StoredNames,
  language: Language,
): readonly ReportSheet[] {
  const say = storedListsSpeaker(language)
  const titles = (...keys: readonly Parameters<typeof say>[0][]) => keys.map((key) => say(key))
  const fieldTitles = ITEM_FIELDS.map((field) => listSpeaker(language)(field))
  const fieldCells = (item: ItemFields) => ITEM_FIELDS.map((field) => fieldInWords(field, item[field], names.places))
  const items: ReportCell[][] = list.items.map(({ id, q, verdict, assessment, ...item }) => [
    id,
    q,
    ...fieldCells(item),
    CLASS_TEXTS[classOfAnswer(assessment)][language],
    assessment.sentence,
    stateInWords({ verdict, ...assessment }, names, language),
  ])
  const told: ReportCell[][] = changes.map(({ day, item, q, before, after, acts, dataset, ...change }) => [
    day,
    item,
    q,
    ...fieldCells(change),
    stateInWords(before, names, language),
    after.sentence,
    acts.join(', '),
    dataset,
  ])
  const fields = ITEM_FIELDS.map(() => ({ maxWidth: 18 }))
  return [
    {
      name: say('sheetItems'),
      rows: [[...titles('item', 'question'), ...fieldTitles, ...titles('verdict', 'assessment', 'after')], ...items],
      columns: [{ maxWidth: 12 }, { maxWidth: 24 }, ...fields, {}, { maxWidth: 60 }, { maxWidth: 36 }],
      footer: `${list.name} · ${say('asOf')}: ${list.as_of} · ${list.dataset}`,
    },
    {
      name: say('sheetChanges'),
      rows: [
        [...titles('day', 'item', 'question'), ...fieldTitles, ...titles('before', 'after', 'acts', 'dataset')],
        ...told,
      ],
    },
    {
      name: say('sheetAbout'),
      rows: [
        [say('name'), list.name],
        [say('asOf'), list.as_of],
        [say('dataset'), list.dataset],
        [say('disclaimer'), list.disclaimer],
      ],
      columns: [{}, { maxWidth: 100 }],
    },
  ]
}
