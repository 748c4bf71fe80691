import { wrap } from '../../base/plain-text.ts'
import type { spansByRegime } from '../../ingest/act/compare-act.ts'
import type { MeasureStub } from '../../ingest/act/measure-stub.ts'
import type { Proposal } from '../../ingest/act/plan-proposal.ts'
import { printedRows } from '../../ingest/act/propose-act.ts'
import type { AmendingAct } from '../../ingest/act/read-act.ts'
import type { Terminal } from '../terminal.ts'

const MAX_CODES = 12

/** What an amending act says, in words: its rows by annex, what a person has to read, and what was not read. */
export function printAct(
  act: AmendingAct,
  { spans, stubs }: { spans: ReturnType<typeof spansByRegime>; stubs: readonly MeasureStub[] },
  terminal: Terminal,
): string {
  const { celex, title, inForceFrom, articles, notRead, applications } = act
  const lines = [terminal.style('bold', celex), ...wrap(title, terminal.width)]
  lines.push(`In force from ${inForceFrom ?? 'a day that the act does not tell'}.`)
  const rows = Map.groupBy(
    printedRows(act),
    ({ regime, annex, operation }) => `${regime}, Annex ${annex}: ${operation}`,
  )
  lines.push('', terminal.style('bold', rows.size === 0 ? 'No goods by their codes' : 'Goods'))
  for (const [what, same] of rows) {
    const codes = same.flatMap(({ code, partial }) => (code === '' ? [] : `${partial ? 'ex ' : ''}${code}`))
    const more = codes.length > MAX_CODES ? ` and ${codes.length - MAX_CODES} more` : ''
    const list =
      codes.length === 0 ? ', the whole annex' : ` ${codes.length}: ${codes.slice(0, MAX_CODES).join(', ')}${more}`
    lines.push(...wrap(`  ${what}${list}`, terminal.width, 4))
  }
  for (const { folder, begun, ended } of spans)
    lines.push(`  ${folder}: against the day before, ${begun} rows begin and ${ended} end`)
  const section = (heading: string, texts: readonly string[]) => {
    if (texts.length > 0)
      lines.push('', terminal.style('bold', heading), ...texts.flatMap((text) => wrap(`  ${text}`, terminal.width, 4)))
  }
  section('Articles to read', articles.map(articleLine))
  for (const { path, yaml } of stubs)
    lines.push('', `A new ban, to be completed under measures of law/${path}:`, yaml.trimEnd())
  section(
    'Not read: no goods by their codes',
    notRead.map(({ annex, place, what }) => `${annex ? `Annex ${annex}` : 'Another act'} (${place}): ${what}`),
  )
  section(
    'Days of single provisions',
    applications.map(({ text }) => text),
  )
  return `${lines.join('\n')}\n`
}

function articleLine({
  place,
  instruction,
  provisions,
  codes,
  days,
  annexes,
}: AmendingAct['articles'][number]): string {
  const names = [
    codes.length > 0 ? `codes ${codes.join(', ')}` : '',
    annexes.length > 0 ? `Annex ${annexes.join(', ')}` : '',
    days.length > 0 ? `days ${days.join(', ')}` : '',
  ].filter(Boolean)
  return `${provisions.join(', ') || place} (${place}): ${instruction}${names.length > 0 ? `; names ${names.join('; ')}` : ''}`
}

/** What was written into law/, what was left to a person, and what has to be done next. */
export function printProposals(act: AmendingAct, proposals: readonly Proposal[], terminal: Terminal): string {
  const lines = [terminal.style('bold', 'Written, to be reviewed')]
  for (const { files } of proposals) for (const path of files.keys()) lines.push(`  law/${path}`)
  const left = proposals.flatMap((proposal) => proposal.left.flatMap(({ why }) => why))
  if (left.length > 0) {
    lines.push(
      '',
      terminal.style('bold', 'Left to a person'),
      ...left.flatMap((text) => wrap(`  ${text}`, terminal.width, 4)),
    )
  }
  const todo = `${act.celex} is pending: answers warn of it until a person has read what stands in to_read of regime.yaml. Look at the diff: git diff law/`
  return `${[...lines, '', ...wrap(todo, terminal.width)].join('\n')}\n`
}
