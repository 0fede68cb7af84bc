import { promises as fs } from 'node:fs'
import path from 'node:path'
import { FileMigrationProvider, type Migration, Migrator } from 'kysely/migration'
import type { Db } from './tables.ts'

const FOLDER = path.join(import.meta.dirname, 'migrations')

/** Files that were renamed after databases had recorded their names. */
const RECORDED_NAMES: Readonly<Record<string, string>> = {
  '014-stored-pictures': '014-kept-pictures',
}

/** The files of the folder in the order of their names, each run once. A released migration is never edited: add the next one. */
async function getMigrations(): Promise<Record<string, Migration>> {
  const folder = new FileMigrationProvider({
    ...{ fs, path, migrationFolder: FOLDER },
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

/**
 * Brings the schema to a version, in one transaction; to the newest where none is named. Servers that
 * start together take turns: the migrator holds an advisory lock.
 */
export async function migrate(db: Db, version?: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations } })
  const { error } = await (version === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(version))
  if (error !== undefined) throw error
}
