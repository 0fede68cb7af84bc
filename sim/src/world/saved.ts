import { createRandom } from '../random.ts'
import type { World } from './world.ts'

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
export interface SavedMoment {
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

/** Back to that moment; what comes next is driven anew, and frames and send times go on. */
export function restoreMoment(world: World, moment: SavedMoment, seed: number): void {
  Object.assign(world, structuredClone(moment.progress))
  world.announcements = []
  world.random = createRandom(seed)
}
