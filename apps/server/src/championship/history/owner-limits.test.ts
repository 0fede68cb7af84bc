import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { sql } from 'kysely'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { createCall } from '../../testing/call.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { recordChange } from './changes.ts'
import { OWNED_MAX } from './versioned-update.ts'

let server: TestServer
let nowMs = Date.now()
before(async () => {
  server = await openTestServer({ now: () => new Date(nowMs) })
})
after(() => server.close())
const call = createCall(() => server)
const signUp = (username: string): Promise<TestAccount> => openAccount(server.context, { username })

suite('what one account may own', { concurrency: false }, () => {
  for (const [kind, path, body] of [
    ['league', 'League', { name: 'Another', isPublic: true }],
    ['season', 'Seasons', { name: 'Another' }],
  ] as const) {
    const { existing, withDeleted } = OWNED_MAX[kind]
    const make = (as: TestAccount) => call(`POST /api/${path}`, { as, body })

    /** Writes rows into the database, because a thousand calls would take half a minute. */
    async function fill(owner: TestAccount, count: number, deletedAt: Date | null) {
      const made = await make(owner)
      assert.equal(made.statusCode, 200, made.body)
      const { id } = made.json()
      const { db } = server.context
      const { rows } = await sql<{ name: string }>`
        select column_name as name from information_schema.columns
        where table_name = ${kind} and is_generated = 'NEVER'`.execute(db)
      const columns = rows.map(({ name }) => name)
      const values = columns.map((name) => {
        if (name === 'id') return sql`gen_random_uuid()`
        return name === 'deleted_at' ? sql`${deletedAt}::timestamptz` : sql.ref(name)
      })
      await sql`
        insert into ${sql.table(kind)} (${sql.join(columns.map((name) => sql.ref(name)))})
        select ${sql.join(values)} from ${sql.table(kind)}, generate_series(2, ${count}::int)
        where id = ${id}`.execute(db)
      return id
    }

    test(`${kind}s: as many exist as the limit says, restored ones included`, async () => {
      const owner = await signUp(`many ${kind}s`)
      const id = await fill(owner, existing - 1, null)
      assert.equal((await make(owner)).statusCode, 200)
      assert.equal((await make(owner)).statusCode, 409)
      const gone = await call(`DELETE /api/${path}/${id}`, { as: owner })
      assert.ok(gone.statusCode < 300, gone.body)
      assert.equal((await make(owner)).statusCode, 200)
      const restored = await call(`POST /api/${path}/${id}/restore`, { as: owner })
      assert.equal(restored.statusCode, 409)
      assert.match(restored.json().detail, /delete one first/)
    })

    test(`${kind}s: deleted ones count as long as they can be restored`, async () => {
      const owner = await signUp(`deleted ${kind}s`)
      await fill(owner, withDeleted, new Date(nowMs))
      const refused = await make(owner)
      assert.equal(refused.statusCode, 409)
      assert.match(refused.json().detail, /deleted ones included/)
    })
  }
})

test('the history names all changes and forgets the values of old large ones', async () => {
  const owner = await signUp('Writer')
  const { db, newId } = server.context
  const body = { name: 'Sunday League', isPublic: true }
  const { id } = (await call('POST /api/League', { as: owner, body })).json()
  const subject = { kind: 'league', id } as const
  const large = { text: 'x'.repeat(1024 * 1024) }
  const note = (version: number, action: string, details: Record<string, unknown>) =>
    recordChange(db, subject, { id: newId(), version, authorId: owner.userId, action, details })
  const renamed = await call(`PATCH /api/League/${id}`, { as: owner, body: { name: 'Cup' } })
  assert.equal(renamed.statusCode, 200, renamed.body)
  await note(3, 'undone', { undone: 1 })
  for (let version = 4; version <= 20; version++) await note(version, 'updated', large)
  const { json } = await call(`GET /api/League/${id}/history?pageSize=50`, { as: owner })
  const changes: { version: number; action: string; details: object }[] = json()
  assert.equal(changes.length, 20)
  const known = changes.filter(({ details }) => Object.keys(details).length > 0)
  assert.deepEqual(
    known.map(({ version }) => version),
    [20, 19, 18, 3],
  )
  const forgotten = await call(`POST /api/League/${id}/history/2/undo`, { as: owner })
  assert.equal(forgotten.statusCode, 409, forgotten.body)
  assert.match(forgotten.json().detail, /can no longer be undone/)
})

test('a user who changes things without end waits, and others do not', async () => {
  const busy = await signUp('Busy')
  const quiet = await signUp('Quiet')
  const path = '/api/League/0190a000-0000-7000-8000-000000000000'
  for (let n = 0; n < server.context.config.writesPerHour; n++) server.app.takeWrite(busy.userId)
  const refused = await call(`DELETE ${path}`, { as: busy })
  assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [429, '1'])
  assert.equal((await call(`GET ${path}`, { as: busy })).statusCode, 404, 'reading goes on')
  assert.equal((await call(`DELETE ${path}`, { as: quiet })).statusCode, 404)
  nowMs += 1000
  assert.equal((await call(`DELETE ${path}`, { as: busy })).statusCode, 404)
})
