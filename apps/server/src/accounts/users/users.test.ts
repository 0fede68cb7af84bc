import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { findUser, insertUser } from './queries.ts'
import { findRecorderKey, insertRecorderKey } from '../access/recorder-key.ts'

let database: TestDatabase
before(async () => {
  database = await openTestDatabase()
})
after(() => database.close())

async function newUser() {
  const id = randomUUID()
  return insertUser(database.db, { id, username: `driver ${id}` })
}

test('a recorder key opens its own user alone', async () => {
  const { db } = database
  const [owner, other] = [await newUser(), await newUser()]
  const key = await insertRecorderKey(db, { id: randomUUID(), userId: owner.id, name: 'rig' })
  await insertRecorderKey(db, { id: randomUUID(), userId: other.id, name: 'rig' })

  assert.equal((await findRecorderKey(db, owner.id, key))?.name, 'rig')
  assert.equal(await findRecorderKey(db, other.id, key), undefined)
  assert.equal(await findRecorderKey(db, randomUUID(), key), undefined)
  assert.equal(await findRecorderKey(db, owner.id, `${key}x`), undefined)
  assert.equal(await findRecorderKey(db, owner.id, ''), undefined)
})

test('a recorder key holds 256 random bits and is not stored in clear', async () => {
  const { db } = database
  const { id: userId } = await newUser()
  const key = await insertRecorderKey(db, { id: randomUUID(), userId, name: 'rig' })
  assert.match(key, /^pb_[\w-]{43}$/, 'no option of a command line')
  assert.equal(Buffer.from(key.slice(3), 'base64url').length, 32)
  const row = await db
    .selectFrom('recorder_key')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  assert.ok(!JSON.stringify(row).includes(key))
  assert.ok(!row.key_hash.includes(Buffer.from(key)))
})

test('the use of a key is noted, at most once a minute', async () => {
  const { db } = database
  const { id: userId } = await newUser()
  const id = randomUUID()
  const key = await insertRecorderKey(db, { id, userId, name: 'rig' })
  const lastUsedAt = async () => {
    await findRecorderKey(db, userId, key)
    const query = db.selectFrom('recorder_key').select('last_used_at').where('id', '=', id)
    return (await query.executeTakeFirstOrThrow()).last_used_at?.getTime()
  }
  const first = await lastUsedAt()
  assert.ok(first)
  assert.equal(await lastUsedAt(), first)
  const earlier = new Date(first - 61_000)
  await db.updateTable('recorder_key').set({ last_used_at: earlier }).where('id', '=', id).execute()
  assert.ok(Number(await lastUsedAt()) >= first)
})

test('an unknown user is not found', async () => {
  assert.equal(await findUser(database.db, randomUUID()), undefined)
})
