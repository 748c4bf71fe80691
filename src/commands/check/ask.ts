import { withFact } from '../../answer/question/with-fact.ts'
import type { CnResponse } from '../../answer/response/response.ts'
import type { Language } from '../../base/language.ts'
import { printable } from '../../base/plain-text.ts'

type Parameters = Readonly<Record<string, string>>
type Question = CnResponse['assessment']['questions'][number]

/** Where questions are asked: a terminal, or a test. */
export interface Dialogue {
  say(text: string): void
  /** What was typed; null when nothing more comes. */
  read(): Promise<string | null>
}

/** An answer, or why the question is refused, in words. */
export type Answered = { readonly response: CnResponse } | { readonly refused: string }

/**
 * Asks what the answer depends on, one question at a time, the one that decides most first, and again with each fact, until
 * nothing is asked. An empty line leaves a question open. Returns the parameters with all that was told.
 */
export async function askFacts(
  parameters: Parameters,
  answer: (parameters: Parameters) => Answered,
  { say, read }: Dialogue,
  language: Language,
): Promise<Parameters> {
  const words = WORDS[language]
  const left = new Set<string>()
  for (let told = parameters; ; ) {
    const answered = answer(told)
    if ('refused' in answered) return told
    const { headline, questions } = answered.response.assessment
    const question = questions.find(({ id }) => !left.has(id))
    if (!question) return told
    say(`\n${printable(headline)}\n\n${inWords(question, words)}\n`)
    for (let next: Parameters | null = null; next === null; ) {
      say(words.prompt)
      const typed = await read()
      if (typed === null) return told
      const given = typed.trim()
      if (given === '') left.add(question.id)
      next = given === '' ? told : withFact(told, question, chosenIn(given, question))
      const refused = answer(next)
      if ('refused' in refused) {
        say(`${printable(refused.refused)}\n`)
        next = null
      } else told = next
    }
  }
}

/** The number of an answer, or a value of the asker's own, such as the price. */
const chosenIn = (given: string, { answers }: Question): string =>
  (/^\d\d?$/.test(given) ? answers[Number(given) - 1]?.value : undefined) ?? given

function inWords({ text, answers }: Question, { leadsTo }: Words): string {
  const lines = answers.map((one, at) => `  ${at + 1}. ${printable(one.text)} → ${leadsTo[one.leads_to]}`)
  return [printable(text), ...lines].join('\n')
}

type Words = (typeof WORDS)[Language]

const WORDS = {
  pl: {
    prompt: 'Numer odpowiedzi lub wartość (Enter: pomiń): ',
    leadsTo: {
      prohibited: 'zakaz',
      depends: 'zależy od dalszych okoliczności',
      not_checked: 'nie sprawdzono',
      duties: 'brak zakazu, są obowiązki',
      none: 'brak zakazu',
    },
  },
  en: {
    prompt: 'Number of the answer, or a value (Enter: leave open): ',
    leadsTo: {
      prohibited: 'prohibited',
      depends: 'depends on further facts',
      not_checked: 'not checked',
      duties: 'no ban, but duties',
      none: 'no ban',
    },
  },
} as const
