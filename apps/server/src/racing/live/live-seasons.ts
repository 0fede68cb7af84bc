import { isDeepStrictEqual } from 'node:util'
import type { CountingSeasons } from '@pitboard/contract/sessions/counting-seasons'
import type { Db } from '../../platform/db/tables.ts'
import type { Log } from '../../platform/diagnostics/log.ts'
import { createPeriodicJob, type PeriodicJob } from '../../platform/jobs/periodic-job.ts'
import { countingSeasonsOf } from '../sessions/store/counting-seasons.ts'

const READ_EVERY_MS = 2_000
const NONE: CountingSeasons = []

/** Returns the listed seasons that count the live sessions of this server; the array is the same until they change. */
export interface LiveSeasons {
  readonly job: PeriodicJob
  of(sessionId: string): CountingSeasons
}

interface LiveSeasonsParts {
  readonly db: Db
  /** Returns the ids of the sessions that this server records. */
  ids(): string[]
  readonly log: Log
}

/**
 * Reads all of them with one query from time to time: a session is linked, renamed and made private in many
 * places, and the list is read far more often.
 */
export function createLiveSeasons({ db, ids, log }: LiveSeasonsParts): LiveSeasons {
  let seasonsOf: ReadonlyMap<string, CountingSeasons> = new Map()

  async function read(): Promise<void> {
    const listed = ids()
    const rows = listed.length === 0 ? [] : await selectSeasons(db, listed)
    const before = seasonsOf
    seasonsOf = new Map(
      rows.map(({ id, seasons }) => {
        const known = before.get(id)
        return [id, isDeepStrictEqual(known, seasons) && known ? known : seasons]
      }),
    )
  }

  return {
    of: (sessionId) => seasonsOf.get(sessionId) ?? NONE,
    job: createPeriodicJob(read, {
      everyMs: READ_EVERY_MS,
      log,
      failure: 'the seasons of live sessions could not be read',
    }),
  }
}

async function selectSeasons(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('session')
    .select('id')
    .select(countingSeasonsOf(null).as('seasons'))
    .where('id', 'in', ids)
    .execute()
}
