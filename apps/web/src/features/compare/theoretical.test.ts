import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionLap, SessionLaps } from '@pitboard/contract/traces/lap-traces'
import { en } from '../../testing/text.ts'
import { showComparison } from './compared/compared-laps.ts'
import { showTheoretical, theoreticalSources } from './compared/theoretical.ts'
import { drawnLaps, showStrips } from './strips/shown-strips.ts'
import { aComparedLap } from './testing/a-comparison.ts'

const EARLY = aComparedLap(2, { timeMs: [0, 100, 200, 500, 800], speedKmh: [9, 9, 9, 3, 3] })
const LATE = aComparedLap(3, { timeMs: [0, 200, 400, 500, 600], speedKmh: [4, 4, 4, 8, 8] })
const ANSWER = { trackId: 7, trackName: 'Silverstone', laps: [EARLY, LATE] }

test('the theoretical lap is drawn behind the laps, with the parts that it is made of', () => {
  const { comparison, theoretical } = joined()
  assert.equal(theoretical.lapTimeMs, 400)
  assert.deepEqual(
    theoretical.sources.map(({ lapNum }) => lapNum),
    [2, 3],
  )
  const laps = drawnLaps(comparison, theoretical, en)
  assert.deepEqual(
    laps.map(({ name, look }) => [look.number, name]),
    [
      [1, 'Moreau, lap 2'],
      [2, 'Moreau, lap 3'],
      ['T', 'Theoretical lap'],
    ],
  )
  const [delta, speed] = showStrips(comparison, ['speed'], en, laps)
  assert.deepEqual(delta?.values[2], [0, 0, 0, -200, -400])
  assert.deepEqual(speed?.values[2], [9, 9, 9, 8, 8])
  assert.equal(showStrips(comparison, ['speed'], en)[0]?.values.length, 2)
})

test('one lap alone, or laps without telemetry, do not make a theoretical lap', () => {
  const { comparison } = joined()
  const [reference] = comparison.laps
  const show = (laps: (typeof ANSWER)['laps']) =>
    showTheoretical({ ...ANSWER, laps }, comparison.grid, reference)
  assert.equal(show([EARLY]), null)
  assert.equal(show([EARLY, { ...LATE, columns: null }]), null)
  assert.equal(show([EARLY, aComparedLap(3, { speedKmh: [1, 1, 1, 1, 1] })])?.lapTimeMs, 800)
})

test('it is made of the four quickest valid laps of the driver that have telemetry from line to line', () => {
  const laps = [
    aLap(1, 70_000, { flags: ['standingStart'] }),
    aLap(2, 75_000),
    aLap(3, 71_000, { isValid: false }),
    aLap(4, 72_000),
    aLap(5, 73_000, { hasTrace: false }),
    aLap(6, 76_000),
    aLap(7, null),
    aLap(8, 74_000),
    aLap(9, 77_000),
    aLap(10, 60_000, { flags: ['gaps'] }),
    aLap(11, 73_500, { flags: ['paused'] }),
  ]
  const { comparison } = joined()
  const [reference] = comparison.laps
  assert.deepEqual(theoreticalSources(sessionOf(laps), reference), [
    'S.0.4',
    'S.0.11',
    'S.0.8',
    'S.0.2',
  ])
  assert.deepEqual(theoreticalSources({ ...sessionOf(laps), drivers: [] }, reference), [])
})

function joined() {
  const comparison = showComparison(ANSWER)
  assert.ok(comparison)
  const theoretical = showTheoretical(ANSWER, comparison.grid, comparison.laps[0])
  assert.ok(theoretical)
  return { comparison, theoretical }
}

function aLap(
  lapNum: number,
  lapTimeMs: number | null,
  known: Partial<SessionLap> = {},
): SessionLap {
  return {
    lapNum,
    lapTimeMs,
    sector1TimeMs: null,
    sector2TimeMs: null,
    sector3TimeMs: null,
    isValid: true,
    tyreCompound: null,
    flags: [],
    hasTrace: true,
    ...known,
  }
}

function sessionOf(laps: SessionLap[]): SessionLaps {
  return {
    sessionId: 'S',
    trackId: 7,
    trackName: 'Silverstone',
    trackLengthM: 20,
    sessionType: 15,
    sessionStartTime: '2026-05-03T13:00:00.000Z',
    gameVersion: 2024,
    traces: 'ready',
    drivers: [
      { driverIdx: 0, name: 'Moreau', team: '', teamColour: '', isRecorder: true, laps },
      {
        driverIdx: 1,
        name: 'Kim',
        team: '',
        teamColour: '',
        isRecorder: false,
        laps: [aLap(1, 1)],
      },
    ],
  }
}
