import { itemAt } from '@pitboard/contract/wire/item-at'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type KeyMoment, keyMoments } from '@pitboard/analysis/outcome/key-moments'
import { raceFacts, type RaceFacts } from '@pitboard/analysis/outcome/race-facts'
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
import { type Car, isInvalid, isOut } from './world/car.ts'
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
    assertMoments(keyMoments(detail), outcome, world, `seed ${options.seed}`)
    assertFacts(raceFacts(detail), world, `seed ${options.seed}`)
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

/** Each moment of the report is in the world, and each of the world's is in the report. */
function assertMoments(
  moments: readonly KeyMoment[],
  { leadChanges, move }: RaceOutcome,
  world: World,
  race: string,
): void {
  const times = moments.map(({ timeMs }) => timeMs ?? Number.NaN)
  assert.deepEqual(
    times,
    times.toSorted((a, b) => a - b),
    race,
  )
  const result = classify(world)
  const first = itemAt(result, 0)
  const leaderAt = (lap: number) =>
    world.cars.find(({ lapEndPositions }) => lapEndPositions[lap - 1] === 1)
  const reported = { lines: 0, stops: [''], retired: [-1], neutralised: 0 }
  for (const moment of moments) {
    const note = `${race}: ${moment.kind} on lap ${moment.lap}`
    switch (moment.kind) {
      case 'start':
        if (moment.leader) assert.equal(moment.leader.driverIdx, leaderAt(1)?.index, note)
        break
      case 'leadChange': {
        const isAtLine = leaderAt(moment.lap) !== leaderAt(moment.lap - 1)
        reported.lines += Number(isAtLine)
        assert.equal(moment.leader.driverIdx, leaderAt(moment.lap)?.index, note)
        if (isAtLine) assert.equal(moment.from.driverIdx, leaderAt(moment.lap - 1)?.index, note)
        break
      }
      case 'stop': {
        const { pitStops, stints, laps } = itemAt(world.cars, moment.driver.driverIdx)
        const stop = pitStops.find(({ lapNum }) => lapNum === moment.lap)
        assert.equal(moment.stop.stopTimeMs, stop?.stopTimeMs, note)
        const fitted = stints.findIndex(({ endLap }) => endLap === moment.lap) + 1
        const isDriven = fitted > 0 && laps.length > moment.lap
        assert.equal(
          moment.tyreCompound,
          isDriven ? stints[fitted]?.compound.visual : moment.tyreCompound,
          note,
        )
        reported.stops.push(`${moment.driver.driverIdx} ${moment.lap}`)
        break
      }
      case 'retirement':
        reported.retired.push(moment.driver.driverIdx)
        assert.equal(moment.lap, itemAt(world.cars, moment.driver.driverIdx).laps.length + 1, note)
        break
      case 'neutralised':
        reported.neutralised += 1
        break
      case 'penalty':
        assert.ok(
          itemAt(world.cars, moment.driver.driverIdx).penalties.some(
            ({ atMs, type }) =>
              atMs === moment.penalty.penaltyIssuedTime && type === moment.penalty.penaltyType,
          ),
          note,
        )
        break
      case 'fastestLap': {
        const valid = world.cars.flatMap(({ laps }) => laps.filter((lap) => !isInvalid(lap)))
        assert.equal(moment.best.timeMs, Math.min(...valid.map(({ lapTimeMs }) => lapTimeMs)), note)
        const lap = itemAt(itemAt(world.cars, moment.driver.driverIdx).laps, moment.lap - 1)
        assert.equal(lap.lapTimeMs, moment.best.timeMs, note)
        break
      }
      case 'finish':
        assert.equal(moment.outcome.winner.driverIdx, first.index, note)
        assert.equal(moment.lap, first.laps.length, note)
        break
      case 'collision':
        break
    }
  }
  if (leadChanges !== null) assert.equal(reported.lines, leadChanges, race)
  for (const { index, pitStops } of result.slice(0, 3)) {
    for (const { lapNum } of pitStops) {
      assert.ok(reported.stops.includes(`${index} ${lapNum}`), `${race}: stop of ${index}`)
    }
  }
  const retired = world.cars.filter(({ resultStatus }) => [4, 7].includes(resultStatus))
  assert.deepEqual(
    reported.retired.slice(1).toSorted((a, b) => a - b),
    retired.map(({ index }) => index),
    race,
  )
  // Games before 2024 do not report when.
  const periods = world.safetyCarPeriods + world.virtualSafetyCarPeriods
  assert.equal(reported.neutralised, world.setup.format < 2024 ? 0 : periods, race)
  const deciding = moments.filter(({ isDeciding }) => isDeciding)
  assert.equal(deciding.length, move === null ? 0 : 1, `${race}: ${move?.kind}`)
}

/** The numbers of a summary are those of the world. */
function assertFacts(facts: RaceFacts | null, world: World, race: string): void {
  assert.ok(facts, race)
  const result = classify(world)
  const first = itemAt(result, 0)
  assert.equal(facts.winnerTimeMs, penalisedTimeMs(first), race)
  const third = itemAt(result, 2)
  if (facts.third) {
    assert.equal(facts.third.driver.driverIdx, third.index, race)
    assert.equal(facts.third.behindMs, penalisedTimeMs(third) - penalisedTimeMs(first), race)
  }
  for (const { driver, laps } of facts.led) {
    const { lapEndPositions } = itemAt(world.cars, driver.driverIdx)
    assert.equal(laps, lapEndPositions.filter((place) => place === 1).length, race)
  }
  const changes = result
    .filter(({ resultStatus }) => resultStatus === 3)
    .map((car) => car.gridPosition - result.indexOf(car) - 1)
  // Two who gained as much are not named.
  const sole = (most: number) => (changes.filter((one) => one === most).length === 1 ? most : 0)
  assert.equal(changeOf(facts.gained), sole(Math.max(0, ...changes)), race)
  assert.equal(changeOf(facts.lost), sole(Math.min(0, ...changes)), race)
  const stopsMs = world.cars.flatMap(({ pitStops }) => pitStops.map(({ stopTimeMs }) => stopTimeMs))
  assert.equal(facts.quickestStop?.timeMs ?? Infinity, Math.min(...stopsMs), race)
  assert.deepEqual(
    facts.penalised.map(({ driver, seconds }) => [driver.driverIdx, seconds]),
    result.flatMap((car) => (car.penaltySeconds > 0 ? [[car.index, car.penaltySeconds]] : [])),
    race,
  )
}

function changeOf(change: RaceFacts['gained']): number {
  return change ? change.from - change.to : 0
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
