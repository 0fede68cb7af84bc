import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { decodeDatagram } from '@pitboard/telemetry/decode'
import type { BodyPacket, Packet } from '@pitboard/telemetry/formats/model'
import { createRace, type Race } from './race.ts'
import { sampleOf, sampleOfSeeds } from '@pitboard/contract/testing/sample'

const race = createRace({ seed: 21, laps: 5, rateHz: 20, trackId: 22 })
const packets = [...decode(race)]
const frames = packets
  .filter((packet) => packet.kind === 'lapData')
  .map(({ cars }) => cars.slice(0, 20))

test('the same seed gives the same datagrams, another seed others', () => {
  const short = { laps: 2, rateHz: 10, trackId: 22, cars: 6 } as const
  const first = hashOf(createRace({ ...short, seed: 8 }))
  assert.equal(hashOf(createRace({ ...short, seed: 8 })), first)
  assert.notEqual(hashOf(createRace({ ...short, seed: 9 })), first)
})

test('races of one field have the same drivers in the same cars', () => {
  const short = { laps: 1, trackId: 22 } as const
  const [first, second, other] = [
    { seed: 8, fieldSeed: 3 },
    { seed: 9, fieldSeed: 3 },
    { seed: 9, fieldSeed: 4 },
  ].map((seeds) => createRace({ ...short, ...seeds }).truth.drivers.map(({ name }) => name))
  assert.deepEqual(first, second)
  assert.notDeepEqual(second, other)
})

test('five laps hold overtakes, stops, a retirement, a penalty, a safety car and a change of weather', () => {
  for (const seed of sampleOfSeeds(0, 6, 2)) {
    const { truth } = createRace({ seed, rateHz: 20 })
    const { drivers } = truth
    assert.ok(truth.overtakes.length > 5 && truth.overtakes.length < 200, 'overtakes')
    assert.ok(
      drivers.some(({ pitStops }) => pitStops.length > 0),
      'stops',
    )
    assert.ok(
      drivers.some(({ resultStatus }) => resultStatus === 7),
      'a retirement',
    )
    assert.ok(
      drivers.some(({ totalPenaltiesSeconds }) => totalPenaltiesSeconds === 5),
      'a penalty',
    )
    assert.ok(
      drivers.some(({ warnings }) => warnings.length > 0),
      'a warning',
    )
    assert.equal(truth.numberOfSafetyCars, 1)
    assert.deepEqual(
      truth.weatherTurns.map(({ weather }) => weather),
      [0, 1, 2, 3],
    )
  }
})

test('a lap is the sum of its sectors, and the race the sum of its laps', () => {
  for (const { lapTimes, totalRaceTime } of race.truth.drivers) {
    let total = 0
    for (const { lapTime, sector1Time, sector2Time, sector3Time } of lapTimes) {
      const sectors = [sector1Time, sector2Time, sector3Time]
      assert.ok(sectors.every((time) => time !== null && time > 2_000))
      assert.equal(
        sectors.reduce((sum: number, time) => sum + (time ?? 0), 0),
        lapTime,
      )
      total += lapTime ?? 0
    }
    assert.equal(totalRaceTime, total)
  }
})

test('the result is by laps, then by time with penalties', () => {
  const finishers = race.truth.classification
    .map((idx) => race.truth.drivers[idx])
    .filter((driver) => driver?.resultStatus === 3)
  const keys = finishers.map(
    (driver) =>
      -(driver?.numberOfLaps ?? 0) * 1e9 +
      (driver?.totalRaceTime ?? 0) +
      (driver?.totalPenaltiesSeconds ?? 0) * 1000,
  )
  assert.ok(finishers.length > 10)
  assert.deepEqual(
    keys,
    keys.toSorted((a, b) => a - b),
  )
})

test('every frame has each position once, in the order of the distance driven', () => {
  const places = Array.from({ length: 20 }, (_, i) => i + 1)
  for (const cars of frames) {
    const ordered = cars.toSorted((a, b) => a.carPosition - b.carPosition)
    assert.deepEqual(
      ordered.map(({ carPosition }) => carPosition),
      places,
    )
    const driven = ordered.filter(({ resultStatus }) => resultStatus === 2)
    for (const [i, car] of driven.entries()) {
      const ahead = driven[i - 1]
      assert.ok(!ahead || ahead.totalDistance >= car.totalDistance)
    }
  }
})

test('an overtake is announced exactly when two cars change places on the track', () => {
  let before: (typeof frames)[number] | null = null
  let swapped: string[] = []
  let announced: string[] = []
  let total = 0
  for (const packet of packets) {
    if (packet.kind === 'event' && packet.code === 'OVTK') {
      const { overtakingVehicleIdx: car, beingOvertakenVehicleIdx: other } = packet.details
      announced.push(`${car} ${other}`)
    }
    if (packet.kind !== 'lapData') continue
    assert.deepEqual(announced.toSorted(), swapped.toSorted())
    total += announced.length
    const cars = packet.cars.slice(0, 20)
    announced = []
    swapped = before ? swapsBetween(before, cars) : []
    before = cars
  }
  assert.equal(total, race.truth.overtakes.length)
})

