import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINI_SECTORS, MiniSector } from '@pitboard/contract/live/mini-sectors'
import { miniSectorsOf } from '@pitboard/telemetry/session/document/mini-sectors'
import type { TrackedSession } from '@pitboard/telemetry/session/state/state'
import { createTracker } from '@pitboard/telemetry/session/tracker'
import { createRace } from './race.ts'
import { impair } from './scenario/impairments.ts'
import { isOver } from './scenario/session-script.ts'
import { type RaceOptions, setupOf } from './setup/setup.ts'
import { onlyInLongRun, sampleOf } from '@pitboard/contract/testing/sample'
import { isInvalid } from './world/car.ts'
import { beginRace, stepWorld } from './world/step.ts'
import { clockMs, createWorld } from './world/world.ts'

/** Interpolation between samples that lost datagrams have pulled apart. */
const TOLERANCE_MS = 8
/**
 * A receiver has certainly seen what happened so long before a sample, and certainly not what happened so long after
 * it.
 */
const SETTLED_MS = 300
/** The history with an earlier lap that has become invalid may take this long. */
const HISTORY_MS = 3_000
const SAMPLE_MS = 1_500

const formats = [2022, 2023, 2024, 2025, 2026] as const
const rates = [20, 30, 60] as const

for (const [index, format] of sampleOf([...formats.entries()], 1, 4)) {
  test(`mini-sectors of ${format} are those of the world at any rate, with 5 % loss`, () => {
    for (const rateHz of sampleOf(rates, 1, index)) {
      const race = { seed: format + rateHz, laps: 4, format, rateHz, cars: 12 } as const
      checkMiniSectors({ ...race, situations: ['pitStops', 'warnings', 'retirement'] })
    }
  })
}

onlyInLongRun(() => {
  test('mini-sectors of a qualifying are those of the world', () => {
    checkMiniSectors({ seed: 5, kind: 'qualifying1', cars: 14, rateHz: 30, situations: [] })
  })
})

function checkMiniSectors(options: RaceOptions): void {
  const truth = driveTruth(options)
  let known = 0
  for (const { timeMs, session } of statesOf(options)) {
    const statuses = miniSectorsOf(session)
    for (let index = 0; index < MINI_SECTORS; index++) {
      const bests = statuses.filter((car) => car[index] === MiniSector.SessionBest)
      assert.ok(bests.length <= 1, `${bests.length} session bests`)
      if (truth.isChanging(index, timeMs)) continue
      for (const [car, own] of statuses.entries()) {
        const status = own[index] ?? -1
        const allowed = truth.statusesAt(car, index, timeMs)
        const where = `car ${car}, mini-sector ${index} at ${timeMs} ms`
        assert.ok(
          allowed.includes(status),
          `${where}: ${status} instead of ${allowed.join(' or ')}`,
        )
        if (status !== MiniSector.Unknown) known++
      }
    }
  }
  assert.ok(known > 1_000, `${known} known`)
}

function* statesOf(options: RaceOptions): Iterable<{ timeMs: number; session: TrackedSession }> {
  const opened: TrackedSession[] = []
  const tracker = createTracker({ opened: (session) => opened.push(session) })
  let nextMs = SAMPLE_MS
  const datagrams = createRace({ lean: true, ...options }).datagrams()
  for (const { atMs, bytes } of impair(datagrams, { seed: options.seed, loss: 0.05 })) {
    tracker.push(bytes, atMs)
    const session = opened.at(-1)
    if (!session || session.order.timeMs < nextMs) continue
    nextMs = session.order.timeMs + SAMPLE_MS
    yield { timeMs: session.order.timeMs, session }
  }
}

interface Pass {
  readonly atMs: number
  /** Null if the car was in the pits. */
  readonly timeMs: number | null
  readonly lapNum: number
}

