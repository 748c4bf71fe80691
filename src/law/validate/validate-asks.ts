import { LANGUAGES } from '../../base/language.ts'
import { askingParts, askName } from '../dataset/asks.ts'
import type { RegimeLaw } from '../read/law.ts'
import type { Inspection } from './inspection.ts'

/** Checks that every question has an id of its own and ends as questions do, and that every reference to one finds it. */
export function checkAsks({ mistake }: Inspection, regime: RegimeLaw): void {
  const names = new Set<string>()
  const parts = askingParts(regime)
  for (const { cited, part } of parts) {
    for (const [index, ask] of (part.value.asks ?? []).entries()) {
      const name = askName(cited, ask)
      const place = () => part.at('asks', index)
      if (!/^[\w().-]+$/.test(name)) mistake(place(), `"${name}" cannot be the id of a question: give it an id`)
      if (names.has(name)) mistake(place(), `the question ${name} stands twice: give one of them another id`)
      names.add(name)
      if (cited === null && ask.when === undefined)
        mistake(place(), 'a question of the whole regime says when it is asked')
      for (const language of LANGUAGES) {
        if (!ask[language].endsWith('?')) mistake(part.at('asks', index, language), 'a question ends with "?"')
      }
    }
  }
  for (const { part } of parts) {
    for (const [index, name] of (part.value.asked_as ?? []).entries()) {
      if (!names.has(name)) mistake(part.at('asked_as', index), `no question ${name}`)
    }
  }
}
