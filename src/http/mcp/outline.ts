type Schema = Readonly<Record<string, unknown>>

/**
 * What tools/list tells of a result: its fields and their kinds, without prose. Every session of an assistant begins with
 * this list, and the whole schemas would make it three times as long; tests hold results to those. It is open, so that a
 * field may be added.
 */
export function outlineOf(schema: object): object {
  const { properties, required } = schema as { properties: Readonly<Record<string, Schema>>; required: string[] }
  const kinds = Object.entries(properties).map(([name, one]) => [name, kindOf(one)])
  return { type: 'object', properties: Object.fromEntries(kinds), required }
}

/** `anyOf` is something or null. */
function kindOf({ type, enum: values, anyOf }: Schema): Schema {
  if (values) return { enum: values }
  if (!Array.isArray(anyOf)) return { type }
  return { type: anyOf.map((one: Schema) => one.type) }
}
