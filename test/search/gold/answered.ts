import { ask } from '../../real-law.ts'

const known = new Map<string, boolean>()

/** Whether a code is listed today. */
export function isListed(code: string): boolean {
  const before = known.get(code)
  if (before !== undefined) return before
  const listed = ask(code).verdict === 'restricted'
  known.set(code, listed)
  return listed
}

/** Whether the answer to a name is `restricted`; null when nothing was understood. */
export function answered(question: string): boolean | null {
  const { verdict, meta } = ask(question)
  return meta.goods?.length ? verdict === 'restricted' : null
}
