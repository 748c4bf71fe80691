import type { RegimeLaw } from '../../law/read/law.ts'
import type { KnownRegime } from './findings.ts'
import type { AmendingAct } from './read-act.ts'

/** What a reader of acts needs to know of a regime. */
export function knownRegime({ folder, regime, annexes, uncoded }: RegimeLaw): KnownRegime {
  const described = uncoded.flatMap(({ value }) => (value.annex === null ? [] : [[value.annex, 'described'] as const]))
  const coded = annexes.map(({ declared }) => [declared.value.annex, 'coded'] as const)
  return { folder, act: regime.value.act, annexes: new Map<string, 'coded' | 'described'>([...described, ...coded]) }
}

/** The rows of an act as it prints them, before anything is compared with law/. */
export function printedRows({ changes }: AmendingAct) {
  return changes.flatMap(({ regime, annex, operation, extent, rows, codes }) => {
    const row = (digits: string, ex: boolean) => ({ regime, annex, operation, code: digits, partial: ex })
    if (operation === 'deleted' && extent === 'annex')
      return [{ ...row('', false), part: '', printed: '', designation: '' }]
    const listed = operation === 'deleted' ? codes : []
    return [
      ...rows.map(({ digits, ex, part, printed, description }) => ({
        ...row(digits, ex),
        part,
        printed,
        designation: description,
      })),
      ...listed.map(({ digits, ex }) => ({ ...row(digits, ex), part: '', printed: digits, designation: '' })),
    ]
  })
}

/** The act for other programs. */
export function actAsJson(act: AmendingAct) {
  const { celex, title, date, published, inForceFrom, articles, notRead, applications } = act
  return {
    act: celex,
    title,
    date,
    published,
    in_force_from: inForceFrom,
    rows: printedRows(act),
    articles,
    not_read: notRead.map(({ regime, annex, place, what }) => ({ regime, annex, place, what })),
    applies: applications.map(({ paths, from, text }) => ({
      places: paths?.map((path) => path.join(', ')) ?? null,
      from,
      text,
    })),
  }
}
