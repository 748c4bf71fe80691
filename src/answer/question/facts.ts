/** More facts than a deal has conditions are a mistake. */
export const MAX_FACTS = 10

const FACT = /^([^\s,:]{1,80}):([^\s,:]{1,20})$/

/** `833-2014.3g(1)(d):yes, goods:71101100` → by id, in one order; null where it cannot be read or an id is told twice. */
export function readFacts(text: string): ReadonlyMap<string, string> | null {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const pairs = parts.map((part) => FACT.exec(part))
  if (parts.length === 0 || parts.length > MAX_FACTS || !pairs.every((pair) => pair !== null)) return null
  const facts = new Map(pairs.map(([, id, value]): [string, string] => [id!, value!]).toSorted())
  return facts.size === pairs.length ? facts : null
}

/** The facts of a whole batch and those of one item, which win by id. A text that cannot be read is left to be refused. */
export function mergeFacts(common: string, own: string): string {
  const [of, over] = [readFacts(common), readFacts(own)]
  if (over === null) return own
  return of === null ? common : printFacts(new Map([...new Map([...of, ...over])].toSorted()))
}

/** The same text for the same facts. */
export const printFacts = (facts: ReadonlyMap<string, string>): string =>
  [...facts].map(([id, value]) => `${id}:${value}`).join()
