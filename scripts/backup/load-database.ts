import { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { pipeline } from 'node:stream/promises'
import { listSchemaVersions, migrate } from '@pitboard/server/platform/db/migrate'
import { connect } from '@pitboard/server/platform/db/open'
import { StartError } from '@pitboard/server/platform/diagnostics/errors'
import { quote, quoteTable } from './dump-database.ts'
import { type BackedUpSchema, describeTable, TABLES_FOLDER } from './manifest.ts'
import type { ArchiveEntry } from './read-archive.ts'

/** Throws unless this Pitboard can make the schema that the backup was taken of. */
export async function checkSchemaVersion(version: string): Promise<void> {
  if ((await listSchemaVersions()).includes(version)) return
  throw new StartError(
    `The backup has the schema ${version}, which this Pitboard does not know: a newer one made it. ` +
      'Restore it with that version or a newer one.',
  )
}

/** Throws unless the database has no tables. */
export async function checkDatabaseEmpty(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  try {
    await client.connect()
    const { rows } = await client.query<{ tables: number }>(
      `select count(*)::int as tables from pg_tables where schemaname in ('public', 'auth')`,
    )
    if (rows[0]?.tables === 0) return
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`The database can't be reached: ${reason}`)
  } finally {
    await client.end()
  }
  throw new StartError(
    'The database is not empty. A backup is restored into an empty database; create one, and set ' +
      'DATABASE_URL to it.',
  )
}

interface DatabaseLoad {
  /** Takes the entries of a table one after the other. */
  load(entry: ArchiveEntry): Promise<void>
  finish(): Promise<void>
  abandon(): Promise<void>
}

/**
 * Loads rows into an empty database, in one transaction. Needs no more rights than the owner of the
 * tables has: triggers are off, and references are checked once all rows are in.
 */
export async function beginLoad(url: string, schema: BackedUpSchema): Promise<DatabaseLoad> {
  const db = connect(url, () => {})
  try {
    await migrate(db, { version: schema.version })
  } finally {
    await db.destroy()
  }
  const client = new Client({ connectionString: url, application_name: 'pitboard restore' })
  await client.connect()
  const tables = new Map(schema.tables.map((table) => [describeTable(table), table]))
  const names = schema.tables.map((table) => `${quote(table.schema)}.${quote(table.name)}`)
  await client.query('begin')
  const references = await dropReferences(client)
  // Some migrations insert rows of their own.
  if (names.length > 0) await client.query(`truncate ${names.join(', ')}`)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)

  return {
    async load({ name, content }) {
      const [tableName = ''] = name.slice(TABLES_FOLDER.length).split('/')
      const table = tables.get(tableName)
      if (!table) throw new StartError(`The backup has rows of an unknown table, ${tableName}.`)
      const rows = client.query(copyFrom(`copy ${quoteTable(table)} from stdin`))
      await pipeline(content, rows)
    },
    async finish() {
      for (const name of names) await client.query(`alter table ${name} enable trigger user`)
      for (const { table, name, definition } of references) {
        await client.query(`alter table ${table} add constraint ${quote(name)} ${definition}`)
      }
      for (const sequence of schema.sequences) {
        const path = `${quote(sequence.schema)}.${quote(sequence.name)}`
        await client.query('select setval($1::regclass, $2)', [path, sequence.lastValue])
      }
      await client.query('commit')
      await client.query('analyze')
      await client.end()
    },
    abandon: () => client.end(),
  }
}

interface Reference {
  readonly table: string
  readonly name: string
  readonly definition: string
}

async function dropReferences(client: Client): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(
    `select conrelid::regclass::text as table, conname as name,
       pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace in ('public'::regnamespace, 'auth'::regnamespace)`,
  )
  for (const { table, name } of rows) {
    await client.query(`alter table ${table} drop constraint ${quote(name)}`)
  }
  return rows
}
