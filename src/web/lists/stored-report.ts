import type { Language } from '../../terms/language.ts'
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
  const items: ReportCell[][] = list.items.map(({ id, q, origin, destination, verdict, assessment }) => [
    id,
    q,
    origin ?? '',
    destination ?? '',
    say(!assessment.checked ? 'notChecked' : verdict === 'restricted' ? 'restricted' : 'notListed'),
    assessment.sentence,
    stateInWords({ verdict, ...assessment }, language),
    list.as_of,
    list.dataset,
    list.disclaimer,
  ])
  const told: ReportCell[][] = changes.map(({ day, item, q, origin, destination, before, after, acts, dataset }) => [
    day,
    item,
    q,
    origin ?? '',
    destination ?? '',
    stateInWords(before, language),
    after.sentence,
    acts.join(', '),
    dataset,
  ])
  return [
    {
      name: say('sheetItems'),
      rows: [
        [
          'id',
          'q',
          ...titles('origin', 'destination', 'verdict', 'assessment', 'after', 'asOf', 'dataset', 'disclaimer'),
        ],
        ...items,
      ],
      unwrapped: new Set([9]),
    },
    {
      name: say('sheetChanges'),
      rows: [
        [...titles('day', 'item'), 'q', ...titles('origin', 'destination', 'before', 'after', 'acts', 'dataset')],
        ...told,
      ],
      unwrapped: new Set(),
    },
  ]
}
