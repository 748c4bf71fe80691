import { withoutEx } from '../../base/cn-code.ts'
import type { Text } from '../../base/language.ts'
import { ownTexts } from '../../base/own-text.ts'
import { isGone, isInAct, type Listing, type Placed, type RegimeLaw, rowsOf } from '../read/law.ts'
import type { Act, AnnexRole, Direction, Measure, Place, RegimeData } from '../terms/law.ts'
import { type AsksOf, uncodedArticle } from './asks.ts'
import type { Countries } from './countries.ts'
import type { NearOf } from './near.ts'

export type Regime = ReturnType<typeof regimeOf>

/** The parts of an answer that concern a regime as a whole: its source, what is checked, and what cannot be. */
export function regimeOf(
  source: RegimeLaw,
  acts: ReadonlyMap<string, Act>,
  asks: AsksOf,
  near: NearOf,
  names: RegimeNames,
) {
  const data = source.regime.value
  return Object.freeze({
    folder: source.folder,
    data,
    ...names,
    /** The legal source as an answer names it. */
    source: ownTexts(sourceLabel(data, acts)),
    /** Acts newer than the consolidated text that are worked in. */
    workedIn: data.worked_in.flatMap((celex) => acts.get(celex) ?? []),
    pending: data.pending.flatMap((celex) => acts.get(celex) ?? []),
    /** The law as written, for comparing versions. */
    law: lawOf(source),
    /** Annexes with codes, and the directions that each concerns; an empty list means every direction. */
    annexes: source.annexes
      .filter((annex) => rowsOf(annex).some(({ code }) => code !== ''))
      .map(({ declared }) => ({
        annex: declared.value.annex,
        directions: directionsOf(source, (measure) => measure.annex === declared.value.annex),
      })),
    /** Annexes that had codes once, with the days of their first and last row. */
    endedAnnexes: source.annexes.filter(isGone).map(({ declared: { value }, listings }) => ({
      annex: value.annex,
      directions: directionsOf(source, (measure) => measure.annex === value.annex, false),
      from: listings.map((row) => row.value.from).toSorted()[0]!,
      until: listings
        .flatMap((row) => row.value.until ?? [])
        .toSorted()
        .at(-1)!,
    })),
    uncoded: source.uncoded.map(({ value }) => {
      return {
        annex: value.annex,
        article: uncodedArticle(source, value),
        what: value.what,
        /** Null: from the first day of its measures. */
        from: value.from ?? null,
        directions: value.direction
          ? [value.direction]
          : directionsOf(source, (measure) => value.measures.includes(measure.id)),
        /** The codes where such goods are found, for `nearTo`. */
        near: near(value.near),
        /** Why nothing is near: what decides is no property of the goods; null where goods are described. */
        notNear: value.not_near ?? null,
        /** Beginnings of words by which such goods are called, in small letters, for whoever asks by a name. */
        names: value.names ?? [],
        /** Places that its measures name. */
        places: source.measures.flatMap((measure) =>
          value.measures.includes(measure.value.id) ? (measure.value.places ?? []) : [],
        ),
        /** The act that governs these goods in the place of the article; null where the article does. */
        governedBy: value.governed_by ?? null,
        /** What decides whether the goods are those that are meant. */
        asks: asks(value),
      }
    }),
    /** Questions that serve every measure of the regime, each for some deals only. */
    asks: asks(data),
    /** Doubts about codes that no row lists; whoever asks for one of these codes is warned. */
    openQuestions: source.annexes.flatMap(({ declared }) =>
      (declared.value.doubts ?? []).flatMap(({ codes, text }) =>
        codes ? [{ annex: declared.value.annex, codes: codes.map(withoutEx), text }] : [],
      ),
    ),
  })
}

/**
 * An annex as its file has it. Its rows are no enumerable property: they are read when they are first asked for.
 * @public The compiler names it in the types of other modules.
 */
export interface WrittenAnnex {
  readonly annex: string
  readonly role: AnnexRole
  readonly listings: readonly Listing[]
}

/** The rows and articles of a regime as its files have them, not combined; `withListings` adds the rows. */
function lawOf({ annexes, measures, grants }: RegimeLaw) {
  const values = <T>(list: readonly Placed<T>[]): readonly T[] => list.map(({ value }) => value)
  return {
    annexes: annexes.map(
      ({
        declared: {
          value: { annex, role },
        },
      }) => ({ annex, role }) as WrittenAnnex,
    ),
    measures: values(measures),
    grants: values(grants),
  }
}

/** Gives the annexes of a regime their rows. */
export function withListings({ law }: Pick<Regime, 'law'>, rows: () => readonly (readonly Listing[])[]): void {
  law.annexes.forEach((annex, at) => {
    Object.defineProperty(annex, 'listings', { get: () => rows()[at] })
  })
}

/** The directions of the measures; empty when one of them has no direction, or there is no measure. */
function directionsOf(
  { measures }: RegimeLaw,
  wanted: (measure: Measure) => boolean,
  today = true,
): readonly Direction[] {
  const found = measures.map(({ value }) => value).filter((measure) => isInAct(measure) === today && wanted(measure))
  const directions = found.flatMap(({ direction }) => direction ?? [])
  return directions.length < found.length ? [] : [...new Set(directions)]
}

function sourceLabel(data: RegimeData, acts: ReadonlyMap<string, Act>): Text {
  const numbers = data.worked_in.map((celex) => /\d{4}\/\d+/.exec(acts.get(celex)?.title.en ?? '')?.[0] ?? celex)
  const list = (and: string) => numbers.join(', ').replace(/, (?=[^,]*$)/, ` ${and} `)
  // Where no consolidated text with a known day was read, the act itself is cited.
  const text = (word: string) => `${data.consolidated.version === null ? '' : `${word} `}${data.consolidated.celex}`
  return {
    pl: `${data.legal_act.pl}, ${text('tekst skonsolidowany')}${
      numbers.length > 0 ? `, z naniesionymi zmianami rozporządzeń (UE) ${list('i')}` : ''
    }`,
    en: `${data.legal_act.en}, ${text('consolidated text')}${
      numbers.length > 0 ? `, with Regulations (EU) ${list('and')} worked in` : ''
    }`,
  }
}

export interface RegimeNames {
  /** What the regime is aimed at. */
  readonly place: Place
  /** `Russia`; with its act where a country has several regimes, and its act alone where it is aimed at parts of one. */
  readonly shortName: Text
}

/** What a regime is called, among all of the law. */
export function regimeNames(data: RegimeData, all: readonly RegimeData[], countries: Countries): RegimeNames {
  if (data.place) return { place: data.place, shortName: data.legal_act }
  const place = countries.placeOf(data.country)
  if (all.filter(({ country }) => country === data.country).length === 1) return { place, shortName: place.name }
  const [, , ...act] = data.code.split('-')
  const shortName = ownTexts({ pl: `${place.name.pl} (${act.join('/')})`, en: `${place.name.en} (${act.join('/')})` })
  return { place, shortName }
}
