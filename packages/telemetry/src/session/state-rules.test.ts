import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionEvent } from '@pitboard/contract/sessions/session-events'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { detailOf, driverIn, play } from '../../testing/play.ts'
import { createGame } from '../../testing/scripted-game.ts'
import { decodeDatagram } from '../decode.ts'
import type { Format } from '../formats/registry.ts'
import { setLap, voidLapsAfter } from './cars/laps.ts'
import { applyPitLane, setStops } from './cars/pit-stops.ts'
import { provisionalOrder, resultGap } from './cars/result-order.ts'
import { applyClassifiedStints, applyHistoryStints } from './cars/stints.ts'
import { trackMarksOf } from './document/track-marks.ts'
import { raceKindOf } from './document/weekend.ts'
import { finaliseSession, reopenSession } from './packets/classification.ts'
import { learnSectorStart } from './packets/track-outline.ts'
import { countUnknownIds } from './packets/unknown-ids.ts'
import { assignLapsOfFrame } from './state/event-feed.ts'
import { rewind } from './stream/rewind.ts'
import type {
  CarState,
  ClassifiedCar,
  LapCar,
  PitVisit,
  SessionInfo,
  StopEntry,
  TrackedSession,
} from './state/state.ts'

/** Returns a race after its first packets, whose state a test changes. */
function openRace(cars = 3, format: Format = 2025): TrackedSession {
  const game = createGame({ cars, format })
  game.session()
  game.participants()
  game.lapData()
  const [session] = play(game.sent).opened
  assert.ok(session)
  return session
}

function carIn(session: TrackedSession, idx: number): CarState {
  const car = session.cars[idx]
  assert.ok(car)
  return car
}

function changeLap(car: CarState, change: Partial<LapCar>): LapCar {
  assert.ok(car.lap)
  car.lap = { ...car.lap, ...change }
  return car.lap
}

const lapOf = (lapTime: number | null, thirdMs = 30_000) => ({
  lapTime,
  sector1Time: 20_000 + thirdMs,
  sector2Time: 10_000 + thirdMs,
  sector3Time: thirdMs,
  invalidLap: false,
})
const entryOf = (
  lapTime: number | null,
  more: { atMs?: number; validBits?: number; thirdMs?: number } = {},
) => {
  const { atMs = 0, validBits = 15, thirdMs } = more
  return { lap: lapOf(lapTime, thirdMs), atMs, validBits, fromHistory: true, stands: true }
}

const home = (session: TrackedSession, idx: number, change: Partial<LapCar>, times: number[]) => {
  const car = carIn(session, idx)
  changeLap(car, { resultStatus: ResultStatus.Finished, currentLapNum: times.length, ...change })
  for (const [index, lapTime] of times.entries()) setLap(car, index + 1, entryOf(lapTime))
}

const order = (session: TrackedSession) => provisionalOrder(session).map(({ idx }) => idx)

suite('R9 the order of a race without a classification', () => {
  test('is by laps, then time and penalties, then the last position', () => {
    const session = openRace(5)
    home(session, 0, {}, [90_000])
    home(session, 1, { penaltiesSeconds: 5 }, [90_000, 90_000])
    home(session, 2, {}, [91_000, 91_000])
    home(session, 3, { carPosition: 9 }, [91_000, 91_000])
    home(session, 4, { carPosition: 8 }, [91_000, 91_000])
    assert.deepEqual(order(session), [2, 4, 3, 1, 0])
  })

  test('has cars behind that are not classified, then those that are out, then the disqualified', () => {
    const session = openRace(5)
    home(session, 0, { resultStatus: ResultStatus.Disqualified }, [80_000])
    home(session, 1, { resultStatus: ResultStatus.Retired, carPosition: 5 }, [80_000])
    home(session, 2, { resultStatus: ResultStatus.DidNotFinish, carPosition: 4 }, [80_000])
    home(session, 3, { resultStatus: ResultStatus.NotClassified }, [80_000])
    home(session, 4, {}, [90_000])
    assert.deepEqual(order(session), [4, 3, 2, 1, 0])
  })

  test('is not known while a car drives, without a finisher, and where a time is missing', () => {
    const session = openRace(2)
    home(session, 0, {}, [90_000])
    assert.deepEqual(order(session), [])
    home(session, 1, {}, [91_000])
    assert.deepEqual(order(session), [0, 1])
    setLap(carIn(session, 1), 1, entryOf(null))
    assert.deepEqual(order(session), [])
    for (const car of session.cars) changeLap(car, { resultStatus: ResultStatus.Retired })
    assert.deepEqual(order(session), [])
  })

  test('R26 gives gaps between cars of the same laps whose times are all known', () => {
    const session = openRace(3)
    home(session, 0, { penaltiesSeconds: 1 }, [90_000, 90_000])
    home(session, 1, {}, [91_000, 91_500])
    home(session, 2, {}, [95_000])
    for (const car of session.cars) car.provisionalPosition = car.idx + 1
    const [, second, third] = session.cars
    assert.ok(second && third)
    assert.equal(resultGap(session, second, 1), 1_500)
    assert.equal(resultGap(session, third, 2), null)
    assert.equal(resultGap(session, second, 2), null)
    setLap(second, 1, entryOf(null))
    assert.equal(resultGap(session, second, 1), null)
    setLap(second, 1, entryOf(80_000))
    assert.equal(resultGap(session, second, 1), null, 'faster than the car ahead')
  })
})

