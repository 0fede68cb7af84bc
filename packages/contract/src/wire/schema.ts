import { Type, type Static, type TOptional, type TProperties, type TSchema } from 'typebox'

/** Returns a schema that also allows null, for a value that is unknown or that the game did not send. */
export function nullable<T extends TSchema>(schema: T, description?: string) {
  return Type.Union([schema, Type.Null()], description === undefined ? {} : { description })
}

/** Returns a copy of the schema with a description of its own for the OpenAPI document. */
export function describe<T extends TSchema>(schema: T, description: string): T {
  // Some properties of TypeBox are not enumerable, and a spread would lose them.
  const descriptors = Object.getOwnPropertyDescriptors(schema)
  const copy: T = Object.create(Object.prototype, descriptors)
  return Object.assign(copy, { description })
}

type OptionalFields<F extends TProperties> = { [Name in keyof F]: TOptional<F[Name]> }

/** Makes each of the fields optional. `Type.Partial` would add TypeBox's type engine to every page. */
export function optional<F extends TProperties>(fields: F): OptionalFields<F>
export function optional(fields: TProperties): TProperties {
  return Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [name, Type.Optional(schema)]),
  )
}

const PAGE_SIZE_MAX = 100

export const Uuid = Type.String({
  format: 'uuid',
  examples: ['019a2f4e-7c1d-7b3a-9f52-6d8e4c0b1a27'],
})
export const Instant = Type.String({
  format: 'date-time',
  description: 'Instant in ISO 8601, UTC.',
  examples: ['2026-11-22T19:00:00.000Z'],
})
export const Milliseconds = Type.Integer({ description: 'Duration in milliseconds.' })
export const Vector = Type.Object(
  {
    x: Type.Number({ description: 'Horizontal component along the game’s X axis.' }),
    y: Type.Number({ description: 'Vertical component; up is positive.' }),
    z: Type.Number({ description: 'Horizontal component along the game’s Z axis.' }),
  },
  { description: 'Vector in the coordinates of the game’s world.' },
)
export type Vector = Static<typeof Vector>

/** A paged list has this query. Both members are optional, neither may be null. */
export const Page = pageSchema(20)

/** A list with an array as body has this query: clients without paging get as many entries as possible. */
export const ArrayPage = pageSchema(PAGE_SIZE_MAX)

/** A list with this query is sent as a whole unless a size is requested. */
export const WholePage = pageSchema()

function pageSchema(sizeByDefault?: number) {
  const size = sizeByDefault === undefined ? {} : { default: sizeByDefault }
  return Type.Object({
    page: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100_000,
        default: 1,
        description: 'Number of the page, from 1.',
      }),
    ),
    pageSize: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: PAGE_SIZE_MAX,
        description: 'Entries on a page.',
        ...size,
      }),
    ),
  })
}
