import type { BodyPacket } from '../../formats/model.ts'
import { frameOf } from '../../formats/headers.ts'
import { carAt } from '../state/create-state.ts'
import { hidesName } from '../state/queries.ts'
import { timeIn } from '../stream/order.ts'
import type { CarState, Participant, TrackedSession } from '../state/state.ts'
import { countUnknownIds } from './unknown-ids.ts'

/** Lists may show AI cars as humans until this session time. */
const listsSettleMs = 10_000

/** R13: sets the driver of each car. A row stays human when the AI replaces the human. */
export function applyParticipants(
  session: TrackedSession,
  packet: BodyPacket<'participants'>,
): void {
  countUnknownIds(session, packet)
  const isEarly = timeIn(session, packet.header) < listsSettleMs
  const isOver =
    session.endedByGameAtMs !== null ||
    session.classifiedAtMs !== null ||
    frameOf(packet.header) === 0
  session.mostActiveCars = Math.max(session.mostActiveCars, packet.numActiveCars)
  for (const [idx, sent] of packet.cars.entries()) {
    if (isEmptySlot(sent)) continue
    const car = carAt(session, idx)
    session.hasParticipants = true
    if (car.participant !== null) {
      // Lists after the end may belong to the lobby.
      if (isOver) continue
      if (!isEarly && !mayReplace(car, car.participant, sent)) continue
    }
    car.isHuman = sent.aiControlled === 0
    car.participant = withShownName(car.participant, sent)
  }
}

/**
 * R13: returns whether the driver in the list replaces the one of the row. A human is only replaced before
 * completing a lap, an AI by a new name or a network id.
 */
function mayReplace(car: CarState, known: Participant, sent: Participant): boolean {
  const isHuman = sent.aiControlled === 0
  if (!car.isHuman) return !isHuman || sent.name !== known.name || isOnline(sent)
  if (!isHuman) return false
  return isSameDriver(known, sent) || car.laps.length === 0
}

/**
 * Returns whether two rows are of one driver. The network id stays during a connection, after which another
 * driver may get it: two names decide where both are shown, and the car number where both are hidden.
 */
function isSameDriver(known: Participant, sent: Participant): boolean {
  const isConnected = isOnline(sent) && sent.networkId === known.networkId
  const hidden = [known, sent].filter(({ name }) => hidesName(name)).length
  if (hidden === 0) return known.name === sent.name
  return isConnected || (hidden === 2 && known.raceNumber === sent.raceNumber)
}

/** R13: returns the row, with the name by which its driver was shown before where the list hides it. */
function withShownName(known: Participant | null, sent: Participant): Participant {
  if (known === null || !hidesName(sent.name) || hidesName(known.name)) return sent
  const isSame = isOnline(sent) && sent.networkId === known.networkId && sent.aiControlled === 0
  return isSame ? { ...sent, name: known.name } : sent
}

/** The AI has no network id. */
function isOnline({ networkId }: Participant): boolean {
  return networkId !== 255 && networkId !== 65_535
}

/** An empty slot is marked as human and has neither name nor team. */
function isEmptySlot(sent: Participant): boolean {
  return sent.name === '' && (sent.teamId === 255 || sent.teamId === 65535 || sent.raceNumber === 0)
}
