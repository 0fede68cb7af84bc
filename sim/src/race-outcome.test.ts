import { itemAt } from '@pitboard/contract/wire/item-at'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { raceOutcome, type RaceOutcome } from '@pitboard/analysis/outcome/race-outcome'
import { resultOrder } from '@pitboard/analysis/outcome/result-order'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { sessionDetail } from '@pitboard/telemetry/session/document/session-detail'
import { createTracker } from '@pitboard/telemetry/session/tracker'
import { broadcastFrame, broadcastResults } from './packets/broadcast.ts'
import { isOver } from './scenario/session-script.ts'
import { type RaceOptions, setupOf } from './setup/setup.ts'
import type { Situation } from './setup/situations.ts'
import { sampleOf } from '@pitboard/contract/testing/sample'
import { type Car, isOut } from './world/car.ts'
import { classify, penalisedTimeMs } from './world/classification.ts'
import { beginRace, stepWorld } from './world/step.ts'
import { createWorld, leaderOf, type World } from './world/world.ts'

const SITUATIONS: readonly (readonly Situation[])[] = [
  ['pitStops'],
  ['lappedCars'],
  ['pitStops', 'penalties', 'jumpStart'],
  ['pitStops', 'safetyCar', 'lappedCars'],
  ['pitStops', 'virtualSafetyCar', 'retirement'],
  ['pitStops', 'disqualification', 'weather'],
  ['retirement', 'warnings'],
]
const RACES: readonly RaceOptions[] = Array.from({ length: 28 }, (_, index): RaceOptions => ({
  seed: 900 + index,
  cars: 6 + (index % 5) * 2,
  laps: 5 + (index % 5),
  trackId: 22,
  format: itemAt([2022, 2024, 2025, 2026] as const, index % 4),
  situations: itemAt(SITUATIONS, index % SITUATIONS.length),
  rateHz: 10,
  lean: true,
}))

/** A change of the car at the front, and why it happened. */
interface LeadChange {
  readonly from: Car
  readonly to: Car
  readonly lap: number
  readonly reason: 'pit' | 'out' | 'pass'
}

test('what a recording says about how a race was decided is what happened', (t) => {
  const kinds = new Map<string, number>()
  const races = sampleOf(RACES, 5)
  for (const options of races) {
    const { world, detail, changes } = driveRace(options)
    const outcome = raceOutcome(detail, resultOrder(detail))
    assert.ok(outcome?.kind === 'race', `seed ${options.seed}`)
    assertOutcome(outcome, world, changes, `seed ${options.seed}`)
    const kind = outcome.move?.kind ?? 'unknown'
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  }
  t.diagnostic([...kinds].map(([kind, count]) => `${kind} ${count}`).join(', '))
  const vague = (kinds.get('unknown') ?? 0) + (kinds.get('lead') ?? 0)
  assert.ok(vague <= races.length / 4, `${vague} races without a reason`)
  assert.ok(kinds.size >= 4)
})

function assertOutcome(
  { winner, second, marginMs, leadChanges, move }: RaceOutcome,
  world: World,
  changes: readonly LeadChange[],
  race: string,
): void {
  const result = classify(world)
  const [first, next] = [itemAt(result, 0), itemAt(result, 1)]
  assert.equal(winner.driverIdx, first.index, race)
  if (second && marginMs !== null) {
    assert.equal(second.driverIdx, next.index, race)
    assert.equal(marginMs, penalisedTimeMs(next) - penalisedTimeMs(first), race)
  }
  const leaders = Array.from({ length: first.laps.length }, (_, index) =>
    world.cars.find(({ lapEndPositions }) => lapEndPositions[index] === 1),
  )
  const atTheLine = leaders.filter((car, index) => index > 0 && car !== leaders[index - 1])
  if (leadChanges !== null) assert.equal(leadChanges, atTheLine.length, race)
  const last = changes.at(-1)
  const note = `${race}: ${move?.kind}, in truth ${last ? `${last.reason} on lap ${last.lap}` : 'none'}`
  switch (move?.kind) {
    case undefined:
    case 'lead':
      return
    case 'poleToFlag':
      assert.equal(first.gridPosition, 1, note)
      assert.ok(
        leaders.every((car) => car === first),
        note,
      )
      return
    case 'start':
      assert.equal(move.grid, first.gridPosition, note)
      assert.ok(
        leaders.every((car) => car === first),
        note,
      )
      return
    case 'pass':
      assert.deepEqual(
        [last?.to.index, last?.from.index, last?.reason],
        [first.index, move.rival.driverIdx, 'pass'],
        note,
      )
      assert.equal(move.lap, last?.lap, note)
      return
    case 'undercut':
    case 'overcut':
    case 'rivalPitted':
      assert.deepEqual(
        [last?.to.index, last?.from.index, last?.reason],
        [first.index, move.rival.driverIdx, 'pit'],
        note,
      )
      return
    case 'pitStops':
      assert.deepEqual([last?.to.index, last?.reason], [first.index, 'pit'], note)
      return
    case 'rivalRetired':
      assert.deepEqual(
        [last?.to.index, last?.from.index, last?.reason],
        [first.index, move.rival.driverIdx, 'out'],
        note,
      )
      return
    case 'rivalDisqualified':
      assert.equal(itemAt(world.cars, move.rival.driverIdx).resultStatus, 5, note)
      return
    case 'rivalPenalised':
      assert.equal(world.winner?.index, move.rival.driverIdx, note)
      assert.notEqual(world.winner, first, note)
      assert.equal(move.seconds, world.winner?.penaltySeconds, note)
  }
}

/** Drives a race, records it from its datagrams and notes who led. */
function driveRace(options: RaceOptions): {
  readonly world: World
  readonly detail: SessionDetail
  readonly changes: readonly LeadChange[]
} {
  const world = createWorld(setupOf(options))
  const recorded: SessionDetail[] = []
  const identity = { id: '', internalSessionId: 1, userId: '', userName: '' }
  const tracker = createTracker({
    ended: (session) => recorded.push(sessionDetail(session, identity)),
  })
  const changes: LeadChange[] = []
  let endMs = 0
  const send = (sent: Iterable<{ readonly atMs: number; readonly bytes: Uint8Array }>) => {
    for (const { atMs, bytes } of sent) {
      endMs = atMs
      tracker.push(bytes, atMs)
    }
  }
  beginRace(world)
  while (!isOver(world)) {
    send(broadcastFrame(world))
    const before = leaderOf(world)
    stepWorld(world)
    const after = leaderOf(world)
    if (after !== before && !world.winner) {
      const reason = isOut(before) ? 'out' : before.pit === 'none' ? 'pass' : 'pit'
      changes.push({ from: before, to: after, lap: after.lapNum, reason })
    }
  }
  send(broadcastFrame(world))
  send(broadcastResults(world, { shown: 2, bulkWithout: null }))
  tracker.finish(endMs)
  return { world, detail: itemAt(recorded, 0), changes }
}
