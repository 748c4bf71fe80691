import type { Dataset } from '../../src/law/build/dataset.ts'
import { fold, WORD } from '../../src/search/fold.ts'
import { LANGUAGES } from '../../src/terms/language.ts'

/** Looks for the questions that cost most, always the same ones for the same seed. */

/** What `q` may hold at most. */
const CHARACTERS = 200

export interface Climb {
  readonly seed: number
  /** Questions tried for each kind of word to begin with. */
  readonly tries: number
  measure(question: string): number
}

export interface Worst {
  readonly question: string
  readonly cost: number
}

/** The worst question of each kind of words, improved by changing one word at a time for any other; the worst of all first. */
export function worstQuestions(dataset: Dataset, { seed, tries, measure }: Climb): Worst[] {
  const random = randomFrom(seed)
  const kinds = Object.values(kindsOfWords(dataset, random))
  const anyWord = () => pick(kinds, random)()
  const worst = [...kinds, anyWord].map((word) => {
    let best: Worst & { words: readonly string[] } = { words: [], question: '', cost: -1 }
    const offer = (words: readonly string[]) => {
      const question = questionOf(words)
      const cost = question === '' ? -1 : measure(question)
      if (cost > best.cost) best = { words, question, cost }
    }
    for (let start = 0; start < tries / 4; start++) offer(Array.from({ length: 1 + random(70) }, word))
    for (let change = 0; change < tries; change++) offer(changed(best.words, random(3) === 0 ? anyWord : word, random))
    return { question: best.question, cost: best.cost }
  })
  return worst.toSorted((one, other) => other.cost - one.cost)
}

type Random = (below: number) => number

/** Small and good enough; https://en.wikipedia.org/wiki/Xorshift. */
function randomFrom(seed: number): Random {
  let state = seed | 1
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

const pick = <T>(list: readonly T[], random: Random): T => list[random(list.length)]!

function kindsOfWords(dataset: Dataset, random: Random): Record<string, () => string> {
  const { lines } = dataset.nomenclatures.of(dataset.nomenclatures.years.at(-1)!)
  const counts = new Map<string, number>()
  for (const { name } of lines) {
    for (const language of LANGUAGES) {
      for (const [word] of fold(name[language]).matchAll(WORD)) counts.set(word, (counts.get(word) ?? 0) + 1)
    }
  }
  const words = [...counts.keys()].filter((word) => word.length > 1)
  const frequent = words.toSorted((one, other) => counts.get(other)! - counts.get(one)!).slice(0, 300)
  const long = words.filter(({ length }) => length >= 8)
  const short = words.filter(({ length }) => length <= 4)
  const names = dataset.words.flatMap(({ pl, en }) => [...pl, ...en])
  const letters = 'abcdefghijklmnoprstuwyz'
  const letter = () => letters[random(letters.length)]!
  const beginning = () => pick(words, random).slice(0, 2 + random(3))
  const mistyped = () => {
    const word = pick(long, random)
    const at = random(word.length)
    const rest = word.slice(at + 1)
    return word.slice(0, at) + pick(['', letter(), `${word[at]}${letter()}`], random) + rest
  }
  return {
    anyWord: () => pick(words, random),
    frequent: () => pick(frequent, random),
    short: () => pick(short, random),
    beginning,
    mistyped,
    twiceMistyped: () => mistyped().replace(/^(.{5})(.)(.)/, '$1$3$2'),
    everydayName: () => pick(names, random),
    hyphenated: () => Array.from({ length: 2 + random(4) }, beginning).join('-'),
    junk: () => Array.from({ length: 4 + random(60) }, letter).join(''),
    unicode: () =>
      pick(
        ['Ωmega', 'ＦＵＬＬ', 'żółć', '電話機', 'łożysk', 'İstanbul', 'ﬁbre', 'e\u0301\u0323', '٨٤٧١', '😀steel'],
        random,
      ),
    number: () => String(random(10_000)),
  }
}

/** As many of the words as fit. */
function questionOf(words: readonly string[]): string {
  let question = ''
  for (const word of words) {
    const longer = question === '' ? word : `${question} ${word}`
    if ([...longer].length <= CHARACTERS) question = longer
  }
  return question
}

function changed(words: readonly string[], word: () => string, random: Random): string[] {
  const at = random(words.length + 1)
  const taken = random(3)
  const added = Array.from({ length: random(3) }, word)
  return words.toSpliced(at, taken, ...added)
}
