import type { Language, Phrase, Text } from '../../base/language.ts'
import { inOrderOfLaw } from '../../law/terms/citation.ts'
import type { FindingKind } from '../../law/terms/law-vocabulary.ts'
import { listed, withCapital } from '../../law/terms/wording.ts'
import type { Known, Ruling } from '../decide/model.ts'
import type { Authorisation, Charge, Cited, Duty, Lift } from '../judge/model.ts'
import { isCompared } from './about.ts'
import { articlesInWords, citedInWords, citesInWords } from './cites.ts'
import { questionsOf } from './questions.ts'
import type { Said } from './said.ts'

/** What to do now. */
export interface Step {
  readonly kind: FindingKind | 'route' | 'claim' | 'ask'
  readonly text: string
  readonly cites: readonly Cited[]
}

export function stepsOf(said: Said): readonly Step[] {
  const { answer } = said.decision
  if (answer === 'prohibited') return [...otherRoute(said), ...authorisations(said), ...asks(said, true)]
  if (answer === 'depends') return asks(said, false)
  if (answer === 'none') return []
  return [...claims(said), ...duties(said)]
}

/** Where only the way through a country is prohibited, another way is free. */
function otherRoute({ about: { deciding }, hasRoute, language }: Said): Step[] {
  if (!hasRoute || !deciding.every(({ charge }) => charge.happening.kind === 'transit')) return []
  const ways = [...new Set(deciding.map(({ charge }) => charge.happening.words))]
  const text = (ways.length > 1 ? OTHER_ROUTES : OTHER_ROUTE)[language](listed(ways, language))
  return [{ kind: 'route', text, cites: deciding.map(({ charge }) => charge.cited) }]
}

const OTHER_ROUTE: Phrase<[way: string]> = {
  pl: (way) => `Wybierz inną trasę: zakazany jest ${way}.`,
  en: (way) => `Choose another route: ${way} is prohibited.`,
}
const OTHER_ROUTES: Phrase<[ways: string]> = {
  pl: (ways) => `Wybierz inną trasę: zakazane są ${ways}.`,
  en: (ways) => `Choose another route: ${ways} are prohibited.`,
}

/** Purposes that a step tells, each whole, and all of them together; of longer ones it names the articles. */
const PURPOSE = 220
const PURPOSES = 340

interface Allowed {
  readonly one: Authorisation
  readonly from: readonly Charge[]
}

/** What an authority may allow. An authorisation from one ban helps only where every other ban can be lifted, too. */
function authorisations({ about: { deciding }, hasRoute, language }: Said): Step[] {
  // Each way has bans of its own.
  if (!hasRoute) return []
  const charges = deciding.map(({ charge }) => charge)
  if (!charges.every(({ authorisations: all }) => all.length > 0)) return []
  const found = new Map<string, Allowed>()
  for (const charge of charges) {
    for (const one of charge.authorisations) {
      const key = `${one.authority} ${citeKey(one.cited)}`
      const from = found.get(key)?.from ?? []
      found.set(key, { one, from: from.includes(charge) ? from : [...from, charge] })
    }
  }
  const whole = [...found.values()].filter(({ from }) => from.length === charges.length)
  if (whole.length > 0) return byAuthority(whole, (charges.length > 1 ? MAY_ALLOW_ALL : MAY_ALLOW)[language], language)
  // None covers all bans: one is needed from each.
  return charges.flatMap((charge) => {
    const own = [...found.values()].filter(({ from }) => from.includes(charge))
    const words = MAY_ALLOW_EACH[language](citedInWords(charge.cited, language))
    return byAuthority(own, words, language)
  })
}

const citeKey = ({ regime, article }: Cited): string => `${regime?.data.code} ${article}`

type Allowing = (authority: string, cases: string) => string

function byAuthority(all: readonly Allowed[], words: Allowing, language: Language): Step[] {
  const prior = all.filter(({ one }) => one.isPrior).map(({ one }) => priorStep(one, language))
  const allowed = all.filter(({ one }) => !one.isPrior)
  return [...prior, ...derogationSteps(allowed, words, language)]
}

function priorStep({ authority, text, cited }: Authorisation, language: Language): Step {
  const words = PRIOR[language](citesInWords([cited], language), authority, text)
  return { kind: 'authorisation', text: words, cites: [cited] }
}

