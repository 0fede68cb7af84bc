import { itemAt } from '@pitboard/contract/wire/item-at'
import { encodeEvent } from '@pitboard/telemetry/encode'
import { broadcastFrame, type Sent, timeOf } from '../packets/broadcast.ts'
import { flashback } from '../world/announcement.ts'
import { closingHeaderOf, frameOf, headerOf } from '../packets/header.ts'
import { uidOf } from '../setup/setup.ts'
import { isSample } from '../world/step.ts'
import { clockMs, GRID_STEPS, STEPS_PER_SECOND, type World } from '../world/world.ts'
import { createRandom } from '../setup/random.ts'

const MOMENTS_MAX = 16
const MENU_MS = 2500
const LOADING_MS = 45_000

/** The moments of the last seconds, one a second, as the player may go back to them. */
export interface Timeline {
  moments: SavedMoment[]
  rewinds: number
  /** Steps run at the last one. */
  rewoundAt: number
}

export function recordMoment(timeline: Timeline, world: World): void {
  if (world.step % STEPS_PER_SECOND !== 0 || world.step < GRID_STEPS + STEPS_PER_SECOND) return
  timeline.moments.push(saveMoment(world))
  if (timeline.moments.length > MOMENTS_MAX) timeline.moments.shift()
}

/**
 * Goes back by about so many seconds, at a frame that is sent; false where it cannot. The game
 * may announce a moment up to a second later than the one at which it resumes.
 */
export function* rewind(
  timeline: Timeline,
  world: World,
  seconds: number,
  announcedLateS: number,
): Generator<Sent, boolean> {
  const moment = timeline.moments.findLast(
    ({ step }) => step <= world.step - seconds * STEPS_PER_SECOND,
  )
  if (!moment || !isSample(world)) return false
  const target = moment.step + Math.round(announcedLateS * STEPS_PER_SECOND)
  const frame = frameOf({ ...world, step: target })
  const announce = flashback(frame, clockMs(world.setup, target) / 1000)
  const bytes = announce(world.setup.format, headerOf(world))
  if (bytes) yield { atMs: timeOf(world), bytes }
  dropRulings(world)
  goBack(timeline, world, moment)
  world.heldMs += MENU_MS
  return true
}

/** Ends the session and loads it from a save of so many seconds ago, under another UID. */
export function* loadSave(
  timeline: Timeline,
  world: World,
  seconds: number,
): Generator<Sent, boolean> {
  const moment = timeline.moments.findLast(
    ({ step }) => step <= world.step - seconds * STEPS_PER_SECOND,
  )
  if (!moment) return false
  const { format, seed } = world.setup
  const end = encodeEvent(format, 'SEND', closingHeaderOf(world), {})
  yield { atMs: timeOf(world) + 50, bytes: end }
  goBack(timeline, world, moment)
  world.heldMs += LOADING_MS
  world.uid = uidOf(seed, 7000 + timeline.rewinds)
  world.ranStepsAtStart = world.ranSteps
  yield* broadcastFrame(world)
  return true
}

function goBack(timeline: Timeline, world: World, moment: SavedMoment): void {
  timeline.rewinds++
  timeline.rewoundAt = world.ranSteps
  restoreMoment(world, moment, world.setup.seed * 31 + timeline.rewinds)
  timeline.moments = timeline.moments.filter(({ step }) => step <= moment.step)
}

/** Drops the rulings since then: the player drives more carefully. */
function dropRulings(world: World): void {
  const passed = (car: number, atM: number): boolean => atM <= itemAt(world.cars, car).progressM
  world.avoided = [
    ...world.avoided,
    ...world.plan.rulings.filter(({ car, atM }) => passed(car, atM)),
  ]
}

type Progress = Omit<
  World,
  | 'setup'
  | 'track'
  | 'plan'
  | 'random'
  | 'announcements'
  | 'avoided'
  | 'uid'
  | 'ranSteps'
  | 'heldMs'
  | 'ranStepsAtStart'
  | 'stepsPerSample'
>

/** A moment of the race to which the player can come back. */
interface SavedMoment {
  readonly step: number
  readonly progress: Progress
}

export function saveMoment(world: World): SavedMoment {
  const {
    setup: _setup,
    track: _track,
    plan: _plan,
    random: _random,
    announcements: _announcements,
    avoided: _avoided,
    uid: _uid,
    ranSteps: _ranSteps,
    ranStepsAtStart: _ranStepsAtStart,
    heldMs: _heldMs,
    stepsPerSample: _stepsPerSample,
    ...progress
  } = world
  // One call, so that cars that know each other still do.
  return { step: world.step, progress: structuredClone(progress) }
}

/** Restores the moment. Everything after it is driven again; frames and send times continue. */
export function restoreMoment(world: World, moment: SavedMoment, seed: number): void {
  Object.assign(world, structuredClone(moment.progress))
  world.announcements = []
  world.random = createRandom(seed)
}
