import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Format, FORMATS } from '@pitboard/telemetry/formats/registry'
import { createRace } from './race.ts'
import type { ScenarioOptions } from './scenario/options.ts'
import { findFaults, liveMomentsOf, record } from './scenario/record.ts'
import { createScenario } from './scenario/scenario.ts'
import { sessionKinds, sprintWeekend } from './setup/situations.ts'
import { onlyInLongRun, sampleOf } from '@pitboard/contract/testing/sample'

const small = {
  seed: 11,
  trackId: 22,
  rateHz: 10,
  cars: 4,
  laps: 3,
  situations: [],
  lean: true,
} as const

function check(options: ScenarioOptions): ReturnType<typeof createScenario> {
  const scenario = createScenario(options)
  assert.deepEqual(
    findFaults(scenario, record(scenario.datagrams(), liveMomentsOf(scenario))),
    [],
    String(options.format),
  )
  return scenario
}

for (const [index, kind] of sessionKinds.entries()) {
  test(`a session of kind ${kind} is recorded as it was in its years`, () => {
    for (const format of sampleOf(FORMATS, 1, index)) check({ ...small, format, kinds: [kind] })
  })
}

for (const numbering of sampleOf(['sprintIsRace', 'raceIsRace', 'bothAreRace'] as const, 1)) {
  test(`sprint weekend, ${numbering}: order and not the id says which race it is`, () => {
    for (const format of sampleOf(FORMATS, 1)) {
      const options = { ...small, laps: 2, format, kinds: sprintWeekend, numbering }
      const { sessions } = check(options)
      assert.equal(sessions.length, sprintWeekend.length)
      const links = sessions.map(({ detail }) => detail.weekendLinkIdentifier)
      assert.equal(new Set(links).size, 1)
      const kinds = sessions.map(({ detail }) => detail.raceKind)
      const expected = format < 2024 ? [null, null] : ['sprint', 'main']
      assert.deepEqual([kinds[2], kinds.at(-1)], expected)
    }
  })
}

test('everybody drives in a qualifying of which nothing is said but its kind', () => {
  const { drivers } = createRace({
    seed: 11,
    trackId: 22,
    cars: 4,
    laps: 3,
    kind: 'shortQualifying',
  }).truth
  assert.deepEqual(
    drivers.map(({ numberOfLaps }) => numberOfLaps),
    [3, 3, 3, 3],
  )
})

test('ghosts of a time trial are no drivers', () => {
  for (const format of sampleOf(FORMATS, 1, 2)) {
    const { sessions } = check({ ...small, format, kinds: ['timeTrial'] })
    assert.equal(sessions[0]?.detail.drivers.length, 1)
  }
})

test('more than 50 laps are all there', () => {
  for (const format of sampleOf([2022, 2025, 2026] as const, 1, 1)) {
    const options = { ...small, format, kinds: ['race'], cars: 2, laps: 52, rateHz: 10 } as const
    const { sessions } = check(options)
    assert.equal(sessions[0]?.detail.drivers[0]?.lapTimes?.length, 52)
  }
})

test('a full grid: 22 cars, 24 in 2026', () => {
  const grids: readonly [Format, number][] = [
    [2022, 22],
    [2025, 22],
    [2026, 24],
  ]
  for (const [format, cars] of sampleOf(grids, 1)) {
    const situations = ['pitStops', 'retirement', 'penalties'] as const
    check({ ...small, format, cars, kinds: ['race'], situations })
  }
})

onlyInLongRun(() => {
  test('at 60 Hz, and every kind of packet, it is the same', () => {
    for (const format of sampleOf(FORMATS, 2)) {
      const situations = ['pitStops', 'warnings', 'flashback'] as const
      check({ ...small, format, rateHz: 60, kinds: ['race'], situations, lean: false })
    }
  })
})