interface MiniSectorTruth {
  /** Returns whether a car passes it, or a lap becomes invalid, close to this moment. */
  isChanging(index: number, timeMs: number): boolean
  /** Returns what may be shown: times that differ by less than the tolerance may be in either order. */
  statusesAt(car: number, index: number, timeMs: number): number[]
}

/** Drives the same race without datagrams and times every mini-sector by the steps of the world. */
function driveTruth(options: RaceOptions): MiniSectorTruth {
  const setup = setupOf({ lean: true, ...options })
  const world = createWorld(setup)
  const lengthM = setup.track.lengthM / MINI_SECTORS
  const passes = world.cars.map((): Pass[][] => Array.from({ length: MINI_SECTORS }, () => []))
  const invalidatedMs = world.cars.map(() => new Map<number, number>())
  const entries = world.cars.map(() => ({ atMs: 0, isTimed: false }))
  beginRace(world)
  while (!isOver(world)) {
    const before = world.cars.map((car) => ({ metres: car.progressM, lapNum: car.lapNum }))
    const fromMs = clockMs(setup, world.step)
    const wereActive = world.cars.map((car) => car.resultStatus === 2)
    stepWorld(world)
    world.announcements = []
    const toMs = clockMs(setup, world.step)
    for (const [place, car] of world.cars.entries()) {
      const from = before[place]
      const entry = entries[place]
      const invalid = invalidatedMs[place]
      if (!from || !entry || !invalid) continue
      const laps = [...car.laps, car].map(isInvalid)
      for (const [lap, isInvalid] of laps.entries()) {
        if (isInvalid && !invalid.has(lap + 1)) invalid.set(lap + 1, toMs)
      }
      if (car.pit !== 'none') entry.isTimed = false
      if (!wereActive[place]) continue
      for (let end = Math.floor(from.metres / lengthM) + 1; end * lengthM <= car.progressM; end++) {
        const share = (end * lengthM - from.metres) / (car.progressM - from.metres)
        const atMs = fromMs + (toMs - fromMs) * share
        const timeMs = entry.isTimed ? atMs - entry.atMs : null
        const index = (end + MINI_SECTORS - 1) % MINI_SECTORS
        if (end > 0) passes[place]?.[index]?.push({ atMs, timeMs, lapNum: from.lapNum })
        Object.assign(entry, { atMs, isTimed: car.pit === 'none' })
      }
    }
  }

  return {
    isChanging: (index, timeMs) =>
      passes.some((own) => own[index]?.some(({ atMs }) => Math.abs(atMs - timeMs) < SETTLED_MS)) ||
      invalidatedMs.some((laps) =>
        [...laps.values()].some((atMs) => atMs < timeMs + SETTLED_MS && timeMs < atMs + HISTORY_MS),
      ),
    statusesAt(car, index, timeMs) {
      const isValid = (place: number, { lapNum }: Pass) =>
        (invalidatedMs[place]?.get(lapNum) ?? Infinity) > timeMs
      const latest = passes[car]?.[index]?.findLast(({ atMs }) => atMs <= timeMs)
      if (!latest || latest.timeMs === null) return [MiniSector.Unknown]
      if (!isValid(car, latest)) return [MiniSector.Slower]
      const best = (place: number) =>
        (passes[place]?.[index] ?? [])
          .filter((pass) => pass !== latest && pass.atMs <= timeMs && isValid(place, pass))
          .reduce((least, pass) => Math.min(least, pass.timeMs ?? Infinity), Infinity)
      const own = best(car)
      const all = Math.min(...passes.map((_, place) => best(place)))
      const { timeMs: lasted } = latest
      const allowed: number[] = []
      if (lasted <= all + TOLERANCE_MS) allowed.push(MiniSector.SessionBest)
      if (lasted <= own + TOLERANCE_MS && lasted >= all - TOLERANCE_MS)
        allowed.push(MiniSector.PersonalBest)
      if (lasted >= own - TOLERANCE_MS) allowed.push(MiniSector.Slower)
      return allowed
    },
  }
}
