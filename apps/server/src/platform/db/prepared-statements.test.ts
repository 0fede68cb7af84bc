import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { countUnprepared, executePrepared } from './prepared-statements.ts'
import type { Db } from './tables.ts'

let database: TestDatabase
before(async () => {
  database = await openTestDatabase()
})
after(() => database.close())

async function double(db: Db, value: number): Promise<number | undefined> {
  const { rows } = await executePrepared(
    db,
    sql<{ doubled: number }>`select ${value}::int * 2 as doubled`,
  )
  return rows[0]?.doubled
}

async function countStatements(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_prepared_statements`.execute(db)
  return rows[0]?.count ?? 0
}

test('a connection stores one statement for all values of a query', async () => {
  await database.db.connection().execute(async (db) => {
    for (const value of [1, 2, 3]) assert.equal(await double(db, value), value * 2)
    assert.equal(await countStatements(db), 1)
    await assert.rejects(executePrepared(db, sql`select 1 / ${0}::int`), /division by zero/)
    assert.equal(await double(db, 4), 8)
  })
})

test('queries with ever new texts do not fill the memory of a connection, and those without a place are counted', async () => {
  await database.db.connection().execute(async (db) => {
    for (let n = 0; n < 150; n++) {
      const { rows } = await executePrepared(db, sql`select ${sql.lit(n)} as n`)
      assert.deepEqual(rows, [{ n }])
    }
    const stored = await countStatements(db)
    assert.ok(stored <= 100)
    assert.ok(countUnprepared() >= 50, `${countUnprepared()} beside ${stored}`)
    const before = countUnprepared()
    await executePrepared(db, sql`select ${sql.lit(149)} as n`)
    assert.equal(countUnprepared(), before + 1)
    await double(db, 5)
    assert.equal(countUnprepared(), before + 1, 'a stored plan serves')
  })
})
