import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { listBaselineVersions, migrate } from '@pitboard/server/platform/db/migrate'
import type { Db } from '@pitboard/server/platform/db/tables'
import { openBareDatabase, openTestDatabase } from '@pitboard/server/testing/database'
import { sql } from 'kysely'
import { describeSchema } from './describe-schema.ts'
import { openEarlierDatabase } from './earlier-versions.ts'

const BASELINE = new URL(
  '../../apps/server/src/platform/db/migrations/baseline.sql',
  import.meta.url,
)

test('a database of the first version has the schema of the baseline after its update, and so has a new one', async (t) => {
  const [earlier, recent] = await Promise.all([openEarlierDatabase(), openBareDatabase()])
  t.after(() => Promise.all([earlier.close(), recent.close()]))
  await migrate(recent.db, { version: listBaselineVersions().at(-1) ?? '' })
  const baseline = readFileSync(BASELINE, 'utf8')
  assert.equal(await describeSchema(earlier.db), baseline, 'npm run baseline writes it again')
  assert.equal(await describeSchema(recent.db), baseline)
  assert.deepEqual(await listRows(recent.db), await listRows(earlier.db))
})

test('what the baseline would leave out of a schema is named', async (t) => {
  const { db, close } = await openTestDatabase()
  t.after(close)
  await sql`create table wheel (id int); create view tyre as select * from wheel;
    create type compound as enum ('soft')`.execute(db)
  await assert.rejects(describeSchema(db), /what is not described: .*tyre.*compound/)
})

/** Lists the rows that the migrations themselves have left. */
async function listRows(db: Db): Promise<unknown> {
  const { rows } = await sql`select table_schema, table_name,
      query_to_xml(format('select * from %I.%I order by 1', table_schema, table_name), true, false, '')::text as rows
    from information_schema.tables where table_schema in ('public', 'auth')
      and table_name <> 'kysely_migration' order by 1, 2`.execute(db)
  const names = await sql`select name from kysely_migration order by name`.execute(db)
  return [rows, names.rows]
}
