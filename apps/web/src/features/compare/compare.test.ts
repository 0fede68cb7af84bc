import assert from 'node:assert/strict'
import { test } from 'node:test'
import { en } from '../../testing/text.ts'
import {
  readChannels,
  readColouring,
  readMetres,
  readZoom,
  writeChannels,
} from './compare-search.ts'
import { keyOf, referenceOf, showComparison } from './compared/compared-laps.ts'
import { driverName, formatDelta, lapName } from './compared/lap-name.ts'
import { gainPieces, speedPieces, speedReach } from './map-pieces.ts'
import { CHANNEL_KEYS, CHANNELS_AT_FIRST, SHOWN_CHANNELS } from './strips/shown-channels.ts'
import { showStrips } from './strips/shown-strips.ts'
import { aComparedLap, aComparison } from './testing/a-comparison.ts'

test('channels are read from the address in the order of the page, and those at first are left out', () => {
  assert.deepEqual(readChannels(''), CHANNELS_AT_FIRST)
  assert.deepEqual(readChannels('rpm.speed.none'), ['speed', 'rpm'])
  assert.equal(writeChannels(['rpm', 'speed']), 'speed.rpm')
  assert.equal(writeChannels(['gear', 'brake', 'throttle', 'speed']), '')
  assert.equal(writeChannels(['speed', 'throttle', 'brake']), 'speed.throttle.brake')
  assert.deepEqual(CHANNELS_AT_FIRST, ['speed', 'throttle', 'brake', 'gear'])
  assert.deepEqual(CHANNEL_KEYS, Object.keys(SHOWN_CHANNELS))
})

test('a map is coloured by speed or by gain', () => {
  assert.deepEqual(['speed', 'gain', ''].map(readColouring), ['speed', 'gain', 'gain'])
})

test('metres have up to five digits', () => {
  assert.deepEqual(['0', '12345', '123456', '-1', '1.5', 'x1', '1x', ''].map(readMetres), [
    0,
    12_345,
    null,
    null,
    null,
    null,
    null,
    null,
  ])
})

test('a zoom is from metres to metres', () => {
  assert.deepEqual(
    ['0-12345', '10-5', '1-', '-1', '123456-1', '1-123456', 'x1-2', '1-2x', ''].map(readZoom),
    [{ from: 0, to: 12_345 }, { from: 10, to: 5 }, null, null, null, null, null, null, null],
  )
})

for (const [lostMs, text] of [
  [214, '+0.214'],
  [-214, '−0.214'],
  [0, '0.000'],
  [0.4, '0.000'],
  [-0.4, '0.000'],
  [0.6, '+0.001'],
  [null, '–'],
] as const) {
  test(`a difference of ${lostMs} ms reads ${text}`, () => {
    assert.equal(formatDelta(lostMs), text)
  })
}

test('a difference has as many decimals as wanted', () => {
  assert.equal(formatDelta(1_214, 2), '+1.21')
  assert.equal(formatDelta(4, 2), '0.00')
})

test('a lap is named by its driver; one whose name is hidden by the car', () => {
  const { details } = aComparedLap(5, {})
  assert.ok(details)
  assert.equal(lapName(details, en), 'Moreau, lap 5')
  assert.equal(driverName({ name: '', driverIdx: 3 }, en), 'Car 4')
})

const times = (...stepsMs: number[]) => {
  let sum = 0
  return [0, ...stepsMs.map((step) => (sum += step))]
}
const steps = (count: number, stepMs: number) => Array.from({ length: count }, () => stepMs)

test('a piece of the map has the quickest lap, where one stands out', () => {
  const equal = times(...steps(20, 100))
  const ahead = times(...steps(10, 99.5), ...steps(10, 100))
  assert.deepEqual(gainPieces(aComparison(100, { timeMs: equal }, { timeMs: ahead })), [
    { first: 0, last: 10, value: 1 },
    { first: 10, last: 20, value: null },
  ])
  const barely = times(...steps(10, 99.51), ...steps(10, 100))
  assert.deepEqual(gainPieces(aComparison(100, { timeMs: equal }, { timeMs: barely })), [
    { first: 0, last: 20, value: null },
  ])
  assert.deepEqual(gainPieces(aComparison(100, { timeMs: ahead }, { timeMs: equal })), [
    { first: 0, last: 10, value: 0 },
    { first: 10, last: 20, value: null },
  ])
})

test('where only one lap is known none is the quickest', () => {
  const known = times(...steps(20, 100))
  const gap = known.map((timeMs, at) => (at === 10 ? null : timeMs))
  assert.deepEqual(gainPieces(aComparison(100, { timeMs: known }, { timeMs: gap })), [
    { first: 0, last: 20, value: null },
  ])
  assert.deepEqual(gainPieces(aComparison(100, { timeMs: known })), [
    { first: 0, last: 20, value: null },
  ])
})

