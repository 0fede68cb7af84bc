import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import { BLANK_SESSION } from '@pitboard/contract/sessions/blank-session'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { fitTrack } from '@pitboard/analysis/track/track-geometry'
import { createRace } from '@pitboard/sim/race'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { goLive, insertNamed } from '../../site/pages/a-site.fixture.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { createCaptureStore } from '../captures/capture-store.ts'
import { reprocessSession } from '../sessions/reprocess/reprocess.ts'
import { createDriving } from '../live/driving.fixture.ts'
import { insertPlayer, readSession, seenBy, sendRecording } from '../sessions/lobby.fixture.ts'
import { openAccount } from '../../testing/account.ts'
import { asPcap, follow } from '../uploads/upload.fixture.ts'
import { findTrack, learnTrack } from './track-outlines.ts'

const TRACK_LENGTH = 5_000
const POINTS = 200
const LEAN = { cars: 4, rateHz: 10, lean: true } as const

let server: TestServer
before(async () => {
  server = await openTestServer()
})
after(() => server.close())

type Points = SessionDetail['trackOutline']

/** Returns a round track, which may be moved, of another size, or with a shape of its own. */
function circle({ x = 0, scale = 1, known = POINTS, noise = 0 } = {}): Points {
  const radius = (scale * TRACK_LENGTH) / (2 * Math.PI)
  return Array.from({ length: POINTS }, (_, place) => {
    if (place >= known) return null
    const angle = (place / POINTS) * 2 * Math.PI
    const wobble = radius + noise * Math.sin(7 * place)
    return [x + wobble * Math.cos(angle), wobble * Math.sin(angle)]
  })
}

function toTenth(metres: number): number {
  return Math.round(metres * 10) / 10 + 0
}

function drive(userId: string, trackOutline: Points, over: Partial<SessionDetail> = {}) {
  const [driver] = createDriving(1).source.read(null, 0, 0).drivers
  assert.ok(driver)
  const drivers = [{ ...driver, numberOfLaps: 5 }]
  const track = { trackId: 3, gameVersion: 2025, trackLength: TRACK_LENGTH }
  return { ...BLANK_SESSION, ...track, userId, drivers, trackOutline, ...over }
}

test('the next session on a track has its outline from the start, on the page, in lists and in replays', async () => {
  const race = createRace({ ...LEAN, seed: 4, laps: 2, trackId: 22 })
  const first = await insertPlayer(server, 'Max')
  const id = await sendRecording(server, first, seenBy(race, { playerCar: 0 }))
  const { trackOutline } = await readSession(server, id)
  assert.ok(!trackOutline.includes(null))
  const other = createRace({ ...LEAN, seed: 5, laps: 2, trackId: 22 })
  const live = await goLive(server, await insertNamed(server, 'Lewis'), other.datagrams())
  assert.deepEqual(live.trackOutline, trackOutline)
  const list = await server.app.inject({ url: '/api/LiveSession/all' })
  assert.deepEqual(list.json()[0].trackOutline, trackOutline)
})

test('the picture of a track shows what most users have drawn; nothing before', async () => {
  const { db } = server.context
  const track = { trackId: 18 }
  const unknown = await server.app.inject({ url: '/api/Tracks/17/outline.svg' })
  assert.doesNotMatch(unknown.body, /<(path|rect)/)
  assert.equal(unknown.headers['cache-control'], 'public, max-age=60')
  await learnTrack(
    db,
    drive(await insertNamed(server, 'First'), circle({ x: 800, noise: 5 }), track),
    [],
  )
  for (const name of ['Right', 'Right too']) {
    await learnTrack(db, drive(await insertNamed(server, name), circle(), track), [])
  }
  const known = await server.app.inject({ url: '/api/Tracks/18/outline.svg' })
  const fit = fitTrack(circle(), { width: 160, height: 100, padding: 8 })
  assert.ok(fit && known.body.includes(fit.path))
  assert.equal(known.headers['content-type'], 'image/svg+xml')
  assert.equal(known.headers['cache-control'], 'public, max-age=3600')
  assert.equal((await server.app.inject({ url: '/api/Tracks/999/outline.svg' })).statusCode, 400)
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
    await learnTrack(db, session, [])
    assert.equal(await findTrack(db, session), null, name)
  }
})

test('one user cannot spoil a track for others, and has their own outline', async () => {
  const { db } = server.context
  const [early, ...users] = await Promise.all(
    ['Hostile', 'Ann', 'Bob', 'Viewer'].map((name) => insertNamed(server, name)),
  )
  const [ann = '', bob = '', stranger = ''] = users
  const hostile = drive(early ?? '', circle({ x: 800 }), { trackId: 5 })
  await learnTrack(db, hostile, [])
  for (const userId of [ann, bob]) {
    await learnTrack(
      db,
      drive(userId, circle({ noise: userId === ann ? 3 : 0 }), { trackId: 5 }),
      [],
    )
  }
  const found = await findTrack(db, { ...hostile, userId: stranger })
  assert.deepEqual(found?.trackOutline, circle({ noise: 3 }))
  assert.deepEqual((await findTrack(db, hostile))?.trackOutline, hostile.trackOutline)
  await inTransaction(db, (transaction) =>
    transaction.deleteFrom('user').where('id', '=', ann).execute(),
  )
  assert.deepEqual((await findTrack(db, { ...hostile, userId: bob }))?.trackOutline, circle())
})

