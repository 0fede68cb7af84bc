import { itemAt } from '@pitboard/contract/wire/item-at'
import { FORMATS } from '@pitboard/telemetry/formats/registry'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completeSituations } from './scenario/draw.ts'
import { evidence, decodeScenario } from './scenario/evidence.ts'
import { findFaults, liveMomentsOf, record } from './scenario/record.ts'
import type { ScenarioOptions } from './scenario/options.ts'
import { createScenario } from './scenario/scenario.ts'
import { type Situation, situations } from './setup/situations.ts'
import { sampleOf } from '@pitboard/contract/testing/sample'

const small = {
  seed: 3,
  trackId: 22,
  rateHz: 10,
  cars: 6,
  laps: 3,
  kinds: ['race'],
  lean: true,
} as const

/** Ghosts are of a time trial, all else is of a race. */
function withThe(situation: Situation): Pick<ScenarioOptions, 'kinds' | 'situations'> {
  const kind = situation === 'ghosts' ? 'timeTrial' : 'race'
  return { kinds: [kind], situations: completeSituations([situation], kind === 'race') }
}

for (const [i, situation] of sampleOf([...situations.entries()], 16)) {
  test(`${situation}: comes about in its years, and is recorded as it was`, () => {
    for (const format of sampleOf(FORMATS, 1, i)) {
      const scenario = createScenario({ ...small, format, ...withThe(situation) })
      assert.ok(evidence[situation](decodeScenario(scenario)), `${format}: it did not come about`)
      assert.deepEqual(
        findFaults(scenario, record(scenario.datagrams(), liveMomentsOf(scenario))),
        [],
        String(format),
      )
    }
  })
}

/** Situations that hide from each other what would decide alone. */
const combined: readonly (readonly Situation[])[] = [
  ['seatReused', 'hiddenNames'],
  ['seatReused', 'rejoinedElsewhere', 'takeover', 'restricted'],
  ['outageOnInLap', 'classificationMissing'],
  ['lateBetweenStops', 'classificationMissing'],
  ['historiesMissing', 'lateRecorder', 'classificationMissing'],
  ['idleCars', 'retirement', 'classificationMissing'],
]

for (const [i, wanted] of sampleOf([...combined.entries()], 1)) {
  test(`${wanted.join(' with ')}: recorded as it was`, () => {
    for (const format of sampleOf(FORMATS, 1, i)) {
      const all = completeSituations(wanted, true)
      const scenario = createScenario({ ...small, format, situations: all })
      const seen = decodeScenario(scenario)
      for (const one of wanted) assert.ok(evidence[one](seen), `${format}: no ${one}`)
      assert.deepEqual(
        findFaults(scenario, record(scenario.datagrams(), liveMomentsOf(scenario))),
        [],
        String(format),
      )
    }
  })
}

for (const [i, situation] of sampleOf([...situations.entries()], 1)) {
  test(`${situation}: at 60 Hz it is the same`, () => {
    // Each year has its share of them.
    const format = itemAt(FORMATS, i % FORMATS.length)
    const scenario = createScenario({ ...small, rateHz: 60, format, ...withThe(situation) })
    assert.deepEqual(
      findFaults(scenario, record(scenario.datagrams(), liveMomentsOf(scenario))),
      [],
      String(format),
    )
  })
}

for (const situation of ['lapDataFirst', 'anyOrderInFrame'] as const) {
  test(`${situation}: the map has its outline all the same`, () => {
    for (const format of sampleOf(FORMATS, 1)) {
      const scenario = createScenario({ ...small, format, situations: [situation] })
      const [session] = record(scenario.datagrams()).sessions
      assert.equal(session?.trackOutline?.filter((point) => point === null).length, 0, `${format}`)
    }
  })
}
