import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BLANK_DRIVER } from '@pitboard/contract/sessions/blank-driver'
import type { SessionEvent } from '@pitboard/contract/sessions/session-events'
import { isNeutralised, neutralisedIn } from './neutralised-laps.ts'

describe('laps under a safety car or a red flag', () => {
  test('are those from the deployment to the return', () => {
    assert.deepEqual(periodsOf(aSafetyCar(10, 2, 100), aSafetyCar(12, 4, 300)), [
      { kind: 'safetyCar', firstLap: 2, lastLap: 4, fromMs: 100, toMs: 300 },
    ])
    assert.deepEqual(periodsOf(aSafetyCar(20, 2, 100), aSafetyCar(23, 3, 200)), [
      { kind: 'virtualSafetyCar', firstLap: 2, lastLap: 3, fromMs: 100, toMs: 200 },
    ])
  })

  test('go on to the last lap without a return', () => {
    assert.deepEqual(periodsOf(aSafetyCar(10, 8, 700)), [
      { kind: 'safetyCar', firstLap: 8, lastLap: 9, fromMs: 700, toMs: null },
    ])
  })

  test('begin once: neither a second message nor one that it returns begins another', () => {
    const messages = [10, 10, 11, 20].map((value, at) => aSafetyCar(value, 2 + at, 100 + at))
    const periods = periodsOf(...messages, aSafetyCar(12, 7, 500), aSafetyCar(13, 8, 600))
    assert.deepEqual(periods, [
      { kind: 'safetyCar', firstLap: 2, lastLap: 7, fromMs: 100, toMs: 500 },
    ])
    assert.deepEqual(periodsOf(aSafetyCar(12, 2, 100)), [])
  })

  test('are not those of the formation lap, of no safety car and of a message without a value', () => {
    for (const value of [30, 0, null]) assert.deepEqual(periodsOf(aSafetyCar(value, 2, 100)), [])
    assert.deepEqual(periodsOf(anEvent('penalty', 10, 2, 100)), [])
  })

  test('a red flag stops its lap, also behind a safety car', () => {
    const stopped = { kind: 'redFlag', firstLap: 3, lastLap: 3, fromMs: 150, toMs: 150 }
    assert.deepEqual(periodsOf(anEvent('redFlag', null, 3, 150)), [stopped])
    assert.deepEqual(
      periodsOf(aSafetyCar(10, 2, 100), anEvent('redFlag', null, 3, 150), aSafetyCar(12, 4, 300)),
      [stopped, { kind: 'safetyCar', firstLap: 2, lastLap: 4, fromMs: 100, toMs: 300 }],
    )
  })

  test('are reckoned from the laps of the leader where a message has no lap', () => {
    const [period] = periodsOf(aSafetyCar(10, null, 150), aSafetyCar(12, null, 250))
    assert.deepEqual([period?.firstLap, period?.lastLap], [2, 3])
  })

  test('include the first and the last lap', () => {
    const periods = periodsOf(aSafetyCar(10, 2, 100), aSafetyCar(12, 4, 300))
    assert.deepEqual(
      [1, 2, 3, 4, 5].map((lap) => isNeutralised(lap, periods)),
      [false, true, true, true, false],
    )
  })
})

/** Returns the neutralised periods of nine laps of 100 ms each. */
function periodsOf(...events: SessionEvent[]) {
  const lap = {
    lapTime: 100,
    sector1Time: null,
    sector2Time: null,
    sector3Time: null,
    invalidLap: false,
  }
  const lapTimes = Array.from({ length: 9 }, () => lap)
  return neutralisedIn({ events, drivers: [{ ...BLANK_DRIVER, numberOfLaps: 9, lapTimes }] }, 9)
}

function aSafetyCar(value: number | null, lapNum: number | null, timeMs: number) {
  return anEvent('safetyCar', value, lapNum, timeMs)
}

function anEvent(
  kind: SessionEvent['kind'],
  value: number | null,
  lapNum: number | null,
  timeMs: number,
): SessionEvent {
  return {
    seq: 1,
    kind,
    timeMs,
    lapNum,
    driverIdx: null,
    otherDriverIdx: null,
    value,
    seconds: null,
  }
}
