import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createRace } from '@pitboard/sim/race'
import { impair } from '@pitboard/sim/scenario/impairments'
import { createScenario } from '@pitboard/sim/scenario/scenario'
import { sampleOf } from '@pitboard/contract/testing/sample'
import { decodeDatagram, readHeader, type Datagram } from '@pitboard/telemetry/decode'
import { encodePacket } from '@pitboard/telemetry/encode'
import { FORMATS, type Format } from '@pitboard/telemetry/formats/registry'
import { createThinner } from '@pitboard/telemetry/thinning/thinner'
import { findOwnLaps } from '../records/driven-laps.ts'
import { deriveSession } from '../sessions/store/derive-session.ts'
import { judgeLap } from './check-trace.ts'

const FORMAT = 2025
const OWN_CAR = 0
/** This lap is edited; it is neither from the grid nor the last. */
const LAP = 2
const LAPS = 3
const START_MS = Date.UTC(2026, 0, 1, 20)
const SESSION_TIME_AT = 15
/** A lap time may differ by this from the one that was driven, which decides no table. */
const SAME_MS = 12

interface Judged {
  readonly lapNum: number
  readonly lapTimeMs: number
  /** It is null for a record. */
  readonly reason: string | null
}

/** Returns what the records make of a stream: every lap that would count, with the reason why it does not. */
async function judge(datagrams: readonly Datagram[]): Promise<Judged[]> {
  const uid = datagrams.map(({ bytes }) => readHeader(bytes)).find((read) => 'header' in read)
  if (!uid || !('header' in uid)) return []
  const identity = { id: '', internalSessionId: 0, userId: '', userName: '' }
  const stream = (async function* () {
    yield* datagrams
  })()
  const derived = await deriveSession(stream, String(uid.header.sessionUid), identity)
  if (!derived) return []
  return findOwnLaps(derived.detail).map(({ driverIdx, lapNum, lapTimeMs, withheld }) => {
    const trace = derived.traces.find((lap) => lap.driverIdx === driverIdx && lap.lapNum === lapNum)
    const { contradiction, isProven } = trace
      ? judgeLap(trace)
      : { contradiction: null, isProven: false }
    const reason = withheld ?? contradiction ?? (isProven ? null : 'noTelemetry')
    return { lapNum, lapTimeMs, reason }
  })
}

function thinned(stream: Iterable<Datagram>): Datagram[] {
  const thinner = createThinner()
  const sent = [...stream].flatMap(({ atMs, bytes }) => [...thinner.push(bytes, atMs)])
  return [...sent, ...thinner.flush()]
}

function driveRace(format: Format, rateHz: 10 | 20 | 30 | 60, seed = 7): Datagram[] {
  const race = createRace({
    laps: LAPS,
    cars: 2,
    rateHz,
    trackId: 22,
    seed,
    format,
    situations: [],
  })
  return [...race.datagrams()].map(({ atMs, bytes }) => ({ atMs: START_MS + atMs, bytes }))
}

const honest = driveRace(FORMAT, 20)
const recorded = thinned(honest)
const packets = honest.map(({ bytes }) => decodeDatagram(bytes))

type Packet = ReturnType<typeof decodeDatagram>
/** Null drops the datagram. */
type Edit = (datagram: Datagram, packet: Packet, lapNum: number) => Datagram | null

function edit(...edits: readonly Edit[]): Datagram[] {
  let lapNum = 0
  return honest.flatMap((datagram, at) => {
    const packet = packets[at]
    if (!packet) return []
    if (packet.kind === 'lapData') lapNum = packet.cars[OWN_CAR]?.currentLapNum ?? 0
    let edited: Datagram | null = datagram
    for (const each of edits) {
      if (edited === null) break
      edited = each(edited, edited === datagram ? packet : decodeDatagram(edited.bytes), lapNum)
    }
    return edited === null ? [] : [edited]
  })
}

const isOfLap = (lapNum: number) => lapNum === LAP

function withTime({ atMs, bytes }: Datagram, change: (seconds: number) => number): Datagram {
  const changed = bytes.slice()
  const view = new DataView(changed.buffer)
  view.setFloat32(SESSION_TIME_AT, change(view.getFloat32(SESSION_TIME_AT, true)), true)
  return { atMs, bytes: changed }
}

