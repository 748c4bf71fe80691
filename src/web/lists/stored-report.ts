import type { Language } from '../../terms/language.ts'
import { DEAL_FIELDS, type DealFacts } from '../../terms/law-vocabulary.ts'
import { listSpeaker } from '../pages/list-texts.ts'
import { storedListsSpeaker } from '../pages/lists-texts.ts'
import type { ReportCell, ReportSheet } from './report.ts'
import type { StoredChange, StoredPage } from './stored-client.ts'
import { type StoredNames, stateInWords } from './stored-html.ts'
import { factInWords } from './words.ts'

/** The sheets of a download: the list with the assessment of each item, and what changed in it. */
export function storedSheets(
  list: Omit<StoredPage, 'next'>,
  changes: readonly StoredChange[],
  names: StoredNames,
  language: Language,
): readonly ReportSheet[] {
  const say = storedListsSpeaker(language)
  const titles = (...keys: readonly Parameters<typeof say>[0][]) => keys.map((key) => say(key))
  const dealTitles = DEAL_FIELDS.map((field) => listSpeaker(language)(field))
  const dealCells = (deal: DealFacts) => DEAL_FIELDS.map((field) => factInWords(field, deal[field], names.places))
  const items: ReportCell[][] = list.items.map(({ id, q, verdict, assessment, ...deal }) => [
    id,
    q,
    ...dealCells(deal),
    say(!assessment.checked ? 'notChecked' : verdict === 'restricted' ? 'restricted' : 'notListed'),
    assessment.sentence,
    stateInWords({ verdict, ...assessment }, names, language),
  ])
  const told: ReportCell[][] = changes.map(({ day, item, q, before, after, acts, dataset, ...deal }) => [
    day,
    item,
    q,
    ...dealCells(deal),
    stateInWords(before, names, language),
    after.sentence,
    acts.join(', '),
    dataset,
  ])
  const deal = DEAL_FIELDS.map(() => ({ maxWidth: 18 }))
  return [
    {
      name: say('sheetItems'),
      rows: [[...titles('item', 'question'), ...dealTitles, ...titles('verdict', 'assessment', 'after')], ...items],
      columns: [{ maxWidth: 12 }, { maxWidth: 24 }, ...deal, {}, { maxWidth: 60 }, { maxWidth: 36 }],
      footer: `${list.name} · ${say('asOf')}: ${list.as_of} · ${list.dataset}`,
    },
    {
      name: say('sheetChanges'),
      rows: [
        [...titles('day', 'item', 'question'), ...dealTitles, ...titles('before', 'after', 'acts', 'dataset')],
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