test('the last piece of a lap may be short', () => {
  const equal = times(...steps(11, 100))
  assert.deepEqual(
    gainPieces(aComparison(55, { timeMs: equal }, { timeMs: times(...steps(11, 90)) })),
    [{ first: 0, last: 11, value: 1 }],
  )
  assert.equal(gainPieces(aComparison(50, { timeMs: equal }))[0]?.last, 10)
})

test('speed is shown in six steps from the slowest to the fastest point of the reference', () => {
  const speedKmh = Array.from({ length: 61 }, (_, at) => 60 + at * 2)
  const comparison = aComparison(300, { speedKmh })
  assert.deepEqual(speedReach(comparison), [60, 180])
  assert.deepEqual(
    speedPieces(comparison).map(({ value }) => value),
    [0, 1, 2, 3, 4, 5],
  )
  const top = aComparison(150, {
    speedKmh: [180, ...steps(9, 0), 60, ...steps(9, 0), 119.9, ...steps(10, 0)],
  })
  assert.deepEqual(
    speedPieces(top).map(({ value }) => value),
    [5, 2, 3],
  )
})

test('without speeds there are no steps, and a level speed is the lowest', () => {
  const none = aComparison(50, { speedKmh: steps(11, 0).map(() => null) })
  assert.equal(speedReach(none), null)
  assert.deepEqual(speedPieces(none), [{ first: 0, last: 10, value: null }])
  const level = aComparison(50, { speedKmh: steps(11, 100) })
  assert.deepEqual(speedPieces(level), [{ first: 0, last: 10, value: 0 }])
})

test('the strips are the delta, where there is something to compare, and the chosen channels that a lap has', () => {
  const two = aComparison(
    10,
    { deltaMs: [0, 0, 0], channels: { speedKmh: [100, 200.4, null], gear: [3, 4, 5] } },
    { deltaMs: [0, 10, 20] },
  )
  const strips = showStrips(two, ['speed', 'gear', 'wing'], en)
  assert.deepEqual(
    strips.map(({ key, title }) => [key, title]),
    [
      ['delta', 'Time lost (s)'],
      ['speed', 'Speed (km/h)'],
      ['gear', 'Gear'],
    ],
  )
  const [delta, speed, gear] = strips
  assert.deepEqual(delta?.values, [
    [0, 0, 0],
    [0, 10, 20],
  ])
  assert.equal(delta?.format(10), '+0.010')
  assert.equal(delta?.strip.format(10), '+0.01')
  assert.deepEqual(
    delta?.strip.lines.map(({ values, colour, dash }) => [values, colour, dash]),
    [
      [[0, 0, 0], 'var(--color-lap-1)', []],
      [[0, 10, 20], 'var(--color-lap-2)', []],
    ],
  )
  assert.deepEqual(speed?.values, [[100, 200.4, null], null])
  assert.deepEqual([speed?.format(200.4), speed?.format(null)], ['200', '–'])
  assert.deepEqual(
    [7, 0.6000000000000001].map((tick) => speed?.strip.format(tick)),
    ['7', '0.6'],
  )
  assert.deepEqual(speed?.strip.lines, [
    { values: [100, 200.4, null], colour: 'var(--color-lap-1)', dash: [] },
  ])
  assert.deepEqual(
    [gear?.strip.isHeld, speed?.strip.isHeld, delta?.strip.isHeld],
    [true, false, false],
  )
  assert.deepEqual([gear?.strip.ticks, speed?.strip.ticks], [[2, 4, 6, 8], undefined])
  assert.deepEqual(
    [gear?.strip.range, speed?.strip.range, delta?.strip.range],
    [[0, 8], null, null],
  )
  assert.deepEqual(
    strips.map(({ strip }) => [strip.hasCornerNumbers, strip.hasDistances]),
    [
      [true, false],
      [false, false],
      [false, true],
    ],
  )
})

test('one lap alone has no delta', () => {
  const lap = { channels: { speedKmh: [100, 110, 120] } }
  const strips = showStrips(aComparison(10, lap), ['speed'], en)
  assert.deepEqual(
    strips.map(({ key, strip }) => [key, strip.hasCornerNumbers, strip.hasDistances]),
    [['speed', true, true]],
  )
})

const single = (at: number) => [at]

