import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Neutralised } from '@pitboard/analysis/laps/neutralised-laps'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionEvent } from '@pitboard/contract/sessions/session-events'
import { PenaltyType, SessionType, WarningType } from '@pitboard/contract/wire/enumerations'
import { aDriver, aSession } from '../../testing/a-session.ts'
import { en } from '../../testing/text.ts'
import { conditionsOf, spanColumns } from './condition-spans.ts'
import { incidentsOf, raceLog } from './race-log.ts'
import { sessionSections } from './session-sections.ts'

const sample = (timeMs: number, weather: number, trackTemp = 30) => ({
  timeMs,
  lapNum: 1,
  weather,
  trackTemp,
  airTemp: 20,
})
const event = (known: Partial<SessionEvent>): SessionEvent => ({
  seq: 1,
  kind: 'overtake',
  timeMs: 0,
  lapNum: 1,
  driverIdx: null,
  otherDriverIdx: null,
  value: null,
  seconds: null,
  ...known,
})
const laps = (...times: number[]): Partial<Driver> => ({
  numberOfLaps: times.length,
  lapTimes: times.map((lapTime) => ({
    lapTime,
    sector1Time: null,
    sector2Time: null,
    sector3Time: null,
    invalidLap: false,
  })),
})

test('samples of one weather are a span, from the start of the session to its end', () => {
  const session = aSession({
    weatherHistory: [sample(50, 0), sample(100, 0, 31), sample(200, 3, 28), sample(300, 0)],
    events: [event({ timeMs: 900 })],
  })
  const { endMs, weather } = conditionsOf(session, [])
  assert.equal(endMs, 900)
  assert.deepEqual(weather, [
    { fromMs: 0, toMs: 200, weather: 0, trackTemp: 30, airTemp: 20 },
    { fromMs: 200, toMs: 300, weather: 3, trackTemp: 28, airTemp: 20 },
    { fromMs: 300, toMs: 900, weather: 0, trackTemp: 30, airTemp: 20 },
  ])
})

test('a session ends with the last event, weather or lap that is known', () => {
  const started = event({ kind: 'lightsOut', timeMs: 100 })
  for (const [endMs, known] of [
    [1, {}],
    [500, { events: [event({ timeMs: 500 })], weatherHistory: [sample(400, 0)] }],
    [600, { events: [event({ timeMs: 500 })], weatherHistory: [sample(600, 0)] }],
    [800, { events: [started], drivers: [aDriver(laps(300, 400)), aDriver(laps(300))] }],
    [100, { events: [started], drivers: [aDriver({})] }],
  ] as const) {
    const session = aSession({
      events: 'events' in known ? [...known.events] : [],
      drivers: 'drivers' in known ? [...known.drivers] : [],
      weatherHistory: 'weatherHistory' in known ? [...known.weatherHistory] : [],
    })
    assert.equal(conditionsOf(session, []).endMs, endMs)
  }
})

const neutralisedBy = (
  kind: Neutralised['kind'],
  fromMs: number,
  toMs: number | null,
): Neutralised => ({
  kind,
  firstLap: 1,
  lastLap: 1,
  fromMs,
  toMs,
})

test('weather and safety cars are listed in the order they began; an open one lasts to the end', () => {
  const session = aSession({ weatherHistory: [sample(0, 0), sample(200, 3)] })
  const { spans } = conditionsOf(session, [
    neutralisedBy('safetyCar', 100, 150),
    neutralisedBy('redFlag', 160, null),
  ])
  assert.deepEqual(
    spans.map(({ key, fromMs, toMs }) => [key, fromMs, toMs]),
    [
      ['weather 0', 0, 200],
      ['safetyCar 100', 100, 150],
      ['redFlag 160', 160, 200],
      ['weather 200', 200, 200],
    ],
  )
  const columns = spanColumns(en)
  assert.deepEqual(
    spans.map((row) => columns.map(({ cell }) => cell(row))),
    [
      ['0:00 – 0:00', 'Clear', '30 / 20 °C'],
      ['0:00 – 0:00', 'Safety car', ''],
      ['0:00 – 0:00', 'Red flag', ''],
      ['0:00 – 0:00', 'Light rain', '30 / 20 °C'],
    ],
  )
  const [from, what, temperatures] = columns
  assert.deepEqual([from?.key, what?.key, temperatures?.key], ['from', 'what', 'temperatures'])
  assert.equal(from?.namesRow, true)
  assert.deepEqual([temperatures?.align, temperatures?.phone], ['right', 'below'])
  assert.deepEqual(
    spans.map((row) => from.sortBy?.(row)),
    [0, 100, 160, 200],
  )
  const [long] = conditionsOf(aSession({ weatherHistory: [sample(3_725_000, 0)] }), []).spans
  assert.ok(long)
  assert.equal(from.cell(long), '0:00 – 1:02:05')
})

