import type { Language, Phrase, Text } from '../../base/language.ts'
import { citationInWords } from '../../law/terms/citation-words.ts'
import { amountInWords, counted, dayInSentence, listed, withCapital } from '../../law/terms/wording.ts'
import { asksIn } from '../decide/used.ts'
import type { Duty } from '../judge/model.ts'
import { isCompared } from './about.ts'
import { actsNamedOnce, bansInWords, citedInWords, citesInWords } from './cites.ts'
import type { Said } from './said.ts'

/** Provisions that a reason names; the findings have all. */
const MOST_BANS = 3
const MOST_DUTIES = 6

/** Which prohibition or duty decides, in one sentence; what was looked at where none does; what was told, and what is not read yet. */
export function reasonOf(said: Said): string {
  const { decision } = said
  const parts = [
    ...goodsMeant(said),
    { prohibited, depends, not_checked: notChecked, duties, none }[decision.answer](said),
    ...(decision.answer === 'duties' || decision.answer === 'none' ? notReached(said) : []),
    ...declared(said),
    ...(decision.answer === 'prohibited' ? [] : notYetRead(said)),
  ]
  const text = parts.filter((part) => part !== '').join('; ')
  return `${withCapital(actsNamedOnce(text, said.language))}.`.replace(/\.\.$/, '.')
}

/** Which goods a name is answered for. */
function goodsMeant({ isName, goods, decision, known, language }: Said): string[] {
  if (!isName || goods === null || decision.answer === 'not_checked') return []
  const [name, code] = goods
  return [`${(known.facts.has('goods') ? CHOSEN : MEANT)[language]} ${name} (${code})`]
}

const MEANT: Text = { pl: 'najprawdopodobniej chodzi o:', en: 'most likely meant:' }
const CHOSEN: Text = { pl: 'wskazany towar:', en: 'goods as chosen:' }

function prohibited({ about: { deciding }, judgement, language }: Said): string {
  const charges = deciding.map(({ charge }) => charge)
  const [inferred] = charges.every((charge) => charge.inferred !== null) ? charges.map((charge) => charge.inferred) : []
  return [
    `${SOURCE[language]} ${bansInWords(charges, MOST_BANS, language)}`,
    ...(inferred ? [plain(inferred)] : []),
    ...(charges.every(({ isUncertain }) => isUncertain) ? [UNCERTAIN[language]] : []),
    ...successors(judgement.gravestOfPieces, language),
  ].join('; ')
}

const UNCERTAIN: Text = {
  pl: 'nie jest pewne, czy obowiązywał tego dnia',
  en: 'it is not certain that it was in force on that day',
}

/** A sentence as a part of one. */
const plain = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, '')

const SOURCE: Text = { pl: 'podstawa zakazu:', en: 'the ban is in' }

const successors = (isSuccessor: boolean, language: Language): string[] =>
  isSuccessor ? [OF_SUCCESSORS[language]] : []

const OF_SUCCESSORS: Text = {
  pl: 'kod wyszedł z taryfy, więc sprawdzono kody, które go zastąpiły, i podano wynik najsurowszy',
  en: 'the code has left the tariff: those that replaced it were checked, and the gravest answer is given',
}

function depends({ about: { deciding, isMixed }, judgement, hasRoute, language }: Said): string {
  const charges = deciding.map(({ charge }) => charge)
  const open = isMixed && judgement.choices.length > 1 ? SOME_GOODS : hasRoute ? ON_CONDITION : ON_CONDITION_OF_CODE
  const exceptions = deciding.flatMap(({ possible }) => possible.map(({ cited }) => cited))
  return [
    `${open[language]} ${bansInWords(charges, MOST_BANS, language)}`,
    ...(exceptions.length > 0 ? [`${POSSIBLE[language]} ${citesInWords(exceptions, language)}`] : []),
    ...successors(judgement.gravestOfPieces, language),
  ].join('; ')
}

