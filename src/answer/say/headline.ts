import type { Language, Phrase, Text } from '../../base/language.ts'
import type { Direction } from '../../law/terms/law-vocabulary.ts'
import { amountInWords, listed } from '../../law/terms/wording.ts'
import type { Question, Ruling } from '../decide/model.ts'
import type { Happening, Lift } from '../judge/model.ts'
import { articlesInWords, citedInWords, leftOutOf } from './cites.ts'
import type { Said } from './said.ts'

/** Two lines on a telephone. */
const HEADLINE = 100

/** The decision in a line that is true when read alone: the fullest wording that is short enough. */
export function headlineOf(said: Said): string {
  const { decision, language } = said
  const candidates = { prohibited, depends, not_checked: notChecked, duties, none }[decision.answer](said)
  const worded = candidates.flatMap((one) => [
    ...goodsNames(said).map((name) => one + name),
    ...(said.isName ? [] : [one]),
  ])
  const ended = worded.map((one) => one + regimeNamed(said))
  return ended.find(({ length }) => length <= HEADLINE) ?? cut(ended.at(-1) ?? OPENINGS[decision.answer][language])
}

const OPENINGS = {
  prohibited: { pl: 'Zakaz', en: 'Prohibited' },
  depends: { pl: 'Zależy od', en: 'Depends on' },
  not_checked: { pl: 'Nie sprawdzono', en: 'Not checked' },
  duties: { pl: 'Brak zakazu', en: 'No ban' },
  none: { pl: 'Brak zakazu', en: 'No ban' },
} as const satisfies Record<Said['decision']['answer'], Text>

const cut = (text: string): string => `${text.slice(0, HEADLINE - 2).replace(/\s\S*$/, '')} …`

