import type { Static } from 'typebox'
import type {
  ActsSchema,
  AnnexesSchema,
  ControlsSchema,
  CountriesSchema,
  CountsSchema,
  DerogationSchema,
  DoubtSchema,
  EndedDerogationSchema,
  EndedExemptionSchema,
  EndedMeasureSchema,
  EndedSchema,
  EndedWinddownSchema,
  ExemptionSchema,
  GuidesSchema,
  HintsSchema,
  LAW_SHAPES,
  LawTestSchema,
  MeasureSchema,
  MovementSchema,
  NationalSchema,
  RegimeSchema,
  WinddownSchema,
  WitnessSchema,
  WordsSchema,
} from './law-schemas.ts'
import type { LexiconClass } from './law-vocabulary.ts'

export * from './law-vocabulary.ts'

/** The types of `law/`. They are derived from the schemas, which are imported as types only: a running server loads no schema. */

export type Doubt = Static<typeof DoubtSchema>
export type RegimeData = Static<typeof RegimeSchema>
export type AnnexData = Static<typeof AnnexesSchema>['annexes'][number]
export type UncodedData = Static<typeof AnnexesSchema>['uncoded'][number]
export type Exemption = Static<typeof ExemptionSchema>
export type Derogation = Static<typeof DerogationSchema>
export type Winddown = Static<typeof WinddownSchema>
/** Every measure has a flow once it is read: `MeasureSchema` leaves out the one that follows from direction and country. */
type WithFlow<T extends { flow?: string | null }> = T & { flow: string | null }
export type Measure = WithFlow<Static<typeof MeasureSchema>>
export type EndedMeasure = WithFlow<Static<typeof EndedMeasureSchema>>
export type EndedExemption = Static<typeof EndedExemptionSchema>
export type EndedDerogation = Static<typeof EndedDerogationSchema>
export type EndedWinddown = Static<typeof EndedWinddownSchema>
export type EndedProvision = EndedExemption | EndedDerogation | EndedWinddown
export type EndedAnnexData = Static<typeof EndedSchema>['annexes'][number]
export type Movement = Static<typeof MovementSchema>
export type CountryData = Static<typeof CountriesSchema>
/** A regime of the Union that is aimed at a country, whether or not the law holds it. */
export type CountryRegime = NonNullable<CountryData['regimes']>[number]
/** What a question may say besides the goods. */
export type Hints = Static<typeof HintsSchema>
/** A guide for whoever does not know where to begin. */
export type Guide = Static<typeof GuidesSchema>['guides'][number]
export type WitnessData = Static<typeof WitnessSchema>
export type ControlsData = Static<typeof ControlsSchema>
/** A duty of every export or import of certain goods that is no sanction. */
export type ControlData = ControlsData['controls'][number]
export type NationalLaw = Static<typeof NationalSchema>
export type Act = Static<typeof ActsSchema>['acts'][number]
/** An everyday name of goods, and the codes it means. */
export type Words = NonNullable<Static<typeof WordsSchema>['words']>[number]
/** A word that narrows goods, and the tariff's own words for the same. */
export type Meaning = Static<typeof WordsSchema>['means'][number]
/** A word that does not name goods by itself, what it is, and what it stands for. */
export interface LexiconWord {
  readonly word: string
  readonly language: 'pl' | 'en' | 'any'
  readonly class: LexiconClass
  /** The words that an abbreviation stands for; empty for all others. */
  readonly expansion: string
}
export type Counts = Static<typeof CountsSchema>
export type LawTest = Static<typeof LawTestSchema>
export type Provision = Exemption | Derogation | Winddown

/** What a file of that shape holds. */
export type LawFile<S extends keyof typeof LAW_SHAPES> = Static<(typeof LAW_SHAPES)[S]>