const ON_CONDITION: Text = {
  pl: 'kod i trasa nie rozstrzygają, czy obowiązuje zakaz:',
  en: 'code and route do not settle whether this ban holds:',
}
const ON_CONDITION_OF_CODE: Text = {
  pl: 'kod nie rozstrzyga, czy obowiązuje zakaz:',
  en: 'the code does not settle whether this ban holds:',
}
const SOME_GOODS: Text = {
  pl: 'zakaz dotyczy tylko części towarów, o które pytano:',
  en: 'only some of the goods asked for are under the ban:',
}
const POSSIBLE: Text = { pl: 'możliwy wyjątek:', en: 'a possible exception:' }

function notChecked({ why }: Said): string {
  return why[0] ?? ''
}

function duties({ about, judgement, hasRoute, language }: Said): string {
  const lifted = about.lifted.map(({ charge, by }) =>
    LIFTED[language](citesInWords([by.cited], language), citedInWords(charge.cited, language)),
  )
  const [compared, others] = [about.duties.filter(isCompared), about.duties.filter((duty) => !isCompared(duty))]
  const told = [
    ...citesOf(others, language).map((cites) => `${FOLLOW_FROM[language]} ${cites}`),
    ...citesOf(compared, language).map((cites) => `${BY_DESCRIPTION[language]} ${cites}`),
  ]
  const opening = lifted.length > 0 ? lifted : [(hasRoute ? NO_BAN : NO_BAN_OF_CODE)[language]]
  return [...new Set([...opening, ...told, ...successors(judgement.gravestOfPieces, language)])].join('; ')
}

const LIFTED: Phrase<[cites: string, ban: string]> = {
  pl: (cites, ban) => `${cites} wyłącza zakaz (${ban})`,
  en: (cites, ban) => `${cites} lifts the ban (${ban})`,
}
const NO_BAN: Text = {
  pl: 'żaden sprawdzony zakaz nie obejmuje tej transakcji',
  en: 'no ban that was checked covers this deal',
}
const NO_BAN_OF_CODE: Text = {
  pl: 'żaden sprawdzony zakaz nie obejmuje tego towaru',
  en: 'no ban that was checked covers these goods',
}
const FOLLOW_FROM: Text = { pl: 'podstawa obowiązków:', en: 'duties follow from' }
const BY_DESCRIPTION: Text = {
  pl: 'opis towaru, a nie kod, rozstrzyga o stosowaniu',
  en: 'the description of the goods, not the code, settles whether they are meant by',
}

/** Where duties are written, in one text; none where no duty says it. */
function citesOf(duties: readonly Duty[], language: Language): string[] {
  const cites = new Map(duties.map(({ cited }) => [`${cited.regime?.data.code} ${cited.article}`, cited]))
  const worded = citesInWords([...cites.values()].slice(0, MOST_DUTIES), language)
  return worded === '' ? [] : [worded]
}

function none({ checkedPlaces, hasRoute, judgement, language }: Said): string {
  const places = listed(checkedPlaces, language)
  const lists = LISTS[language] + (places === '' ? '' : ` (${places})`)
  return [
    lists + (hasRoute ? NOT_THIS[language] : NOT_LISTED[language]),
    NOT_RECIPIENTS[language],
    ...successors(judgement.gravestOfPieces, language),
  ].join('; ')
}

/** `the ban of Article 3h(1) begins above EUR 300`. */
const notReached = ({ about, language }: Said): string[] =>
  [...Map.groupBy(about.notReached, ({ above }) => above)].map(([above, same]) => {
    const cites = new Set(same.map(({ charge }) => citedInWords(charge.cited, language)))
    return BEYOND[language](listed([...cites], language), amountInWords(above, language))
  })

const BEYOND: Phrase<[cites: string, amount: string]> = {
  pl: (cites, amount) => `zakaz (${cites}) dotyczy dopiero wartości powyżej ${amount}`,
  en: (cites, amount) => `the ban of ${cites} begins above ${amount}`,
}