test('R6 what a flashback leaves of the laps is the same list, or a shorter one', () => {
  const car = carIn(openRace(), 0)
  for (const lapNum of [1, 2, 3]) setLap(car, lapNum, entryOf(90_000 + lapNum, { atMs: lapNum }))
  const before = car.lapTimes
  voidLapsAfter(car, 3)
  assert.equal(car.lapTimes, before)
  voidLapsAfter(car, 1)
  assert.deepEqual(car.lapTimes, [lapOf(90_001)])
  assert.deepEqual(
    car.laps.map((entry) => entry?.stands),
    [false],
  )
})

test('the best times are the least of the valid laps, for each sector by itself', () => {
  const session = openRace()
  const car = carIn(session, 0)
  setLap(car, 1, entryOf(91_000, { thirdMs: 30_000 }))
  setLap(car, 3, entryOf(90_000, { thirdMs: 31_000 }))
  setLap(car, 4, entryOf(92_000, { thirdMs: 32_000 }))
  setLap(car, 5, entryOf(80_000, { thirdMs: 25_000, validBits: 8 }))
  const best = driverIn(detailOf(session), 0)
  assert.deepEqual(
    [best.bestLapTimeMs, best.bestSector1TimeMs, best.bestSector2TimeMs, best.bestSector3TimeMs],
    [90_000, 50_000, 40_000, 25_000],
  )
})

test('R10 a classified car has as many stints as it says, with those that are known', () => {
  const car = carIn(openRace(), 0)
  const result: Pick<
    ClassifiedCar,
    'numLaps' | 'numTyreStints' | 'tyreStintsVisual' | 'tyreStintsActual' | 'tyreStintsEndLaps'
  > = {
    numLaps: 9,
    numTyreStints: 3,
    tyreStintsVisual: [16, 0, 17, 18],
    tyreStintsActual: [19, 0, 18, 17],
    tyreStintsEndLaps: [4, 5, 255, 9],
  }
  const session = openRace()
  applyClassifiedStints(car, { ...classifiedCar(session), ...result }, session.info.ids)
  assert.deepEqual(car.tyres, [
    { tyreCompound: 16, actualTyreCompound: 19, endLap: 4 },
    { tyreCompound: 17, actualTyreCompound: 18, endLap: 9 },
  ])
  const before = car.tyres
  applyClassifiedStints(car, { ...classifiedCar(session), numTyreStints: 0 }, session.info.ids)
  assert.equal(car.tyres, before)
})

/** Returns a row of a classification that a game has sent. */
function classifiedCar(session: TrackedSession): ClassifiedCar {
  const game = createGame()
  game.session()
  game.participants()
  game.lapData()
  game.over()
  game.classification([{ position: 1, numLaps: 1, resultStatus: 3 }])
  const result = play(game.sent).opened[0]?.cars[0]?.result
  assert.ok(result && session)
  return result
}

const anEvent = (kind: SessionEvent['kind'], driverIdx: number, timeMs: number): SessionEvent => ({
  seq: timeMs,
  kind,
  timeMs,
  driverIdx,
  lapNum: 1,
  otherDriverIdx: null,
  value: null,
  seconds: null,
})

const VISIT: PitVisit = {
  lapNum: 1,
  atMs: 90,
  stopsBefore: 0,
  stopGosBefore: 1,
  laneTimeMs: 0,
  stopTimeMs: 0,
  stoodSinceMs: 0,
  lastAtMs: 100,
}

