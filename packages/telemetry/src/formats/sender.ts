import { type Field, packet, u8 } from '../layout/field.ts'

const PACKET_ID = 201

/**
 * Which of the games that send to one port has the UID of the header. Whoever receives them makes it, since only
 * they know where a datagram came from; no game sends it. With the header of a year.
 */
export function senderPacket(header: Field<unknown>) {
  return packet(header, PACKET_ID, { sender: u8 })
}