const LISTS: Text = { pl: 'sprawdzono wykazy według kodów', en: 'the lists by code were checked' }
const NOT_THIS: Text = { pl: ': żaden środek nie dotyczy tej transakcji', en: ': no measure concerns this deal' }
const NOT_LISTED: Text = { pl: ': towaru w nich nie ma', en: ': the goods are not in them' }
const NOT_RECIPIENTS: Text = { pl: 'odbiorców i statków nie sprawdzono', en: 'recipients and ships were not checked' }

/** What whoever asks has told and what decided, as told and not checked. */
function declared({ known, judgement, decision, language }: Said): string[] {
  const asks = asksIn(judgement)
  const rulings = decision.ways.flatMap(({ pieces }) => pieces.flatMap((piece) => piece.piece.charges))
  const conditions = rulings.flatMap(({ holds, lifts }) => [
    ...holds.flat(),
    ...lifts.flatMap((lift) => lift.conditions),
  ])
  const told = [
    ...[...known.facts].flatMap(([id, value]) => {
      const ask = asks.get(id)
      if (!ask) return []
      const isOneOfMany = [...known.facts.keys()].filter((other) => asks.get(other)?.fact === ask.fact).length > 1
      const name = FACT_NAMES[ask.fact][language] + (isOneOfMany ? provisionOf(id, language) : '')
      return [`${name}: ${(value === 'yes' ? YES : NO)[language]}`]
    }),
    ...(known.value !== null && conditions.some(({ kind }) => kind === 'value')
      ? [`${VALUE[language]} ${amountInWords(known.value, language)}`]
      : []),
    ...(known.contractDate !== null && conditions.some(({ kind }) => kind === 'contract')
      ? [`${CONTRACT[language]} ${dayInSentence(known.contractDate!, language)}`]
      : []),
  ]
  return told.length > 0 ? [`${DECLARED[language]}: ${[...new Set(told)].join(', ')}`] : []
}

/** Behind the name of a fact, the provision in the id of its question: `833-2014.3i(4)(a)` → ` (Article 3i(4)(a))`. */
function provisionOf(id: string, language: Language): string {
  const [, article = ''] = id.split('.')
  return /^\d+[a-z]*\(/.test(article) ? ` (${citationInWords(article, language)})` : ''
}

const DECLARED: Text = { pl: 'według oświadczenia pytającego', en: 'as declared by the asker' }
const YES: Text = { pl: 'tak', en: 'yes' }
const NO: Text = { pl: 'nie', en: 'no' }
const VALUE: Text = { pl: 'wartość', en: 'value' }
const CONTRACT: Text = { pl: 'umowa z', en: 'contract of' }

const FACT_NAMES = {
  fits: { pl: 'warunek przepisu spełniony', en: 'condition of the provision met' },
  inputs: { pl: 'wsad objęty przepisem', en: 'inputs of the provision' },
  private_use: { pl: 'użytek osobisty', en: 'private use' },
  recipient: { pl: 'strona wskazana w przepisie', en: 'party named by the provision' },
  end_use: { pl: 'użycie wskazane w przepisie', en: 'use named by the provision' },
  quota: { pl: 'w kontyngencie', en: 'within the quota' },
} as const satisfies Record<string, Text>

/** `not worked in yet: 5 newer acts (Belarus) and 1 newer act (Iran)`. */
function notYetRead({ pending, language }: Said): string[] {
  const byPlace = [...Map.groupBy(pending, ({ place }) => place)].map(([place, same]) => {
    const acts = same.reduce((sum, one) => sum + one.acts, 0)
    return `${counted(acts, NEWER_ACTS, language)} (${place})`
  })
  return byPlace.length > 0 ? [`${NOT_READ[language]} ${listed(byPlace, language)}`] : []
}

const NOT_READ: Text = { pl: 'nie uwzględniono jeszcze', en: 'not worked in yet:' }
const NEWER_ACTS = {
  pl: ['nowszego aktu', 'nowszych aktów', 'nowszych aktów'],
  en: ['newer act', 'newer acts'],
} as const
