import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Driver } from '@pitboard/contract/sessions/driver'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { aDriver, aSession } from '../../../testing/a-session.ts'
import { bestLapMark, lastLapMark, sectorMark } from './time-mark.ts'

const lap = (lapTime: number, invalidLap = false) => ({
  lapTime,
  sector1Time: null,
  sector2Time: null,
  sector3Time: null,
  invalidLap,
})
const LAPS = [lap(91_000), lap(90_000)]
const OTHER = aDriver({
  driverIdx: 9,
  position: 2,
  bestLapTimeMs: 89_000,
  bestSector1TimeMs: 29_000,
  bestSector2TimeMs: 29_000,
  bestSector3TimeMs: 29_000,
})

/** Returns the mark of a car beside one whose best lap is 1:29.000. */
function marked<Mark>(
  known: Partial<Driver>,
  markOf: (driver: Driver, session: ReturnType<typeof aSession>) => Mark,
): Mark {
  const driver = aDriver({ lapTimes: LAPS, resultStatus: ResultStatus.Active, ...known })
  return markOf(driver, aSession({ drivers: [driver, OTHER] }))
}

for (const [mark, known] of [
  ['sessionBest', { lastLapTimeMs: 88_999, bestLapTimeMs: 88_999 }],
  ['sessionBest', { lastLapTimeMs: 89_000, bestLapTimeMs: 89_000 }],
  ['personalBest', { lastLapTimeMs: 89_001, bestLapTimeMs: 89_001 }],
  ['personalBest', { lastLapTimeMs: 90_000, bestLapTimeMs: 90_000 }],
  [null, { lastLapTimeMs: 90_001, bestLapTimeMs: 90_000 }],
  [null, { lastLapTimeMs: 90_000, bestLapTimeMs: null }],
  [null, { lastLapTimeMs: null, bestLapTimeMs: 90_000 }],
  ['invalid', { lastLapTimeMs: 88_000, bestLapTimeMs: 88_000, lapTimes: [lap(88_000, true)] }],
  ['personalBest', { lastLapTimeMs: 90_000, bestLapTimeMs: 90_000, lapTimes: [] }],
  // These times are no longer new, or they beat nothing.
  [null, { lastLapTimeMs: 90_000, bestLapTimeMs: 90_000, currentSector1TimeMs: 30_000 }],
  [null, { lastLapTimeMs: 90_000, bestLapTimeMs: 90_000, lapTimes: [lap(90_000)] }],
  [null, { lastLapTimeMs: 90_000, bestLapTimeMs: 90_000, resultStatus: ResultStatus.Retired }],
  ['sessionBest', { lastLapTimeMs: 89_000, bestLapTimeMs: 89_000, currentSector1TimeMs: 30_000 }],
] as const) {
  test(`a last lap has the mark ${mark} with ${JSON.stringify(known)}`, () => {
    const lapTimes = 'lapTimes' in known ? [...known.lapTimes] : LAPS
    assert.equal(marked({ ...known, lapTimes }, lastLapMark), mark)
  })
}

test('a best lap is marked where it is that of the session', () => {
  assert.equal(marked({ bestLapTimeMs: 88_000 }, bestLapMark), 'sessionBest')
  assert.equal(marked({ bestLapTimeMs: 89_000 }, bestLapMark), 'sessionBest')
  assert.equal(marked({ bestLapTimeMs: 90_000 }, bestLapMark), null)
  assert.equal(marked({ bestLapTimeMs: null }, bestLapMark), null)
})

const LAST = { lastSector1TimeMs: 30_000, lastSector2TimeMs: 31_000, lastSector3TimeMs: 28_000 }
const BEST = { bestSector1TimeMs: 30_000, bestSector2TimeMs: 30_000, bestSector3TimeMs: 28_000 }

for (const [rule, known, marks] of [
  ['of the last lap', {}, ['personalBest', null, 'sessionBest']],
  ['of the only lap', { lapTimes: [lap(90_000)] }, [null, null, 'sessionBest']],
  ['without laps', { lapTimes: [] }, [null, null, 'sessionBest']],
  [
    'of this lap',
    { currentSector1TimeMs: 30_000, currentSector2TimeMs: 28_000 },
    ['personalBest', 'sessionBest', null],
  ],
  [
    'of this lap after the only one',
    { lapTimes: [lap(90_000)], currentSector1TimeMs: 30_000 },
    ['personalBest', null, null],
  ],
  [
    'of this lap, which was cut',
    { currentSector1TimeMs: 28_000, currentSector2TimeMs: 28_000, currentLapInvalid: true },
    [null, null, null],
  ],
  [
    'of the last lap, which was cut in the second one',
    { lastSector2TimeMs: 28_000 },
    ['personalBest', null, 'sessionBest'],
  ],
  ['of the first lap', { lapTimes: [], currentSector1TimeMs: 30_000 }, [null, null, null]],
  ['of a car that is out', { resultStatus: ResultStatus.Retired }, [null, null, 'sessionBest']],
] as const) {
  test(`sectors ${rule} have the marks ${marks.join(', ')}`, () => {
    const lapTimes = 'lapTimes' in known ? [...known.lapTimes] : LAPS
    const all = ([0, 1, 2] as const).map((sector) =>
      marked({ ...LAST, ...BEST, ...known, lapTimes }, (driver, session) =>
        sectorMark(driver, session, sector),
      ),
    )
    assert.deepEqual(all, marks)
  })
}
