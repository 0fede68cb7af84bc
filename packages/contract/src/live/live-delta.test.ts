import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Driver } from '../sessions/driver.ts'
import { applyMessage, LiveGapError } from './live-apply.ts'
import { encodeDelta } from './live-delta.ts'
import type { LiveMessage, Patch } from './live-protocol.ts'
import { appendEvents, limitEvents, LIVE_EVENTS_MAX, type LiveSession } from './live.ts'
import type { SessionEvent } from '../sessions/session-events.ts'

const tenth = fc.integer({ min: -90_000, max: 90_000 }).map((steps) => steps / 10)
const vector = fc.record({ x: tenth, y: tenth, z: tenth })
const ms = fc.option(fc.integer({ min: 0, max: 200_000 }))
const small = fc.integer({ min: 0, max: 60 })
const lap = fc.record({
  lapTime: ms,
  sector1Time: ms,
  sector2Time: ms,
  sector3Time: ms,
  invalidLap: fc.boolean(),
})

const wear = fc.record({
  frontLeft: small,
  frontRight: small,
  rearLeft: small,
  rearRight: small,
})
const damage = fc.record({
  frontLeftWing: small,
  frontRightWing: small,
  rearWing: small,
  floor: small,
  diffuser: small,
  sidepod: small,
  gearbox: small,
  engine: small,
  drsFault: fc.boolean(),
  ersFault: fc.boolean(),
})

const driver: fc.Arbitrary<Driver> = fc.record({
  driverIdx: small,
  name: fc.string(),
  carNumber: small,
  team: fc.string(),
  teamId: small,
  teamColour: fc.constantFrom('#ff0000', '#00ff00'),
  isHuman: fc.boolean(),
  telemetryPublic: fc.boolean(),
  lapTimes: fc.array(lap, { maxLength: 4 }),
  pitStops: fc.array(fc.record({ lapNum: small, pitLaneTimeMs: ms, stopTimeMs: ms }), {
    maxLength: 2,
  }),
  tyres: fc.array(
    fc.record({
      tyreCompound: small,
      actualTyreCompound: fc.option(small),
      endLap: fc.option(small),
    }),
    { maxLength: 3 },
  ),
  penalties: fc.constant([]),
  warnings: fc.constant([]),
  position: fc.option(small),
  startingPosition: fc.option(small),
  finishingPosition: fc.option(small),
  resultStatus: small,
  numberOfLaps: small,
  currentLapNumber: small,
  totalRaceTime: ms,
  totalPenaltiesSeconds: small,
  totalWarnings: small,
  totalCornerCutWarnings: small,
  bestLapTimeMs: ms,
  bestSector1TimeMs: ms,
  bestSector2TimeMs: ms,
  bestSector3TimeMs: ms,
  lastLapTimeMs: ms,
  lastSector1TimeMs: ms,
  lastSector2TimeMs: ms,
  lastSector3TimeMs: ms,
  currentLapTimeMs: ms,
  currentSector1TimeMs: ms,
  currentSector2TimeMs: ms,
  currentSector3TimeMs: ms,
  currentLapInvalid: fc.boolean(),
  sector: fc.integer({ min: 0, max: 2 }),
  pitStatus: small,
  driverStatus: small,
  deltaToCarAhead: ms,
  deltaToLeader: ms,
  currentTyreCompound: fc.option(small),
  currentTyreAgeLaps: fc.option(small),
  unservedDriveThroughs: small,
  unservedStopGos: small,
  livePosition: fc.option(vector),
  velocity: fc.option(vector),
  lapDistance: fc.option(fc.integer({ min: -500, max: 7000 })),
  fuelRemainingLaps: fc.option(tenth),
  ersStorePercent: fc.option(small),
  ersDeployedPercent: fc.option(small),
  ersDeployMode: fc.option(small),
  drsStatus: fc.option(small),
  activeAeroStatus: fc.option(small),
  overtakeStatus: fc.option(small),
  tyreWear: fc.option(wear),
  damage: fc.option(damage),
})

const outline = fc.array(fc.option(fc.tuple(tenth, tenth)), { minLength: 3, maxLength: 3 })

