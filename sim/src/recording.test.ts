import { itemAt } from '@pitboard/contract/wire/item-at'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { sessionDetail } from '@pitboard/telemetry/session/document/session-detail'
import { createTracker } from '@pitboard/telemetry/session/tracker'
import { assertLapsAndOrder, assertTruth } from './compare.ts'
import { createRace, type Race } from './race.ts'
import { createRandom } from './setup/random.ts'
import type { RaceOptions } from './setup/setup.ts'
import { sampleOf } from '@pitboard/contract/testing/sample'

const START_MS = Date.UTC(2026, 4, 3, 13)
const identity = { id: '', internalSessionId: 1, userId: '', userName: 'ApexFox' }

const races: readonly RaceOptions[] = [
  { seed: 3, laps: 3, rateHz: 10, trackId: 11, cars: 22, hidden: 2 },
  { seed: 1, laps: 5, rateHz: 20, trackId: 7 },
  { seed: 2, laps: 3, rateHz: 20, trackId: 26, format: 2024 },
  { seed: 4, laps: 3, rateHz: 60, trackId: 10, cars: 8, format: 2024 },
  { seed: 7, laps: 8, rateHz: 10, trackId: 26, cars: 12 },
]

for (const options of sampleOf(races, 1)) {
  const { seed, laps, format = 2025 } = options
  test(`a recording equals the truth: seed ${seed}, ${laps} laps, format ${format}`, () => {
    const race = createRace(options)
    const detail = record(race, 0)
    assertTruth(detail, race)
    assert.equal(detail.completeness.restrictedDrivers, options.hidden ?? 0)
  })
}

test('a recording that lost 5 % of the datagrams has every lap and the classification', () => {
  const race = createRace({ seed: 5, laps: 3, rateHz: 20, trackId: 22 })
  assertLapsAndOrder(record(race, 0.05), race)
})

function record(race: Race, loss: number): SessionDetail {
  const chance = createRandom(99)
  const ended: SessionDetail[] = []
  const tracker = createTracker({
    ended: (session) => ended.push(sessionDetail(session, identity)),
    rejected: (reason) => assert.fail(`rejected: ${reason}`),
  })
  let lastMs = START_MS
  for (const { atMs, bytes } of race.datagrams()) {
    lastMs = START_MS + atMs
    if (loss === 0 || chance.next() >= loss) tracker.push(bytes, lastMs)
  }
  tracker.finish(lastMs)
  assert.equal(ended.length, 1, 'one session')
  return itemAt(ended, 0)
}