/** Changes the times of the histories and of the last lap, and removes the race time. */
function inTables(
  change: (timeMs: number, lapNum: number) => number,
  where: { readonly lapData: boolean },
): Edit {
  return ({ atMs, bytes }, packet, lapNum) => {
    if (packet.kind === 'sessionHistory' && packet.carIdx === OWN_CAR) {
      const laps = packet.laps.map((lap, index) => {
        if (lap.lapTimeMs === 0) return lap
        const lapTimeMs = change(lap.lapTimeMs, index + 1)
        const [sector1TimeMs, sector2TimeMs] = [lap.sector1TimeMs, lap.sector2TimeMs].map((ms) =>
          Math.round((ms * lapTimeMs) / lap.lapTimeMs),
        )
        const sectors = { sector1TimeMs: sector1TimeMs ?? 0, sector2TimeMs: sector2TimeMs ?? 0 }
        const sector3TimeMs = lapTimeMs - sectors.sector1TimeMs - sectors.sector2TimeMs
        return { ...lap, lapTimeMs, ...sectors, sector3TimeMs }
      })
      return {
        atMs,
        bytes: encodePacket(FORMAT, 'sessionHistory', packet.header, { ...packet, laps }),
      }
    }
    if (packet.kind === 'finalClassification') {
      // Without a race time there is no sum for the lap times to match.
      const cars = packet.cars.map((car) => ({ ...car, totalRaceTimeSeconds: 0 }))
      return {
        atMs,
        bytes: encodePacket(FORMAT, 'finalClassification', packet.header, { ...packet, cars }),
      }
    }
    if (packet.kind !== 'lapData' || !where.lapData) return { atMs, bytes }
    const cars = packet.cars.map((car, idx) =>
      idx === OWN_CAR && car.lastLapTimeMs > 0
        ? { ...car, lastLapTimeMs: change(car.lastLapTimeMs, lapNum - 1) }
        : car,
    )
    return { atMs, bytes: encodePacket(FORMAT, 'lapData', packet.header, { ...packet, cars }) }
  }
}

const faster = (byMs: number) => (timeMs: number, lapNum: number) =>
  lapNum === LAP ? timeMs - byMs : timeMs

/** Changes the time that a lap shows, and how far the car has come. */
function inTiming(
  change: (car: { currentLapTimeMs: number; lapDistance: number }) => object,
): Edit {
  return (datagram, packet, lapNum) => {
    if (packet.kind !== 'lapData' || !isOfLap(lapNum)) return datagram
    const cars = packet.cars.map((car, idx) => (idx === OWN_CAR ? { ...car, ...change(car) } : car))
    const bytes = encodePacket(FORMAT, 'lapData', packet.header, { ...packet, cars })
    return { atMs: datagram.atMs, bytes }
  }
}

const isTimedIn = (packet: Packet, from: number, to: number) => {
  const car = packet.kind === 'lapData' ? packet.cars[OWN_CAR] : undefined
  return car !== undefined && car.currentLapTimeMs >= from && car.currentLapTimeMs < to
}

/** Each omission leaves something out so that nothing contradicts. */
const OMISSIONS: Readonly<Record<string, Edit>> = {
  nothing: (datagram) => datagram,
  'all speeds': (datagram, { kind }) => (kind === 'carTelemetry' ? null : datagram),
  'all places': (datagram, { kind }) => (kind === 'motion' ? null : datagram),
  'the timing of the lap': (datagram, { kind }, lapNum) =>
    kind === 'lapData' && isOfLap(lapNum) ? null : datagram,
  'the telemetry of the lap': (datagram, { kind }, lapNum) =>
    (kind === 'lapData' || kind === 'carTelemetry' || kind === 'motion') && isOfLap(lapNum)
      ? null
      : datagram,
  'the timing of the next lap': (datagram, { kind }, lapNum) =>
    kind === 'lapData' && lapNum === LAP + 1 ? null : datagram,
  'the end of the lap': (datagram, packet, lapNum) =>
    isOfLap(lapNum) && isTimedIn(packet, 18_000, Infinity) ? null : datagram,
  'the beginning of the lap': (datagram, packet, lapNum) =>
    isOfLap(lapNum) && isTimedIn(packet, 0, 3_000) ? null : datagram,
  'most of the timing': (datagram, packet) =>
    packet.kind === 'lapData' && Math.floor(datagram.atMs / 50) % 40 !== 0 ? null : datagram,
  'most of everything': (datagram, { kind }) =>
    (kind === 'lapData' || kind === 'carTelemetry' || kind === 'motion') &&
    Math.floor(datagram.atMs / 50) % 40 !== 0
      ? null
      : datagram,
  'every history but the last': (datagram, { kind }, lapNum) =>
    kind === 'sessionHistory' && lapNum < LAPS ? null : datagram,
}