function event(seq: number): SessionEvent {
  return {
    seq,
    kind: seq % 40 === 0 ? 'safetyCar' : 'overtake',
    timeMs: seq * 100,
    lapNum: 1,
    driverIdx: 0,
    otherDriverIdx: 1,
    value: null,
    seconds: null,
  }
}

const session: fc.Arbitrary<Omit<LiveSession, 'version'>> = fc.record({
  id: fc.constant('0190a1b2-0000-7000-8000-000000000000'),
  internalSessionId: fc.constant(1),
  sessionId: fc.constant('17'),
  userId: fc.constant('0190a1b2-0000-7000-8000-000000000001'),
  userName: fc.string(),
  trackId: small,
  trackName: fc.string(),
  sessionType: small,
  numberOfLaps: small,
  sessionStartTime: fc.constant('2026-01-01T00:00:00.000Z'),
  sessionEndTime: fc.constant(null),
  gameVersion: fc.constant(2025),
  gameBuild: fc.string(),
  packetFormat: fc.constant(2025),
  isMultiplayer: fc.boolean(),
  seasonLinkIdentifier: small,
  weekendLinkIdentifier: small,
  sessionLinkIdentifier: small,
  startTrackTemp: small,
  startAirTemp: small,
  startWeather: small,
  drivers: fc.array(driver, { minLength: 2, maxLength: 3 }),
  sessionTimeLeft: small,
  sessionDuration: small,
  safetyCarStatus: small,
  weather: small,
  weatherForecastSamples: fc.constant([]),
  timeOfDay: small,
  trackTemp: small,
  airTemp: small,
  numberOfSafetyCars: small,
  numberOfVirtualSafetyCars: small,
  numberOfRedFlags: small,
  trackLength: small,
  overtakes: fc.constant([]),
  weatherHistory: fc.constant([]),
  events: fc
    .record({ from: fc.integer({ min: 1, max: 400 }), count: fc.integer({ min: 0, max: 450 }) })
    .map(({ from, count }) =>
      limitEvents(Array.from({ length: count }, (_, place) => event(from + place))),
    ),
  classification: fc.constantFrom('final' as const, 'provisional' as const),
  trackOutline: outline,
  completeness: fc.constant({
    framesSeen: 1,
    lapsMissing: 0,
    hiddenNames: 0,
    restrictedDrivers: 0,
    classification: 'provisional' as const,
  }),
  sessionTimeMs: fc.integer({ min: 0, max: 7_200_000 }),
  viewers: small,
  receiving: fc.boolean(),
  recorderConnected: fc.boolean(),
  sectorStarts: fc.constant(null),
  flaggedZones: fc.constant([]),
  miniSectors: fc.array(fc.array(fc.constantFrom(0, 1, 2, 3), { maxLength: 3 }), { maxLength: 3 }),
  pitLane: outline,
})

function overTheWire(message: LiveMessage): LiveMessage {
  return structuredClone(message)
}

test('whatever changed, a viewer that applies the delta has the server’s state', () => {
  fc.assert(
    fc.property(fc.array(session, { minLength: 2, maxLength: 5 }), (documents) => {
      const [first, ...later] = documents.map((document, version) => ({ ...document, version }))
      assert.ok(first)
      let server: LiveSession = first
      let viewer = applyMessage(null, overTheWire({ t: 'snapshot', v: 0, at: 0, state: first }))
      for (const next of later) {
        viewer = applyMessage(viewer, overTheWire(encodeDelta(server, next, 0)))
        server = next
        assert.equal(JSON.stringify(viewer), JSON.stringify(server))
      }
    }),
    { numRuns: 300 },
  )
})

test('a car that moves as predicted costs nothing, and an unchanged car stays the same object', () => {
  const [document] = fc.sample(session, { numRuns: 1, seed: 3 })
  const [template] = fc.sample(driver, { numRuns: 1, seed: 3 })
  assert.ok(document && template)
  const at = (x: number): Driver => ({
    ...template,
    livePosition: { x, y: 0, z: 0 },
    velocity: { x: 50, y: 0, z: 0 },
    lapDistance: x,
    currentLapTimeMs: x * 20,
    currentSector3TimeMs: null,
  })
  const parked: Driver = {
    ...template,
    livePosition: null,
    velocity: null,
    lapDistance: null,
    currentLapTimeMs: null,
    currentSector3TimeMs: null,
  }
  const before: LiveSession = {
    ...document,
    version: 1,
    sessionTimeMs: 1000,
    drivers: [at(100), parked],
  }
  const after: LiveSession = {
    ...before,
    version: 2,
    sessionTimeMs: 1100,
    drivers: [at(105), parked],
  }
  const delta = encodeDelta(before, after, 100)
  assert.deepEqual(delta, { t: 'delta', v: 2, at: 100, d: 100 })
  const seen = applyMessage(before, delta)
  assert.deepEqual(seen, after)
  assert.equal(seen?.drivers[1], parked)
})

