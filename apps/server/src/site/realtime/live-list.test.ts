import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { LiveListChange, type LiveSummary, TcpLease } from '@pitboard/contract/live/live'
import { LIVE_LIST_EVENT, LIVE_LIST_TOPIC } from '@pitboard/contract/live/server-topics'
import { createRace } from '@pitboard/sim/race'
import { Value } from 'typebox/value'
import { insertRecorderKey } from '../../accounts/access/recorder-key.ts'
import { connectRecorder } from '../../racing/ingest/transports/recorder.fixture.ts'
import { openAccount } from '../../testing/account.ts'
import { CLIENT_VERSIONS, type ClientVersion, openClient } from '../../testing/clients.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { subscribe } from './listening.fixture.ts'

const POLL_MS = 100
let server: TestServer
before(async () => {
  server = await openTestServer()
})
after(() => server.close())

/** Joins, then reads the list, as a page does; `list` is that with the changes since. */
async function listen(t: TestContext, version: ClientVersion) {
  const client = openClient(version, server)
  const channel = client.channel(LIVE_LIST_TOPIC)
  const messages: LiveListChange[] = []
  const looks = new Set<() => void>()
  channel.on('broadcast', { event: LIVE_LIST_EVENT }, ({ payload }) => {
    messages.push(Value.Parse(LiveListChange, payload))
    for (const look of looks) look()
  })
  await subscribe(channel)
  t.after(() => client.realtime.disconnect())
  const read = await readLiveSessions()
  return {
    messages,
    list: () => messages.reduce(apply, read),
    until: (condition: () => boolean) =>
      new Promise<void>((resolve) => {
        const look = () => condition() && resolve()
        looks.add(look)
        look()
      }),
  }
}

function apply(list: LiveSummary[], change: LiveListChange): LiveSummary[] {
  const next = new Map(change.isWhole ? [] : list.map((session) => [session.id, session]))
  for (const session of change.opened) next.set(session.id, session)
  for (const difference of change.changed) {
    const known = next.get(difference.id)
    if (known) next.set(difference.id, { ...known, ...difference })
  }
  for (const id of change.ended) next.delete(id)
  return [...next.values()]
}

async function readLiveSessions(): Promise<LiveSummary[]> {
  const answer = await fetch(`${server.url}/api/LiveSession/all`)
  const list: LiveSummary[] = JSON.parse(await answer.text())
  return list
}

/** Reads the list once no session receives anything. */
async function readSilentSessions(): Promise<LiveSummary[]> {
  for (;;) {
    const list = await readLiveSessions()
    if (list.every(({ receiving }) => !receiving)) return list
    await delay(POLL_MS)
  }
}

/** The recorder has sent the start of a race. */
async function beginRace(seed: number) {
  const { context } = server
  const { userId } = await openAccount(context, { username: `driver ${seed}` })
  const key = await insertRecorderKey(context.db, { id: context.newId(), userId, name: 'test' })
  const url = `${server.url}/api/LiveSession/register/${userId}?key=${key}&useTcp=true`
  const lease = Value.Parse(TcpLease, await (await fetch(url, { method: 'POST' })).json())
  const datagrams = [...createRace({ seed, laps: 2, cars: 8, rateHz: 10, trackId: 22 }).datagrams()]
  const recorder = await connectRecorder(lease.port)
  await recorder.hello(lease.token, randomUUID())
  let number = 0
  return {
    userId,
    async driveTo(share: number) {
      for (const { atMs, bytes } of datagrams.slice(number, datagrams.length * share)) {
        await recorder.send({ number: ++number, atMs: Date.UTC(2026, 0, 1) + atMs, bytes })
      }
      await recorder.until(() => recorder.acknowledged() === number)
    },
    async finish() {
      await recorder.finish(number, true)
      recorder.socket.destroy()
    },
  }
}

for (const version of CLIENT_VERSIONS) {
  test(`${version}: changes of the live list are published, and lead to the list that is read`, async (t) => {
    const { messages, list, until } = await listen(t, version)
    const race = await beginRace(version === 'newest' ? 31 : 32)
    const mine = () => list().find(({ userId }) => userId === race.userId)
    await race.driveTo(0.3)
    await until(() => mine() !== undefined)
    const id = mine()?.id ?? ''
    await race.driveTo(0.8)
    await until(() => mine()?.currentLapNumber === 2)
    const isOpened = messages.filter(({ opened }) => opened.some((session) => session.id === id))
    assert.equal(isOpened.length, 1)
    assert.ok(
      messages.some(({ moved }) => moved.includes(id)),
      'somebody was overtaken',
    )
    // Nothing is sent any more: the published list and the read one become the same.
    const read = await readSilentSessions()
    await until(() => isDeepStrictEqual(list(), read))
    await race.driveTo(1)
    await race.finish()
    await until(() => list().length === 0)
    assert.deepEqual(messages.at(-1)?.ended, [id])
  })

  test(`${version}: in a topic of the server nobody else speaks or is seen`, async (t) => {
    const { messages } = await listen(t, version)
    const client = openClient(version, server, (await openAccount(server.context)).accessToken)
    t.after(() => client.realtime.disconnect())
    const config = { broadcast: { ack: true } }
    const channel = client.channel(LIVE_LIST_TOPIC, { config })
    await subscribe(channel)
    const payload = { isWhole: true, opened: [], changed: [], ended: ['forged'], moved: [] }
    const message = { type: 'broadcast', event: LIVE_LIST_EVENT, payload } as const
    assert.equal(await channel.send(message), 'error')
    assert.equal(await channel.track({ here: true }), 'error')
    for (const key of [server.context.keys.anonKey, server.context.keys.serviceKey]) {
      const answer = await fetch(`${server.url}/realtime/v1/api/broadcast`, {
        method: 'POST',
        headers: { apikey: key },
        body: JSON.stringify({
          messages: [{ topic: LIVE_LIST_TOPIC, event: LIVE_LIST_EVENT, payload }],
        }),
      })
      assert.equal(answer.status, 403)
    }
    assert.ok(messages.every(({ ended }) => ended.length === 0))
  })
}
