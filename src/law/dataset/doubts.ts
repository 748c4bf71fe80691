import { type Digits, onOnePath, withoutEx } from '../../base/cn-code.ts'
import type { Text } from '../../base/language.ts'
import type { Doubt } from '../terms/law.ts'

/** The doubt about a provision that was compared with the official text only once. */
const READ_ONCE: Text = {
  pl: 'Przepis porównano z tekstem urzędowym tylko raz; drugie porównanie jeszcze się nie odbyło.',
  en: 'The provision has been compared with the official text only once; a second comparison is still to come.',
}

/** The doubts of a measure or provision, a missing second reading among them. */
export const openDoubts = ({
  doubts = [],
  read_once,
}: {
  readonly doubts?: readonly Doubt[]
  readonly read_once?: true
}): readonly Doubt[] => (read_once ? [...doubts, { about: 'reading', text: READ_ONCE }] : doubts)

/** Whether a doubt or a note concerns these goods: it has no codes, or one of them is on one path with the goods. */
export const concernsGoods =
  (goods: Digits) =>
  ({ codes }: { readonly codes?: readonly string[] }): boolean =>
    codes === undefined || codes.some((code) => onOnePath(withoutEx(code), goods))
