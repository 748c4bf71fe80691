import type { Digits } from '../../base/cn-code.ts'
import type { Day } from '../../base/day.ts'
import type { Language, Text } from '../../base/language.ts'
import { ownText } from '../../base/own-text.ts'
import { eurLexUrl } from '../../law/terms/celex.ts'
import type { Direction } from '../../law/terms/law.ts'
import type { ControlRow, Controls } from '../../law/witness/controls.ts'
import type { Scope } from '../response/response.ts'

/** Whether a row of TARIC is in force on that day. */
export const isOn = ({ from, to }: { readonly from: Day | null; readonly to: Day | null }, day: Day): boolean =>
  (from === null || from <= day) && (to === null || day <= to)

/**
 * The controls that TARIC flags on goods that are moved in these directions on that day, in the order of the law; `origins` narrow
 * them by country. They are no sanctions, list nothing, and are no part of the verdict.
 */
export function flaggedOn(
  controls: Controls | null,
  asked: readonly Digits[],
  { directions, day, origins = [] }: { directions: readonly Direction[]; day: Day; origins?: readonly string[] },
) {
  if (!controls) return []
  const rows = asked
    .flatMap((code) => controls.rowsOn(code))
    .filter(
      ({ direction, from, to, measure }) =>
        directions.includes(direction) &&
        isOn({ from, to }, day) &&
        !measure.except?.some((country) => origins.includes(country)),
    )
  if (rows.length === 0) return []
  const groups = Map.groupBy(rows, ({ control, direction }) => `${control.id} ${direction}`)
  return [...groups.values()]
    .map((own) => flaggedBy(own as [ControlRow, ...ControlRow[]], asked))
    .toSorted((a, b) => controls.data.indexOf(a.control) - controls.data.indexOf(b.control))
}

function flaggedBy(rows: [ControlRow, ...ControlRow[]], asked: readonly Digits[]) {
  const [{ control, direction }] = rows
  const covers: 'whole' | 'part' = asked.every((code) => rows.some((row) => code.startsWith(row.code)))
    ? 'whole'
    : 'part'
  const only = [
    ...(covers === 'part' ? [SOME_CODES] : []),
    ...(rows.every(({ measure }) => measure.some_destinations) ? [SOME_DESTINATIONS] : []),
  ]
  const inFull = (language: Language) => [control.text, ...only].map((text) => text[language]).join(' ')
  return {
    control,
    direction,
    covers,
    /** What can be declared, as far as it is known what it states. */
    documents: (control.documents ?? []).filter(({ code }) => rows.some(({ documents }) => documents.includes(code))),
    text: { pl: inFull('pl'), en: inFull('en') },
  }
}

const SOME_CODES: Text = {
  pl: 'Dotyczy to tylko części kodów, o które pytano.',
  en: 'This concerns only some of the codes asked about.',
}

const SOME_DESTINATIONS: Text = {
  pl: 'TARIC pyta o to tylko przy wywozie do niektórych krajów.',
  en: 'TARIC asks for it only on exports to some countries.',
}

/** Controls as `scope` has them for a question without a deal. */
export const controlsAnswer = (
  flagged: ReturnType<typeof flaggedOn>,
  language: Language,
): NonNullable<Scope['controls']> =>
  flagged.map(({ control, direction, covers, documents, text }) => ({
    kind: control.id,
    name: control.name[language],
    direction,
    legal_act: control.act[language],
    eur_lex_url: ownText(eurLexUrl(control.act.celex, language)),
    covers_query: covers,
    documents: documents.map(({ code, purpose, ...words }) => ({ code, purpose, text: words[language] })),
    text: text[language],
  }))
