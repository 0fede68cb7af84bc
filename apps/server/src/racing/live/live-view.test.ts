import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveSession } from '@pitboard/contract/live/live'
import { createDriving } from './driving.fixture.ts'
import { toLiveView } from './live-view.ts'

const NO_MARKS = {
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
