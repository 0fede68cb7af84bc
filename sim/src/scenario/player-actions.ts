import { encodeEvent } from '@pitboard/telemetry/encode'
import { resendPenalties, type Sent, timeOf } from '../packets/broadcast.ts'
import { closingHeaderOf, headerOf } from '../packets/header.ts'
import { createRandom } from '../setup/random.ts'
import { has, type Setup } from '../setup/setup.ts'
import { isRaceKind } from '../setup/situations.ts'
import { isSample } from '../world/step.ts'
import { clockMs, GRID_STEPS, leaderOf, STEPS_PER_SECOND, type World } from '../world/world.ts'
import { loadSave, rewind, type Timeline } from './timeline.ts'
import type { SentValues } from './sent-values.ts'

/** Frames are known to begin again after so many LapData packets: R20 in 2022, R24 since. */
const EPOCH_TIMES = 4
const RESTART_TIMES = 10

type Outcome = 'done' | 'again' | 'left'

/** Something that the player or the game does once during the session. */
export interface PlayerAction {
  readonly needsMoments: boolean
  isDone: boolean
  isDue(world: World): boolean
  /** 'again' where it could not be done yet. */
  perform(): Generator<Sent, Outcome>
}

/** The actions of a session's situations, each at a random moment. */
export function playerActionsOf(
  setup: Setup,
  world: World,
  timeline: Timeline,
  sent: SentValues,
): PlayerAction[] {
  const random = createRandom(setup.seed + 77)
  const actions: PlayerAction[] = []
  const add = (
    isDue: PlayerAction['isDue'],
    perform: PlayerAction['perform'],
    needsMoments: boolean = false,
  ): void => {
    actions.push({
      isDone: false,
      isDue: (now) => isSample(now) && isDue(now),
      perform,
      needsMoments,
    })
  }
  const goBack = (seconds: number): PlayerAction['perform'] =>
    function* () {
      const sentMs = timeOf(world)
      const isBack = yield* rewind(timeline, world, seconds, random.pick([0, 0, 0.4, 0.9]))
      if (!isBack) return 'again'
      sent.rewinds.push({ sentMs, toMs: clockMs(setup, world.step) })
      return 'done'
    }

  if (has(setup, 'pause')) {
    const pausedMs = random.pick([15_000, 240_000, 590_000])
    const pause = once(() => {
      world.heldMs += pausedMs
      return 'done'
    })
    add(after(random.between(0.2, 0.8)), pause)
  }
  if (has(setup, 'flashback'))
    add(after(random.between(0.25, 0.7)), goBack(random.integer(2, 6)), true)
  if (has(setup, 'flashbackChain')) {
    const first = random.between(0.3, 0.6)
    const since = (seconds: number): PlayerAction['isDue'] => {
      const steps = seconds * STEPS_PER_SECOND
      return (now) => timeline.rewinds > 0 && now.ranSteps >= timeline.rewoundAt + steps
    }
    add(after(first), goBack(2), true)
    for (const seconds of [0.2, 1.5]) add(since(seconds), goBack(1), true)
    add(after(first), goBack(4), true)
  }
  if (has(setup, 'flashbackOverLine')) add(hasCrossedLine, goBack(3), true)
  if (has(setup, 'flashbackUndoes')) add(hasRuledLately, goBack(4), true)
  if (has(setup, 'flashbackIntoLongLap')) add(hasEndedLongLap, goBack(3), true)
  if (has(setup, 'leftEarly')) {
    const share = random.between(0.4, 0.9)
    const isDue = after(share)
    add(
      (now) => isDue(now) && !hasRuledLately(now),
      once(() => 'left'),
    )
  }
  if (has(setup, 'rejoined') && setup.online) {
    const share = random.between(0.2, 0.6)
    const absentSteps = random.between(3, 12) * STEPS_PER_SECOND
    let left: { readonly atMs: number; readonly ranSteps: number } | null = null
    const leave = once(() => {
      left = { atMs: timeOf(world), ranSteps: world.ranSteps }
      return 'done'
    })
    add(after(share), leave)
    const isBackDue = (now: World): boolean =>
      now.ranSteps >= (left?.ranSteps ?? Infinity) + absentSteps
    add(isBackDue, function* () {
      if (!left) throw new Error('The player is back before they have left')
      yield* joinAgain(world, sent, left.atMs)
      return 'done'
    })
  }
  if (has(setup, 'saveReload')) {
    const seconds = random.integer(3, 8)
    const load = function* (): Generator<Sent, 'done' | 'again'> {
      const sentMs = timeOf(world)
      const isLoaded = yield* loadSave(timeline, world, seconds)
      if (!isLoaded) return 'again'
      sent.rewinds.push({ sentMs, toMs: clockMs(setup, world.step) })
      return 'done'
    }
    add(after(random.between(0.5, 0.8)), load, true)
  }
  if (has(setup, 'penaltyBurst')) {
    add(after(0.97), function* () {
      yield* resendPenalties(world, headerOf(world), timeOf(world), random.integer(1, 3), false)
      return 'done'
    })
  }
  if (has(setup, 'restartFromMenu')) {
    const leave = once(() => 'left')
    add(after(random.between(0.1, 0.6)), leave)
  }
  if (has(setup, 'restartFromPause')) {
    const waitMs = random.pick([300, 30_000])
    add(after(random.between(0.1, 0.6)), function* () {
      const bytes = encodeEvent(setup.format, 'SEND', closingHeaderOf(world), {})
      yield { atMs: timeOf(world) + 20, bytes }
      world.heldMs += waitMs
      return 'left'
    })
  }
  return actions
}