suite('R25 a stop without a count', () => {
  const stop = { lapNum: 1, pitLaneTimeMs: 20_000, stopTimeMs: 10_000 }
  const review = (seen: PitVisit, lap: Partial<LapCar>) => {
    const session = openRace()
    const car = carIn(session, 0)
    car.stops = [{ stop, atMs: 100, visit: seen, isCounted: false }]
    car.pitStops = [stop]
    session.timingMs = 200
    session.events = [
      anEvent('pitStop', 0, 50),
      anEvent('pitStop', 0, 100),
      anEvent('pitStop', 1, 100),
      anEvent('overtake', 0, 100),
    ]
    applyPitLane(session, car, null, changeLap(car, { pitStatus: 0, numPitStops: 0, ...lap }), 200)
    return { stops: car.stops.map(({ isCounted }) => isCounted), session, car }
  }

  test('was a penalty once the game takes one back: it is gone, with its event alone', () => {
    const { stops, session, car } = review(VISIT, { numUnservedStopGoPens: 0 })
    assert.deepEqual([stops, car.pitStops], [[], []])
    assert.deepEqual(
      session.events.map(({ kind, driverIdx, timeMs }) => [kind, driverIdx, timeMs]),
      [
        ['pitStop', 0, 50],
        ['pitStop', 1, 100],
        ['overtake', 0, 100],
      ],
    )
  })

  test('stays while the penalty is not served, and where it is not known what there was to serve', () => {
    assert.deepEqual(review(VISIT, { numUnservedStopGoPens: 1 }).stops, [false])
    const unknown = { ...VISIT, stopGosBefore: null }
    assert.deepEqual(review(unknown, { numUnservedStopGoPens: 0 }).stops, [false])
  })

  test('is counted once the game does', () => {
    assert.deepEqual(review(VISIT, { numPitStops: 1, numUnservedStopGoPens: 0 }).stops, [true])
  })
})

const marks = (
  change: Partial<SessionInfo>,
  sectorStarts: TrackedSession['sectorStarts'] = [null, null],
) => {
  const session = openRace()
  const info = { ...session.info, trackLength: 5_000, ...change }
  return trackMarksOf({ ...session, info, sectorStarts })
}

const zone = (zoneStart: number, zoneFlag = 0) => ({ zoneStart, zoneFlag })

// Games from 2024 on send them.
const starts = (second: number | null, third: number | null) =>
  trackMarksOf({ ...openRace(3, 2023), sectorStarts: [second, third] }).sectorStarts

suite('the marks of a track', () => {
  test('are the zones under a yellow or red flag, to the beginning of the next one', () => {
    const marshalZones = [zone(0.1, 3), zone(0.4, 2), zone(0.6, 4), zone(0.9, 4)]
    assert.deepEqual(marks({ numMarshalZones: 3, marshalZones }).flaggedZones, [
      { from: 500, to: 2_000, isRed: false },
      { from: 3_000, to: 500, isRed: true },
    ])
    assert.deepEqual(marks({ numMarshalZones: 0, marshalZones }).flaggedZones, [])
  })

  test('are no zones at places that are none', () => {
    for (const marshalZones of [
      [zone(-0.1, 3), zone(0.5)],
      [zone(0.5, 3), zone(1.1)],
      [zone(1.1, 3), zone(0.5)],
    ]) {
      assert.deepEqual(marks({ numMarshalZones: 2, marshalZones }).flaggedZones, [])
    }
    const whole = [zone(0, 3), zone(1, 3)]
    assert.equal(marks({ numMarshalZones: 2, marshalZones: whole }).flaggedZones.length, 2)
  })

  test('are the beginnings of the sectors, in their order within the lap', () => {
    assert.deepEqual(starts(1_000.4, 2_000.6), [1_000, 2_001])
    for (const [second, third] of [
      [null, 2_000],
      [1_000, null],
      [0, 2_000],
      [2_000, 2_000],
      [3_000, 2_000],
      [1_000, 5_000],
    ] as const) {
      assert.equal(starts(second, third), null, `${second} ${third}`)
    }
    const sent = { sector2LapDistanceStart: 1_500, sector3LapDistanceStart: 3_500 }
    assert.deepEqual(marks(sent, [1_000, 2_000]).sectorStarts, [1_500, 3_500])
  })
})

