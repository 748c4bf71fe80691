/** The words that `law/` may use. */

/** The folder of a regulation in `law/`, such as `833-2014`; it is also how commands name the act. */
export const REGIME_FOLDER = /^[0-9A-Za-z][0-9A-Za-z-]{0,40}$/

export const RESTRICTION_TYPES = ['import_ban', 'export_ban', 'transfer_ban', 'restriction', 'other'] as const
export type RestrictionType = (typeof RESTRICTION_TYPES)[number]

/** What a transaction may be prohibited with by its name. */
export const LISTED_PLACE_KINDS = ['port', 'airport', 'refinery'] as const

export const DIRECTIONS = ['import', 'export', 'transit'] as const
export type Direction = (typeof DIRECTIONS)[number]

export const ANNEX_ROLES = [
  'goods',
  'duty',
  'third_country',
  'exemption',
  'price_cap',
  'derogation',
  'quota',
  'winddown',
  'uncoded',
] as const
export type AnnexRole = (typeof ANNEX_ROLES)[number]

export const DATA_QUALITIES = ['verified', 'to_review', 'demo'] as const
export type DataQuality = (typeof DATA_QUALITIES)[number]

/** Where a listing was read: in an amending act, in the consolidated text, or in neither (seen in a witness such as TARIC). */
export const BASIS_KINDS = ['act', 'consolidated', 'inferred'] as const
export type BasisKind = (typeof BASIS_KINDS)[number]

export const GRANT_KINDS = ['exemption', 'derogation', 'winddown'] as const
export type GrantKind = (typeof GRANT_KINDS)[number]

/** What entering a document code in a declaration states. */
export const DOCUMENT_PURPOSES = ['authorised', 'exempt', 'winddown', 'not_concerned', 'evidence', 'other'] as const
export type DocumentPurpose = (typeof DOCUMENT_PURPOSES)[number]

/** Where a day of a document comes from: a source gives it, a source shows the code in use on it, or it is the day of the provision. */
export const DAY_BASES = ['source', 'seen', 'law'] as const

/** How many public sources name a document code with this meaning. Inferred: the code was seen, its article or end is our reading. */
export const CONFIDENCES = ['two_sources', 'one_source', 'inferred'] as const

/**
 * What decides by countries whether a measure concerns a deal. One of its tests is enough:
 * the goods go to the target; they are for use there, whoever receives them; they originate there; they are exported
 * from there; they are there when bought; they are exported from the Union and pass through; they pass through, whatever
 * their origin; they were processed elsewhere from goods of the target; they go to any third country; they go to a
 * country that the measure names. The others no country decides: persons, end use, vessels, the history of the goods.
 */
export const MOVEMENT_TESTS = [
  'destination',
  'use',
  'origin',
  'exported',
  'located',
  'via',
  'via_any_origin',
  'processed',
  'third_country',
  'country',
  'persons',
  'end_use',
  'vessel',
  'history',
] as const
export type MovementTest = (typeof MOVEMENT_TESTS)[number]

/** The facts of a deal: parameters of a lookup, fields of an item, columns of a list. */
export const DEAL_FIELDS = ['origin', 'dispatch', 'destination', 'via', 'value'] as const
export type DealField = (typeof DEAL_FIELDS)[number]

/** The facts of a deal as a lookup takes them, several countries on the way with commas; null where none was given. */
export type DealFacts = Readonly<Record<DealField, string | null>>

/** All that is asked of an item of a list besides its goods: parameters of a lookup, columns of a list. */
export const ITEM_FIELDS = [...DEAL_FIELDS, 'direction', 'regime', 'contract_date', 'facts'] as const
export type ItemField = (typeof ITEM_FIELDS)[number]

/** The same as a lookup takes it; null where it was not given. */
export type ItemFields = Readonly<
  Record<Exclude<ItemField, 'direction'>, string | null> & { direction: Direction | null }
>

/** How a regime of the Union says which goods it concerns: by code, partly so, only by description, or none at all. */
export const GOODS_OF_REGIMES = ['code', 'partly', 'description', 'none'] as const

/**
 * What a question asks for that no parameter of a deal gives: whether the goods, their price, carriage or contract are what the
 * provision describes; whether they are made from goods of the target; own belongings; who receives them; what they are for;
 * whether they are within a quota.
 */
export const ASKED_FACTS = ['fits', 'inputs', 'private_use', 'recipient', 'end_use', 'quota'] as const
export type AskedFact = (typeof ASKED_FACTS)[number]

/**
 * The deals that a question is for, if not every one that its provision concerns: the goods only cross the target; both ends of
 * the deal are in the Union; the goods originate in the target and are sent from elsewhere; they go elsewhere and may be for
 * use in the target.
 */
export const ASK_OCCASIONS = ['passage', 'inside_union', 'sent_from_elsewhere', 'use'] as const
export type AskOccasion = (typeof ASK_OCCASIONS)[number]

/** What a deal may meet with, the gravest first. */
export const FINDING_KINDS = [
  'prohibited',
  'authorisation',
  'proof',
  'clause',
  'due_diligence',
  'end_use',
  'national',
  'control',
  'not_checked',
] as const
export type FindingKind = (typeof FINDING_KINDS)[number]

/** What a word of the lexicon is. Only abbreviations stand for other words. */
export const LEXICON_CLASSES = [
  'abbreviation',
  'brand',
  'colour',
  'condition',
  'deal',
  'designator',
  'packaging',
  'place',
  'quantity',
  'stop',
  'talk',
  'unit',
] as const
export type LexiconClass = (typeof LEXICON_CLASSES)[number]

/** Why no goods are near a measure without codes: what decides is none of their properties. */
export const NOT_NEAR_REASONS = ['carrier', 'end_use', 'origin', 'place', 'procedure', 'recipient'] as const
export type NotNearReason = (typeof NOT_NEAR_REASONS)[number]
