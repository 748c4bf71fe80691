import type { Language } from '../../terms/language.ts'
import { DEAL_FIELDS, type DealFacts } from '../../terms/law-vocabulary.ts'
import { listSpeaker } from '../pages/list-texts.ts'
import { storedListsSpeaker } from '../pages/lists-texts.ts'
import type { ReportCell, ReportSheet } from './report.ts'
import type { StoredChange, StoredPage } from './stored-client.ts'
import { stateInWords } from './stored-html.ts'

/** The sheets of a download: the list with the assessment of each item, and what changed in it. */
export function storedSheets(
  list: Omit<StoredPage, 'next'>,
  changes: readonly StoredChange[],
  language: Language,
): readonly ReportSheet[] {
  const say = storedListsSpeaker(language)
  const titles = (...keys: readonly Parameters<typeof say>[0][]) => keys.map((key) => say(key))
  const dealTitles = DEAL_FIELDS.map((field) => listSpeaker(language)(field))
  const dealCells = (deal: DealFacts) => DEAL_FIELDS.map((field) => deal[field] ?? '')
  const items: ReportCell[][] = list.items.map(({ id, q, verdict, assessment, ...deal }) => [
    id,
    q,
    ...dealCells(deal),
    say(!assessment.checked ? 'notChecked' : verdict === 'restricted' ? 'restricted' : 'notListed'),
    assessment.sentence,
    stateInWords({ verdict, ...assessment }, language),
    list.as_of,
    list.dataset,
    list.disclaimer,
  ])
  const told: ReportCell[][] = changes.map(({ day, item, q, before, after, acts, dataset, ...deal }) => [
    day,
    item,
    q,
    ...dealCells(deal),
    stateInWords(before, language),
    after.sentence,
    acts.join(', '),
    dataset,
  ])
  const itemTitles = [
    'id',
    'q',
    ...dealTitles,
    ...titles('verdict', 'assessment', 'after', 'asOf', 'dataset', 'disclaimer'),
  ]
  return [
    {
      name: say('sheetItems'),
      rows: [itemTitles, ...items],
      // The disclaimer is last.
      unwrapped: new Set([itemTitles.length - 1]),
    },
    {
      name: say('sheetChanges'),
      rows: [[...titles('day', 'item'), 'q', ...dealTitles, ...titles('before', 'after', 'acts', 'dataset')], ...told],
      unwrapped: new Set(),
    },
  ]
}
