import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveSession } from '@pitboard/contract/live/live'
import { createDriving } from './driving.fixture.ts'
import { toLiveView } from './live-view.ts'

const NO_MARKS = {
  motionLagMs: 0,
  marks: { pitLane: [], sectorStarts: null, flaggedZones: [] },
  miniSectors: [],
}

function grid(): LiveSession {
  return createDriving(2).source.read(null, 0, 0)
}

function withDriver(session: LiveSession, change: Partial<LiveSession['drivers'][number]>) {
  return { ...session, drivers: session.drivers.map((driver) => ({ ...driver, ...change })) }
}

function at(sessionTimeMs: number, viewers: number) {
  return { sessionTimeMs, viewers, receiving: true, recorderConnected: true, ...NO_MARKS }
}

test('L5: a gap waits for the half second, unless its driver changes places', () => {
  const now = { viewers: 0, receiving: true, recorderConnected: true, ...NO_MARKS }
  const published = toLiveView(null, withDriver(grid(), { deltaToLeader: 1_000 }), {
    ...now,
    sessionTimeMs: 100,
  })
  const next = withDriver(published, { deltaToLeader: 1_200 })
  const gap = (session: typeof next, sessionTimeMs: number) =>
    toLiveView(published, session, { ...now, sessionTimeMs }).drivers[0]?.deltaToLeader
  assert.equal(gap(next, 400), 1_000)
  assert.equal(gap(next, 500), 1_200)
  assert.equal(gap(withDriver(next, { position: 9 }), 400), 1_200)
})

test('L5: changes of the number of viewers are sent twice a second', () => {
  const published = toLiveView(null, grid(), at(0, 1))
  assert.equal(toLiveView(published, published, at(499, 7)).viewers, 1)
  assert.equal(toLiveView(published, published, at(500, 7)).viewers, 7)
})

test('L5: fuel, energy and wear wait for the second; damage and the mode do not', () => {
  const wear = { frontLeft: 3, frontRight: 3, rearLeft: 4, rearRight: 4 }
  const published = toLiveView(
    null,
    withDriver(grid(), { ersStorePercent: 60, ersDeployMode: 1, tyreWear: wear }),
    at(1_100, 0),
  )
  const worn = { ...wear, rearLeft: 5 }
  const next = withDriver(published, { ersStorePercent: 58, ersDeployMode: 3, tyreWear: worn })
  const early = toLiveView(published, next, at(1_900, 0)).drivers[0]
  assert.equal(early?.ersStorePercent, 60)
  assert.equal(early?.tyreWear, wear)
  assert.equal(early?.ersDeployMode, 3)
  const due = toLiveView(published, next, at(2_000, 0)).drivers[0]
  assert.equal(due?.ersStorePercent, 58)
  assert.equal(due?.tyreWear, worn)
})

test('cars are a bit beside the truth while they are live, and exact once nothing comes any more', () => {
  const before = withDriver(createDriving(8).source.read(null, 0, 0), {
    livePosition: { x: 0, y: 0, z: 0 },
    velocity: { x: 60, y: 0, z: 20 },
  })
  const published = toLiveView(null, before, at(0, 0))
  const exact = { livePosition: { x: 6.2, y: 0.4, z: 2.3 }, velocity: { x: 60.1, y: 0, z: 20.3 } }
  const next = withDriver(published, exact)
  const shown = (receiving: boolean) => {
    const view = toLiveView(published, next, { ...at(100, 0), receiving })
    const { livePosition, velocity } = view.drivers[0] ?? {}
    return { livePosition, velocity }
  }
  assert.notDeepEqual(shown(true), exact)
  assert.deepEqual(shown(false), exact)
})
