import { itemAt } from '@pitboard/contract/wire/item-at'
import { encodeEvent, encodePacket } from '@pitboard/telemetry/encode'
import type { Header } from '@pitboard/telemetry/formats/model'
import { type Format, formats } from '@pitboard/telemetry/formats/registry'
import { playerCarOf } from '../setup/entries.ts'
import { carStatusOf } from './car-status.ts'
import {
  carDamageOf,
  carSetupsOf,
  carTelemetry2Of,
  carTelemetryOf,
  tyreSetsOf,
} from './car-details.ts'
import { extraCarsOf } from './extra-cars.ts'
import { encodeFinalClassification } from './final-classification.ts'
import { closingHeaderOf, headerOf } from './header.ts'
import { lapDataOf, lapPositionsOf } from './lap-data.ts'
import { motionExOf, motionOf } from './motion.ts'
import { encodeParticipants } from './participants.ts'
import { sessionHistoryOf } from './session-history.ts'
import { sessionOf } from './session.ts'
import { isSample, SESSION_STEPS } from '../world/step.ts'
import { STEPS_PER_SECOND, type World } from '../world/world.ts'
import { penalty } from '../world/announcement.ts'

/** A datagram and when it leaves, in ms since the stream began. */
export interface Sent {
  readonly atMs: number
  readonly bytes: Uint8Array
}

// Send intervals of the packets that do not follow the menu's rate (docs/telemetry.md).
export const PARTICIPANTS_STEPS = 5 * STEPS_PER_SECOND
const SETUP_STEPS = STEPS_PER_SECOND / 2
const DAMAGE_STEPS = STEPS_PER_SECOND / 10
const ONE_CAR_STEPS = STEPS_PER_SECOND / 20
const LEAN_MOTION_STEPS = STEPS_PER_SECOND / 5
const LAP_POSITIONS_STEPS = STEPS_PER_SECOND

const RESULTS_SHOWN = 3
const RESULTS_EVERY_MS = 5000
const BULK_SPACING_MS = 10

/** Sends all packets of the current frame. */
export function* broadcastFrame(world: World): Generator<Sent> {
  const atMs = timeOf(world)
  const header = headerOf(world)
  for (const bytes of framePackets(world, header)) yield { atMs, bytes }
  if (!isSample(world)) return
  for (const announcement of world.announcements.splice(0)) {
    const bytes = announcement(world.setup.format, header)
    if (bytes) yield { atMs, bytes }
  }
}

function* framePackets(world: World, header: Partial<Header>): Generator<Uint8Array> {
  const { step, ranSteps, setup } = world
  const isFirst = ranSteps === world.ranStepsAtStart
  const { format, lean } = setup
  const due = (steps: number): boolean => step % steps === 0
  // The Session packet comes first, since it opens the session.
  if (isFirst) yield encodePacket(format, 'session', header, sessionOf(world))
  if (isFirst || due(PARTICIPANTS_STEPS)) yield encodeParticipants(world, header)
  if (!lean && due(SETUP_STEPS)) yield encodePacket(format, 'carSetups', header, carSetupsOf(world))
  if (isSample(world)) {
    if (isMotionDue(world)) yield encodePacket(format, 'motion', header, motionOf(world))
    yield encodePacket(format, 'lapData', header, lapDataOf(world))
    if (isMotionDue(world)) yield encodePacket(format, 'carStatus', header, carStatusOf(world))
    if (!lean) yield* playersFrame(world, header)
  }
  if (!isFirst && due(SESSION_STEPS)) {
    yield encodePacket(format, 'session', header, sessionOf(world))
  }
  if (!lean && due(DAMAGE_STEPS))
    yield encodePacket(format, 'carDamage', header, carDamageOf(world))
  if (due(ONE_CAR_STEPS)) {
    const car = itemAt(world.cars, Math.floor(ranSteps / ONE_CAR_STEPS) % world.cars.length)
    yield encodePacket(format, 'sessionHistory', header, sessionHistoryOf(car))
    if (!lean && sends(format, 'tyreSets')) {
      yield encodePacket(format, 'tyreSets', header, tyreSetsOf(world, car))
    }
  }
  if (due(ONE_CAR_STEPS)) {
    for (const history of extraCarsOf(world).histories)
      yield encodePacket(format, 'sessionHistory', header, history)
  }
  if (sends(format, 'lapPositions') && due(LAP_POSITIONS_STEPS)) {
    for (const page of lapPositionsOf(world))
      yield encodePacket(format, 'lapPositions', header, page)
  }
}

function* playersFrame(world: World, header: Partial<Header>): Generator<Uint8Array> {
  const { format, cars } = world.setup
  yield encodePacket(format, 'carTelemetry', header, carTelemetryOf(world))
  if (sends(format, 'carTelemetry2')) {
    yield encodePacket(format, 'carTelemetry2', header, carTelemetry2Of(world))
  }
  if (!sends(format, 'motionEx')) return
  yield encodePacket(format, 'motionEx', header, motionExOf(world, playerCarOf(cars)))
}

/** A lean stream has fewer positions and tyres, like a thinned one. */
export function isMotionDue({ setup, step }: World): boolean {
  return !setup.lean || step % LEAN_MOTION_STEPS === 0
}

/** Returns whether the year has this kind of packet. */
function sends(format: Format, kind: string): boolean {
  return kind in formats[format].packets
}

interface ResultsOptions {
  /** How often the classification is shown; default 3. */
  readonly shown?: number
  readonly bulkWithout?: number | null
}

/** Sends the end of the session and the results screen. */
export function* broadcastResults(
  world: World,
  { shown: times = RESULTS_SHOWN, bulkWithout = null }: ResultsOptions = {},
): Generator<Sent> {
  const { format } = world.setup
  const header = closingHeaderOf(world)
  let atMs = timeOf(world) + 100
  yield { atMs, bytes: encodeEvent(format, 'SEND', header, {}) }
  for (let shown = 0; shown < times; shown++) {
    const bytes = encodeFinalClassification(world, header)
    yield { atMs: (atMs += shown === 0 ? 900 : RESULTS_EVERY_MS), bytes }
    if (shown > 0) continue
    for (const [i, car] of world.cars.entries()) {
      if (i === bulkWithout) continue
      const history = encodePacket(format, 'sessionHistory', header, sessionHistoryOf(car))
      yield { atMs: atMs + (i + 1) * BULK_SPACING_MS, bytes: history }
    }
  }
}

export function timeOf(world: World): number {
  return world.heldMs + (world.ranSteps * 1000) / STEPS_PER_SECOND
}

/** Sends all penalties and warnings again, as the game does after the player has joined again. */
export function* resendPenalties(
  world: World,
  header: Partial<Header>,
  atMs: number,
  times: number,
  isOver: boolean,
): Generator<Sent> {
  for (let i = 0; i < times; i++) {
    for (const car of world.cars) {
      for (const issued of [...car.penalties, ...car.warnings]) {
        // A repeated entry on the current lap would look like a second offence.
        if (!isOver && issued.lapNum >= car.lapNum) continue
        const bytes = penalty(car.index, issued)(world.setup.format, header)
        if (bytes) yield { atMs, bytes }
      }
    }
  }
}
