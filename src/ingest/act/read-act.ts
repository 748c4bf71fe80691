import type { Day } from '../../base/day.ts'
import type { ActDocument } from './act-document.ts'
import { ActError } from './act-error.ts'
import { type AmendedArticle, articleOf } from './amended-article.ts'
import type { AnnexChange, Delegation, Findings, KnownRegime, NotRead, Scope } from './findings.ts'
import type { Application } from './first-day.ts'
import { readChanges } from './read-changes.ts'

/** What an amending act says, with every instruction understood. */
export interface AmendingAct {
  readonly celex: string
  readonly title: string
  readonly date: Day | null
  readonly published: Day | null
  readonly inForceFrom: Day | null
  readonly changes: readonly AnnexChange[]
  readonly articles: readonly AmendedArticle[]
  readonly notRead: readonly NotRead[]
  readonly applications: readonly Application[]
}

/** Reads an act, or refuses it as a whole: an instruction that is not understood may change any row. */
export function readAct(document: ActDocument, regimes: readonly KnownRegime[]): AmendingAct {
  const held = document.amends.flatMap((act) => regimes.find((regime) => regime.act === act) ?? [])
  if (held.length === 0) {
    const names = regimes.map(({ act }) => act).join(', ')
    throw new ActError(`${document.celex} amends ${document.amends.join(', ') || 'no regulation'}; law/ has ${names}`)
  }
  const found: Findings = { changes: [], articles: [], notRead: [], applications: [], delegations: new Map() }
  const start: Scope = {
    regimes,
    regime: document.amends.length === 1 ? held[0]! : null,
    path: [],
    via: [],
    annexes: [],
    article: null,
    amending: false,
    technical: false,
    declared: null,
  }
  for (const { name, blocks } of document.articles) readChanges(blocks, { ...start, path: [name] }, found)
  requireAnnexes(document, found.delegations)
  for (const { name, number, blocks } of document.annexes) {
    const declared = [...(found.delegations.get(number) ?? []), ...(found.delegations.get('') ?? [])]
    const regime = regimeOf(declared, start)
    const means = declaredFor(declared)
    const via = declared.map(({ scope }) => scope.path)
    const scope = {
      ...start,
      regime,
      path: [name],
      via,
      amending: true,
      annexes: means?.annexes ?? [],
      declared: means,
    }
    readChanges(blocks, scope, found)
  }
  const { celex, title, date, published, inForceFrom } = document
  const { changes, articles, notRead, applications } = found
  return {
    celex,
    title,
    date,
    published,
    inForceFrom,
    changes,
    articles: articles.map(articleOf),
    notRead,
    applications,
  }
}

/** Every annex that an article refers to must be in the file: without it the act is not whole. */
function requireAnnexes({ annexes }: ActDocument, delegations: Findings['delegations']): void {
  for (const [number, [first]] of delegations) {
    const isThere = number === '' ? annexes.length > 0 : annexes.some((annex) => annex.number === number)
    if (isThere) continue
    const { scope, annexes: amended } = first!
    const what = amended.length > 0 ? ` for Annex ${amended.join(', ')}` : ''
    const name = number === '' ? 'its Annex' : `Annex ${number}`
    throw new ActError(`${name} is not in the file; ${scope.path.join(', ')} needs it${what}`)
  }
}

function regimeOf(declared: readonly Delegation[], { regime }: Scope): Scope['regime'] {
  const regimes = new Set(declared.map(({ scope }) => scope.regime))
  const [only] = regimes
  return regimes.size === 1 ? (only ?? null) : regimes.size === 0 ? regime : null
}

/** What the articles say that an annex of the act does; several sentences about one annex are left to that annex. */
function declaredFor(declared: readonly Delegation[]): Scope['declared'] {
  const [first, ...others] = declared.filter(({ annexes }) => annexes.length > 0)
  return first && others.length === 0 ? { annexes: first.annexes, operation: first.operation } : null
}