test('only a session with laps has parts beside the classification, and only a race its story', () => {
  const driven = [aDriver({}), aDriver(laps(90_000))]
  assert.deepEqual(sessionSections(aSession({ drivers: [aDriver({})] })), ['classification'])
  assert.deepEqual(sessionSections(aSession({ drivers: [] })), ['classification'])
  assert.deepEqual(sessionSections(aSession({ drivers: driven, sessionType: SessionType.Q1 })), [
    'classification',
    'charts',
    'laps',
  ])
  assert.deepEqual(sessionSections(aSession({ drivers: driven, sessionType: SessionType.Race })), [
    'classification',
    'story',
    'charts',
    'laps',
  ])
})

const PENALTY = {
  penaltyType: 4,
  infringementType: 7,
  penaltyIssuedTime: 300,
  penaltyTime: 5,
  lapNum: 3,
  otherVehicleIdx: null,
}
const WARNING = {
  warningType: WarningType.Other,
  infringementType: 25,
  warningTime: 200,
  lapNum: 2,
}

test('the log has overtakes, penalties and warnings in the order they happened', () => {
  const [ann, bob] = [
    aDriver({ driverIdx: 4, name: 'Ann', penalties: [PENALTY], warnings: [WARNING] }),
    aDriver({ driverIdx: 7, name: 'Bob' }),
  ]
  const overtake = {
    overtakingDriverIdx: 7,
    overtakenDriverIdx: 4,
    lapNum: 2,
    overtakingTime: 250,
    utcTime: '2026-05-03T13:02:30.000Z',
  }
  const session = aSession({
    drivers: [ann, bob],
    overtakes: [overtake, { ...overtake, overtakenDriverIdx: 9, overtakingTime: 260 }],
    events: [
      event({ seq: 11, kind: 'overtake', driverIdx: 7, timeMs: 250 }),
      event({ seq: 12, kind: 'penalty', driverIdx: 4, timeMs: 300 }),
      event({ seq: 13, kind: 'warning', driverIdx: 4, timeMs: 200 }),
    ],
  })
  assert.deepEqual(raceLog(session, en), [
    {
      kind: 'warning',
      lapNum: 2,
      timeMs: 200,
      drivers: [4],
      words: 'Ann: Warning for cutting a corner',
      seq: 13,
    },
    {
      kind: 'overtake',
      lapNum: 2,
      timeMs: 250,
      drivers: [7, 4],
      words: 'Bob overtook Ann',
      seq: 11,
    },
    {
      kind: 'overtake',
      lapNum: 2,
      timeMs: 260,
      drivers: [7, 9],
      words: 'Bob overtook –',
      seq: null,
    },
    {
      kind: 'penalty',
      lapNum: 3,
      timeMs: 300,
      drivers: [4],
      words: 'Ann: 5 s penalty for gaining time by cutting a corner',
      seq: 12,
    },
  ])
})

test('penalties and warnings of all drivers are listed with their kind and reason', () => {
  const drivers = [
    aDriver({
      name: 'Ann',
      penalties: [
        PENALTY,
        { ...PENALTY, penaltyType: PenaltyType.Retired, penaltyIssuedTime: 900 },
      ],
    }),
    aDriver({
      name: 'Bob',
      warnings: [
        { ...WARNING, warningType: WarningType.CornerCutting, warningTime: 100 },
        { ...WARNING, infringementType: 999, warningTime: 800 },
      ],
    }),
  ]
  assert.deepEqual(
    incidentsOf({ drivers }, en).map(({ name, timeMs, isPenalty, words, reason }) => [
      name,
      timeMs,
      isPenalty,
      words,
      reason,
    ]),
    [
      ['Bob', 100, false, 'Track limits warning', 'cutting a corner'],
      ['Ann', 300, true, '5 s penalty', 'gaining time by cutting a corner'],
      ['Bob', 800, false, 'Warning', null],
      ['Ann', 900, true, 'Retired', null],
    ],
  )
  const log = raceLog(aSession({ drivers }), en)
  assert.equal(log[2]?.words, 'Bob: Warning')
})
