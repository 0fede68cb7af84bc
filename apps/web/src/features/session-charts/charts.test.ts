import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ResultStatus, SessionType } from '@pitboard/contract/wire/enumerations'
import fc from 'fast-check'
import { aDriver, aSession } from '../../testing/a-session.ts'
import { en } from '../../testing/text.ts'
import { readChoice, writeChoice } from './chart-choice.ts'
import { firstDrivers } from './first-drivers.ts'
import { chartDrivers } from '../../timing/laps/chart-driver.ts'
import { roundTicks } from '../../timing/plot/plot-frame.ts'
import {
  gapReference,
  lapDuels,
  reachOf,
  compressedScale,
  racingLapsOf,
  spreadOf,
} from '../../timing/laps/pace.ts'
import { createHoveredLap } from '../../timing/plot/hovered-lap.ts'
import { lapTimeLines, positionLines, traceLines } from '../../timing/laps/lap-lines.ts'
import { lapEndsOf } from '@pitboard/analysis/laps/lap-ends'
import { neutralisedIn } from '@pitboard/analysis/laps/neutralised-laps'
import { raceLog } from './race-log.ts'

describe('when laps ended', () => {
  test('a missing lap is reckoned back from the finish', () => {
    const laps = [100, null, 300]
    assert.deepEqual(lapEndsOf(driven(0, laps, { totalRaceTime: 650 })), [100, 350, 650])
  })
  test('two missing laps leave unknown what lies between them', () => {
    const laps = [100, null, null, 400]
    assert.deepEqual(lapEndsOf(driven(0, laps, { totalRaceTime: 1000 })), [100, null, 600, 1000])
  })
  test('who did not finish has no finish to reckon from', () => {
    const out = { totalRaceTime: 650, resultStatus: ResultStatus.Retired }
    assert.deepEqual(lapEndsOf(driven(0, [100, null, 300], out)), [100, null, null])
  })
  test('a lap that was not completed does not end', () => {
    assert.deepEqual(lapEndsOf({ ...driven(0, [100, 40]), numberOfLaps: 1 }), [100])
  })
})

describe('two drivers lap by lap', () => {
  const stop = { pitStops: [{ lapNum: 3, pitLaneTimeMs: null, stopTimeMs: null }] }
  const one = driven(1, [95_000, 90_000, 115_000, 110_000, 90_300, 140_000, 90_000], stop)
  const other = driven(2, [90_000, 90_200, 90_000, 90_000, 90_000, 150_000, 90_100])
  const safetyCar = { kind: 'safetyCar', firstLap: 6, lastLap: 6, fromMs: 0, toMs: null } as const

  test('the first lap, pit laps and laps behind a safety car do not set the scale', () => {
    const duels = lapDuels(one, other, [safetyCar])
    assert.deepEqual(
      duels.filter(({ isRacing }) => isRacing).map(({ lap }) => lap),
      [2, 5, 7],
    )
    assert.equal(reachOf(duels), 300)
  })

  test('the gap chart is about the two who were chosen, unless somebody is named', () => {
    assert.equal(gapReference({ against: null }, [7, 3], 1), 7)
    assert.equal(gapReference({ against: 3 }, [7, 3], 1), 3)
    assert.equal(gapReference({ against: null }, [7], 1), 1)
    assert.equal(gapReference({ against: null }, [], 1), 1)
  })
})

