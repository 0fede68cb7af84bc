import { itemAt } from '@pitboard/contract/wire/item-at'
import { PenaltyType } from '@pitboard/contract/wire/enumerations'
import { encodeEvent, encodePacket } from '@pitboard/telemetry/encode'
import {
  broadcastFrame,
  broadcastResults,
  resendPenalties,
  type Sent,
  timeOf,
} from '../packets/broadcast.ts'
import { closingHeaderOf } from '../packets/header.ts'
import { encodeParticipants } from '../packets/participants.ts'
import { sessionHistoryOf } from '../packets/session-history.ts'
import { playerCarOf } from '../setup/entries.ts'
import { has, type Setup } from '../setup/setup.ts'
import { beginRace, stepWorld } from '../world/step.ts'
import { createWorld, sessionMs, type World } from '../world/world.ts'
import { type PlayerAction, playerActionsOf } from './player-actions.ts'
import { createSentValues, recordSentValues, type SentValues } from './sent-values.ts'
import { recordMoment, type Timeline } from './timeline.ts'

const AFTERGLOW_MS = 2500
const MANY_TIMES = 6

/** A session that was driven to its end, or left for another one. */
export interface DrivenSession {
  readonly world: World
  readonly sent: SentValues
  readonly uids: readonly bigint[]
  readonly isAborted: boolean
  /** When the last packet of it left. */
  readonly endMs: number
}

/**
 * Drives one session from its first packet on, with all that its situations call for. `observe` sees the
 * world at every step.
 */
export function* driveSession(
  setup: Setup,
  heldMs: number,
  observe: (world: World) => void = () => {},
): Generator<Sent, DrivenSession> {
  const world = createWorld(setup)
  world.heldMs = heldMs
  const sent = createSentValues()
  const timeline: Timeline = { moments: [], rewinds: 0, rewoundAt: 0 }
  const uids = [world.uid]
  const actions = playerActionsOf(setup, world, timeline, sent)
  const needsMoments = actions.some((action) => action.needsMoments)
  beginRace(world)
  observe(world)
  yield* frame(world, sent)
  while (!isOver(world)) {
    stepWorld(world)
    observe(world)
    yield* frame(world, sent)
    if (needsMoments) recordMoment(timeline, world)
    const outcome = yield* perform(actions, world)
    if (world.uid !== uids.at(-1)) uids.push(world.uid)
    if (outcome === 'left') {
      const isAborted = !has(setup, 'leftEarly')
      return { world, sent, uids, isAborted, endMs: timeOf(world) }
    }
  }
  let endMs = timeOf(world)
  for (const datagram of finish(world)) {
    endMs = datagram.atMs
    yield datagram
  }
  return { world, sent, uids, isAborted: false, endMs }
}

function* frame(world: World, sent: SentValues): Generator<Sent> {
  recordSentValues(sent, world, world.ranSteps === world.ranStepsAtStart)
  yield* broadcastFrame(world)
}

function* perform(actions: PlayerAction[], world: World): Generator<Sent, 'left' | 'goesOn'> {
  for (const act of actions) {
    if (act.isDone || !act.isDue(world)) continue
    const outcome = yield* act.perform()
    if (outcome === 'again') continue
    act.isDone = true
    if (outcome === 'left') return 'left'
  }
  return 'goesOn'
}

function* finish(world: World): Generator<Sent> {
  const { setup } = world
  // A time trial has no end: the player leaves it.
  if (setup.kind === 'timeTrial') return
  const { format } = setup
  const header = closingHeaderOf(world)
  const player = playerCarOf(setup.cars)
  if (has(setup, 'uidZeroHistory')) {
    const history = sessionHistoryOf(itemAt(world.cars, player))
    const lobby = { ...header, sessionUid: 0n }
    yield {
      atMs: timeOf(world) + 20,
      bytes: encodePacket(format, 'sessionHistory', lobby, history),
    }
  }
  if (has(setup, 'lateStaleAi')) {
    yield { atMs: timeOf(world) + 40, bytes: encodeParticipants(world, header) }
  }
  const isMissing = has(setup, 'classificationMissing')
  const usually = setup.situations ? 2 : 3
  const shown = isMissing ? 0 : has(setup, 'classificationRepeated') ? MANY_TIMES : usually
  const bulkWithout = has(setup, 'uidZeroHistory') ? player : null
  let atMs = timeOf(world)
  for (const sent of broadcastResults(world, { shown, bulkWithout })) {
    yield sent
    if (sent.atMs - atMs < 1000 || !has(setup, 'penaltiesAfterEnd')) continue
    if (atMs === timeOf(world)) yield* resendPenalties(world, header, sent.atMs + 1, 2, true)
    atMs = sent.atMs
  }
  if (!has(setup, 'unservedPenalty')) return
  for (const car of world.cars) {
    if (car.unservedDriveThroughs === 0) continue
    const unserved = car.penalties.findLast(({ type }) => type === PenaltyType.DriveThrough)
    if (!unserved) throw new Error(`Car ${car.index} has no drive-through to serve`)
    const infringementType = unserved.infringement
    const again = { penaltyType: 0, infringementType, vehicleIdx: car.index, ...NOT_SET }
    const bytes = encodeEvent(format, 'PENA', header, { ...again, lapNum: setup.laps + 1 })
    yield { atMs: atMs + 2, bytes }
  }
}

const NOT_SET = { otherVehicleIdx: 255, timeSeconds: 255, placesGained: 255 }

/** The cars have rolled on a while after the last one was home. */
export function isOver({ step, lastCarHomeMs, setup }: World): boolean {
  if (lastCarHomeMs === null) return false
  return sessionMs(step) > lastCarHomeMs + (has(setup, 'missedLastLap') ? 100 : AFTERGLOW_MS)
}
