import type { Extent } from '../answer/assessment/terms.ts'
import { FINDING_NAMES } from '../terms/finding-names.ts'
import type { Text } from '../terms/language.ts'
import type { Direction } from '../terms/law.ts'

/** The texts that `check` prints around an answer. */
export const CHECK_TEXTS = {
  deal: { pl: 'TRANSAKCJA', en: 'DEAL' },
  documentCodes: { pl: 'kody dokumentów', en: 'document codes' },
  ...FINDING_NAMES,
  notInCn: { pl: 'kodu nie ma w CN', en: 'not in the CN of' },
  asOf: { pl: 'stan na', en: 'as of' },
  data: { pl: 'dane', en: 'data' },
  code: { pl: 'KOD', en: 'CODE' },
  annex: { pl: 'ZAŁ.', en: 'ANNEX' },
  article: { pl: 'PRZEPIS', en: 'PROVISION' },
  what: { pl: 'CO', en: 'WHAT' },
  direction: { pl: 'KIERUNEK', en: 'DIRECTION' },
  covers: { pl: 'OBEJMUJE', en: 'COVERS' },
  whole: { pl: 'całość', en: 'all' },
  part: { pl: 'część', en: 'part' },
  since: { pl: 'OD', en: 'SINCE' },
  until: { pl: 'do', en: 'until' },
  from: { pl: 'od', en: 'from' },
  sinceUnknown: { pl: 'nieznany', en: 'unknown' },
  atLatest: { pl: 'najpóźniej', en: 'at the latest' },
  possibly: { pl: 'możliwe', en: 'possibly' },
  ex: { pl: 'część kodu: porównaj opis', en: 'part of the code: compare the description' },
  listedAs: { pl: 'w załączniku', en: 'listed as' },
  except: { pl: 'z wyjątkiem', en: 'except' },
  threshold: { pl: 'próg', en: 'threshold' },
  exemptions: { pl: 'wyłączenia', en: 'exemptions' },
  doubt: { pl: 'wątpliwość', en: 'doubt' },
  toReview: { pl: 'do sprawdzenia w tekście aktu', en: 'to be checked against the act' },
  demo: { pl: 'dane pokazowe, nie prawo', en: 'demonstration data, not law' },
  contract: { pl: 'UMOWA', en: 'CONTRACT' },
  winddowns: { pl: 'OKRESY PRZEJŚCIOWE', en: 'WIND-DOWNS' },
  winddownsOver: { pl: 'Zakończone okresy przejściowe', en: 'Wind-downs that are over' },
  derogations: { pl: 'ODSTĘPSTWA NA PODSTAWIE ZEZWOLENIA', en: 'DEROGATIONS BY AUTHORISATION' },
  derogationsOver: { pl: 'Zakończone odstępstwa', en: 'Derogations that are over' },
  endInDoubt: { pl: 'nie jest pewne, że ten termin upłynął', en: 'it is not certain that this has ended' },
  notYet: { pl: 'jeszcze się nie zaczęło', en: 'not begun yet' },
  applies: { pl: 'obejmuje tę umowę', en: 'covers this contract' },
  applied: { pl: 'obejmował tę umowę, lecz minął', en: 'covered this contract, but is over' },
  appliesNot: { pl: 'nie obejmuje tej umowy', en: 'does not cover this contract' },
  documents: { pl: 'KODY DOKUMENTÓW TARIC', en: 'TARIC DOCUMENT CODES' },
  otherDirection: { pl: 'każdy kierunek', en: 'any direction' },
  near: {
    pl: 'ZAKAZY BEZ KODÓW, KTÓRE MOGĄ DOTYCZYĆ TAKICH TOWARÓW',
    en: 'MEASURES WITHOUT CODES THAT SUCH GOODS MAY FALL UNDER',
  },
  notChecked: { pl: 'CZEGO KOD NIE POKAŻE', en: 'WHAT NO CODE CAN TELL' },
  annexInWords: { pl: 'załącznik', en: 'Annex' },
  warnings: { pl: 'UWAGA', en: 'NOTE' },
  goods: { pl: 'ZNALEZIONE TOWARY', en: 'GOODS FOUND' },
  more: {
    pl: 'Szczegóły każdego wpisu: dodaj --full.',
    en: 'Details of every entry: add --full.',
  },
  next: { pl: 'Pokazano', en: 'Shown' },
  of: { pl: 'z', en: 'of' },
} as const satisfies Record<string, Text>

export const DIRECTION_NAMES: Readonly<Record<Direction, Text>> = {
  import: { pl: 'przywóz', en: 'import' },
  export: { pl: 'wywóz', en: 'export' },
  transit: { pl: 'tranzyt', en: 'transit' },
}

/** How a line of goods is marked. */
export const BAN_MARKS: Readonly<Record<Extent, Text>> = {
  whole: { pl: 'zakaz', en: 'ban' },
  threshold: { pl: 'zakaz powyżej progu', en: 'ban beyond a threshold' },
  description: { pl: 'zakaz według opisu', en: 'ban by description' },
  some_codes: { pl: 'zakaz części kodów', en: 'ban on some codes' },
  possible: { pl: 'możliwy zakaz', en: 'possible ban' },
  none: { pl: 'brak w wykazach', en: 'not listed' },
}

export const OTHER_MARKS = {
  restriction: { pl: 'warunek', en: 'condition' },
  duty: { pl: 'obowiązek', en: 'duty' },
} as const satisfies Record<string, Text>
