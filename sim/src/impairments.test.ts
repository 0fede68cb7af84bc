import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveredBy, faultsDespiteLoss, sessionOf } from './scenario/delivered.ts'
import { describeScenario, drawScenario } from './scenario/draw.ts'
import { impair, type Impairments } from './scenario/impairments.ts'
import { findFaults, record } from './scenario/record.ts'
import { createScenario } from './scenario/scenario.ts'
import { sampleOfSeeds } from '@pitboard/contract/testing/sample'

const seeds = sampleOfSeeds(301, 12, 1)

const networks: readonly (readonly [string, Omit<Impairments, 'seed'>])[] = [
  ['1 % lost', { loss: 0.01 }],
  ['5 % lost, 5 % late', { loss: 0.05, late: 0.05 }],
  ['20 % lost, 10 % doubled, 20 % late', { loss: 0.2, duplicates: 0.1, late: 0.2 }],
  ['30 % doubled, 30 % late', { duplicates: 0.3, late: 0.3 }],
]

for (const [name, network] of networks) {
  test(`${name}: laps, sectors, stints and result are what a history or classification says`, () => {
    for (const seed of seeds) {
      const scenario = createScenario(drawScenario(seed))
      const stream = [...impair(scenario.datagrams(), { seed, ...network })]
      const { sessions } = record(stream)
      const carried = deliveredBy(stream)
      const wrong = scenario.sessions.flatMap((expected) =>
        faultsDespiteLoss(expected, sessionOf(sessions, expected), carried),
      )
      assert.deepEqual(wrong, [], describeScenario(scenario.options))
    }
  })
}

test('what arrives twice changes nothing at all', () => {
  for (const seed of seeds) {
    const scenario = createScenario(drawScenario(seed))
    const stream = impair(scenario.datagrams(), { seed, duplicates: 1 })
    assert.deepEqual(findFaults(scenario, record(stream)), [], describeScenario(scenario.options))
  }
})

test('a lap or a place that is wrong is found, whatever was lost', () => {
  const scenario = createScenario(drawScenario(4))
  const stream = [...impair(scenario.datagrams(), { seed: 4, loss: 0.2 })]
  const [expected] = scenario.sessions
  const [session] = record(stream).sessions
  const carried = deliveredBy(stream)
  assert.ok(expected && session)
  assert.deepEqual(faultsDespiteLoss(expected, session, carried), [])
  const drivers = session.drivers.map((driver) => ({
    ...driver,
    finishingPosition: 1,
    lapTimes: driver.lapTimes.map((lap) => ({ ...lap, sector2Time: 1 })),
  }))
  const wrong = faultsDespiteLoss(expected, { ...session, drivers }, carried)
  const laps = expected.detail.drivers.flatMap(({ lapTimes }) => lapTimes).length
  assert.ok(wrong.length >= laps + drivers.length - 1, `${wrong.length} of ${laps} laps`)
})
