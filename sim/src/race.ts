import type { Sent } from './packets/broadcast.ts'
import { expectedOf, type Expected } from './scenario/expected.ts'
import { fullReception } from './scenario/reception.ts'
import { driveSession, isOver, type DrivenSession } from './scenario/session-script.ts'
import { setupOf, type RaceOptions, type Setup } from './setup/setup.ts'
import { truthOf, type Truth } from './scenario/truth.ts'
import { beginRace, stepWorld } from './world/step.ts'
import { createWorld, type World } from './world/world.ts'

export interface Race {
  /** The game's session UID, decimal as in the contract's `sessionId`. */
  readonly uid: string
  readonly trackId: number
  readonly trackLength: number
  readonly laps: number
  /** What happened. Driving without sending takes well under a second. */
  readonly truth: Truth
  /** The expected recording, field by field; takes as long as `datagrams`. */
  readonly expected: Expected
  /** All datagrams in order; each call drives the same race again. */
  datagrams(): Iterable<Sent>
}

/**
 * A race of the simulated game. The same options give the same race, byte for byte. Throws a
 * RangeError for options that cannot be raced.
 */
export function createRace(options: RaceOptions): Race {
  const setup = setupOf(options)
  let truth: Truth | null = null
  let expected: Expected | null = null
  return {
    uid: setup.uid.toString(),
    trackId: setup.track.id,
    trackLength: setup.track.lengthM,
    laps: setup.laps,
    get truth() {
      truth ??= driveUnseen(createWorld(setup))
      return truth
    },
    get expected() {
      expected ??= expectedOf(setup, driveUnheard(setup), fullReception)
      return expected
    },
    datagrams: () => driveSession(setup, 0),
  }
}

function driveUnseen(world: World): Truth {
  beginRace(world)
  while (!isOver(world)) {
    stepWorld(world)
    world.announcements = []
  }
  return truthOf(world)
}

function driveUnheard(setup: Setup): DrivenSession {
  const driving = driveSession(setup, 0)
  let step = driving.next()
  while (!step.done) step = driving.next()
  return step.value
}