test('R23 the only race of a weekend is the main one, whatever its number', () => {
  const session = openRace()
  const kindIn = (weekendStructure: number[], sessionType = 15) => {
    const numSessionsInWeekend = weekendStructure.length
    const info = { ...session.info, sessionType, weekendStructure, numSessionsInWeekend }
    return raceKindOf({ ...session, info })
  }
  assert.equal(kindIn([1, 5, 15]), 'main')
  assert.equal(kindIn([1, 5, 15], 16), 'main')
  assert.equal(kindIn([1, 15, 16], 16), 'main')
  assert.equal(kindIn([1, 15, 16], 15), 'sprint')
  assert.equal(kindIn([1, 5]), null)
  assert.equal(kindIn([1, 5, 15], 5), null)
})

const stint = (tyreVisualCompound: number, endLap: number, tyreActualCompound = 0) => ({
  tyreVisualCompound,
  endLap,
  tyreActualCompound,
})

test('R10 the stints of a history count where all their compounds are known', () => {
  const session = openRace()
  const car = carIn(session, 0)
  const apply = (stints: readonly ReturnType<typeof stint>[]) => {
    const game = createGame()
    game.session()
    game.participants()
    game.history(0, { numLaps: 1, numTyreStints: stints.length, tyreStints: [...stints] })
    const packet = decodeDatagram(game.sent.at(-1)?.bytes ?? new Uint8Array())
    assert.ok(packet.kind === 'sessionHistory')
    applyHistoryStints(car, packet, 0, true)
    return car.tyres
  }
  car.tyreAgeLaps = 7
  const known = [
    { tyreCompound: 16, actualTyreCompound: 19, endLap: 4 },
    { tyreCompound: 17, actualTyreCompound: null, endLap: null },
  ]
  assert.deepEqual(apply([stint(16, 4, 19), stint(17, 255)]), known)
  assert.equal(car.tyreAgeLaps, null, 'the age was that of an earlier set')
  car.tyreAgeLaps = 2
  const before = car.tyres
  assert.equal(apply([stint(16, 4, 19), stint(17, 255)]), before)
  assert.equal(car.tyreAgeLaps, 2)
  assert.equal(apply([stint(16, 4, 19), stint(0, 255)]), before)
  assert.equal(apply([]), before)
})

test('a car has the colour of its livery, where it has one that is not black', () => {
  const session = openRace()
  const car = carIn(session, 0)
  const colour = (
    numColours: number,
    liveryColours: { red: number; green: number; blue: number }[],
  ) => {
    assert.ok(car.participant)
    car.participant = { ...car.participant, numColours, liveryColours }
    return driverIn(detailOf(session), 0).teamColour
  }
  const orange = { red: 255, green: 8, blue: 0 }
  const ofTeam = colour(0, [])
  assert.equal(colour(1, [orange]), '#ff0800')
  assert.equal(colour(1, [{ red: 0, green: 0, blue: 16 }]), '#000010')
  assert.equal(colour(0, [orange]), ofTeam)
  assert.equal(colour(1, [{ red: 0, green: 0, blue: 0 }]), ofTeam)
})

const shown = ({ currentLapInvalid, pitStatus, driverStatus, sector, totalWarnings }: Driver) => {
  return { currentLapInvalid, pitStatus, driverStatus, sector, totalWarnings }
}

test('a driver shows the timing of the moment, and nothing of a car without one', () => {
  const session = openRace()
  const car = carIn(session, 0)
  changeLap(car, {
    currentLapInvalid: 1,
    pitStatus: 2,
    driverStatus: 3,
    sector: 1,
    totalWarnings: 4,
  })
  assert.deepEqual(shown(driverIn(detailOf(session), 0)), {
    currentLapInvalid: true,
    pitStatus: 2,
    driverStatus: 3,
    sector: 1,
    totalWarnings: 4,
  })
  changeLap(car, { currentLapInvalid: 0 })
  assert.equal(driverIn(detailOf(session), 0).currentLapInvalid, false)
  car.lap = null
  assert.deepEqual(shown(driverIn(detailOf(session), 0)), {
    currentLapInvalid: false,
    pitStatus: 0,
    driverStatus: 0,
    sector: 0,
    totalWarnings: 0,
  })
})

test('the sectors of the last lap are shown with its time', () => {
  const session = openRace()
  const car = carIn(session, 0)
  const last = () => {
    const { lastLapTimeMs, lastSector1TimeMs, lastSector3TimeMs } = driverIn(detailOf(session), 0)
    return [lastLapTimeMs, lastSector1TimeMs, lastSector3TimeMs]
  }
  changeLap(car, { currentLapNum: 2, lastLapTimeMs: 91_000 })
  assert.deepEqual(last(), [91_000, null, null])
  setLap(car, 1, entryOf(null))
  assert.deepEqual(last(), [91_000, null, null])
  setLap(car, 1, entryOf(90_500))
  assert.deepEqual(last(), [90_500, 50_000, 30_000])
  changeLap(car, { currentLapNum: 3 })
  assert.deepEqual(last(), [91_000, null, null])
})