test('a car in a braking zone is expected between its old and new speed, by the clock of its lap', () => {
  const [document] = fc.sample(session, { numRuns: 1, seed: 3 })
  const [template] = fc.sample(driver, { numRuns: 1, seed: 3 })
  assert.ok(document && template)
  const at = (x: number, speed: number, currentLapTimeMs: number): Driver => ({
    ...template,
    livePosition: { x, y: 0, z: 0 },
    velocity: { x: speed, y: 0, z: 0 },
    lapDistance: x,
    currentLapTimeMs,
    currentSector3TimeMs: null,
  })
  const before: LiveSession = {
    ...document,
    version: 1,
    sessionTimeMs: 1000,
    drivers: [at(100, 80, 2000)],
  }
  // The newest packet of the session is 50 ms later than that of the positions.
  const after: LiveSession = {
    ...before,
    version: 2,
    sessionTimeMs: 1150,
    drivers: [at(107, 60, 2100)],
  }
  const delta = encodeDelta(before, after, 150)
  assert.deepEqual(delta, { t: 'delta', v: 2, at: 150, d: 150, m: 100, c: { vx: [-200] } })
  assert.deepEqual(applyMessage(before, delta), after)
})

test('cars are expected as far as most of their lap times say', () => {
  const [document] = fc.sample(session, { numRuns: 1, seed: 3 })
  const [template] = fc.sample(driver, { numRuns: 1, seed: 3 })
  assert.ok(document && template)
  const cars = (times: readonly (number | null)[]) =>
    times.map((currentLapTimeMs) => ({
      ...template,
      livePosition: null,
      velocity: null,
      lapDistance: null,
      currentLapTimeMs,
      currentSector3TimeMs: null,
    }))
  const before = {
    ...document,
    version: 1,
    sessionTimeMs: 1_000,
    drivers: cars([0, 0, 0, 9, null]),
  }
  const after = {
    ...before,
    version: 2,
    sessionTimeMs: 1_100,
    drivers: cars([50, 80, 80, 9, null]),
  }
  const { m, c } = encodeDelta(before, after, 0)
  assert.equal(m, 80)
  assert.deepEqual(c, { currentLapTimeMs: [-30, 0, 0, -80, 0] })
})

test('a position that was not known is sent once and whole', () => {
  const [document] = fc.sample(session, { numRuns: 1, seed: 3 })
  const [template] = fc.sample(driver, { numRuns: 1, seed: 3 })
  assert.ok(document && template)
  const parked = { ...template, livePosition: null, velocity: null }
  const found = { ...parked, livePosition: { x: 1, y: 2, z: 3 }, velocity: { x: 4, y: 5, z: 6 } }
  const still = { ...document, sessionTimeMs: 1_000 }
  const before = { ...still, version: 1, drivers: [parked] }
  const delta = encodeDelta(before, { ...still, version: 2, drivers: [found] }, 0)
  assert.deepEqual(delta.p, [
    [['drivers', 0, 'velocity'], found.velocity],
    [['drivers', 0, 'livePosition'], found.livePosition],
  ])
})

test('a delta that does not follow the state is refused, so that nobody is silently wrong', () => {
  const [document] = fc.sample(session, { numRuns: 1, seed: 5 })
  assert.ok(document)
  const state: LiveSession = { ...document, version: 4 }
  assert.throws(() => applyMessage(state, { t: 'delta', v: 6, at: 0, d: 0 }), LiveGapError)
  assert.throws(() => applyMessage(null, { t: 'delta', v: 1, at: 0, d: 0 }), LiveGapError)
  assert.throws(() => applyMessage(state, { t: 'heartbeat', v: 5, at: 0 }), LiveGapError)
})

