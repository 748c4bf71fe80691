import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Dataset } from '../../law/dataset/dataset.ts'
import { openLaw } from '../update/open-law.ts'
import { writeLaw } from '../update/write-law.ts'
import type { LawFile } from '../update/yaml-edit.ts'
import { type Proposal, type ProposalDecisions, planProposal } from './plan-proposal.ts'
import type { AmendingAct } from './read-act.ts'

/** Plans an act for every regime that it changes; with `write`, all files are written or none. */
export function proposeLaw(
  directory: string,
  act: AmendingAct,
  decisions: ProposalDecisions,
  write: boolean,
  accept: (copy: string, dataset: Dataset) => void = () => {},
): readonly Proposal[] {
  const folders = new Set([...act.changes, ...act.articles, ...act.notRead].flatMap(({ regime }) => regime ?? []))
  const planned = new Map<string, string>()
  const read = (path: string): LawFile => {
    const file = join(directory, path)
    return { file, text: planned.get(path) ?? readFileSync(file, 'utf8') }
  }
  const proposals = [...folders].map((folder) => {
    const proposal = planProposal(act, openLaw(directory, folder, null), decisions, read)
    for (const [path, text] of proposal.files) planned.set(path, text)
    return proposal
  })
  if (write) writeLaw(directory, planned, accept)
  return proposals
}