const PRIOR: Phrase<[cites: string, authority: string, text: string]> = {
  pl: (cites, authority, text) => `Uzyskaj zezwolenie przed wywozem (${cites}; organ: ${authority}). ${text}`,
  en: (cites, authority, text) =>
    `Obtain an authorisation before the export (${cites}; authority: ${authority}). ${text}`,
}

function derogationSteps(allowed: readonly Allowed[], words: Allowing, language: Language): Step[] {
  return [...Map.groupBy(allowed, ({ one }) => one.authority)].map(([authority, same]) => {
    const ordered = same.map(({ one }) => one).toSorted((a, b) => inOrderOfLaw(a.cited.article, b.cited.article))
    const told: string[] = []
    const rest: Cited[] = []
    for (const { cited, text } of ordered) {
      const worded = `${plain(text)} (${citedInWords(cited, language)})`
      if (worded.length <= PURPOSE && [...told, worded].join('; ').length <= PURPOSES) told.push(worded)
      else rest.push(cited)
    }
    const others =
      rest.length > 0 ? [(told.length > 0 ? `${OTHERS[language]}: ` : '') + otherArticles(rest, language)] : []
    const text = words(authority, [...told, ...others].join('; '))
    return { kind: 'authorisation' as const, text: withCapital(text), cites: ordered.map(({ cited }) => cited) }
  })
}

const otherArticles = (cites: readonly Cited[], language: Language): string =>
  articlesInWords(
    cites.map(({ article }) => article),
    language,
  )

const plain = (text: string): string => text.replace(/\.$/, '')

const MAY_ALLOW: Phrase<[authority: string, cases: string]> = {
  pl: (authority, cases) => `${authority} może zezwolić, ale tylko w przypadkach z przepisów: ${cases}.`,
  en: (authority, cases) => `${authority} may authorise it, but only in these cases: ${cases}.`,
}
const MAY_ALLOW_ALL: Phrase<[authority: string, cases: string]> = {
  pl: (authority, cases) =>
    `${authority} może zezwolić w przypadkach, które dotyczą wszystkich zakazów: ${cases}; w innych na każdy zakaz potrzebne jest osobne zezwolenie.`,
  en: (authority, cases) =>
    `${authority} may authorise it in cases that apply to every ban: ${cases}; in others each ban needs its own authorisation.`,
}
const MAY_ALLOW_EACH: Readonly<Record<Language, (ban: string) => Allowing>> = {
  pl: (ban) => (authority, cases) =>
    `Na każdy z zakazów potrzebne jest osobne zezwolenie; co do ${ban} ${authority} może zezwolić, ale tylko w przypadkach z przepisów: ${cases}.`,
  en: (ban) => (authority, cases) =>
    `Each ban needs its own authorisation; for ${ban}, the ${authority} may give it, but only in these cases: ${cases}.`,
}
const OTHERS: Text = { pl: 'dalsze przypadki', en: 'further cases' }

/** What to find out: the questions of the answer, without those that only choose goods or a route where it is prohibited anyway. */
function asks(said: Said, isProhibited: boolean): Step[] {
  const rulings = said.decision.ways.flatMap(({ pieces }) => pieces.flatMap((piece) => piece.rulings))
  const deciding = new Set(said.about.deciding)
  return questionsOf(said).flatMap(({ id, fact, text }) => {
    const isRoute = fact === 'route'
    if (isProhibited ? fact !== 'private_use' && !isRoute : isRoute) return []
    const asking = rulings.filter(({ open }) =>
      open.some((one) => (one.kind === 'ask' ? one.ask.id === id : one.kind === CONDITION_KINDS[fact])),
    )
    const most = asking.filter((one) => deciding.has(one))
    const concerned = most.length > 0 ? most : asking
    return [{ kind: 'ask' as const, text, cites: once(concerned.flatMap((ruling) => citesOn(ruling, id, fact))) }]
  })
}

const CONDITION_KINDS: Readonly<Record<string, string>> = { value: 'value', contract_date: 'contract' }

/** The provisions that a question is asked for: the ban, or what may lift it. */
function citesOn({ charge }: Ruling, id: string, fact: string): Cited[] {
  const lifting = charge.lifts.filter(({ conditions }) =>
    conditions.some((one) => (one.kind === 'ask' ? one.ask.id === id : one.kind === CONDITION_KINDS[fact])),
  )
  return lifting.length > 0 ? lifting.map(({ cited }) => cited) : [charge.cited]
}

const once = (cites: readonly Cited[]): Cited[] => [...new Map(cites.map((one) => [citeKey(one), one])).values()]

