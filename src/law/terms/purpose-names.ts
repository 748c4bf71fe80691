import type { Text } from '../../base/language.ts'
import type { DocumentPurpose } from './law-vocabulary.ts'

/** What entering a document code in a declaration states, in the order in which a declarant looks for it. */
export const PURPOSE_NAMES: Readonly<Record<DocumentPurpose, Text>> = {
  not_concerned: { pl: 'zakaz nie dotyczy towaru', en: 'the ban does not concern the goods' },
  exempt: { pl: 'towar zwolniony z zakazu (wyłączenie)', en: 'the goods are exempt' },
  authorised: { pl: 'na podstawie zezwolenia', en: 'authorised' },
  winddown: { pl: 'w okresie przejściowym', en: 'within a wind-down' },
  evidence: { pl: 'dowód, na przykład pochodzenia', en: 'evidence, such as of origin' },
  other: { pl: 'inne', en: 'other' },
}

/** The same as one of several statements to choose from, beside the code. */
export const STATEMENTS: Readonly<Record<DocumentPurpose, Text>> = {
  not_concerned: { pl: 'towar spoza opisu', en: 'goods outside the description' },
  exempt: { pl: 'towar zwolniony z zakazu', en: 'exempt' },
  authorised: { pl: 'zezwolenie', en: 'authorised' },
  winddown: { pl: 'umowa zawarta wcześniej', en: 'older contract' },
  evidence: { pl: 'dowód', en: 'evidence' },
  other: { pl: 'oświadczenie', en: 'declaration' },
}
