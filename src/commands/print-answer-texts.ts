import type { Text } from '../terms/language.ts'
import type { RestrictionType } from '../terms/law.ts'

/** The texts that `check` prints around an answer. */
export const CHECK_TEXTS = {
  restricted: { pl: 'OBJĘTE SANKCJAMI', en: 'RESTRICTED' },
  onlyConditions: { pl: 'OBJĘTE WARUNKAMI, BEZ ZAKAZU', en: 'RESTRICTED, BUT NO BAN' },
  noMatch: { pl: 'BRAK DOPASOWANIA', en: 'NO MATCH' },
  notInCn: { pl: 'kodu nie ma w CN', en: 'not in the CN of' },
  asOf: { pl: 'stan na', en: 'as of' },
  data: { pl: 'dane', en: 'data' },
  code: { pl: 'KOD', en: 'CODE' },
  annex: { pl: 'ZAŁ.', en: 'ANNEX' },
  article: { pl: 'ARTYKUŁ', en: 'ARTICLE' },
  what: { pl: 'CO', en: 'WHAT' },
  direction: { pl: 'KIERUNEK', en: 'DIRECTION' },
  since: { pl: 'OD', en: 'SINCE' },
  until: { pl: 'do', en: 'until' },
  quality: { pl: 'DANE', en: 'DATA' },
  possibly: { pl: 'możliwe', en: 'possibly' },
  ex: { pl: 'część kodu: porównaj opis', en: 'part of the code: compare the description' },
  listedAs: { pl: 'w załączniku', en: 'listed as' },
  except: { pl: 'z wyjątkiem', en: 'except' },
  threshold: { pl: 'próg', en: 'threshold' },
  exemptions: { pl: 'wyłączenia', en: 'exemptions' },
  doubt: { pl: 'wątpliwość', en: 'doubt' },
  winddowns: { pl: 'OKRESY PRZEJŚCIOWE', en: 'WIND-DOWNS' },
  derogations: { pl: 'ODSTĘPSTWA (za zezwoleniem)', en: 'DEROGATIONS (by authorisation)' },
  applies: { pl: 'dotyczy tej umowy', en: 'covers this contract' },
  appliesNot: { pl: 'nie dotyczy tej umowy', en: 'does not cover this contract' },
  open: { pl: 'otwarty', en: 'open' },
  expired: { pl: 'minął', en: 'expired' },
  not_yet: { pl: 'jeszcze nie', en: 'not yet' },
  notChecked: { pl: 'CZEGO KOD NIE POKAŻE', en: 'WHAT NO CODE CAN TELL' },
  warnings: { pl: 'UWAGA', en: 'NOTE' },
  goods: { pl: 'ZNALEZIONE TOWARY', en: 'GOODS FOUND' },
  more: {
    pl: 'Szczegóły każdego wpisu: dodaj --full.',
    en: 'Details of every entry: add --full.',
  },
  next: { pl: 'Pokazano', en: 'Shown' },
  of: { pl: 'z', en: 'of' },
} as const satisfies Record<string, Text>

export const TYPE_TEXTS: Readonly<Record<RestrictionType, Text>> = {
  import_ban: { pl: 'zakaz przywozu', en: 'import ban' },
  export_ban: { pl: 'zakaz wywozu', en: 'export ban' },
  transfer_ban: { pl: 'zakaz przewozu', en: 'transfer ban' },
  restriction: { pl: 'pod warunkiem', en: 'restriction' },
  other: { pl: 'obowiązek', en: 'other duty' },
}
