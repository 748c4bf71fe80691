/** Parts that a description has several times stand among its components once, below these names. */
type Kind = 'parameters' | 'responses' | 'schemas'
type Node = Readonly<Record<string, unknown>>

/** A reference has about 40 characters; a name for what is hardly longer would only make it harder to read. */
const WORTH_A_NAME = 80

const isNode = (value: unknown): value is Node => value !== null && typeof value === 'object' && !Array.isArray(value)

/** Calls `visit` for every part of the value that could be shared, with a name for it, and gives what it returns. */
function mapParts(value: unknown, name: string, visit: (part: Node, kind: Kind, name: string) => unknown): unknown {
  if (!isNode(value)) return value
  const members = Object.entries(value).map(([key, member]) => {
    const visitAll = (kind: Kind, nameOf: (key: string) => string) =>
      isNode(member)
        ? Object.fromEntries(
            Object.entries(member).map(([one, part]) => [one, isNode(part) ? visit(part, kind, nameOf(one)) : part]),
          )
        : member
    const list = (kind: Kind, nameOf: (part: Node) => string) =>
      (member as readonly unknown[]).map((part) => (isNode(part) ? visit(part, kind, nameOf(part)) : part))
    if (key === 'parameters' && Array.isArray(member)) return [key, list('parameters', (part) => `${part.name}`)]
    if (key === 'anyOf' && Array.isArray(member)) return [key, list('schemas', () => name)]
    if (key === 'responses') return [key, visitAll('responses', (status) => `Status${status}`)]
    if (key === 'properties') return [key, visitAll('schemas', (property) => property)]
    if ((key === 'schema' || key === 'items') && isNode(member)) return [key, visit(member, 'schemas', name)]
    if (['example', 'examples', 'enum', 'const', 'default'].includes(key)) return [key, member]
    return [key, mapParts(member, name, visit)]
  })
  return Object.fromEntries(members)
}

/** The document with each part that occurs more than once as a component. */
export function shareParts(document: Node & { readonly components: Readonly<Record<Kind, Node>> }): object {
  const { components, ...rest } = document
  const seen = new Map<string, number>()
  const count = (part: Node, kind: Kind, name: string): unknown => {
    const key = `${kind} ${JSON.stringify(part)}`
    seen.set(key, (seen.get(key) ?? 0) + 1)
    return seen.get(key) === 1 ? mapParts(part, name, count) : part
  }
  mapParts(rest, '', count)
  for (const [name, schema] of Object.entries(components.schemas)) mapParts(schema, name, count)

  const shared = new Map<string, string>()
  const added: Record<Kind, Record<string, unknown>> = {
    parameters: { ...components.parameters },
    responses: { ...components.responses },
    schemas: { ...components.schemas },
  }
  const replace = (part: Node, kind: Kind, name: string): unknown => {
    const text = JSON.stringify(part)
    const key = `${kind} ${text}`
    if (text.length < WORTH_A_NAME || (seen.get(key) ?? 0) < 2) return mapParts(part, name, replace)
    let own = shared.get(key)
    if (own === undefined) {
      const base = name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
      own = base
      for (let at = 2; own in added[kind]; at++) own = `${base}${at}`
      shared.set(key, own)
      added[kind][own] = null
      added[kind][own] = mapParts(part, name, replace)
    }
    return { $ref: `#/components/${kind}/${own}` }
  }
  const replaced = mapParts(rest, '', replace) as object
  for (const [name, schema] of Object.entries(components.schemas)) added.schemas[name] = mapParts(schema, name, replace)
  return { ...replaced, components: { ...components, ...added } }
}
