import { promises as fs } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { itemAt } from '@pitboard/contract/wire/item-at'
import { type Migration, type MigrationResult, Migrator } from 'kysely/migration'
import { DatabaseError } from 'pg'
import { type Kysely, sql } from 'kysely'
import { StartError } from '../diagnostics/errors.ts'
import { EARLIER_VERSIONS, type MigrationLoad, MIGRATIONS } from './migration-files.ts'
import type { Db } from './tables.ts'
import { readOnlyRow } from './only-row.ts'

const BASELINE = path.join(import.meta.dirname, 'migrations/baseline.sql')

/** These files were renamed after databases had recorded their names. */
const RECORDED_NAMES: Readonly<Record<string, string>> = {
  '014-stored-pictures': '014-kept-pictures',
}

/**
 * Returns all versions of the schema in the order of their names, each of which is run once. A released migration is
 * never edited: add the next one.
 */
export async function getMigrations(): Promise<Record<string, Migration>> {
  const following = Object.entries(MIGRATIONS).map(
    async ([name, load]): Promise<[string, Migration]> => [name, await readMigration(name, load)],
  )
  return { ...readEarlierVersions(), ...Object.fromEntries(await Promise.all(following)) }
}

/** Few databases need them, so each is loaded when it runs. */
function readEarlierVersions(): Record<string, Migration> {
  const steps = Object.entries(EARLIER_VERSIONS).map(([name, load]): [string, Migration] => {
    const up: Migration['up'] = async (db) => (await readMigration(name, load)).up(db)
    return [RECORDED_NAMES[name] ?? name, { up }]
  })
  return Object.fromEntries(steps)
}

async function readMigration(name: string, load: MigrationLoad): Promise<Migration> {
  const file = await load()
  const { up } = file
  if (up === undefined) throw new Error(`${name} does not export a migration`)
  return { ...file, up }
}

/** Lists the versions that the baseline stands for, the oldest first. */
export function listBaselineVersions(): string[] {
  return Object.keys(readEarlierVersions()).toSorted()
}

/** Lists the names of all versions of the schema, the oldest first. */
export async function listSchemaVersions(): Promise<string[]> {
  return Object.keys(await getMigrations()).toSorted()
}

/** Servers from this version on read `schema_compatibility`. */
const FIRST_COMPATIBLE = '024-session-highlights'

/**
 * Returns the oldest server that runs on the newest schema, by the newest schema that it knows. A migration that takes
 * away what servers used exports `oldestServer`: the version that had stopped using it.
 */
export async function findOldestServer(): Promise<string> {
  const named = Object.values(await getMigrations()).map((file) => readOldestServer(file))
  return named.toSorted().at(-1) ?? FIRST_COMPATIBLE
}

export function readOldestServer(migration: object): string {
  return 'oldestServer' in migration ? String(migration.oldestServer) : FIRST_COMPATIBLE
}

/** While a migration waits for a table, all queries that come after it wait as well: those of other servers too. */
const LOCK_TIMEOUT_MS = 5_000
const LOCK_RETRY_MS = 1_000
const LOCK_TRIES = 12
/** PostgreSQL answers with this SQLSTATE where a lock was not granted in time. */
const LOCK_NOT_AVAILABLE = '55P03'

interface MigrateOptions {
  /** Where it is left out, the newest version counts. */
  readonly version?: string | undefined
  readonly provide?: () => Promise<Record<string, Migration>>
  readonly lock?: { readonly timeoutMs: number; readonly retryMs: number; readonly tries: number }
}

/**
 * Brings the schema to a version, in one transaction; to the newest where none is named. Servers that start together
 * take turns, since the migrator holds an advisory lock. Returns the versions that a newer server has added and with
 * which this one runs; throws a `StartError` where it does not, and where a migration fails.
 */
export async function migrate(db: Db, options: MigrateOptions = {}): Promise<string[]> {
  const { version, provide = getMigrations } = options
  const { lock = { timeoutMs: LOCK_TIMEOUT_MS, retryMs: LOCK_RETRY_MS, tries: LOCK_TRIES } } =
    options
  const newer = await findNewerVersions(db)
  if (newer.length > 0) return newer
  const baselineVersions = listBaselineVersions()
  const provider = {
    async getMigrations() {
      const migrations = limitLocks(await provide(), lock.timeoutMs)
      return startFromBaseline(migrations, baselineVersions, version)
    },
  }
  const migrator = new Migrator({ db, provider })
  const run = () =>
    version === undefined ? migrator.migrateToLatest() : migrator.migrateTo(version)
  let { error, results } = await run()
  for (let attempt = 1; isLockTimeout(error) && attempt < lock.tries; attempt++) {
    await delay(lock.retryMs)
    ;({ error, results } = await run())
  }
  // A newer server may have brought the schema up to date while this one waited for its turn.
  const newerNow = error === undefined ? [] : await findNewerVersions(db)
  if (newerNow.length > 0) return newerNow
  if (error !== undefined) throw await describeFailure(db, error, results)
  if (version === undefined) await noteOldestServer(db)
  return []
}

