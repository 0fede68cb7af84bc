import { broadcastFrame, broadcastResults, type Sent } from './broadcast.ts'
import { setupOf, type RaceOptions } from './setup.ts'
import { truthOf, type Truth } from './truth.ts'
import { beginRace, stepWorld } from './world/step.ts'
import { createWorld, sessionMs, type World } from './world/world.ts'

export interface Race {
  /** The game's session UID, decimal as in the contract's `sessionId`. */
  readonly uid: string
  readonly trackId: number
  readonly trackLength: number
  readonly laps: number
  /** What happened; driving it without sending takes well under a second. */
  readonly truth: Truth
  /** Everything the game sends, in order; each call drives the same race anew. */
  datagrams(): Iterable<Sent>
}

/** How long the cars roll on after the last one is home, before the session ends. */
const AFTERGLOW_MS = 2500

/**
 * A race of the simulated game. The same options give the same race, byte for byte. Throws a
 * RangeError for options that cannot be raced.
 */
export function createRace(options: RaceOptions): Race {
  const setup = setupOf(options)
  let truth: Truth | null = null
  return {
    uid: setup.uid.toString(),
    trackId: setup.track.id,
    trackLength: setup.track.lengthM,
    laps: setup.laps,
    get truth() {
      truth ??= driveUnseen(createWorld(setup))
      return truth
    },
    datagrams: () => drive(createWorld(setup)),
  }
}

function* drive(world: World): Generator<Sent> {
  beginRace(world)
  yield* broadcastFrame(world)
  while (!isOver(world)) {
    stepWorld(world)
    yield* broadcastFrame(world)
  }
  yield* broadcastResults(world)
}

function driveUnseen(world: World): Truth {
  beginRace(world)
  while (!isOver(world)) {
    stepWorld(world)
    world.announcements = []
  }
  return truthOf(world)
}

function isOver({ step, lastCarHomeMs }: World): boolean {
  return lastCarHomeMs !== null && sessionMs(step) > lastCarHomeMs + AFTERGLOW_MS
}
