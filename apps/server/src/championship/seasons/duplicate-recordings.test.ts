import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Season } from '@pitboard/contract/seasons/season'
import { createRace } from '@pitboard/sim/race'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { insertPlayer, seenBy, sendRecording } from '../../racing/sessions/lobby.fixture.ts'
import { linkSession } from '../../racing/sessions/matching/link-recordings.ts'
import { openOrganiser } from '../../testing/organiser.ts'

const { server, owner, call } = await openOrganiser()
/** Two users recorded one race, for the seasons of all tests. */
let recordings: readonly [string, string]
before(async () => {
  const race = createRace({ seed: 1, laps: 2, cars: 4, rateHz: 10, trackId: 22, lean: true })
  const record = async (playerCar: number) => {
    const player = await insertPlayer(server, `player ${playerCar}`)
    return sendRecording(server, player, seenBy(race, { playerCar }))
  }
  recordings = [await record(1), await record(2)]
})

interface Cup {
  /** The paths are those of two events of a season. */
  readonly events: readonly [string, string]
  readonly path: string
}

/** Creates a season that has none of the recordings. */
async function aCup(): Promise<Cup> {
  const { id } = (await call('POST /api/Seasons', { as: owner, body: { name: 'Cup' } })).json()
  const path = `/api/Seasons/${id}`
  const addEvent = async (track: number) => {
    const event = await call(`POST ${path}/events`, { as: owner, body: { track } })
    return `${path}/events/${event.json().id}`
  }
  return { path, events: [await addEvent(22), await addEvent(7)] }
}

const link = (event: string, sessionIds: readonly string[]) =>
  call(`PATCH ${event}/sessions`, { as: owner, body: { sessionIds } })
const unlink = (event: string, sessionId: string) =>
  call(`DELETE ${event}/session/${sessionId}`, { as: owner })

/** Lists for each linked session the recordings that are counted as the same session. */
const duplicatesIn = ({ events }: Season) =>
  events.flatMap(({ sessions }) => sessions.map(({ alsoCountedAs }) => alsoCountedAs))

test('409: a session that two users recorded counts once in a season', async () => {
  const { events } = await aCup()
  const both = await link(events[0], recordings)
  assert.equal(both.statusCode, 409)
  assert.ok(recordings.every((recording) => both.json().detail.includes(recording)))

  assert.equal((await link(events[0], [recordings[0]])).statusCode, 200)
  assert.equal((await link(events[0], [recordings[0]])).statusCode, 200, 'the same one is no other')
  assert.equal((await link(events[0], [recordings[1]])).statusCode, 409)
  assert.equal((await link(events[1], [recordings[1]])).statusCode, 409)

  await unlink(events[0], recordings[0])
  assert.equal((await link(events[1], [recordings[1]])).statusCode, 200)
})

test('409: one that was taken out does not come back beside the other recording of it', async () => {
  const { events, path } = await aCup()
  await link(events[0], [recordings[0]])
  const taken = await unlink(events[0], recordings[0])
  const version = taken.headers['etag']?.toString().replaceAll('"', '')
  await link(events[1], [recordings[1]])
  const undo = () => call(`POST ${path}/history/${version}/undo`, { as: owner })
  const refused = await undo()
  assert.equal(refused.statusCode, 409)
  assert.ok(recordings.every((recording) => refused.json().detail.includes(recording)))
  await unlink(events[1], recordings[1])
  assert.equal((await undo()).statusCode, 200)
})

test('recordings found to be of one session after both count are reported, and results stay', async () => {
  const { events, path } = await aCup()
  const { db } = server.context
  // An older version stored recordings without a group: nobody has compared them yet.
  await db.updateTable('session').set({ group_id: null }).where('id', 'in', recordings).execute()
  assert.equal((await link(events[0], [recordings[0]])).statusCode, 200)
  assert.equal((await link(events[1], [recordings[1]])).statusCode, 200)
  const read = async () => (await call(`GET ${path}`)).json()
  const before = await read()
  assert.deepEqual(duplicatesIn(before), [undefined, undefined])

  await inTransaction(db, (transaction) => linkSession(transaction, recordings[0]))
  const after = await read()
  assert.deepEqual(duplicatesIn(after), [[recordings[1]], [recordings[0]]])
  assert.deepEqual(after.standings, before.standings)

  const undone = await call(`DELETE ${events[0]}`, { as: owner })
  const version = undone.headers['etag']?.toString().replaceAll('"', '')
  assert.deepEqual(duplicatesIn(await read()), [undefined])
  const again = await call(`POST ${path}/history/${version}/undo`, { as: owner })
  assert.equal(again.statusCode, 409, 'the doubt is over: it does not come back')
})
