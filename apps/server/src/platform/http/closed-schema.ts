import { Type, type TObject, type TSchema } from 'typebox'

/**
 * The schema, with every object closed that does not say otherwise: the sender of a member that nobody
 * reads would take it for stored. Members that an object lists as `ignored` are accepted with any value.
 */
export function closeSchema(schema: TSchema): TSchema {
  if (Type.IsObject(schema)) return closeObject(schema)
  if (Type.IsTuple(schema)) return copyWith(schema, { items: schema.items.map(closeSchema) })
  if (Type.IsArray(schema)) return copyWith(schema, { items: closeSchema(schema.items) })
  if (Type.IsUnion(schema)) return copyWith(schema, { anyOf: schema.anyOf.map(closeSchema) })
  return schema
}

function closeObject(schema: TObject): TSchema {
  const ignored = ignoredNames(schema).filter((name) => !Object.hasOwn(schema.properties, name))
  const properties = Object.fromEntries([
    ...Object.entries(schema.properties).map(([name, each]) => [name, closeSchema(each)] as const),
    ...ignored.map((name) => [name, Type.Optional(Type.Unknown())] as const),
  ])
  const isOpen = 'additionalProperties' in schema
  return copyWith(schema, { properties, ...(!isOpen && { additionalProperties: false }) })
}

function ignoredNames(schema: TObject): readonly string[] {
  return 'ignored' in schema && Array.isArray(schema.ignored) ? schema.ignored.map(String) : []
}

/** TypeBox's own marks are not enumerable: a spread would lose them. */
function copyWith(schema: TSchema, changes: object): TSchema {
  return Object.assign(
    Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema)),
    changes,
  )
}
