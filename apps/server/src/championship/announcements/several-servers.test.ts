import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { untilPasses } from '@pitboard/contract/testing/patience'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import { openAccount } from '../../testing/account.ts'
import { createCall } from '../../testing/call.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { runMain } from '../../testing/main-process.ts'
import { openTestServer } from '../../testing/server.ts'
import { openReceiver } from './receiver.fixture.ts'

const ENV = {
  AUTH_JWT_SECRET: 'a secret of both servers, long enough',
  WEBHOOK_PRIVATE_HOSTS: '127.0.0.1',
}
const DECISIONS = 12

onlyInLongRun(() => {
  test('two servers send each announcement once, and what a killed one leaves is sent with its id', async (t) => {
    const database = await openTestDatabase()
    const folder = mkdtempSync(join(tmpdir(), 'pitboard-other-'))
    const here = await openTestServer({ database, env: ENV, queueCheckMs: 25 })
    const main = { ...ENV, LOG_LEVEL: 'silent', DATABASE_URL: database.url, DATA_DIR: folder }
    const other = runMain(main)
    t.after(async () => {
      await other.stop()
      await here.close()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    })
    await other.listening
    const call = createCall(() => here)
    const owner = await openAccount(here.context, { username: 'Organiser' })
    const send = async (what: string, body?: object) => {
      const answer = await call(what, { as: owner, ...(body && { body }) })
      assert.ok(answer.statusCode < 300, answer.body)
      return answer.json()
    }
    const league = await send('POST /api/League', { name: 'Cup' })
    const season = await send('POST /api/Seasons', { name: 'Spring', leagueId: league.id })
    const receivers = [await openReceiver(t), await openReceiver(t), await openReceiver(t)]
    for (const { url } of receivers) {
      const body = { kind: 'generic', name: 'Bot', url, types: ['decision'] }
      await send(`POST /api/League/${league.id}/webhooks`, body)
    }
    const adjust = async (reason: string) =>
      send(`POST /api/Seasons/${season.id}/adjustments`, {
        kind: 'points',
        name: 'Ann',
        points: -1,
        reason,
      })
    for (let index = 0; index < DECISIONS; index++) await adjust(`reason ${index}`)
    await Promise.all(receivers.map(({ received }) => received(DECISIONS)))
    for (const { messages } of receivers) {
      assert.equal(new Set(messages.map(({ body }) => body.id)).size, DECISIONS)
      assert.equal(messages.length, DECISIONS)
    }

    // The killed server holds a delivery; its lease ends as if the time had passed.
    const [first] = receivers
    assert.ok(first)
    first.answer(null)
    await adjust('the last one')
    await first.received(DECISIONS + 1)
    await other.kill()
    first.answer({ status: 204 })
    const { db } = here.context
    const past = new Date(Date.now() - 1000)
    await db.updateTable('webhook').set({ busy_until: past }).execute()
    await db
      .updateTable('webhook_delivery')
      .set({ next_attempt_at: past })
      .where('ended_at', 'is', null)
      .execute()
    await first.received(DECISIONS + 2)
    const ids = first.messages.slice(DECISIONS).map(({ body }) => body.id)
    assert.equal(new Set(ids).size, 1)
  })
})

test('what a killed server has committed and not yet sent is sent by the next one, once and with its id', async (t) => {
  const database = await openTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-killed-'))
  const here = await openTestServer({ database, env: ENV, queueCheckMs: 25 })
  const main = { ...ENV, LOG_LEVEL: 'silent', DATABASE_URL: database.url, DATA_DIR: folder }
  const killed = runMain(main)
  t.after(async () => {
    await killed.stop()
    await here.close()
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })
  await killed.listening
  const owner = await openAccount(here.context, { username: 'Organiser' })
  const send = async (what: string, body: object) => {
    const response = await fetch(`${killed.url()}${what}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        authorization: `Bearer ${owner.accessToken}`,
        'content-type': 'application/json',
      },
    })
    assert.ok(response.ok, what)
    const answer: unknown = await response.json()
    return String(Reflect.get(Object(answer), 'id'))
  }
  const leagueId = await send('/api/League', { name: 'Cup' })
  const seasonId = await send('/api/Seasons', { name: 'Spring', leagueId })
  const receiver = await openReceiver(t)
  const body = { kind: 'generic', name: 'Bot', url: receiver.url, types: ['decision'] }
  await send(`/api/League/${leagueId}/webhooks`, body)
  const hold = async (until: Date) =>
    database.db.updateTable('webhook').set({ busy_until: until }).execute()
  // There is no first attempt before the server is killed.
  await hold(new Date(Date.now() + 3_600_000))
  await send(`/api/Seasons/${seasonId}/adjustments`, {
    kind: 'points',
    name: 'Ann',
    points: -1,
    reason: 'late',
  })
  await killed.kill()
  const [waiting] = await database.db
    .selectFrom('webhook_delivery')
    .select(['id', 'attempts'])
    .execute()
  assert.equal(waiting?.attempts, 0)
  await hold(new Date())
  await receiver.received(1)
  await untilPasses(async () => {
    const [row] = await database.db.selectFrom('webhook_delivery').select('state').execute()
    assert.equal(row?.state, 'delivered')
  })
  assert.deepEqual(
    receiver.messages.map((message) => message.body.id),
    [waiting.id],
  )
})
