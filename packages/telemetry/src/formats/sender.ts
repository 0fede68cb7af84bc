import { type Field, packet, u8 } from '../layout/field.ts'

const PACKET_ID = 201

/**
 * Returns the table of a packet that says which of the games that send to one port has the UID of the header.
 * The receiver makes the packet, because only the receiver knows where a datagram came from; no game sends
 * it. It has the header of a year.
 */
export function senderPacket(header: Field<unknown>) {
  return packet(header, PACKET_ID, { sender: u8 })
}
