import type { Day } from '../../terms/day.ts'
import type { Act } from '../../terms/law.ts'
import type { PageAct } from '../page/acts-table.ts'
import { daysIn } from './days-in-text.ts'

/** What the titles of acts begin with, and how law/ writes it. */
const KINDS: readonly (readonly [RegExp, string, string])[] = [
  [/^COUNCIL IMPLEMENTING REGULATION/i, 'Council Implementing Regulation', 'Rozporządzenie wykonawcze Rady'],
  [/^COUNCIL REGULATION/i, 'Council Regulation', 'Rozporządzenie Rady'],
  [/^COMMISSION IMPLEMENTING REGULATION/i, 'Commission Implementing Regulation', 'Rozporządzenie wykonawcze Komisji'],
  [/^COMMISSION DELEGATED REGULATION/i, 'Commission Delegated Regulation', 'Rozporządzenie delegowane Komisji'],
  [/^COMMISSION REGULATION/i, 'Commission Regulation', 'Rozporządzenie Komisji'],
]

/** acts.yaml with the acts the page is made of: pending ones become worked in, new ones are added behind their like. */
export function updateActs(
  text: string,
  acts: readonly Act[],
  regime: string,
  fresh: readonly PageAct[],
  dayOf: (celex: string) => Day | null,
  doubt: (what: string) => void,
): { text: string; added: number } {
  const [head = '', ...entries] = text.split(/^(?= {2}- celex:)/m)
  const result = entries.map((entry, index) => {
    const act = acts[index]
    const now = fresh.find(({ celex }) => act?.regime === regime && act.celex === celex)
    if (!act || !now) return entry
    const day = dayOf(act.celex)
    let edited = entry.replace(/^( {4}status: )pending$/m, '$1worked_in')
    if (act.in_force_from === null && day) edited = edited.replace(/^( {4}in_force_from: )null$/m, `$1${day}`)
    if (act.mark === undefined) edited = edited.replace(/^( {4}regime: .*\n)/m, `$1    mark: ${now.mark}\n`)
    return edited
  })
  let added = 0
  for (const act of fresh) {
    if (acts.some(({ celex, regime: other }) => celex === act.celex && other === regime)) continue
    const entry = entryOf(act, regime, dayOf(act.celex))
    if (!entry) {
      doubt(`${act.mark} ${act.celex}: its title was not understood; add it to acts.yaml by hand`)
      continue
    }
    const kind = act.mark.startsWith('C') ? 'corrigendum' : 'amending'
    const like = result.findLastIndex(
      (other) => other.includes(`kind: ${kind}\n`) && other.includes(`regime: ${regime}\n`),
    )
    const own = result.findLastIndex((other) => other.includes(`regime: ${regime}\n`))
    result.splice((like >= 0 ? like : own) + 1, 0, entry)
    added++
  }
  return { text: head + result.join(''), added }
}

function entryOf({ mark, celex, title, oj, page, date }: PageAct, regime: string, day: Day | null): string | null {
  const corrects = /^(\d{5}[A-Z]\d{4})R\(\d{2}\)$/.exec(celex)?.[1]
  const number = /\(EU\) (?:No )?\d+\/\d+/.exec(title)?.[0]
  const [, en, pl] = KINDS.find(([begins]) => begins.test(title)) ?? []
  if (!corrects && !(number && en)) return null
  const short = /\(((?:\d{4}\/\d+)|(?:\d+\/\d{4}))\)/.exec(title)?.[1] ?? corrects
  const written = corrects ? null : (daysIn(title)[0] ?? null)
  const modern = `${celex.slice(1, 5)}/${Number(celex.slice(6, 10))}`
  const journal =
    oj === `L ${Number(celex.slice(6, 10))}` ? `OJ L, ${modern}, ${date}` : `OJ ${oj}, ${date}, p. ${page}`
  const lines = [
    `  - celex: ${corrects ? `"${celex}"` : celex}`,
    `    kind: ${corrects ? 'corrigendum' : 'amending'}`,
    `    regime: ${regime}`,
    `    mark: ${mark}`,
    ...(corrects ? [`    corrects: ${corrects}`] : []),
    '    title:',
    `      pl: "${corrects ? `Sprostowanie (${short})` : `${pl} ${number?.replace('EU', 'UE').replace('No', 'nr')}`}"`,
    `      en: "${corrects ? `Corrigendum (${short})` : `${en} ${number}`}"`,
    `    date: ${written}`,
    `    oj: ${oj === '' ? 'null' : `"${journal}"`}`,
    `    in_force_from: ${day}`,
    '    status: worked_in',
  ]
  return `${lines.join('\n')}\n`
}