describe('lines by lap', () => {
  const a = driven(3, [100, 100, 130], { startingPosition: 2 })
  const b = driven(7, [110, 85, 100], { startingPosition: 1 })
  const c = driven(9, [120], { startingPosition: 3, resultStatus: ResultStatus.Retired })

  test('the position is the order of the times at the line, lap 0 the grid', () => {
    assert.deepEqual(positionLines({ drivers: [a, b, c] }), [
      { driverIdx: 3, values: [2, 1, 2, 2] },
      { driverIdx: 7, values: [1, 2, 1, 1] },
      { driverIdx: 9, values: [3, 3, null, null] },
    ])
  })
  test('a lap that somebody ended at an unknown time has no order', () => {
    const lost = driven(9, [null], { resultStatus: ResultStatus.Retired })
    const [line] = positionLines({ drivers: [a, b, lost] })
    assert.deepEqual(line?.values, [2, null, 2, 2])
  })
  test('the trace is the gap at the line, as far as the chosen driver drove', () => {
    assert.deepEqual(traceLines({ drivers: [a, b] }, 3)[1]?.values, [null, 10, -5, -35])
    assert.deepEqual(traceLines({ drivers: [a, c] }, 9)[0]?.values, [null, -20, null, null])
  })
  test('lap times are drawn as they are', () => {
    assert.deepEqual(lapTimeLines({ drivers: [c] }), [{ driverIdx: 9, values: [null, 120] }])
  })
  test('a duel counts the laps that both drove', () => {
    assert.deepEqual(lapDuels(a, c), [{ lap: 1, deltaMs: -20, isRacing: false }])
  })
})

describe('pace', () => {
  const events = [safetyCar(1, 10, 2), safetyCar(2, 12, 3), safetyCar(3, 20, 6)]
  test('a safety car lasts from its deployment to its return, or to the end', () => {
    const periods = neutralisedIn(aSession({ events }), 8).map(({ kind, firstLap, lastLap }) => [
      kind,
      firstLap,
      lastLap,
    ])
    assert.deepEqual(periods, [
      ['safetyCar', 2, 3],
      ['virtualSafetyCar', 6, 8],
    ])
  })
  test('an event without a lap is put on the one the first car was on by its time', () => {
    const started = { ...safetyCar(0, 0, null), kind: 'lightsOut' as const, timeMs: 50 }
    const deployed = { ...safetyCar(1, 10, null), timeMs: 50 + 205 }
    const drivers = [driven(0, [100, 100, 100, 100]), driven(1, [110, 110, 110, 110])]
    const [period] = neutralisedIn(aSession({ drivers, events: [started, deployed] }), 4)
    assert.equal(period?.firstLap, 3)
  })
  test('the formation lap is no safety car', () => {
    assert.deepEqual(neutralisedIn(aSession({ events: [safetyCar(1, 30, 1)] }), 8), [])
  })
  test('first, pit and neutralised laps are no racing laps', () => {
    const pitStops = [{ lapNum: 4, pitLaneTimeMs: null, stopTimeMs: null }]
    const driver = driven(0, [1, 2, 3, 4, 5, 6, 7], { pitStops })
    assert.deepEqual(
      racingLapsOf(driver, neutralisedIn(aSession({ events: events.slice(0, 2) }), 7)),
      [6, 7],
    )
  })
  test('quartiles between laps are interpolated', () => {
    const { lowerQuartile, median, upperQuartile } = spreadOf([40, 10, 20, 30]) ?? {}
    assert.deepEqual([lowerQuartile, median, upperQuartile], [17.5, 25, 32.5])
    assert.equal(spreadOf([]), null)
  })
  test('damping keeps the order of all laps and leaves ordinary ones where they are', () => {
    const lap = fc.integer({ min: 60_000, max: 300_000 })
    fc.assert(
      fc.property(fc.array(lap, { minLength: 2 }), (times) => {
        const { place, floorMs, limitMs, bottomMs, ceilingMs } = compressedScale(times, times)
        for (const time of times) {
          if (time >= floorMs && time <= limitMs) assert.equal(place(time), time)
          assert.ok(place(time) >= bottomMs && place(time) <= ceilingMs)
        }
        const sorted = times.toSorted((a, b) => a - b).map(place)
        assert.deepEqual(
          sorted,
          sorted.toSorted((a, b) => a - b),
        )
      }),
    )
  })
})

test('the rest of a lap after a red flag does not press the others flat', () => {
  const laps = [28_000, ...Array.from({ length: 40 }, (_, index) => 88_000 + index * 20)]
  const { place, bottomMs, ceilingMs } = compressedScale(laps, laps)
  const share = (place(88_800) - place(88_000)) / (ceilingMs - bottomMs)
  assert.ok(share > 0.2, String(share))
})

