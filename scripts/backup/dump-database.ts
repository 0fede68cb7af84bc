import { Readable } from 'node:stream'
import { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { pictureKey } from '@pitboard/server/accounts/storage/files'
import { filesOf } from '@pitboard/server/racing/captures/capture-store'
import { StartError } from '@pitboard/server/platform/diagnostics/errors'
import {
  type BackedUpSchema,
  type BackedUpTable,
  describeTable,
  SCHEMA_ENTRY,
  TABLES_FOLDER,
} from './manifest.ts'
import type { ArchiveWriter } from './write-archive.ts'

/** A tar entry starts with its size: rows are collected up to this and make an entry each time. */
const ROWS_BYTES = 4 * 1024 * 1024

interface DumpedDatabase {
  readonly rows: number
  /** The rows refer to these files; their paths are below DATA_DIR. */
  readonly fileNames: readonly string[]
}

/** Adds all rows as they are in one snapshot of the database. Nothing waits for it. */
export async function dumpDatabase(url: string, archive: ArchiveWriter): Promise<DumpedDatabase> {
  const client = new Client({ connectionString: url, application_name: 'pitboard backup' })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(`set local datestyle to 'ISO'`)
    const schema = await readSchema(client)
    await archive.addJson(SCHEMA_ENTRY, schema)
    let rows = 0
    for (const table of schema.tables) rows += await dumpTable(client, table, archive)
    const fileNames = await readFileNames(client, schema.tables)
    await client.query('commit')
    return { rows, fileNames }
  } finally {
    await client.end()
  }
}

async function readSchema(client: Client): Promise<BackedUpSchema> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    `select to_regclass('public.kysely_migration') is not null as exists`,
  )
  if (!found[0]?.exists) throw new StartError('The database holds no data of Pitboard.')
  const { rows: versions } = await client.query<{ name: string }>(
    'select name from kysely_migration order by name desc limit 1',
  )
  // What an unlogged table holds does not survive a crash of PostgreSQL either.
  const { rows: tables } = await client.query<BackedUpTable>(
    `select n.nspname as schema, c.relname as name,
       array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid
     where n.nspname in ('public', 'auth') and c.relkind = 'r' and c.relpersistence = 'p'
       and c.relname not like 'kysely\\_%' and a.attnum > 0 and not a.attisdropped
       and a.attgenerated = ''
     group by 1, 2 order by 1, 2`,
  )
  const { rows: sequences } = await client.query<{
    schema: string
    name: string
    lastValue: string
  }>(
    `select schemaname as schema, sequencename as name, last_value::text as "lastValue"
     from pg_sequences where schemaname in ('public', 'auth') and last_value is not null
     order by 1, 2`,
  )
  return { version: versions[0]?.name ?? '', tables, sequences }
}

async function dumpTable(
  client: Client,
  table: BackedUpTable,
  archive: ArchiveWriter,
): Promise<number> {
  const rows = client.query(copyTo(`copy ${quoteTable(table)} to stdout`))
  let chunks: Buffer[] = []
  let bytes = 0
  let entries = 0
  const flush = async () => {
    const number = String(++entries).padStart(6, '0')
    const name = `${TABLES_FOLDER}${describeTable(table)}/${number}.copy`
    const content = Readable.from(chunks)
    const size = bytes
    chunks = []
    bytes = 0
    await archive.add(name, size, content)
  }
  for await (const chunk of rows) {
    if (!Buffer.isBuffer(chunk)) continue
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= ROWS_BYTES) await flush()
  }
  if (bytes > 0) await flush()
  return rows.rowCount
}

/** Names the table with its columns, for COPY. */
export function quoteTable({ schema, name, columns }: BackedUpTable): string {
  return `${quote(schema)}.${quote(name)} (${columns.map(quote).join(', ')})`
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** These columns name files; the function returns the files of a value. */
const FILE_COLUMNS = new Map<string, (key: string) => readonly string[]>([
  ['capture_key', filesOf],
  ['file_key', (key) => [pictureKey(key)]],
])
/** These tables list files that are to be removed. */
const REMOVAL_TABLES = ['removed_capture', 'storage_leftover', 'capture_size']

async function readFileNames(client: Client, tables: readonly BackedUpTable[]): Promise<string[]> {
  const names: string[] = []
  for (const { schema, name, columns } of tables) {
    if (REMOVAL_TABLES.includes(name)) continue
    for (const column of columns) {
      const namesOf = FILE_COLUMNS.get(column)
      if (!namesOf) continue
      const { rows } = await client.query<{ key: string }>(
        `select distinct ${quote(column)} as key from ${quote(schema)}.${quote(name)}
         where ${quote(column)} is not null`,
      )
      names.push(...rows.flatMap(({ key }) => namesOf(key)))
    }
  }
  return names
}
