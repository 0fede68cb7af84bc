import { Type, type Static, type TSchema } from 'typebox'

/** A value or `null`; `null` says that the game did not send it (DESIGN §4). */
export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()])
}

export const Uuid = Type.String({ format: 'uuid' })
/** ISO 8601, UTC. */
export const Instant = Type.String({ format: 'date-time' })
/** Integer milliseconds. */
export const Milliseconds = Type.Integer()
export const Vector = Type.Object({ x: Type.Number(), y: Type.Number(), z: Type.Number() })
export type Vector = Static<typeof Vector>

/** `page` counts from 1. Both may be left out, neither may be null (specification §5). */
export const Page = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
})