/** Each cheat makes a lap faster than it was. */
const CHEATS: Readonly<Record<string, readonly Edit[]>> = {
  ...Object.fromEntries(
    [3_000, 1_000, 300, 120, 40].flatMap((byMs): [string, Edit[]][] => {
      const inHistories: Edit[] = [inTables(faster(byMs), { lapData: false })]
      const inAll: Edit[] = [inTables(faster(byMs), { lapData: true })]
      // Clocks may differ by 100 ms.
      return [
        [`${byMs} ms less in the histories`, inHistories],
        ...(byMs > 100 ? [[`${byMs} ms less in all tables`, inAll] as [string, Edit[]]] : []),
      ]
    }),
  ),
  'all times of the lap run slower': [
    inTables(faster(1_000), { lapData: true }),
    inTiming(({ currentLapTimeMs }) => ({ currentLapTimeMs: Math.round(currentLapTimeMs * 0.95) })),
  ],
  ...Object.fromEntries(
    [0.965, 0.975, 0.98].flatMap((share): [string, Edit[]][] => {
      const scaled = [
        inTables((timeMs) => Math.round(timeMs * share), { lapData: true }),
        inAllTiming(share),
        ((datagram) => withTime(datagram, (seconds) => seconds * share)) satisfies Edit,
      ]
      const received: Edit = ({ atMs, bytes }) => {
        return { bytes, atMs: Math.round(START_MS + (atMs - START_MS) * share) }
      }
      // Up to two percent, a lap looks real once everything is scaled.
      const isSeen = share < 0.98
      return [
        [`everything by session time takes ${share} of its time`, scaled],
        ...(isSeen
          ? [[`everything takes ${share} of its time`, [...scaled, received]] as [string, Edit[]]]
          : []),
      ]
    }),
  ),
  'two seconds are cut out of the lap': cutOut(2_000),
  'half a second is cut out of the lap': cutOut(500),
}

function inAllTiming(share: number): Edit {
  return ({ atMs, bytes }, packet) => {
    if (packet.kind !== 'lapData') return { atMs, bytes }
    const cars = packet.cars.map((car) => ({
      ...car,
      currentLapTimeMs: Math.round(car.currentLapTimeMs * share),
    }))
    return { atMs, bytes: encodePacket(FORMAT, 'lapData', packet.header, { ...packet, cars }) }
  }
}

/** Splices the lap: what follows comes earlier by all clocks. */
function cutOut(ms: number): Edit[] {
  const FROM_MS = 8_000
  let cutMs = 0
  return [
    inTables(faster(ms), { lapData: true }),
    (datagram, packet, lapNum) => {
      if (lapNum < LAP) cutMs = 0
      const { sessionTime } = 'header' in packet ? packet.header : { sessionTime: 0 }
      if (isOfLap(lapNum) && cutMs === 0 && isTimedIn(packet, FROM_MS, Infinity)) {
        cutMs = sessionTime * 1_000
      }
      if (cutMs === 0) return datagram
      if (sessionTime * 1_000 < cutMs + ms) return null
      const earlier = withTime(datagram, (seconds) => seconds - ms / 1_000)
      return { bytes: earlier.bytes, atMs: datagram.atMs - ms }
    },
    inTiming(({ currentLapTimeMs }) => ({
      currentLapTimeMs: currentLapTimeMs >= FROM_MS + ms ? currentLapTimeMs - ms : currentLapTimeMs,
    })),
  ]
}

const shuffle: Readonly<Record<string, (sent: readonly Datagram[]) => Datagram[]>> = {
  'as it was sent': (sent) => [...sent],
  'in another order': (sent) => [...impair(sent, { seed: 1, late: 0.3, latestMs: 400 })],
  'as a recorder thins it': thinned,
  'sent twice': (sent) => [...sent.slice(0, sent.length * 0.7), ...sent],
}

