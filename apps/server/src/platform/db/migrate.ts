import { Migrator, type Migration } from 'kysely/migration'
import * as usersAndSessions from './migrations/001-users-and-sessions.ts'
import * as accounts from './migrations/002-accounts.ts'
import * as siblings from './migrations/003-siblings.ts'
import * as filesAndChanges from './migrations/004-files-and-changes.ts'
import * as passkeys from './migrations/005-passkeys.ts'
import * as leaguesAndSeasons from './migrations/006-leagues-and-seasons.ts'
import * as sessionFilters from './migrations/007-session-filters.ts'
import * as bestLaps from './migrations/008-best-laps.ts'
import * as searchNames from './migrations/009-search-names.ts'
import * as sessionDocuments from './migrations/010-session-documents.ts'
import * as ownSessions from './migrations/011-own-sessions.ts'
import * as filterIndexes from './migrations/012-filter-indexes.ts'
import * as filterWalks from './migrations/013-filter-walks.ts'
import * as storedPictures from './migrations/014-stored-pictures.ts'
import * as pointsByDistance from './migrations/015-points-by-distance.ts'
import * as retries from './migrations/016-retries.ts'
import * as outbox from './migrations/017-outbox.ts'
import * as unknownValues from './migrations/018-unknown-values.ts'
import * as adjustmentKinds from './migrations/019-adjustment-kinds.ts'
import type { Db } from './tables.ts'

/** In order, each run once. A released migration is never edited: add the next one. */
const MIGRATIONS: Record<string, Migration> = {
  '001-users-and-sessions': usersAndSessions,
  '002-accounts': accounts,
  '003-siblings': siblings,
  '004-files-and-changes': filesAndChanges,
  '005-passkeys': passkeys,
  '006-leagues-and-seasons': leaguesAndSeasons,
  '007-session-filters': sessionFilters,
  '008-best-laps': bestLaps,
  '009-search-names': searchNames,
  '010-session-documents': sessionDocuments,
  '011-own-sessions': ownSessions,
  '012-filter-indexes': filterIndexes,
  '013-filter-walks': filterWalks,
  '014-kept-pictures': storedPictures,
  '015-points-by-distance': pointsByDistance,
  '016-retries': retries,
  '017-outbox': outbox,
  '018-unknown-values': unknownValues,
  '019-adjustment-kinds': adjustmentKinds,
}

/** The names of all versions of the schema, the oldest first. */
export const SCHEMA_VERSIONS: readonly string[] = Object.keys(MIGRATIONS)

/**
 * Brings the schema to a version, in one transaction; to the newest where none is named. Servers that
 * start together take turns: the migrator holds an advisory lock.
 */
export async function migrate(db: Db, version?: string): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => MIGRATIONS },
  })
  const { error } = await (version === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(version))
  if (error !== undefined) throw error
}
