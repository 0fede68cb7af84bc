import { type Expression, sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Db } from '../../platform/db/tables.ts'
import { createPeriodicJob, type PeriodicJob } from '../../platform/jobs/periodic-job.ts'
import { lockSession } from '../sessions/store-recording.ts'
import type { CaptureStore } from '../captures/capture-store.ts'

const EVERY_MS = 5 * 60_000
const AT_ONCE = 100
const DAY_MS = 24 * 60 * 60_000
const MEGABYTE = 2 ** 20

/** Null stands for no limit. */
interface CaptureLimits {
  readonly days: number | null
  readonly userBytes: number | null
  readonly totalBytes: number | null
}

export function readCaptureLimits(
  config: Pick<Config, 'captureDays' | 'captureUserMb' | 'captureTotalMb'>,
): CaptureLimits {
  const { captureDays: days, captureUserMb: user, captureTotalMb: total } = config
  return {
    days,
    userBytes: user === null ? null : user * MEGABYTE,
    totalBytes: total === null ? null : total * MEGABYTE,
  }
}

/** Notes the sizes of captures that are new or have changed; if `userId` is given, only those of this user. */
export async function measureCaptures(
  db: Db,
  captures: CaptureStore,
  userId: string | null = null,
): Promise<number> {
  const rows = await db
    .selectFrom('session')
    .leftJoin('capture_size', 'capture_size.session_id', 'session.id')
    .select(['session.id', 'session.capture_key'])
    .where('session.capture_key', 'is not', null)
    .where(sql<boolean>`capture_size.capture_key is distinct from session.capture_key`)
    .where((where) => where.and(userId === null ? {} : { 'session.user_id': userId }))
    .limit(AT_ONCE)
    .execute()
  for (const { id, capture_key: key } of rows) {
    if (key === null) continue
    const size = { capture_key: key, bytes: (await captures.measure(key)) ?? 0 }
    await db
      .insertInto('capture_size')
      .columns(['session_id', 'capture_key', 'bytes'])
      // The session may be deleted meanwhile.
      .expression((eb) =>
        eb
          .selectFrom('session')
          .select([
            'id',
            sql<string>`${size.capture_key}`.as('key'),
            bigint(size.bytes).as('bytes'),
          ])
          .where('id', '=', id),
      )
      .onConflict((conflict) => conflict.column('session_id').doUpdateSet(size))
      .execute()
  }
  return rows.length
}

const bigint = (value: number) => sql<number>`${value}::bigint`

const sumOver = (window: Expression<unknown>) =>
  sql<number>`sum(capture_size.bytes) over (${window})::float8`

/** Selects stored captures, each with its bytes and those of newer ones, of the same user and of all users. */
function selectSizes(db: Db) {
  const newestFirst = sql`order by session.started_at desc, session.id desc`
  return db
    .selectFrom('session')
    .innerJoin('capture_size', (join) =>
      join
        .onRef('capture_size.session_id', '=', 'session.id')
        .onRef('capture_size.capture_key', '=', 'session.capture_key'),
    )
    .select(['session.id', 'session.capture_key', 'session.user_id', 'session.started_at'])
    .select([
      sumOver(sql`partition by session.user_id ${newestFirst}`).as('user_bytes'),
      sumOver(newestFirst).as('total_bytes'),
    ])
    .where('session.status', '=', 'recorded')
}

/**
 * Removes the captures that are too old or exceed a quota, the oldest first, and returns how many.
 * Their sessions stay; housekeeping removes the files.
 */
export async function expireCaptures(
  db: Db,
  { days, userBytes, totalBytes }: CaptureLimits,
  nowMs: number,
): Promise<number> {
  if (days === null && userBytes === null && totalBytes === null) return 0
  const since = new Date(days === null ? 0 : nowMs - days * DAY_MS)
  const expired = await db
    .selectFrom(selectSizes(db).as('sizes'))
    .select(['id', 'capture_key'])
    .where(({ or, eb }) =>
      or([
        eb('started_at', '<', since),
        ...(userBytes === null ? [] : [eb('user_bytes', '>', userBytes)]),
        ...(totalBytes === null ? [] : [eb('total_bytes', '>', totalBytes)]),
      ]),
    )
    .orderBy('started_at')
    .limit(AT_ONCE)
    .execute()
  for (const { id, capture_key: key } of expired) if (key !== null) await removeCapture(db, id, key)
  return expired.length
}

async function removeCapture(db: Db, id: string, key: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockSession(transaction, id)
    const { numUpdatedRows } = await transaction
      .updateTable('session')
      .set({ capture_key: null })
      .where('id', '=', id)
      .where('capture_key', '=', key)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await transaction.deleteFrom('capture_size').where('session_id', '=', id).execute()
    await transaction
      .insertInto('removed_capture')
      .values({ session_id: id, capture_key: key })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

export function createCaptureRetention(
  { db, config, leadership, log, now }: AppContext,
  captures: CaptureStore,
): PeriodicJob {
  const limits = readCaptureLimits(config)
  async function run(): Promise<void> {
    while ((await measureCaptures(db, captures)) === AT_ONCE);
    while ((await expireCaptures(db, limits, now().getTime())) === AT_ONCE);
  }
  return createPeriodicJob(run, {
    everyMs: EVERY_MS,
    log,
    leadership,
    failure: 'Captures beyond the limits could not be removed',
  })
}
