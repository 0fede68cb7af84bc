import { frameFields } from '@pitboard/contract/sessions/car-fields'
import { itemAt } from '@pitboard/contract/wire/item-at'
import type { DatagramIdentity } from '../../decode.ts'
import type { Fields } from '../../layout/field.ts'
import { fieldOffsets } from '../../layout/partial-tables.ts'
import { carAt } from '../state/create-state.ts'
import { noteCarAssists } from './settings.ts'
import { storePacket } from './stored-packet.ts'
import { acceptPacket, timeIn } from '../stream/order.ts'
import type { ReadPacketOf, SessionDecoder } from '../state/session-decoder.ts'
import type { TrackedSession } from '../state/state.ts'
import { applyTyreStatus } from '../cars/stints.ts'

/**
 * R10: applies the tyres of each car. A packet with the same tyres as the last one is skipped, unless
 * another packet has changed stints since.
 */
export function applyCarStatus(
  session: TrackedSession,
  bytes: Uint8Array,
  identity: DatagramIdentity,
  decoder: SessionDecoder,
): void {
  const read = decoder.readHeader(bytes)
  if (read.kind === 'rejected' || !acceptPacket(session, 'carStatus', read.header)) return
  session.condition.carStatus = storePacket(
    session,
    session.condition.carStatus,
    bytes,
    read.header,
    decoder,
  )
  noteCarAssists(session, bytes, identity)
  if (repeatsTyres(session, bytes, identity)) return
  const packet = decoder.decodeDatagram(bytes)
  if (packet.kind !== 'carStatus') return
  applyTyres(session, packet)
  session.lastTyreBytes = tyresIn(bytes, identity)
}

function applyTyres(session: TrackedSession, packet: ReadPacketOf<'carStatus'>): void {
  const timeMs = timeIn(session, packet.header)
  for (let idx = 0; idx < packet.cars.length; idx++) {
    const status = packet.cars[idx]
    if (status !== undefined) applyTyreStatus(carAt(session, idx), status, packet.ids, timeMs)
  }
}

function repeatsTyres(
  { lastTyreBytes: sentTyres }: TrackedSession,
  bytes: Uint8Array,
  { body, headerSize }: DatagramIdentity,
): boolean {
  const places = placesOf(body)
  if (sentTyres?.length !== places.length) return false
  for (let i = 0; i < places.length; i++) {
    const place = places[i]
    if (place === undefined || sentTyres[i] !== bytes[headerSize + place]) return false
  }
  return true
}

function tyresIn(bytes: Uint8Array, { body, headerSize }: DatagramIdentity): Uint8Array {
  return Uint8Array.from(placesOf(body), (at) => itemAt(bytes, headerSize + at))
}

const tyreFields = frameFields('carStatus', 'onChange')
const known = new WeakMap<Fields, Uint16Array>()

function placesOf(body: Fields): Uint16Array {
  const places = known.get(body) ?? fieldOffsets(body, 'cars', tyreFields)
  known.set(body, places)
  return places
}