/** What frees the deal, with its own condition. */
function claims({ about, language }: Said): Step[] {
  return about.lifted.map(({ charge, by }) => ({
    kind: 'claim' as const,
    text: CLAIM[language](citesInWords([by.cited], language), citedInWords(charge.cited, language), by.text),
    cites: [by.cited],
  }))
}

const CLAIM: Phrase<[claim: string, ban: string, text: string]> = {
  pl: (claim, ban, text) => `Powołaj w zgłoszeniu ${claim} (wyjątek od zakazu: ${ban}): ${text}`,
  en: (claim, ban, text) => `Claim ${claim} (an exception from the ban of ${ban}): ${text}`,
}

/** More steps than these would not be read; the last one counts the others. */
const MOST_DUTIES = 7
/** Descriptions to compare that a step names. */
const MOST_ITEMS = 4
const ITEM = 120

/** Each duty once; those that say the same are one step with all their provisions, and so are all descriptions to compare. */
function duties({ about, known, hasRoute, language }: Said): Step[] {
  const [compared, others] = [about.duties.filter(isCompared), about.duties.filter((duty) => !isCompared(duty))]
  const steps = [...Map.groupBy(others, wordsKey).values()].map((same): Step => {
    const [{ kind, text, at }] = same as [Duty]
    const places = [...new Set(same.flatMap((duty) => duty.at?.place ?? []))]
    const unless = same.flatMap((duty) => (duty.unless ?? []).filter((lift) => isOpen(lift, known)))
    const words = [
      at ? at.words(listed(places, language)) : text,
      ...new Set(
        unless.map((lift) => `${NOT_FOR[language]} ${plain(lift.text)} (${citedInWords(lift.cited, language)}).`),
      ),
    ]
    return { kind, text: words.join(' '), cites: once(same.map(({ cited }) => cited)) }
  })
  const [first] = compared
  if (first) {
    const items = [...new Set(compared.map(({ item }) => shortened(item ?? '')))]
    const more = items.length > MOST_ITEMS ? `; ${FURTHER[language]}: ${items.length - MOST_ITEMS}` : ''
    const text = COMPARE[language](items.slice(0, MOST_ITEMS).join('; ') + more)
    steps.push({ kind: first.kind, text, cites: once(compared.map(({ cited }) => cited)) })
  }
  // One step more takes no more room than saying that there is one.
  if (steps.length <= MOST_DUTIES + 1) return steps
  const rest = steps.slice(MOST_DUTIES)
  const text = (hasRoute ? REST : REST_OF_ALL)[language](`${rest.length}`)
  return [
    ...steps.slice(0, MOST_DUTIES),
    { kind: rest[0]!.kind, text, cites: once(rest.flatMap(({ cites }) => cites)) },
  ]
}

/** Duties that say the same, wherever they say it of. */
const wordsKey = ({ kind, text, at }: Duty): string => `${kind} ${at ? at.words('') : text}`

/** Whether what frees from a duty turns on what was not told. */
const isOpen = ({ conditions }: Lift, { contractDate, facts, value }: Known): boolean =>
  conditions.some((one) =>
    one.kind === 'ask' ? !facts.has(one.ask.id) : one.kind === 'contract' ? contractDate === null : value === null,
  )

const NOT_FOR: Text = { pl: 'Wyjątek:', en: 'Except:' }

/** A long description is told up to where its explanation begins. */
const shortened = (text: string): string => {
  if (text.length <= ITEM) return text
  const [first] = text.split(/[:;] | – /)
  return first!.trim()
}

const FURTHER: Text = { pl: 'dalsze', en: 'further' }
const COMPARE: Phrase<[items: string]> = {
  pl: (items) => `Sprawdź, czy towar nie odpowiada opisowi bez kodów: ${items}.`,
  en: (items) => `Check whether a description without codes means the goods: ${items}.`,
}
const REST: Phrase<[count: string]> = {
  pl: (count) => `Dalsze obowiązki (${count}) wymienia reszta odpowiedzi.`,
  en: (count) => `Further duties: ${count}; the rest of the answer has them.`,
}
const REST_OF_ALL: Phrase<[count: string]> = {
  pl: (count) => `Dalsze obowiązki: ${count}. Podaj trasę, aby zobaczyć tylko te, które dotyczą transakcji.`,
  en: (count) => `Further duties: ${count}; give the route to see only those of the deal.`,
}
