import type { Text } from '../../base/language.ts'
import type { FindingKind } from './law-vocabulary.ts'

/** What a deal meets with, in words. */
export const FINDING_NAMES = {
  prohibited: { pl: 'zakazane', en: 'prohibited' },
  authorisation: { pl: 'zezwolenie lub warunek', en: 'authorisation or condition' },
  proof: { pl: 'dowód', en: 'proof' },
  clause: { pl: 'klauzula w umowie', en: 'contract clause' },
  due_diligence: { pl: 'należyta staranność', en: 'due diligence' },
  end_use: { pl: 'zależy od użycia lub osób', en: 'depends on use or persons' },
  national: { pl: 'obowiązek krajowy', en: 'national duty' },
  control: { pl: 'kontrola do sprawdzenia', en: 'control to check' },
  not_checked: { pl: 'nie sprawdzono według kodu', en: 'not checked by code' },
} as const satisfies Record<FindingKind, Text>

/** Over controls such as that of dual-use items, wherever they are shown. */
export const OTHER_CONTROLS: Text = {
  pl: 'Inne kontrole, niebędące sankcjami',
  en: 'Other controls, which are not sanctions',
}
