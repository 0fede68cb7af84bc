import type { Updateable } from 'kysely'
import type { SeasonTable } from '../../../platform/db/season-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import type { FoundSeason } from '../queries.ts'

/**
 * Puts back what one act changed, and says which of the season's own columns are set with it; throws
 * a 409 where it has been changed again since.
 */
export type TakeBack = (
  db: Db,
  season: FoundSeason,
  details: unknown,
) => Promise<Updateable<SeasonTable> | undefined>
