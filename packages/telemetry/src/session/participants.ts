import { knowsTeam } from '../formats/names.ts'
import type { BodyPacket } from '../formats/model.ts'
import { carAt } from './create.ts'
import type { Participant, TrackedSession } from './state.ts'
import { countUnknown } from './unknown-ids.ts'

/** The first lists may show the grid's fillers as humans (seconds of session time). */
const listsSettleSeconds = 10

/** R13: who drives each car. The row of a human whom the AI replaced stays the human's. */
export function applyParticipants(
  session: TrackedSession,
  packet: BodyPacket<'participants'>,
): void {
  for (const [idx, sent] of packet.cars.entries()) {
    if (isEmptySlot(sent)) continue
    const car = carAt(session, idx)
    const isHuman = sent.aiControlled === 0
    const replaced = car.isHuman && !isHuman && packet.header.sessionTime >= listsSettleSeconds
    if (replaced) continue
    if (car.participant?.teamId !== sent.teamId && !knowsTeam(packet.ids, sent.teamId)) {
      countUnknown(session, 'team', sent.teamId)
    }
    car.isHuman = isHuman
    car.participant = sent
    session.hasParticipants = true
  }
}

/** An empty slot says that it is human and has neither name nor team. */
function isEmptySlot(sent: Participant): boolean {
  return sent.name === '' && (sent.teamId === 255 || sent.teamId === 65535 || sent.raceNumber === 0)
}
