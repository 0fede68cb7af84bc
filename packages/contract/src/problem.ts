import { Type, type Static } from 'typebox'
import { Change } from './history.ts'

/** The specification's error body (§3), sent as `application/problem+json`. */
export const Problem = Type.Object({
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String(),
  instance: Type.String(),
  /** What is wrong with which field, where the request's shape is at fault. */
  errors: Type.Optional(
    Type.Array(
      Type.Object({
        path: Type.String(),
        message: Type.String(),
        /** In a text with a grammar: how many characters lie before the place. */
        offset: Type.Optional(Type.Integer()),
      }),
    ),
  ),
  /** Of a 412: what was changed since the version that `If-Match` names, the newest first. */
  changes: Type.Optional(Type.Array(Change)),
})
export type Problem = Static<typeof Problem>
