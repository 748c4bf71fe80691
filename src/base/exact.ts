import Type from 'typebox'

/** Option of an object schema: a property that the schema does not name is a mistake. */
export const exact = { additionalProperties: false } as const

/** An object with these properties and no others. */
export const exactObject = <Properties extends Type.TProperties>(
  properties: Properties,
  options: Type.TObjectOptions = {},
) => Type.Object(properties, { ...exact, ...options })

export const orNull = <T extends Type.TSchema>(schema: T, options: Type.TSchemaOptions = {}) =>
  Type.Union([schema, Type.Null()], options)
