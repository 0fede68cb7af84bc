import { encodePacket } from '@pitboard/telemetry/encode'
import type { Header } from '@pitboard/telemetry/formats/model'
import { playerCarOf } from './entries.ts'
import { plain } from './packets/announcement.ts'
import { carStatusOf } from './packets/car-status.ts'
import { carTelemetryOf } from './packets/car-telemetry.ts'
import { encodeFinalClassification } from './packets/final-classification.ts'
import { carDamageOf, carSetupsOf, tyreSetsOf } from './packets/garage.ts'
import { closingHeaderOf, headerOf } from './packets/header.ts'
import { lapDataOf } from './packets/lap-data.ts'
import { lapPositionsOf } from './packets/lap-positions.ts'
import { motionExOf, motionOf } from './packets/motion.ts'
import { encodeParticipants } from './packets/participants.ts'
import { sessionHistoryOf } from './packets/session-history.ts'
import { sessionOf } from './packets/session.ts'
import { itemAt } from './random.ts'
import { isSample, SESSION_STEPS } from './world/step.ts'
import { STEPS_PER_SECOND, type World } from './world/world.ts'

/** A datagram and when it leaves, in ms since the stream began. */
export interface Sent {
  readonly atMs: number
  readonly bytes: Uint8Array
}

// How often the game sends what it does not send at the menu's rate (LAYOUT, send rates).
const PARTICIPANTS_STEPS = 5 * STEPS_PER_SECOND
const SETUP_STEPS = STEPS_PER_SECOND / 2
const DAMAGE_STEPS = STEPS_PER_SECOND / 10
const ONE_CAR_STEPS = STEPS_PER_SECOND / 20
const LAP_POSITIONS_STEPS = STEPS_PER_SECOND

const RESULTS_SHOWN = 3
const RESULTS_EVERY_MS = 5000
const BULK_SPACING_MS = 10

/** What the game sends in the frame that the world stands at, all of one frame together. */
export function* broadcastFrame(world: World): Generator<Sent> {
  const atMs = timeOf(world)
  const header = headerOf(world)
  for (const bytes of framePackets(world, header)) yield { atMs, bytes }
  if (!isSample(world)) return
  for (const announcement of world.announcements.splice(0)) {
    yield { atMs, bytes: announcement(world.setup.format, header) }
  }
}

function* framePackets(world: World, header: Partial<Header>): Generator<Uint8Array> {
  const { step, setup } = world
  const { format } = setup
  const due = (steps: number): boolean => step % steps === 0
  // First of all on the first frame, since it is what opens a session.
  if (step === 0) yield encodePacket(format, 'session', header, sessionOf(world))
  if (due(PARTICIPANTS_STEPS)) yield encodeParticipants(world, header)
  if (due(SETUP_STEPS)) yield encodePacket(format, 'carSetups', header, carSetupsOf(world))
  if (isSample(world)) {
    yield encodePacket(format, 'motion', header, motionOf(world))
    yield encodePacket(format, 'lapData', header, lapDataOf(world))
    yield encodePacket(format, 'carTelemetry', header, carTelemetryOf(world))
    yield encodePacket(format, 'carStatus', header, carStatusOf(world))
    const player = playerCarOf(world.cars.length)
    yield encodePacket(format, 'motionEx', header, motionExOf(world, player))
  }
  if (step > 0 && due(SESSION_STEPS)) {
    yield encodePacket(format, 'session', header, sessionOf(world))
  }
  if (due(DAMAGE_STEPS)) yield encodePacket(format, 'carDamage', header, carDamageOf(world))
  if (due(ONE_CAR_STEPS)) {
    const car = itemAt(world.cars, (step / ONE_CAR_STEPS) % world.cars.length)
    yield encodePacket(format, 'sessionHistory', header, sessionHistoryOf(car))
    yield encodePacket(format, 'tyreSets', header, tyreSetsOf(car))
  }
  if (format === 2025 && due(LAP_POSITIONS_STEPS)) {
    for (const page of lapPositionsOf(world))
      yield encodePacket(format, 'lapPositions', header, page)
  }
}

/** The end of the session and the results screen, until the user leaves it. */
export function* broadcastResults(world: World): Generator<Sent> {
  const { format } = world.setup
  const header = closingHeaderOf(world)
  let atMs = timeOf(world) + 100
  yield { atMs, bytes: plain('SEND')(format, header) }
  for (let shown = 0; shown < RESULTS_SHOWN; shown++) {
    const bytes = encodeFinalClassification(world, header)
    yield { atMs: (atMs += shown === 0 ? 900 : RESULTS_EVERY_MS), bytes }
    if (shown > 0) continue
    for (const [i, car] of world.cars.entries()) {
      const history = encodePacket(format, 'sessionHistory', header, sessionHistoryOf(car))
      yield { atMs: atMs + (i + 1) * BULK_SPACING_MS, bytes: history }
    }
  }
}

function timeOf(world: World): number {
  return (world.step * 1000) / STEPS_PER_SECOND
}
