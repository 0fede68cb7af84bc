import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { openBareDatabase } from '../../testing/database.ts'
import { openTestServer } from '../../testing/server.ts'
import { StartError } from '../diagnostics/errors.ts'
import { getMigrations, listSchemaVersions, migrate, readOldestServer } from './migrate.ts'
import type { Db } from './tables.ts'

/** From this version on, servers run on newer schemas. */
const FIRST_COMPATIBLE = '024-session-highlights'

interface Column {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly isGiven: boolean
}

interface Schema {
  readonly columns: ReadonlyMap<string, Column>
  /** The rules on rows stand with the columns that they concern. */
  readonly rules: ReadonlyMap<string, readonly string[]>
  readonly functions: ReadonlySet<string>
}

async function readSchema(db: Db): Promise<Schema> {
  const columns = await sql<Column>`
    select n.nspname || '.' || c.relname || '.' || a.attname as name,
      format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as "isRequired",
      a.atthasdef or a.attidentity <> '' as "isGiven"
    from pg_attribute a join pg_class c on c.oid = a.attrelid
      join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'auth') and c.relkind = 'r' and a.attnum > 0
      and not a.attisdropped and c.relname not like 'kysely%'`.execute(db)
  const rules = await sql<{ name: string; columns: string[] }>`
    select n.nspname || '.' || c.relname || ': ' || r.name as name,
      array(select n.nspname || '.' || c.relname || '.' || a.attname from pg_attribute a
        where a.attrelid = c.oid and a.attnum = any(r.columns)) as columns
    from (
      select conrelid as of, conname::text as name, conkey as columns from pg_constraint
        where contype in ('c', 'f', 'x')
      union all
      select indrelid, indexrelid::regclass::text, indkey::int2[] from pg_index where indisunique
    ) r join pg_class c on c.oid = r.of join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'auth')`.execute(db)
  const functions = await sql<{ name: string }>`
    select p.oid::regprocedure::text as name from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace
      left join pg_depend d on d.objid = p.oid and d.deptype = 'e'
    where n.nspname in ('public', 'auth') and d.objid is null`.execute(db)
  return {
    columns: new Map(columns.rows.map((column) => [column.name, column])),
    rules: new Map(rules.rows.map(({ name, columns }) => [name, columns])),
    functions: new Set(functions.rows.map(({ name }) => name)),
  }
}

const tableOf = (column: string) => column.slice(0, column.lastIndexOf('.'))

/** Returns what a server that was written for `before` can't do on `after`. */
function findBreaks(before: Schema, after: Schema): string[] {
  const tables = new Set([...before.columns.keys()].map(tableOf))
  const changed = [...before.columns.values()].flatMap((column) => {
    const now = after.columns.get(column.name)
    if (!now) return [`${column.name} is gone`]
    if (now.type !== column.type) return [`${column.name} is ${now.type}, and was ${column.type}`]
    return now.isRequired && !column.isRequired ? [`${column.name} may not be null any more`] : []
  })
  const added = [...after.columns.values()]
    .filter(({ name }) => !before.columns.has(name) && tables.has(tableOf(name)))
    .filter(({ isRequired, isGiven }) => isRequired && !isGiven)
    .map(({ name }) => `${name} needs a value that older servers do not write`)
  const tightened = [...after.rules]
    .filter(([name, columns]) => !before.rules.has(name) && columns.length > 0)
    .filter(([, columns]) => columns.every((column) => before.columns.has(column)))
    .map(([name]) => `${name} is a new rule on columns that older servers write`)
  const removed = [...before.functions]
    .filter((name) => !after.functions.has(name))
    .map((name) => `${name} is gone`)
  return [...changed, ...added, ...tightened, ...removed]
}

async function openAt(t: TestContext, version: string) {
  const database = await openBareDatabase()
  t.after(() => database.close())
  await migrate(database.db, { version: version })
  return database
}

test('a server of the version before runs on the schema of each migration, unless the migration names its oldest server', async (t) => {
  const { db } = await openAt(t, FIRST_COMPATIBLE)
  const migrations = await getMigrations()
  let before = await readSchema(db)
  for (const version of await listSchemaVersions()) {
    if (version <= FIRST_COMPATIBLE) continue
    await migrate(db, { version: version })
    const after = await readSchema(db)
    const oldest = readOldestServer(migrations[version] ?? {})
    assert.ok(oldest < version, `${version}: a released server has stopped using it before`)
    if (oldest === FIRST_COMPATIBLE) assert.deepEqual(findBreaks(before, after), [], version)
    before = after
  }
})

test('what takes something away from an older server is found', async (t) => {
  const { db } = await openAt(t, FIRST_COMPATIBLE)
  const before = await readSchema(db)
  for (const [statement, expected] of [
    ['alter table league drop column website', 'public.league.website is gone'],
    [
      'alter table league rename column website to homepage',
      'public.league.homepage needs a value',
    ],
    ['drop table storage_leftover', 'public.storage_leftover.file_key is gone'],
    ['alter table "user" alter column username set not null', 'public.user.username may not be'],
    [
      'alter table session_pit_loss alter column stops type text',
      'public.session_pit_loss.stops is',
    ],
    ['alter table league add column motto text not null', 'public.league.motto needs a value'],
    ['create unique index one_name on league (name)', 'public.league: one_name is a new rule'],
    [`alter table league add constraint short check (name <> '')`, 'public.league: short is a new'],
  ] as const) {
    const breaks = await db
      .transaction()
      .execute(async (transaction) => {
        await sql.raw(statement).execute(transaction)
        throw new Found(findBreaks(before, await readSchema(transaction)))
      })
      .catch((error: unknown) => (error instanceof Found ? error.breaks : Promise.reject(error)))
    assert.ok(
      breaks.some((line) => line.startsWith(expected)),
      `${statement}: ${breaks.join('; ')}`,
    )
  }
})

/** Rolls a transaction back with what was seen in it. */
class Found extends Error {
  readonly breaks: readonly string[]
  constructor(breaks: readonly string[]) {
    super('found')
    this.breaks = breaks
  }
}

/** Leaves what a newer server would leave: a migration that this one does not know. */
async function openNewer(t: TestContext, oldestServer: string) {
  const database = await openBareDatabase()
  t.after(() => database.close())
  const { db } = database
  await migrate(db)
  await sql`insert into kysely_migration (name, timestamp) values ('900-newer', '')`.execute(db)
  await sql`alter table league add column motto text`.execute(db)
  await db.updateTable('schema_compatibility').set({ oldest_server: oldestServer }).execute()
  return database
}

test('an older server starts on a newer schema that has all it uses', async (t) => {
  const newest = (await listSchemaVersions()).at(-1) ?? ''
  const server = await openTestServer({ database: await openNewer(t, newest) })
  t.after(() => server.close())
  assert.equal((await fetch(`${server.url}/readyz`)).status, 200)
  const league = await server.app.inject({ url: '/api/Sessions' })
  assert.equal(league.statusCode, 200)
  const { oldest_server: oldest } = await server.context.db
    .selectFrom('schema_compatibility')
    .select('oldest_server')
    .executeTakeFirstOrThrow()
  assert.equal(oldest, newest)
})

test('an older server does not start on a newer schema that lacks what it uses', async (t) => {
  const database = await openNewer(t, '900-newer')
  await assert.rejects(openTestServer({ database }), (error) => {
    assert.ok(error instanceof StartError)
    assert.match(error.message, /has the schema 900-newer of a newer Pitboard.*data is unchanged/)
    return true
  })
})
