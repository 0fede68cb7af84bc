import { promises as fs } from 'node:fs'
import path from 'node:path'
import { FileMigrationProvider, type Migration, Migrator } from 'kysely/migration'
import { sql } from 'kysely'
import { StartError } from '../diagnostics/errors.ts'
import type { Db } from './tables.ts'

const FOLDER = path.join(import.meta.dirname, 'migrations')

/** Files that were renamed after databases had recorded their names. */
const RECORDED_NAMES: Readonly<Record<string, string>> = {
  '014-stored-pictures': '014-kept-pictures',
}

/** The files of the folder in the order of their names, each run once. A released migration is never edited: add the next one. */
export async function getMigrations(): Promise<Record<string, Migration>> {
  const folder = new FileMigrationProvider({
    fs,
    path,
    migrationFolder: FOLDER,
    onFileIgnored(name) {
      throw new Error(`${name} does not export a migration`)
    },
  })
  const files = Object.entries(await folder.getMigrations())
  return Object.fromEntries(files.map(([name, file]) => [RECORDED_NAMES[name] ?? name, file]))
}

/** The names of all versions of the schema, the oldest first. */
export async function listSchemaVersions(): Promise<string[]> {
  return Object.keys(await getMigrations()).toSorted()
}

/** Servers from this version on read `schema_compatibility`. */
const FIRST_COMPATIBLE = '024-session-highlights'

/**
 * The oldest server that runs on the newest schema, by the newest schema that it knows. A migration that takes
 * away what servers used exports `oldestServer`: the version that had stopped using it.
 */
export async function findOldestServer(): Promise<string> {
  const named = Object.values(await getMigrations()).map((file) => readOldestServer(file))
  return named.toSorted().at(-1) ?? FIRST_COMPATIBLE
}

export function readOldestServer(migration: object): string {
  return 'oldestServer' in migration ? String(migration.oldestServer) : FIRST_COMPATIBLE
}

/**
 * Brings the schema to a version, in one transaction; to the newest where none is named. Servers that
 * start together take turns: the migrator holds an advisory lock. Returns the versions that a newer
 * server has added and with which this one runs; throws a `StartError` where it does not.
 */
export async function migrate(db: Db, version?: string): Promise<string[]> {
  const newer = await findNewerVersions(db)
  if (newer.length > 0) return newer
  const migrator = new Migrator({ db, provider: { getMigrations } })
  const { error } = await (version === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(version))
  // A newer server may have brought the schema up to date while this one waited for its turn.
  const newerNow = error === undefined ? [] : await findNewerVersions(db)
  if (newerNow.length > 0) return newerNow
  if (error !== undefined) throw error
  if (version === undefined) await noteOldestServer(db)
  return []
}

async function noteOldestServer(db: Db): Promise<void> {
  const oldest_server = await findOldestServer()
  await db
    .insertInto('schema_compatibility')
    .values({ oldest_server })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ oldest_server }))
    .execute()
}

/** What the database has and this server does not know. */
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
  const newest = known.at(-1) ?? ''
  if (missing.length === 0 && newest >= oldestServer) return newer
  throw new StartError(
    `The database has the schema ${newer.at(-1)} of a newer Pitboard, and this one knows ${newest}. ` +
      `Its data is unchanged. Start the newer version, or at least one with the schema ${oldestServer}; ` +
      'docs/operations.md explains updates.',
  )
}

async function listRecordedVersions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(db)
  if (!rows[0]?.exists) return []
  const recorded = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(db)
  return recorded.rows.map(({ name }) => name)
}