function limitLocks(
  migrations: Record<string, Migration>,
  timeoutMs: number,
): Record<string, Migration> {
  const limited = Object.entries(migrations).map(([name, migration]): [string, Migration] => {
    const up: Migration['up'] = async (transaction) => {
      await sql`set local lock_timeout = ${sql.lit(timeoutMs)}`.execute(transaction)
      await migration.up(transaction)
    }
    return [name, { ...migration, up }]
  })
  return Object.fromEntries(limited)
}

/**
 * An empty database gets the baseline in place of the steps to it. They are recorded all the same, so that it is like
 * one that took them: for servers of earlier versions, and for a backup.
 */
function startFromBaseline(
  migrations: Record<string, Migration>,
  baselineVersions: readonly string[],
  target: string | undefined,
): Record<string, Migration> {
  const oldest = baselineVersions.at(0)
  const newest = baselineVersions.at(-1)
  if (newest === undefined || (target !== undefined && target < newest)) return migrations
  let isEmpty = false
  const steps = baselineVersions.map((name): [string, Migration] => {
    const up: Migration['up'] = async (transaction) => {
      if (name === oldest) isEmpty = true
      if (!isEmpty) await migrations[name]?.up(transaction)
      else if (name === newest) await loadBaseline(transaction)
    }
    return [name, { up }]
  })
  return { ...migrations, ...Object.fromEntries(steps) }
}

async function loadBaseline(transaction: Kysely<unknown>): Promise<void> {
  const statements = await fs.readFile(BASELINE, 'utf8')
  await findExtensions(transaction)
  await sql.raw(statements).execute(transaction)
}

/** Another program of this database may have put the extensions where names have to be qualified. */
async function findExtensions(transaction: Kysely<unknown>): Promise<void> {
  await sql`select set_config('search_path', concat_ws(', ', current_setting('search_path'),
      (select string_agg(distinct quote_ident(nspname), ', ')
        from pg_extension join pg_namespace on pg_namespace.oid = extnamespace)), true)`.execute(
    transaction,
  )
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE
}

/** Says which migration failed and why, what the database is like now, and what to do. */
async function describeFailure(
  db: Db,
  error: unknown,
  results: readonly MigrationResult[] | undefined,
): Promise<unknown> {
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName
  if (failed === undefined || !(error instanceof Error)) return error
  const present = (await listRecordedVersions(db)).at(-1)
  const unchanged =
    present === undefined
      ? 'Nothing was changed: the database is empty as before.'
      : `Nothing was changed: the database has the schema ${present} as before.`
  const remedy = isLockTimeout(error)
    ? 'Another program holds a table for a long time: end it (pg_stat_activity shows it), then start again.'
    : present === undefined
      ? 'Report this, with the version of PostgreSQL.'
      : 'Start the version of Pitboard before, which runs on it, and report this.'
  return new StartError(
    `The update of the database to the schema ${failed} failed: ${error.message}. ${unchanged} ${remedy}`,
    error,
  )
}

async function noteOldestServer(db: Db): Promise<void> {
  const oldest_server = await findOldestServer()
  await db
    .insertInto('schema_compatibility')
    .values({ oldest_server })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ oldest_server }))
    .execute()
}

/** Returns the newest version of the schema that the database has, and whether a newer server has brought it there. */
export async function describeSchema(db: Db): Promise<{ newest: string; isNewer: boolean }> {
  const [known, recorded] = await Promise.all([listSchemaVersions(), listRecordedVersions(db)])
  return {
    newest: itemAt(recorded, recorded.length - 1),
    isNewer: recorded.some((name) => !known.includes(name)),
  }
}

/** Returns what the database has and this server does not know. */
async function findNewerVersions(db: Db): Promise<string[]> {
  const known = await listSchemaVersions()
  const recorded = await listRecordedVersions(db)
  const newer = recorded.filter((name) => !known.includes(name))
  if (newer.length === 0) return []
  const missing = known.filter((name) => !recorded.includes(name))
  const { oldest_server: oldestServer } = await db
    .selectFrom('schema_compatibility')
    .select('oldest_server')
    .executeTakeFirstOrThrow()
  const newest = itemAt(known, known.length - 1)
  if (missing.length === 0 && newest >= oldestServer) return newer
  throw new StartError(
    `The database has the schema ${newer.at(-1)} of a newer Pitboard, and this one knows ${newest}. ` +
      `Its data is unchanged. Start the newer version, or at least one with the schema ${oldestServer}; ` +
      'docs/operations.md explains updates.',
  )
}

async function listRecordedVersions(db: Db): Promise<string[]> {
  const { exists } = await readOnlyRow(
    db,
    sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`,
  )
  if (!exists) return []
  const recorded = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(db)
  return recorded.rows.map(({ name }) => name)
}
