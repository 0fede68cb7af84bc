import { Type, type TSchema } from 'typebox'

/**
 * A checked value without the fields that its schema does not name.
 * `Clean` of TypeBox does the same, and takes a tenth of a second for a large document.
 */
export function knownFields(schema: TSchema, value: unknown): unknown {
  if (value === null) return null
  if (Type.IsUnion(schema)) {
    const other = schema.anyOf.find((each) => !Type.IsNull(each))
    return other ? knownFields(other, value) : value
  }
  if (Type.IsArray(schema) && Array.isArray(value)) {
    return value.map((item) => knownFields(schema.items, item))
  }
  if (!Type.IsObject(schema) || typeof value !== 'object') return value
  const { properties } = schema
  const known: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(value)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (property) known[name] = knownFields(property, field)
  }
  return known
}