/** Behind a headline about a name, its goods: in full, then cut, then as a code. Only where they are settled. */
function goodsNames({ isName, goods, decision: { answer } }: Said): readonly string[] {
  if (!isName || goods === null || answer === 'not_checked') return isName ? [''] : []
  const [name, code] = goods
  const first = (name.split(/[;(]/)[0] ?? '').trim()
  const shorter = (longest: number) =>
    first.length <= longest ? first : `${first.slice(0, longest).replace(/\s\S*$/, '')} …`
  return [` – ${shorter(50)} (${code})`, ` – ${shorter(28)} (${code})`, ` – ${code}`]
}

/** A question about one regime is answered for it alone. */
const regimeNamed = ({ onlyRegime }: Said): string => (onlyRegime === null ? '' : ` (${onlyRegime})`)

/** More countries are counted. */
const MAX_COUNTRIES = 2

/** What goes along with a movement that is prohibited (its carriage, its storage) is left to the reason. */
const movements = (rulings: readonly Ruling[]): readonly Ruling[] => {
  const found = rulings.filter(({ charge }) => charge.happening.kind !== 'dealing')
  return found.length > 0 ? found : rulings
}

const happenings = (rulings: readonly Ruling[]): readonly Happening[] => [
  ...new Map(movements(rulings).map(({ charge }) => [charge.happening.words, charge.happening])).values(),
]

/**
 * All happenings where they are few; those that are no more than a direction and a country by direction; and fewer of
 * them with a number of the others.
 */
function enumerations(all: readonly Happening[], language: Language): readonly string[] {
  const few = all.filter(({ country }, at) => {
    const before = new Set(all.slice(0, at + 1).map((one) => one.country))
    return before.size <= MAX_COUNTRIES || [...before].slice(0, MAX_COUNTRIES).includes(country)
  })
  const fewer = few.map((_, at) => {
    const told = few.slice(0, few.length - at)
    const more = all.length - told.length
    return told.map(({ words }) => words).join('; ') + (more > 0 ? `; ${FURTHER[language]}: ${more}` : '')
  })
  const [whole] = fewer
  const plain = few.filter(({ place }) => place !== null)
  if (whole === undefined || plain.length < 2) return fewer
  const others = few.filter(({ place }) => place === null)
  const rest = all.length - few.length
  const byDirection = [directionsInWords(plain, language), ...others.map(({ words }) => words)].join('; ')
  const both = [...(rest === 0 ? [whole] : []), byDirection + (rest > 0 ? `; ${FURTHER[language]}: ${rest}` : '')]
  return [
    ...(plain.length > 2 ? both.toReversed() : both),
    ...(others.length > 0
      ? [`${directionsInWords(plain, language)}; ${FURTHER[language]}: ${all.length - plain.length}`]
      : []),
    ...fewer,
  ]
}

/** `import and export (Russia and Belarus), transit (Russia)`. */
function directionsInWords(happenings: readonly Happening[], language: Language): string {
  const byKind = Map.groupBy(happenings, ({ kind }) => kind)
  const byPlaces = Map.groupBy(byKind, ([, same]) => listed(unique(same.map(({ place }) => place!)), language))
  return [...byPlaces]
    .map(([places, kinds]) => {
      const directions = kinds.map(([kind]) => DIRECTIONS[kind as Direction][language])
      return `${listed(directions, language)} (${places})`
    })
    .join(', ')
}

const unique = (words: readonly string[]): string[] => [...new Set(words)]

const DIRECTIONS = {
  import: { pl: 'przywóz', en: 'import' },
  export: { pl: 'wywóz', en: 'export' },
  transit: { pl: 'tranzyt', en: 'transit' },
} as const satisfies Record<Direction, Text>

const FURTHER: Text = { pl: 'dalsze zakazy', en: 'further bans' }

function prohibited({ about: { deciding }, decision: { questions }, language }: Said): readonly string[] {
  const opening = OPENINGS.prohibited[language]
  const all = happenings(deciding)
  const isOfTrade = questions.some(({ fact }) => fact === 'private_use')
  const words = enumerations(all, language)
  const told = movements(deciding)
  const articles = new Set(told.map(({ charge }) => charge.cited.article))
  const [whole = ''] = words
  const leftOut = leftOutOf(
    told.map(({ charge }) => charge),
    language,
  )
  const except = leftOut === null ? '' : `, ${leftOut}`
  const cited =
    all.length === 1 && told.every(({ charge }) => charge.cited.regime)
      ? [`${whole}${except} (${articlesInWords([...articles], language)})`]
      : []
  const worded = [...cited, ...words.map((one) => one + except)]
  const inTrade = isOfTrade ? worded.map((one) => `${one}${IN_TRADE[language]}`) : worded
  return [...inTrade, ...(isOfTrade ? [TRADE[language]] : []), DEALINGS[language]].map((one) => `${opening}: ${one}`)
}

const IN_TRADE: Text = { pl: '; dotyczy handlu, nie rzeczy osobistych', en: '; this is for trade, not own belongings' }
const TRADE: Text = { pl: 'handel tym towarem', en: 'trade in these goods' }
const DEALINGS: Text = { pl: 'niektóre czynności dotyczące towaru', en: 'some dealings in these goods' }

/** What the answer depends on, and what is prohibited then. */
function depends({ decision: { questions }, about: { deciding, isMixed }, isName, language }: Said): readonly string[] {
  const question = questions.find(({ fact }) => fact !== 'route') ?? null
  const words = enumerations(happenings(deciding), language)
  const opening = OPENINGS.depends[language]
  if (question?.fact === 'inputs') {
    const made = happenings(deciding).filter(({ kind }) => kind === 'inputs')
    const banned = made.map((one) => BANNED[language](one.words))
    // Only one happening fits the singular of the sentence.
    const said = [...(banned.length === 1 ? banned : []), ON.inputs[1][language]]
    return said.map((one) => `${opening} ${ON.inputs[0][language]}: ${one}`)
  }
  const [what, when] = turningOn(question, deciding, isMixed && isName, language)
  const cited = liftsAsked(question, deciding).map(({ cited: one }) => citedInWords(one, language))
  const bare = `${opening} ${what}: ${when}`
  const withCite =
    cited.length === 1 && !hasOtherWays(question, deciding) ? [`${opening} ${what} (${cited[0]}): ${when}`] : []
  return [...withCite, bare].flatMap((one) => [...words.map((happening) => `${one} (${happening})`), one])
}

/** What may lift a ban if the question is answered. */
const liftsAsked = (question: Question | null, deciding: readonly Ruling[]): readonly Lift[] => [
  ...new Map(
    deciding
      .flatMap(({ charge }) => charge.lifts)
      .filter(({ conditions }) =>
        conditions.some((one) =>
          one.kind === 'ask'
            ? one.ask.id === question?.id
            : one.kind === 'contract' && question?.fact === 'contract_date',
        ),
      )
      .map((lift) => [lift.cited.article, lift] as const),
  ).values(),
]

/** Whether something else may lift a ban that the question is asked about. */
const hasOtherWays = (question: Question | null, deciding: readonly Ruling[]): boolean =>
  deciding.some(({ possible }) => {
    const asked = liftsAsked(question, deciding)
    return possible.some((one) => asked.includes(one)) && possible.some((one) => !asked.includes(one))
  })

const BANNED: Phrase<[what: string]> = { pl: (what) => `zakaz obejmuje ${what}`, en: (what) => `${what} is banned` }

function turningOn(
  question: Question | null,
  deciding: readonly Ruling[],
  isName: boolean,
  language: Language,
): readonly [string, string] {
  const said = (texts: readonly [Text, Text]) => [texts[0][language], texts[1][language]] as const
  if (!question) return said(ON.other)
  if (question.fact === 'goods') return said(isName ? ON.name : ON.goods)
  if (question.fact === 'value') {
    const amounts = deciding.flatMap(({ open }) => open.flatMap((one) => (one.kind === 'value' ? [one.above] : [])))
    const least = Math.min(...amounts)
    return [VALUE[0][language], VALUE[1][language](amountInWords(least, language))]
  }
  const isException = question.ask !== null && !HAS_OWN_WORDS.includes(question.fact)
  if (isException && liftsAsked(question, deciding).length > 0)
    return said(hasOtherWays(question, deciding) ? ON.exceptions : ON.exception)
  if (question.fact === 'fits')
    return said(ON[question.ask?.occasion ?? (question.ask?.isOfDeal ? 'condition' : 'fits')])
  return said(ON[question.fact])
}

/** These say themselves that they lift a ban. */
const HAS_OWN_WORDS: readonly string[] = ['quota', 'end_use', 'private_use']

const FITS: Text = { pl: 'zakaz, jeżeli towar mu odpowiada', en: 'banned if the goods fit it' }

const VALUE: readonly [Text, Phrase<[amount: string]>] = [
  { pl: 'wartości', en: 'the value' },
  { pl: (amount) => `zakaz powyżej ${amount} za sztukę`, en: (amount) => `banned above ${amount} an item` },
]

const ON = {
  name: [
    { pl: 'towaru', en: 'the goods meant' },
    { pl: 'zakaz dotyczy niektórych z możliwych', en: 'some of those possible are banned' },
  ],
  goods: [
    { pl: 'towaru', en: 'the goods' },
    { pl: 'zakaz dotyczy niektórych kodów', en: 'only some codes are banned' },
  ],
  contract_date: [
    { pl: 'daty umowy', en: 'the date of the contract' },
    { pl: 'zakaz z wyjątkiem dawnych umów', en: 'banned but for older contracts' },
  ],
  quota: [
    { pl: 'kontyngentu', en: 'the quota' },
    { pl: 'zakaz poza kontyngentem', en: 'banned beyond it' },
  ],
  fits: [{ pl: 'opisu', en: 'the description' }, FITS],
  exception: [
    { pl: 'wyjątku', en: 'an exception' },
    { pl: 'zakaz, jeżeli nie ma on zastosowania', en: 'banned unless it applies' },
  ],
  exceptions: [
    { pl: 'wyjątków', en: 'exceptions' },
    { pl: 'zakaz, jeżeli żaden nie ma zastosowania', en: 'banned unless one applies' },
  ],
  condition: [
    { pl: 'warunku przepisu', en: 'a condition of the act' },
    { pl: 'zakaz, jeżeli jest spełniony', en: 'banned if it is met' },
  ],
  passage: [
    { pl: 'miejsca wysyłki', en: 'where the goods are sent from' },
    { pl: 'zakaz, jeżeli nie jest to sam przejazd', en: 'banned unless they only cross' },
  ],
  inside_union: [
    { pl: 'tego, jak towar trafił do Unii', en: 'how the goods came into the Union' },
    { pl: 'zakaz, jeżeli wbrew zakazowi przywozu', en: 'banned if against the import ban' },
  ],
  sent_from_elsewhere: [
    { pl: 'drogi towaru', en: 'how the goods came' },
    { pl: 'zakaz w przypadku opisanym w przepisie', en: 'banned in the case that the act describes' },
  ],
  use: [
    { pl: 'miejsca użycia', en: 'the place of use' },
    { pl: 'zakaz dostawy do użytku', en: 'supply for use is banned' },
  ],
  inputs: [
    { pl: 'pochodzenia wsadu', en: 'the inputs' },
    { pl: 'zakaz, jeżeli jest objęty przepisem', en: 'banned if they are those that the act names' },
  ],
  recipient: [
    { pl: 'drugiej strony', en: 'the other party' },
    { pl: 'zakaz, jeżeli wskazuje ją przepis', en: 'banned if the act names it' },
  ],
  end_use: [
    { pl: 'przeznaczenia', en: 'the end use' },
    { pl: 'zakaz poza użyciem z przepisu', en: 'banned but for the use that the act names' },
  ],
  private_use: [
    { pl: 'użytku osobistego', en: 'private use' },
    { pl: 'zakaz w handlu', en: 'banned in trade' },
  ],
  route: [
    { pl: 'trasy', en: 'the route' },
    { pl: 'niektóre są zakazane', en: 'some are banned' },
  ],
  other: [
    { pl: 'warunków przepisu', en: 'conditions of the act' },
    { pl: 'kod ich nie pokazuje', en: 'no code shows them' },
  ],
} as const satisfies Record<string, readonly [Text, Text]>

function notChecked({ why, language }: Said): readonly string[] {
  return why.map((one) => `${OPENINGS.not_checked[language]}: ${one}`)
}

/** What the deal does not reach, what frees it and is claimed, and what has to be done. */
function duties({ about, language }: Said): readonly string[] {
  const opening = OPENINGS.duties[language]
  const claims = about.lifted.map(({ by }) => `${CLAIM[by.kind][language]} (${citedInWords(by.cited, language)})`)
  const freed = [...notAbove(about, language), ...new Set(claims)].map((one) => `; ${one}`)
  const briefs = [...new Set(about.duties.map(({ brief }) => brief))]
  const fewer = briefs.map((_, at) => {
    const told = briefs.slice(0, briefs.length - at)
    return `; ${NEEDED[language]} ${told.join(', ')}${at > 0 ? AND_MORE[language] : ''}`
  })
  const needed = briefs.length === 0 ? [''] : fewer
  const all = freed.join('')
  return [
    ...needed.map((one) => opening + all + one),
    ...(freed.length > 1 ? needed.map((one) => opening + freed[0] + one) : []),
    ...(freed.length > 0 ? [opening + freed[0] + AND_MORE[language]] : []),
    `${opening}; ${SOMETHING[language]}`,
  ]
}

/** `the value is not above EUR 750, beyond which the ban begins`. */
function notAbove({ notReached }: Said['about'], language: Language): readonly string[] {
  if (notReached.length === 0) return []
  const least = Math.min(...notReached.map(({ above }) => above))
  return [NOT_ABOVE[language](amountInWords(least, language))]
}

const NEEDED: Text = { pl: 'potrzebne:', en: 'needed:' }
const CLAIM = {
  exemption: { pl: 'wyłączenie do powołania', en: 'claim the exemption' },
  quota: { pl: 'w kontyngencie', en: 'claim the quota' },
  winddown: { pl: 'okres przejściowy do powołania', en: 'claim the wind-down' },
} as const satisfies Record<string, Text>
const AND_MORE: Text = { pl: ' i inne obowiązki', en: ' and more' }
const SOMETHING: Text = { pl: 'są obowiązki', en: 'there are duties' }

function none({ hasRoute, checkedPlaces, about, language }: Said): readonly string[] {
  const opening = OPENINGS.none[language]
  const below = notAbove(about, language)
  if (below.length > 0) return below.map((one) => `${opening}; ${one}`)
  if (hasRoute) return [`${opening}; ${NOT_THIS_DEAL[language]}`]
  const places =
    checkedPlaces.length > 0 && checkedPlaces.length <= MAX_COUNTRIES ? ` (${checkedPlaces.join(', ')})` : ''
  return [`${opening}; ${NO_LIST[language]}${places}`, `${opening}; ${NO_LIST[language]}`]
}

const NOT_ABOVE: Phrase<[amount: string]> = {
  pl: (amount) => `wartość nie przekracza ${amount} za sztukę`,
  en: (amount) => `one item is worth at most ${amount}`,
}
const NOT_THIS_DEAL: Text = {
  pl: 'sprawdzone wykazy nie dotyczą tej transakcji',
  en: 'the lists checked do not concern this deal',
}
const NO_LIST: Text = { pl: 'nie ma w sprawdzonych wykazach', en: 'in none of the lists checked' }