test('two cars do not swap places back and forth', () => {
  for (const seed of sampleOf([1, 5], 1)) {
    const options = { seed, laps: 4, trackId: 10, rateHz: 60, format: 2024 } as const
    for (const cars of [6, 20]) {
      const { overtakes } = createRace({ ...options, cars }).truth
      const back = overtakes.filter((overtake, i) =>
        overtakes
          .slice(0, i)
          .some(
            (before) =>
              before.overtaken === overtake.overtaking &&
              before.overtaking === overtake.overtaken &&
              overtake.atMs - before.atMs < 500,
          ),
      )
      assert.ok(back.length < 3, `${back.length} times`)
    }
  }
})

test('no car jumps or drives backwards', () => {
  const farthest = 100 / 20
  for (const [i, cars] of frames.entries()) {
    for (const [idx, car] of cars.entries()) {
      const before = frames[i - 1]?.[idx] ?? car
      const driven = car.totalDistance - before.totalDistance
      assert.ok(driven >= 0 && driven < farthest, `car ${idx} by ${driven} m`)
    }
  }
  const motions = packets.filter((packet) => packet.kind === 'motion')
  for (const [i, { cars }] of motions.entries()) {
    for (const [idx, car] of cars.slice(0, 20).entries()) {
      const before = motions[i - 1]?.cars[idx] ?? car
      const moved = Math.hypot(
        car.worldPositionX - before.worldPositionX,
        car.worldPositionZ - before.worldPositionZ,
      )
      assert.ok(moved < farthest * 1.25, `car ${idx} by ${moved} m`)
    }
  }
})

test('every kind of packet comes at the rate of the game', () => {
  const seconds = (packets.at(-1)?.header.sessionTime ?? 0) + 7
  const rates = {
    motion: 20,
    lapData: 20,
    carTelemetry: 20,
    carStatus: 20,
    motionEx: 20,
    session: 2,
    carSetups: 2,
    carDamage: 10,
    participants: 0.2,
    sessionHistory: 20,
    tyreSets: 20,
    lapPositions: 1,
  }
  for (const [kind, rate] of Object.entries(rates)) {
    const count = packets.filter((packet) => packet.kind === kind).length
    assert.ok(Math.abs(count - rate * seconds) < 30, `${count} ${kind} in ${seconds} s`)
  }
})

test('what follows the end carries frame 0: SEND, the classification and the last histories', () => {
  const closing = packets.filter(({ header }) => header.overallFrameIdentifier === 0)
  const kinds = closing.map(({ kind }) => kind)
  assert.deepEqual(kinds.slice(0, 3), ['event', 'finalClassification', 'sessionHistory'])
  assert.equal(kinds.filter((kind) => kind === 'sessionHistory').length, 20)
  assert.equal(kinds.filter((kind) => kind === 'finalClassification').length, 3)
})

test('the lights go out at session time 0, and the lap number stays at the flag', () => {
  const lightsOut = packets.find((packet) => packet.kind === 'event' && packet.code === 'LGOT')
  assert.equal(lightsOut?.header.sessionTime, 0)
  const last = frames.at(-1) ?? []
  const finished = last.filter(({ resultStatus }) => resultStatus === 3)
  assert.ok(finished.length > 10)
  assert.ok(finished.every(({ currentLapNum }) => currentLapNum <= 5))
})

function* decode(driven: Race): Generator<Packet> {
  for (const { bytes } of driven.datagrams()) {
    const packet = decodeDatagram(bytes)
    if (packet.kind === 'rejected') assert.fail(`rejected: ${packet.reason}`)
    yield packet
  }
}

function hashOf(driven: Race): string {
  const hash = createHash('sha256')
  for (const { atMs, bytes } of driven.datagrams()) hash.update(`${atMs} `).update(bytes)
  return hash.digest('hex')
}

type Cars = BodyPacket<'lapData'>['cars']

function swapsBetween(before: Cars, after: Cars): string[] {
  const onTrack = [...after.keys()].filter((idx) =>
    [before[idx], after[idx]].every((car) => car?.resultStatus === 2 && car.pitStatus === 0),
  )
  const place = (cars: Cars, idx: number): number => cars[idx]?.carPosition ?? 0
  return onTrack.flatMap((car) =>
    onTrack
      .filter((other) => place(before, car) > place(before, other))
      .filter((other) => place(after, car) < place(after, other))
      .map((other) => `${car} ${other}`),
  )
}
