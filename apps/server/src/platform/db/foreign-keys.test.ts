import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openTestDatabase } from '../../testing/database.ts'

test('each foreign key has an index that begins with its columns: removing a row reads no whole table', async (t) => {
  const database = await openTestDatabase()
  t.after(() => database.close())
  const { rows } = await sql<{ key: string }>`
    select conrelid::regclass || ' (' || string_agg(attname, ', ' order by place) || ')' as key
    from pg_constraint
    join unnest(conkey) with ordinality as columns (number, place) on true
    join pg_attribute on attrelid = conrelid and attnum = number
    where contype = 'f' and not exists (
      select from pg_index
      where indrelid = conrelid and indisvalid
        -- A partial index serves if it has all rows that refer to something.
        and (indpred is null or pg_get_expr(indpred, indrelid) = '(' || attname || ' IS NOT NULL)')
        and (indkey::int2[])[0:cardinality(conkey) - 1] @> conkey
    )
    group by conrelid, pg_constraint.oid order by key`.execute(database.db)
  assert.deepEqual(
    rows.map(({ key }) => key),
    [],
  )
})
