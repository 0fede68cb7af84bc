import { stat } from 'node:fs/promises'
import type { SiteOperation } from '@pitboard/contract/site/operation'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { VERSION } from '../../platform/config/config.ts'
import { describeSchema } from '../../platform/db/migrate.ts'
import type { Db } from '../../platform/db/tables.ts'
import { countAllJobs } from '../../platform/queues/dead-jobs.ts'
import type { SharedLiveList } from '../../racing/live/shared-live-list.ts'
import { listBackups } from '../backups/scheduled-backups.ts'
import { BUILT_FOLDER, listDownloads } from '../downloads/built-downloads.ts'
import { describeMessages } from './failed-messages.ts'
import { measureStorage } from './measure-storage.ts'
import { countUsers } from './operated-users.ts'
import { readOnlyRow } from '../../platform/db/only-row.ts'

const HOUR_MS = 3_600_000

/** Returns the state of the site. */
export async function describeSite(
  context: AppContext,
  live: Pick<SharedLiveList, 'read'>,
): Promise<SiteOperation> {
  const { db } = context
  const [version, users, storage, withoutServer, queues, messages, backup] = await Promise.all([
    describeVersion(context),
    countUsers(db),
    measureStorage(context),
    countOrphans(db),
    countAllJobs(db),
    describeMessages(db),
    describeBackups(context),
  ])
  return {
    version,
    users,
    storage,
    live: { sessions: live.read().size, withoutServer },
    queues: queues.map(({ queue, waiting, dead }) => ({ queue, waiting, failed: dead })),
    messages,
    backup,
  }
}

async function describeVersion({
  config,
  db,
  now,
}: Pick<AppContext, 'config' | 'db' | 'now'>): Promise<SiteOperation['version']> {
  const [schema, database, downloads] = await Promise.all([
    describeSchema(db),
    readOnlyRow(db, sql<{ version: string }>`select current_setting('server_version') as version`),
    listDownloads(config.downloadsDir ?? BUILT_FOLDER),
  ])
  return {
    server: VERSION,
    schema: schema.newest,
    isOutdated: schema.isNewer,
    node: process.versions.node,
    database: database.version,
    startedAt: new Date(now().getTime() - process.uptime() * 1000).toISOString(),
    recorder: downloads.version,
    recorderPlatforms: downloads.platforms.map(({ platform }) => platform),
  }
}

async function countOrphans(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('live_session')
    .select(sql<number>`count(*)`.as('count'))
    .where('orphaned_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

async function describeBackups({
  config: { backupDir, backupHours },
  now,
}: Pick<AppContext, 'config' | 'now'>): Promise<SiteOperation['backup']> {
  if (backupDir === null) return null
  const backups = await listBackups(backupDir)
  const newest = backups.at(-1)
  const ageMs = now().getTime() - (newest?.atMs ?? Number.NEGATIVE_INFINITY)
  return {
    newestAt: newest === undefined ? null : new Date(newest.atMs).toISOString(),
    newestBytes: newest === undefined ? 0 : (await stat(newest.file)).size,
    count: backups.length,
    everyHours: backupHours,
    isLate: ageMs > 2 * backupHours * HOUR_MS,
  }
}