test('a live session has the safety cars of the whole race, however many events follow', () => {
  const all = Array.from({ length: 4_000 }, (_, seq) => event(seq))
  const limited = limitEvents(all)
  assert.equal(limited.length, LIVE_EVENTS_MAX)
  assert.equal(limited.filter(({ kind }) => kind === 'safetyCar').length, 60)
  assert.deepEqual(limited.at(-1), all.at(-1))
  let grown: SessionEvent[] = []
  for (let seq = 0; seq < all.length; seq += 7) {
    grown = appendEvents(grown, all.slice(seq, seq + 7))
    assert.deepEqual(grown, limitEvents(all.slice(0, seq + 7)))
  }
})

test('a message that does not follow says which version was expected', () => {
  const [document] = fc.sample(session, { numRuns: 1, seed: 5 })
  assert.ok(document)
  const state: LiveSession = { ...document, version: 4 }
  for (const [known, version, message] of [
    [state, 6, 'Live version 6 does not follow version 4'],
    [null, 1, 'Live version 1 does not follow version none'],
  ] as const) {
    const expected = { message }
    assert.throws(() => applyMessage(known, { t: 'delta', v: version, at: 0, d: 0 }), expected)
    assert.throws(() => applyMessage(known, { t: 'heartbeat', v: version, at: 0 }), expected)
  }
  assert.equal(applyMessage(state, { t: 'heartbeat', v: 4, at: 0 }), state)
})

test('a patch of what the state does not have is a gap, and one copies what it changes alone', () => {
  const [document] = fc.sample(session, { numRuns: 1, seed: 5 })
  const [one] = fc.sample(driver, { numRuns: 1, seed: 5 })
  assert.ok(document && one)
  const state: LiveSession = { ...document, version: 4, events: [], drivers: [one, one] }
  const patched = (...p: Patch[]) => {
    const next = applyMessage(state, { t: 'delta', v: 5, at: 0, d: 0, p })
    assert.ok(next)
    return next
  }
  for (const path of [
    ['drivers', 9, 'name'],
    ['trackName', 'length'],
    ['nothing', 'at', 'all'],
  ]) {
    assert.throws(() => patched([path, 'x']), LiveGapError, path.join('.'))
  }
  const { drivers } = patched([['drivers', 1, 'name'], 'A'], [['drivers', 1, 'team'], 'B'])
  assert.deepEqual(drivers, [one, { ...one, name: 'A', team: 'B' }])
  assert.equal(drivers[0], state.drivers[0])
  assert.notEqual(one.name, 'A', 'the state before stays as it was')
  assert.ok(Array.isArray(drivers))
  assert.deepEqual(patched([[], 'x']), { ...state, version: 5 })
})

test('events are appended where the feed goes on, and sent whole where it does not', () => {
  const [document] = fc.sample(session, { numRuns: 1, seed: 5 })
  assert.ok(document)
  const sentOf = (before: readonly number[], after: readonly number[]) => {
    const state = { ...document, drivers: [], version: 1, sessionTimeMs: 0 }
    const previous = { ...state, events: before.map((seq) => event(seq)) }
    const next = { ...state, version: 2, events: after.map((seq) => event(seq)) }
    const { e, p } = encodeDelta(previous, next, 0)
    return { appended: e?.map(({ seq }) => seq), isWhole: p?.some(([[key]]) => key === 'events') }
  }
  const whole = { appended: undefined, isWhole: true }
  assert.deepEqual(sentOf([1, 2], [1, 2, 3]), { appended: [3], isWhole: undefined })
  assert.deepEqual(sentOf([], [1, 2]), { appended: [1, 2], isWhole: undefined })
  assert.deepEqual(sentOf([1, 2], [1, 2]), { appended: undefined, isWhole: undefined })
  // A flashback has taken events back, at the end or before it.
  assert.deepEqual(sentOf([1, 2, 3], [1, 2]), whole)
  assert.deepEqual(sentOf([1, 2, 3], [1, 2, 4]), whole)
  assert.deepEqual(sentOf([1, 2, 3], [1, 3, 4]), whole)
  assert.deepEqual(sentOf([1, 2, 3], [9, 2, 3, 4]), whole)
  assert.deepEqual(sentOf([1], [2]), whole)
  assert.deepEqual(sentOf([1], [5, 1, 2]), whole)
})
