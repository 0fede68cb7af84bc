import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import type { Assertion } from './assertion.ts'

/** How the operator says which attribute is what. */
export const AttributeMapping = Type.Object({
  keys: Type.Optional(
    Type.Record(
      Type.String(),
      Type.Object({
        name: Type.Optional(Type.String()),
        names: Type.Optional(Type.Array(Type.String())),
        default: Type.Optional(Type.Unknown()),
        array: Type.Optional(Type.Boolean()),
      }),
    ),
  ),
})
export type AttributeMapping = Static<typeof AttributeMapping>

export function readMapping(stored: unknown): AttributeMapping {
  return Value.Check(AttributeMapping, stored) ? stored : {}
}

/** What the mapping makes of an assertion's attributes; what nothing is told of is left out. */
export function mapAttributes(
  { keys = {} }: AttributeMapping,
  { attributes }: Pick<Assertion, 'attributes'>,
): Readonly<Record<string, unknown>> {
  const mapped = Object.entries(keys).map(([key, { name, names = [], default: other, array }]) => {
    const all = [...(name === undefined ? [] : [name]), ...names]
    const values = all.map((each) => attributes.get(each) ?? []).find(({ length }) => length > 0)
    if (!values) return [key, other]
    return [key, array === true ? values : values[0]]
  })
  return Object.fromEntries(mapped.filter(([, value]) => value !== undefined))
}
