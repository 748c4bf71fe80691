import type { Text } from '../../terms/language.ts'
import type { FindingKind } from '../../terms/law-vocabulary.ts'
import { withCapital } from '../../terms/wording.ts'
import type { Cited, Duty, Ruling } from '../decide/model.ts'
import { citedInWords, citesInWords } from './cites.ts'
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
  const text = ANOTHER_ROUTE[language].replace('#', () => deciding[0]!.charge.happening.words)
  return [{ kind: 'route', text, cites: deciding.map(({ charge }) => charge.cited) }]
}

const ANOTHER_ROUTE: Text = {
  pl: 'Wybierz trasę, na której nie występuje: #.',
  en: 'Choose a route without this: #.',
}

/** A purpose is told so far; the derogations of the answer have it whole. */
const PURPOSE = 90
const PURPOSES = 3

/** What an authority may allow, one step for each authority. It helps only where it lifts every ban. */
function authorisations({ about: { deciding }, language }: Said): Step[] {
  if (!deciding.every(({ charge }) => charge.authorisations.length > 0)) return []
  const all = deciding.flatMap(({ charge }) => charge.authorisations)
  return [...Map.groupBy(all, ({ authority }) => authority)].map(([authority, same]) => {
    const once = [...new Map(same.map((one) => [`${one.cited.regime?.data.code} ${one.cited.article}`, one])).values()]
    const purposes = once
      .slice(0, PURPOSES)
      .map(({ cited, text }) => `${citedInWords(cited, language)}: ${shortened(text)}`)
    const more = once.length > PURPOSES ? `; ${OTHERS[language]}: ${once.length - PURPOSES}` : ''
    const text = MAY_ALLOW[language].replace('#', () => authority).replace('@', () => purposes.join('; ') + more)
    return { kind: 'authorisation' as const, text: withCapital(text), cites: once.map(({ cited }) => cited) }
  })
}

const shortened = (text: string, most = PURPOSE): string => {
  const plain = text.replace(/\.$/, '')
  return plain.length <= most ? plain : `${plain.slice(0, most).replace(/\s\S*$/, '')} …`
}

const MAY_ALLOW: Text = { pl: '# może zezwolić: @.', en: '# may authorise it: @.' }
const OTHERS: Text = { pl: 'dalsze cele', en: 'further purposes' }

/** What to find out: the questions of the answer, without those that only choose goods or a route where it is prohibited anyway. */
function asks(said: Said, isProhibited: boolean): Step[] {
  const { about } = said
  return questionsOf(said).flatMap(({ id, fact, text }) => {
    if (fact === 'route' || (isProhibited && fact !== 'private_use')) return []
    const concerned = about.deciding.filter(({ open }) =>
      open.some((one) => (one.kind === 'ask' ? one.ask.id === id : one.kind === CONDITION_KINDS[fact])),
    )
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

const once = (cites: readonly Cited[]): Cited[] => [
  ...new Map(cites.map((one) => [`${one.regime?.data.code} ${one.article}`, one])).values(),
]

/** What frees the deal, with its own condition. */
function claims({ about, language }: Said): Step[] {
  return about.lifted.map(({ charge, by }) => ({
    kind: 'claim' as const,
    text: CLAIM[language]
      .replace('#', () => citesInWords([by.cited], language))
      .replace('@', () => citedInWords(charge.cited, language))
      .replace('~', () => by.text),
    cites: [by.cited],
  }))
}

const CLAIM: Text = {
  pl: 'Powołaj w zgłoszeniu # (wyjątek od zakazu: @): ~',
  en: 'Claim # (an exception from the ban of @): ~',
}

/** More steps than these would not be read; the last one counts the others. */
const MOST_DUTIES = 7
/** Descriptions to compare that a step names. */
const MOST_ITEMS = 4
const ITEM = 90

/** Each duty once; those of one kind and text are one step with all their provisions, and so are all descriptions to compare. */
function duties({ about, language }: Said): Step[] {
  const [compared, others] = [about.duties.filter(isCompared), about.duties.filter((duty) => !isCompared(duty))]
  const steps = [...Map.groupBy(others, ({ kind, text }) => `${kind} ${text}`).values()].map((same): Step => {
    const [{ kind, text }] = same as [(typeof same)[number]]
    return { kind, text, cites: once(same.map(({ cited }) => cited)) }
  })
  const [first] = compared
  if (first) {
    const items = [...new Set(compared.map(({ item }) => shortened(item ?? '', ITEM)))]
    const more = items.length > MOST_ITEMS ? `; ${FURTHER[language]}: ${items.length - MOST_ITEMS}` : ''
    const text = COMPARE[language].replace('#', () => items.slice(0, MOST_ITEMS).join('; ') + more)
    steps.push({ kind: first.kind, text, cites: once(compared.map(({ cited }) => cited)) })
  }
  if (steps.length <= MOST_DUTIES) return steps
  const rest = steps.slice(MOST_DUTIES)
  const text = REST[language].replace('#', () => `${rest.length}`)
  return [
    ...steps.slice(0, MOST_DUTIES),
    { kind: rest[0]!.kind, text, cites: once(rest.flatMap(({ cites }) => cites)) },
  ]
}

const isCompared = ({ item }: Duty): boolean => item !== undefined

const FURTHER: Text = { pl: 'dalsze', en: 'further' }
const COMPARE: Text = {
  pl: 'Sprawdź, czy towar nie odpowiada opisowi bez kodów: #.',
  en: 'Check whether a description without codes means the goods: #.',
}
const REST: Text = {
  pl: 'Dalszych obowiązków: #; podaj trasę, aby zobaczyć tylko te, które dotyczą transakcji.',
  en: 'Further duties: #; give the route to see only those of the deal.',
}