test('an outline is the mean of a user’s sessions, and follows them when the track was wrong', async () => {
  const { db } = server.context
  const userId = await insertNamed(server, 'Often')
  const session = (points: Points) => drive(userId, points, { trackId: 6 })
  await learnTrack(db, session(circle()), [])
  await learnTrack(db, session(circle({ x: 10 })), [])
  const mean = await findTrack(db, session([]))
  assert.ok(Math.abs((mean?.trackOutline[0]?.[0] ?? 0) - (circle()[0]?.[0] ?? 0) - 5) < 0.11)
  await learnTrack(db, session(circle({ x: 500 })), [])
  assert.deepEqual((await findTrack(db, session([])))?.trackOutline, circle({ x: 500 }))
})

/** Returns a pit lane beside a round track, from 150 m before the line to so far behind it. */
function lane({ untilM = 200, offsetM = 20 } = {}): Points {
  const spacing = TRACK_LENGTH / POINTS
  return circle({ scale: 1 - (2 * Math.PI * offsetM) / TRACK_LENGTH }).map((point, place) => {
    const isLane = place * spacing <= untilM || (place - POINTS) * spacing >= -150
    return point && isLane ? [toTenth(point[0]), toTenth(point[1])] : null
  })
}

function driveLane(userId: string) {
  return drive(userId, circle(), { trackId: 9 })
}

test('the pit lane is stored with the outline, grows with each session, and is lent to others', async () => {
  const { db } = server.context
  const [ann = '', bob = '', viewer = ''] = await Promise.all(
    ['Lane', 'No Lane', 'Lane Viewer'].map((name) => insertNamed(server, name)),
  )
  await learnTrack(db, driveLane(ann), [])
  assert.deepEqual((await findTrack(db, driveLane(ann)))?.pitLane, [])
  await learnTrack(db, driveLane(ann), lane({ untilM: 100 }))
  await learnTrack(db, driveLane(ann), lane())
  await learnTrack(db, driveLane(ann), lane({ untilM: 100 }))
  await learnTrack(db, driveLane(bob), [])
  for (const userId of [ann, bob, viewer]) {
    assert.deepEqual((await findTrack(db, driveLane(userId)))?.pitLane, lane())
  }
})

test('a pit lane that can not be that of the track is not learned', async () => {
  const { db } = server.context
  const userId = await insertNamed(server, 'Wrong lane')
  const session = drive(userId, circle(), { trackId: 12 })
  for (const [name, wrong] of Object.entries({
    'on the other side of the circuit': lane({ offsetM: 400 }),
    'around the whole track': circle(),
    'in two pieces': lane().map((point, place) =>
      place === 100 ? (circle()[100] ?? null) : point,
    ),
    'of one point': lane().map((point, place) => (place === 0 ? point : null)),
  })) {
    await learnTrack(db, session, wrong)
    assert.deepEqual((await findTrack(db, session))?.pitLane, [], name)
  }
})

test('an uploaded capture teaches the outline and the pit lane, to its user before others', async () => {
  const { db } = server.context
  const race = createRace({ ...LEAN, seed: 6, laps: 3, trackId: 11 })
  const owner = await openAccount(server.context, { username: 'Uploads' })
  const answer = await follow(server.url, asPcap([...race.datagrams()]), {
    token: owner.accessToken,
  })
  assert.ok(answer.ok, await answer.text())
  const track = { trackId: 11, gameVersion: 2025, userId: owner.userId }
  const own = await findTrack(db, track)
  assert.ok(own && !own.trackOutline.includes(null))
  assert.ok(own.pitLane.filter((point) => point !== null).length > 8, JSON.stringify(own.pitLane))
})

onlyInLongRun(() => {
  test('an outline from before pit lanes were learned is used, and reprocessing adds the pit lane', async () => {
    const { db, files } = server.context
    const race = createRace({ ...LEAN, seed: 7, laps: 3, trackId: 10 })
    const player = await insertPlayer(server, 'Old outline')
    const id = await sendRecording(server, player, seenBy(race, { playerCar: 0 }))
    await db
      .updateTable('track_outline')
      .set({ pit_lane: null })
      .where('user_id', '=', player.userId)
      .execute()
    const track = { trackId: 10, gameVersion: 2025, userId: player.userId }
    const old = await findTrack(db, track)
    assert.ok(old && !old.trackOutline.includes(null))
    assert.deepEqual(old.pitLane, [])
    const captures = createCaptureStore(files)
    await reprocessSession(db, captures, id, { dryRun: true, allowLoss: false })
    assert.deepEqual((await findTrack(db, track))?.pitLane, [])
    await reprocessSession(db, captures, id, { dryRun: false, allowLoss: false })
    assert.ok((await findTrack(db, track))?.pitLane.some((point) => point !== null))
  })
})

test('layouts, tracks and years have outlines of their own', async () => {
  const { db } = server.context
  const userId = await insertNamed(server, 'Layouts')
  await learnTrack(db, drive(userId, circle(), { trackId: 7 }), [])
  for (const over of [{ trackId: 8 }, { gameVersion: 2024 }, { trackLength: 4_000 }]) {
    assert.equal(await findTrack(db, { ...drive(userId, []), trackId: 7, ...over }), null)
  }
})