test('each channel reads its own values', () => {
  const { laps } = aComparison(10, {
    channels: {
      speedKmh: single(1),
      throttlePercent: single(2),
      brakePercent: single(3),
      gear: single(4),
      steeringPercent: single(5),
      engineRpm: single(6),
      activeAeroOn: single(7),
      ersDeployMode: single(8),
      ersStorePercent: single(9),
    },
  })
  assert.deepEqual(
    CHANNEL_KEYS.map((key) => SHOWN_CHANNELS[key].read(laps[0])),
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map(single),
  )
  const drs = aComparison(10, { channels: { drsOpen: single(0), activeAeroOn: single(1) } })
  assert.deepEqual(SHOWN_CHANNELS.wing.read(drs.laps[0]), [0])
})

const TIMES = [0, 100, 200, 300, 400]

test('laps with a trace are shown on the grid of the first one, each with its look', () => {
  const shown = showComparison({
    trackId: 7,
    laps: [
      aComparedLap(1, {}, { columns: null }),
      aComparedLap(2, { timeMs: TIMES, speedKmh: [100, 110, 120, 130, 140] }),
      aComparedLap(3, {}, { details: null }),
      aComparedLap(4, { timeMs: TIMES.map((timeMs) => timeMs * 1.1), gear: [1, 2, 3, 4, 5] }),
    ],
  })
  assert.deepEqual(shown?.grid, { stepM: 5, lengthM: 20 })
  assert.deepEqual(
    shown?.laps.map(({ number, key, deltaMs }) => [number, key, deltaMs]),
    [
      [2, 'S.0.2', [0, 0, 0, 0, 0]],
      [4, 'S.0.4', [0, 10, 20, 30, 40]],
    ],
  )
  const [first, second] = shown.laps
  assert.deepEqual(first.aligned.timeMs, TIMES)
  assert.deepEqual(first.aligned.speedKmh, [100, 110, 120, 130, 140])
  assert.deepEqual(first.aligned.brakePercent, [null, null, null, null, null])
  assert.deepEqual(second?.channels.gear, [1, 2, 3, 4, 5])
  // The times take 110 ms for 5 m; the game sent no speed.
  assert.deepEqual(
    second?.channels.speedKmh?.map((speed) => speed && Math.round(speed)),
    [164, 164, 164, 164, 164],
  )
  assert.deepEqual(shown.outline, [null, null, null, null])
})

test('without a lap that has a trace there is nothing to show; a lap beyond the fourth is left out', () => {
  assert.equal(showComparison({ trackId: null, laps: [] }), null)
  const without = aComparedLap(1, {}, { lengthM: null })
  assert.equal(showComparison({ trackId: 7, laps: [without] }), null)
  const five = [1, 2, 3, 4, 5].map((lapNum) => aComparedLap(lapNum, { timeMs: TIMES }))
  assert.equal(showComparison({ trackId: 7, laps: five })?.laps.length, 4)
})

test('of a track of another length the same share of the lap is compared', () => {
  const longer = aComparedLap(
    2,
    { timeMs: [0, 100, 200, 300, 400, 500, 600, 700, 800], gear: [1, 2, 3, 4, 5, 6, 7, 8, 8] },
    { lengthM: 40 },
  )
  const shown = showComparison({ trackId: 7, laps: [aComparedLap(1, { timeMs: TIMES }), longer] })
  assert.deepEqual(shown?.laps[1]?.aligned.timeMs, [0, 200, 400, 600, 800])
  assert.deepEqual(shown?.laps[1]?.channels.gear, [1, 3, 5, 7, 8])
  const shorter = aComparedLap(3, { timeMs: [0, 100, 200], gear: [1, 2, 3] }, { lengthM: 10 })
  const halved = showComparison({ trackId: 7, laps: [aComparedLap(1, { timeMs: TIMES }), shorter] })
  assert.deepEqual(halved?.laps[1]?.aligned.timeMs, [0, 50, 100, 150, 200])
  assert.deepEqual(halved?.laps[1]?.channels.gear, [1, 1, 2, 2, 3])
})

const outlineOf = (...lines: { positionXM: (number | null)[]; positionZM: (number | null)[] }[]) =>
  showComparison({
    trackId: 7,
    laps: lines.map((line, at) => aComparedLap(at + 1, { timeMs: TIMES, ...line })),
  })?.outline

test('the outline is the line of the lap with the most known positions', () => {
  const part = { positionXM: [0, 5, null, null, null], positionZM: [1, 1, 1, 1, 1] }
  const whole = { positionXM: [0, 5, 10, 15, 20], positionZM: [2, 2, null, 2, 2] }
  const known = [[0, 2], [5, 2], null, [15, 2]]
  assert.deepEqual(outlineOf(part, whole), known)
  assert.deepEqual(outlineOf(whole, part), known)
})

test('a lap is referred to as in the address', () => {
  const lap = aComparedLap(5, {})
  assert.deepEqual(referenceOf(lap), { sessionId: 'S', driverIdx: 0, lap: 5 })
  assert.equal(keyOf(lap), 'S.0.5')
})