test('an honest recording proves its laps, at every rate and in every year', async () => {
  for (const [i, format] of sampleOf([...FORMATS.entries()], 2)) {
    for (const rateHz of sampleOf([10, 20, 30, 60] as const, 1, i)) {
      const sent = driveRace(format, rateHz, 7 + i)
      const all = {
        whole: sent,
        thinned: thinned(sent),
        lossy: [...impair(sent, { seed: 3, loss: 0.03, late: 0.05, duplicates: 0.02 })],
      }
      for (const [name, received] of sampleOf(Object.entries(all), 1, i)) {
        const laps = await judge(received)
        assert.deepEqual(
          laps.map(({ lapNum, reason }) => [lapNum, reason]),
          [2, 3].map((lapNum) => [lapNum, null]),
          `${format} at ${rateHz} Hz, ${name}`,
        )
      }
    }
  }
})

suite('a lap that was not driven is no record', async () => {
  const truth = new Map((await judge(recorded)).map(({ lapNum, lapTimeMs }) => [lapNum, lapTimeMs]))
  const cases = Object.entries(CHEATS).flatMap(([cheat, edits]) =>
    Object.entries(OMISSIONS).map(([omission, leaveOut]) => ({
      name: `${cheat}, without ${omission}`,
      edits: [...edits, leaveOut],
    })),
  )

  test(`none of ${cases.length} edits makes one`, async () => {
    const made: string[] = []
    for (const [i, { name, edits }] of sampleOf([...cases.entries()], 7)) {
      const sent = edit(...edits)
      for (const [order, arrange] of sampleOf(Object.entries(shuffle), 1, i)) {
        for (const { lapNum, lapTimeMs, reason } of await judge(arrange(sent))) {
          const trueMs = truth.get(lapNum) ?? 0
          if (reason === null && lapTimeMs < trueMs - SAME_MS) {
            made.push(`${name}, ${order}: lap ${lapNum} ${trueMs - lapTimeMs} ms faster`)
          }
        }
      }
    }
    assert.deepEqual(made, [])
  })

  test('what is left out of an honest recording takes the proof, and accuses nobody', async () => {
    for (const [i, [omission, leaveOut]] of sampleOf([...Object.entries(OMISSIONS).entries()], 3)) {
      for (const [order, arrange] of sampleOf(Object.entries(shuffle), 1, i)) {
        for (const { lapNum, lapTimeMs, reason } of await judge(arrange(edit(leaveOut)))) {
          const name = `without ${omission}, ${order}: lap ${lapNum} is ${reason}`
          assert.ok(reason === null || reason === 'noTelemetry', name)
          assert.equal(lapTimeMs, truth.get(lapNum), name)
        }
      }
    }
  })
})

test('an invalid lap is none, whatever the histories say', async () => {
  const { sessions, datagrams } = createScenario({
    seed: 11,
    format: FORMAT,
    rateHz: 20,
    cars: 3,
    laps: 4,
    kinds: ['race'],
    situations: ['warnings', 'penalties'],
  })
  const invalid = sessions[0]?.detail.drivers.flatMap(({ driverIdx, lapTimes }) =>
    lapTimes.flatMap(({ invalidLap }, i) => (invalidLap ? [[driverIdx, i + 1]] : [])),
  )
  assert.ok(invalid && invalid.length > 0)
  for (const [car = 0, lapNum = 0] of invalid) {
    const sent = [...datagrams()].map(({ atMs, bytes }) => {
      const packet = decodeDatagram(bytes)
      const seen = bytes.slice()
      seen[27] = car
      if (packet.kind !== 'sessionHistory') return { atMs: START_MS + atMs, bytes: seen }
      const laps = packet.laps.map((lap) => ({ ...lap, lapValidBitFlags: 15 }))
      const header = { ...packet.header, playerCarIndex: car }
      return {
        atMs: START_MS + atMs,
        bytes: encodePacket(FORMAT, 'sessionHistory', header, { ...packet, laps }),
      }
    })
    const found = (await judge(sent)).find((lap) => lap.lapNum === lapNum)
    assert.notEqual(found?.reason, null, `lap ${lapNum} of car ${car}`)
  }
})