test('drivers whom the same code would name are reported apart', () => {
  const hidden = [0, 1, 2].map((driverIdx) => aDriver({ driverIdx, name: 'Player', carNumber: 2 }))
  assert.deepEqual(
    chartDrivers(hidden).map(({ code }) => code),
    ['#2', '#2b', '#2c'],
  )
})

test('the lines across a chart stand at round times, and are few', () => {
  assert.deepEqual(
    roundTicks(-21_000, 64_000),
    [-20, -10, 0, 10, 20, 30, 40, 50, 60].map((s) => s * 1000),
  )
  for (const span of [1, 900, 50_000, 9_000_000]) assert.ok(roundTicks(0, span).length <= 10)
})

test('a line of the log knows the moment of the replay that shows it', () => {
  const overtake = {
    overtakingDriverIdx: 1,
    overtakenDriverIdx: 0,
    lapNum: 2,
    overtakingTime: 95_000,
    utcTime: '2026-05-03T13:01:35.000Z',
  }
  const event = {
    seq: 7,
    kind: 'overtake' as const,
    timeMs: 95_000,
    lapNum: 2,
    driverIdx: 1,
    otherDriverIdx: 0,
    value: null,
    seconds: null,
  } as const
  const known = aSession({ overtakes: [overtake], events: [event] })
  assert.deepEqual(
    raceLog(known, en).map(({ seq }) => seq),
    [7],
  )
  assert.deepEqual(
    raceLog({ ...known, events: [] }, en).map(({ seq }) => seq),
    [null],
  )
})

test('a link says whom to look at, and nonsense in it says nothing', () => {
  const choice = { drivers: [3, 0], against: 0, lap: 12 }
  assert.deepEqual(readChoice(writeChoice(choice)), choice)
  assert.deepEqual(readChoice({ drivers: '3,x,,-1,3', against: '1e3', lap: '' }), {
    drivers: [3],
    against: null,
    lap: null,
  })
})

test('a link tells a choice of everybody from none', () => {
  for (const drivers of [null, [], [3]]) {
    const choice = { drivers, against: null, lap: null }
    assert.deepEqual(readChoice(writeChoice(choice)), choice)
  }
})

test('the charts begin with the winner, the own car and who gained most, or the next of the result', () => {
  const drivers = [2, 1, 9, 3, 5].map((startingPosition, index) =>
    aDriver({
      driverIdx: 10 + index,
      finishingPosition: index + 1,
      startingPosition,
      resultStatus: ResultStatus.Finished,
      numberOfLaps: 5,
    }),
  )
  const race = aSession({ drivers })
  assert.deepEqual(firstDrivers(race, null), [10, 12, 11])
  assert.deepEqual(firstDrivers(race, 14), [10, 14, 12])
  assert.deepEqual(firstDrivers(race, 10), [10, 12, 11], 'the winner')
  assert.deepEqual(firstDrivers({ ...race, sessionType: SessionType.Q1 }, 13), [10, 13, 11])
  assert.deepEqual(firstDrivers({ ...race, drivers: drivers.slice(0, 3) }, 12), [], 'everybody')
})

test('the pointer goes before the chosen lap, and leaves it as it was', () => {
  const hovered = createHoveredLap({ lastLap: 9, isZoomable: true })
  const reported: number[] = []
  hovered.subscribe(() => reported.push(hovered.lap()))
  for (const lap of [4, 4, null]) hovered.hover(lap)
  hovered.choose(2)
  assert.deepEqual(reported, [4, 9, 2])
})

function driven(driverIdx: number, times: (number | null)[], known = {}) {
  return aDriver({
    driverIdx,
    resultStatus: ResultStatus.Finished,
    numberOfLaps: times.length,
    lapTimes: times.map((lapTime) => ({
      lapTime,
      sector1Time: null,
      sector2Time: null,
      sector3Time: null,
      invalidLap: false,
    })),
    ...known,
  })
}

function safetyCar(seq: number, value: number, lapNum: number | null) {
  return {
    seq,
    kind: 'safetyCar' as const,
    timeMs: seq * 1000,
    lapNum,
    driverIdx: null,
    otherDriverIdx: null,
    value,
    seconds: null,
  }
}