test('a forecast is another list only where it says something else', () => {
  const sample = { sessionType: 15, timeOffsetMinutes: 5, weather: 1, rainPercentage: 10 }
  const game = createGame()
  const forecasts = (samples: readonly (Partial<typeof sample> & object)[]) => {
    game.session({
      numWeatherForecastSamples: samples.length,
      weatherForecastSamples: samples.map((change) => ({ ...sample, ...change })),
    })
    return play(game.sent).opened[0]?.forecast ?? []
  }
  assert.equal(forecasts([{}]).length, 1)
  const session = play(game.sent)
  const before = session.opened[0]?.forecast
  game.wait(1)
  game.session()
  session.feed(game.sent.slice(-1))
  assert.equal(session.opened[0]?.forecast, before)
  for (const change of [
    { sessionType: 5 },
    { timeOffsetMinutes: 10 },
    { weather: 2 },
    { rainPercentage: 11 },
    { trackTemperature: 40 },
    { trackTemperatureChange: 1 },
    { airTemperature: 25 },
    { airTemperatureChange: 1 },
  ]) {
    const changed = play(game.sent)
    const known = changed.opened[0]?.forecast
    const other = createGame()
    Object.assign(other.clock, game.clock)
    other.wait(1)
    other.session({
      numWeatherForecastSamples: 1,
      weatherForecastSamples: [{ ...sample, ...change }],
    })
    changed.feed(other.sent)
    assert.notEqual(changed.opened[0]?.forecast, known, JSON.stringify(change))
  }
})

test('R2 unknown ids are counted, a thousand different ones at most', () => {
  const session = openRace()
  const game = createGame()
  game.session({ weather: 99 })
  const packet = decodeDatagram(game.sent[0]?.bytes ?? new Uint8Array())
  assert.ok(packet.kind === 'session')
  session.unknownIds.clear()
  countUnknownIds(session, packet)
  countUnknownIds(session, packet)
  assert.deepEqual([...session.unknownIds], [['weathers 99', 2]])
  for (let id = 1; id < 1_000; id++) session.unknownIds.set(`teams ${id}`, 1)
  countUnknownIds(session, packet)
  assert.equal(session.unknownIds.get('weathers 99'), 3)
  session.unknownIds.delete('weathers 99')
  session.unknownIds.set('teams 1000', 1)
  countUnknownIds(session, packet)
  assert.equal(session.unknownIds.has('weathers 99'), false)
})

test('R6 the weather after the target of a flashback is forgotten', () => {
  const session = openRace()
  const change = { weather: 1, trackTemp: 30, airTemp: 20, lapNum: 1 }
  session.weatherHistory = [0, 10_000, 10_001].map((timeMs) => ({ ...change, timeMs }))
  rewind(session, 10_000)
  assert.deepEqual(
    session.weatherHistory.map(({ timeMs }) => timeMs),
    [0, 10_000],
  )
})

test('where a sector begins is learnt in the middle of the step into it, on the same lap', () => {
  const session = openRace(3, 2023)
  const car = carIn(session, 0)
  const at = (sector: number, lapDistance: number, currentLapNum = 1) =>
    changeLap(car, { sector, lapDistance, currentLapNum })
  const starts = (before: LapCar, after: LapCar) => {
    const sectorStarts: TrackedSession['sectorStarts'] = [null, null]
    learnSectorStart({ ...session, sectorStarts }, before, after)
    return sectorStarts
  }
  assert.deepEqual(starts(at(0, 1_000), at(1, 1_010)), [1_005, null])
  assert.deepEqual(starts(at(1, 2_000), at(2, 2_010)), [null, 2_005])
  const nothing = [null, null]
  assert.deepEqual(starts(at(0, 1_000), at(0, 1_010)), nothing)
  assert.deepEqual(starts(at(0, 1_000), at(2, 1_010)), nothing)
  assert.deepEqual(starts(at(0, 1_000, 1), at(1, 1_010, 2)), nothing)
  assert.deepEqual(starts(at(0, 1_000), at(1, 990)), nothing)
  assert.deepEqual(starts(at(0, -10), at(1, 0)), nothing)
  assert.deepEqual(starts(at(0, 1_000), at(1, 1_900)), nothing)
})

