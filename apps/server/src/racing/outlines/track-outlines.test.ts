import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { BLANK_SESSION } from '@pitboard/contract/sessions/blank-session'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { createRace } from '@pitboard/sim/race'
import { goLive, insertNamed } from '../../site/pages/a-site.fixture.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { createDriving } from '../live/driving.fixture.ts'
import { insertPlayer, readSession, seenBy, sendRecording } from '../sessions/lobby.fixture.ts'
import { findOutline, learnOutline } from './track-outlines.ts'

const TRACK_LENGTH = 5_000
const POINTS = 200

let server: TestServer
before(async () => {
  server = await openTestServer()
})
after(() => server.close())

type Points = SessionDetail['trackOutline']

/** A round track, moved, of another size, or with a shape of its own. */
function circle({ x = 0, scale = 1, known = POINTS, noise = 0 } = {}): Points {
  const radius = (scale * TRACK_LENGTH) / (2 * Math.PI)
  return Array.from({ length: POINTS }, (_, place) => {
    if (place >= known) return null
    const angle = (place / POINTS) * 2 * Math.PI
    const wobble = radius + noise * Math.sin(7 * place)
    return [x + wobble * Math.cos(angle), wobble * Math.sin(angle)]
  })
}

function drive(userId: string, trackOutline: Points, over: Partial<SessionDetail> = {}) {
  const [driver] = createDriving(1).source.read(null, 0, 0).drivers
  assert.ok(driver)
  const drivers = [{ ...driver, numberOfLaps: 5 }]
  const track = { trackId: 3, gameVersion: 2025, trackLength: TRACK_LENGTH }
  return { ...BLANK_SESSION, ...track, userId, drivers, trackOutline, ...over }
}

test('the next session on a track has its outline from the start, on the page, in lists and in replays', async () => {
  const race = createRace({ seed: 4, laps: 2, cars: 4, rateHz: 20, trackId: 26 })
  const first = await insertPlayer(server, 'Max')
  const id = await sendRecording(server, first, seenBy(race, { playerCar: 0 }))
  const { trackOutline } = await readSession(server, id)
  assert.ok(!trackOutline.includes(null))
  const other = createRace({ seed: 5, laps: 2, cars: 4, rateHz: 20, trackId: 26 })
  const live = await goLive(server, await insertNamed(server, 'Lewis'), other.datagrams())
  assert.deepEqual(live.trackOutline, trackOutline)
  const list = await server.app.inject({ url: '/api/LiveSession/all' })
  assert.deepEqual(list.json()[0].trackOutline, trackOutline)
})

test('an outline that can not be the track is not learned', async () => {
  const { db } = server.context
  const userId = await insertNamed(server, 'Wrong')
  const jumping = circle()
  jumping[50] = [9_000, 9_000]
  for (const [name, session] of Object.entries({
    'of another length': drive(userId, circle({ scale: 1.2 })),
    incomplete: drive(userId, circle({ known: 150 })),
    'with a jump': drive(userId, jumping),
    'of too few laps': drive(userId, circle(), { drivers: [] }),
    'of an unknown game': drive(userId, circle(), { gameVersion: null }),
  })) {
    await learnOutline(db, session)
    assert.equal(await findOutline(db, session), null, name)
  }
})

test('one user cannot spoil a track for others, and has their own outline', async () => {
  const { db } = server.context
  const [early, ...users] = await Promise.all(
    ['Hostile', 'Ann', 'Bob', 'Viewer'].map((name) => insertNamed(server, name)),
  )
  const [ann = '', bob = '', stranger = ''] = users
  const hostile = drive(early ?? '', circle({ x: 800 }), { trackId: 5 })
  await learnOutline(db, hostile)
  for (const userId of [ann, bob]) {
    await learnOutline(db, drive(userId, circle({ noise: userId === ann ? 3 : 0 }), { trackId: 5 }))
  }
  const found = await findOutline(db, { ...hostile, userId: stranger })
  assert.deepEqual(found, circle({ noise: 3 }))
  assert.deepEqual(await findOutline(db, hostile), hostile.trackOutline)
  await db.deleteFrom('user').where('id', '=', ann).execute()
  assert.deepEqual(await findOutline(db, { ...hostile, userId: bob }), circle())
})

test('an outline is the mean of a user’s sessions, and follows them when the track was wrong', async () => {
  const { db } = server.context
  const userId = await insertNamed(server, 'Often')
  const session = (points: Points) => drive(userId, points, { trackId: 6 })
  await learnOutline(db, session(circle()))
  await learnOutline(db, session(circle({ x: 10 })))
  const mean = await findOutline(db, session([]))
  assert.ok(Math.abs((mean?.[0]?.[0] ?? 0) - (circle()[0]?.[0] ?? 0) - 5) < 0.11)
  await learnOutline(db, session(circle({ x: 500 })))
  assert.deepEqual(await findOutline(db, session([])), circle({ x: 500 }))
})

test('layouts, tracks and years have outlines of their own', async () => {
  const { db } = server.context
  const userId = await insertNamed(server, 'Layouts')
  await learnOutline(db, drive(userId, circle(), { trackId: 7 }))
  for (const over of [{ trackId: 8 }, { gameVersion: 2024 }, { trackLength: 4_000 }]) {
    assert.equal(await findOutline(db, { ...drive(userId, []), trackId: 7, ...over }), null)
  }
})
