import { Type, type Static } from 'typebox'
import { describe, Uuid } from '../wire/schema.ts'

/** Seasons that count a session, as lists of sessions name them. */
export const CountingSeasons = Type.Array(
  Type.Object({
    id: describe(Uuid, 'Id of the season.'),
    name: Type.String({ description: 'Name of the season.' }),
  }),
)
export type CountingSeasons = Static<typeof CountingSeasons>