const stintsTo = (...endLaps: (number | null)[]) =>
  endLaps.map((endLap) => ({
    tyreCompound: 16,
    actualTyreCompound: null,
    endLap,
    startedAtMs: 0,
  }))

const seenIn = (lapNum: number, isCounted: boolean, stopsBefore = 0): StopEntry => ({
  stop: { lapNum, pitLaneTimeMs: 20_000, stopTimeMs: 2_000 },
  atMs: lapNum,
  visit: { ...VISIT, lapNum, stopsBefore },
  isCounted,
})

const rise = (fromLap: number, toLap: number) => ({ fromLap, toLap, atMs: 0 })

const finish = (stops: StopEntry[], numPitStops: number, change: Partial<CarState> = {}) => {
  const session = openRace()
  const car = carIn(session, 0)
  Object.assign(car, { stints: stintsTo(4, 9, null), rises: [], ...change })
  setStops(car, stops)
  changeLap(car, { numPitStops, currentLapNum: 12 })
  finaliseSession(session)
  return { session, car, laps: car.pitStops.map(({ lapNum }) => lapNum) }
}

suite('R11 at the end the stops are as many as the game counts', () => {
  test('those that nobody saw are at the ends of stints within which the count rose', () => {
    assert.deepEqual(finish([], 1, { rises: [rise(8, 10)] }).laps, [9])
    assert.deepEqual(finish([], 2, { rises: [rise(3, 5), rise(8, 10)] }).laps, [4, 9])
    assert.deepEqual(finish([], 1, { rises: [rise(6, 6)] }).laps, [6])
    assert.deepEqual(finish([], 1).laps, [4])
    assert.deepEqual(finish([], 0).laps, [])
  })

  test('those that were seen have their own stint and rise, and stand in order', () => {
    const second = seenIn(9, true, 1)
    const rises = [rise(4, 4), rise(9, 10)]
    assert.deepEqual(finish([second], 2, { rises }).laps, [4, 9])
    const near = seenIn(5, true)
    assert.deepEqual(finish([near], 2, { rises: [rise(5, 5), rise(8, 10)] }).laps, [5, 9])
  })

  test('those that only their timer showed are dropped, first where no stint ends', () => {
    assert.deepEqual(finish([seenIn(3, false), seenIn(4, false)], 1).laps, [4])
    assert.deepEqual(finish([seenIn(4, false), seenIn(6, false)], 1).laps, [4])
    assert.deepEqual(finish([seenIn(3, true), seenIn(4, false)], 1).laps, [3])
    assert.deepEqual(finish([seenIn(3, false)], 1).laps, [3])
  })

  test('and a session that goes on has its stints and stops as before', () => {
    const stops = [seenIn(3, false)]
    const { session, car } = finish(stops, 0)
    assert.deepEqual([car.stops, car.tyres.at(-1)?.endLap], [[], 11])
    reopenSession(session)
    assert.deepEqual([car.stops, car.pitStops], [stops, stops.map(({ stop }) => stop)])
    assert.equal(car.stints.at(-1)?.endLap, null)
    assert.equal(car.beforeEnd, null)
  })
})

test('R27 what arrived before the timing of its frame has the laps of that timing', () => {
  const session = openRace()
  for (const car of session.cars.slice(0, 3)) changeLap(car, { currentLapNum: 4 + car.idx })
  setLap(carIn(session, 0), 2, entryOf(88_000))
  const kinds = ['overtake', 'retirement', 'raceWinner', 'collision', 'penalty'] as const
  session.events = [
    anEvent('overtake', 0, 99),
    ...kinds.map((kind) => anEvent(kind, 1, 100)),
    { ...anEvent('fastestLap', 0, 100), value: 88_000 },
    { ...anEvent('fastestLap', 0, 100), value: 77_000 },
    { ...anEvent('weather', 0, 100), driverIdx: null },
    { ...anEvent('redFlag', 0, 100), driverIdx: null },
  ]
  const overtake = { overtakingDriverIdx: 2, overtakenDriverIdx: 1, lapNum: 1, utcTime: '' }
  session.overtakes = [99, 100].map((overtakingTime) => ({ ...overtake, overtakingTime }))
  assignLapsOfFrame(session, 100)
  assert.deepEqual(
    session.events.map(({ lapNum }) => lapNum),
    [1, 5, 5, 5, 5, 1, 2, 1, 6, 1],
  )
  assert.deepEqual(
    session.overtakes.map(({ lapNum }) => lapNum),
    [1, 6],
  )
})