/**
 * The race has gone on without the player, whose frames begin again with the next one. The game sends
 * its list of penalties again; what is in it for the first time would seem to be issued now.
 */
function* joinAgain(world: World, sent: SentValues, fromMs: number): Generator<Sent> {
  const nowMs = timeOf(world)
  const { format, rateHz } = world.setup
  const passedOver = format < 2023 ? EPOCH_TIMES : RESTART_TIMES
  const readMs = nowMs + (passedOver * 1000) / rateHz - 1
  sent.absences.push({ fromMs: fromMs + 1, toMs: nowMs + 1, readMs })
  world.ranStepsAtStart = world.ranSteps + 1
  world.firstFrameStep = world.step + 1
  const issued = world.cars.flatMap(({ penalties, warnings }) => [...penalties, ...warnings])
  if (issued.some(({ sentMs }) => sentMs > fromMs)) return
  const header = { ...headerOf(world), frameIdentifier: 1, overallFrameIdentifier: 1 }
  yield* resendPenalties(world, header, nowMs + 2, 1, false)
}

function once(act: () => Outcome): PlayerAction['perform'] {
  return function* () {
    yield* []
    return act()
  }
}

/** Returns where this share of the session is driven, by the leader's distance or by time. */
function after(share: number): PlayerAction['isDue'] {
  return (world) => {
    const { setup, track, step, lastCarHomeMs } = world
    if (lastCarHomeMs !== null || step < GRID_STEPS) return false
    if (!isRaceKind(setup.kind)) return step > GRID_STEPS + share * 40 * STEPS_PER_SECOND
    return leaderOf(world).progressM > share * setup.laps * track.lengthM
  }
}

/** The leader began another lap less than two seconds ago. */
function hasCrossedLine(world: World): boolean {
  const { progressM, lapNum } = leaderOf(world)
  const intoLapM = progressM - (lapNum - 1) * world.track.lengthM
  return lapNum >= 2 && intoLapM > 60 && intoLapM < 200 && world.winner === null
}

/** The car that stood beside the track has ended that lap less than two seconds ago. */
function hasEndedLongLap({ plan, cars, track, winner }: World): boolean {
  const car = plan.stuck ? cars[plan.stuck.car] : undefined
  if (!car || !plan.stuck || winner || car.stuckUntilMs === null) return false
  const endM = (Math.floor(plan.stuck.atM / track.lengthM) + 1) * track.lengthM
  return car.progressM > endM + 10 && car.progressM < endM + 120
}

/** The stewards ruled less than three seconds ago. */
function hasRuledLately(world: World): boolean {
  const now = timeOf(world)
  return world.cars.some((car) =>
    [...car.penalties, ...car.warnings].some(
      ({ sentMs, type }) => type !== 16 && now - sentMs > 800 && now - sentMs < 2500,
    ),
  )
}
