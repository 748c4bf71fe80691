/** Option of an object schema: a property that the schema does not name is a mistake. */
export const exact = { additionalProperties: false } as const
