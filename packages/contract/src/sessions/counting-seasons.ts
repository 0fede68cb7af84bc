import { Type, type Static } from 'typebox'
import { describe, Uuid } from '../wire/schema.ts'

/** The season counts a session; lists of sessions name it like this. */
export const CountingSeason = Type.Object({
  id: describe(Uuid, 'Id of the season.'),
  name: Type.String({ description: 'Name of the season.' }),
})

export const CountingSeasons = Type.Array(CountingSeason)
export type CountingSeasons = Static<typeof CountingSeasons>
