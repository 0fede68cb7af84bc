import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { BusyError } from '../diagnostics/errors.ts'
import { inTransaction } from './in-transaction.ts'

let server: TestServer
before(async () => {
  server = await openTestServer()
})
after(() => server.close())

test('of two that wait for each other none fails: one is done again', async () => {
  const both = Promise.withResolvers<void>()
  let holding = 0
  let attempts = 0
  const work = (first: number, second: number) =>
    inTransaction(server.context.db, async (db) => {
      attempts += 1
      await sql`select pg_advisory_xact_lock(${first})`.execute(db)
      holding += 1
      if (holding === 2) both.resolve()
      await both.promise
      await sql`select pg_advisory_xact_lock(${second})`.execute(db)
      return first
    })
  assert.deepEqual(await Promise.all([work(1, 2), work(2, 1)]), [1, 2])
  assert.equal(attempts, 3)
})

test('what fails for a reason of its own fails at once', async () => {
  let attempts = 0
  const work = inTransaction(server.context.db, async (db) => {
    attempts += 1
    await sql`select 1 / 0`.execute(db)
  })
  await assert.rejects(work, /division by zero/)
  assert.equal(attempts, 1)
})

test('what meets others at every attempt is asked to come again', async () => {
  const work = inTransaction(server.context.db, async (db) => {
    await sql`do $$ begin raise exception 'Deadlock' using errcode = '40P01'; end $$`.execute(db)
  })
  await assert.rejects(work, (error) => error instanceof BusyError)
})
