import type { Fragment } from './reassemble.ts'

const EtherType = { IPv4: 0x0800, IPv6: 0x86dd } as const
const vlanTags = new Set([0x8100, 0x88a8, 0x9100])
const UDP = 17
const IPV6_FRAGMENT = 44
/** These are hop-by-hop, routing and destination options; their second byte is their length. */
const ipv6Options = new Set([0, 43, 60])
const IPV6_OPTIONS_MAX = 8

export type LinkPayload =
  | { readonly kind: 'udp'; readonly payload: Uint8Array }
  | { readonly kind: 'fragment'; readonly fragment: Fragment }
  | { readonly kind: 'cut' | 'other' }

const other: LinkPayload = { kind: 'other' }
const cut: LinkPayload = { kind: 'cut' }

/**
 * Returns the UDP payload in a frame of a LINKTYPE (tcpdump.org/linktypes): Ethernet with VLAN tags, Linux cooked 1 and
 * 2, BSD loopback, raw IP.
 */
export function readUdpPayload(linkType: number, frame: Uint8Array): LinkPayload {
  switch (linkType) {
    case 1:
      return readEthernet(frame)
    case 113:
      return readByEtherType(frame, 14)
    case 276:
      return readByEtherType(frame, 0, 20)
    // Both begin with an address family in different byte orders; the IP header has the version too.
    case 0:
    case 108:
      return readIp(frame.subarray(4))
    case 12:
    case 14:
    case 101:
    case 228:
    case 229:
      return readIp(frame)
    default:
      return other
  }
}

/** Returns the payload of a UDP segment, for reassembled packets. */
export function readUdpSegment(segment: Uint8Array): LinkPayload {
  const length = u16(segment, 4)
  if (length < 8) return other
  return segment.length < length ? cut : { kind: 'udp', payload: segment.subarray(8, length) }
}

function readEthernet(frame: Uint8Array): LinkPayload {
  let at = 12
  while (vlanTags.has(u16(frame, at))) at += 4
  return readByEtherType(frame, at)
}

function readByEtherType(frame: Uint8Array, typeAt: number, ipAt = typeAt + 2): LinkPayload {
  const type = u16(frame, typeAt)
  if (type !== EtherType.IPv4 && type !== EtherType.IPv6) return other
  return readIp(frame.subarray(ipAt))
}

function readIp(packet: Uint8Array): LinkPayload {
  const version = byteAt(packet, 0) >> 4
  if (version === 4) return readIpv4(packet)
  return version === 6 ? readIpv6(packet) : other
}

function readIpv4(packet: Uint8Array): LinkPayload {
  const headerBytes = (byteAt(packet, 0) & 0x0f) * 4
  if (headerBytes < 20 || packet.length < headerBytes || packet[9] !== UDP) return other
  const flagsAndOffset = u16(packet, 6)
  if ((flagsAndOffset & 0x3fff) === 0) return readUdpSegment(packet.subarray(headerBytes))
  // A network card that splits packets leaves the length at 0. Short frames are padded.
  const end = u16(packet, 2) || packet.length
  if (packet.length < end) return cut
  const bytes = packet.subarray(headerBytes, end)
  const offset = (flagsAndOffset & 0x1fff) * 8
  const name = `4 ${packet.subarray(12, 20).join('.')} ${u16(packet, 4)}`
  const isLast = (flagsAndOffset & 0x2000) === 0
  return { kind: 'fragment', fragment: { packet: name, offset, isLast, bytes } }
}

function readIpv6(packet: Uint8Array): LinkPayload {
  if (packet.length < 40) return other
  const end = 40 + u16(packet, 4)
  let next = byteAt(packet, 6)
  let at = 40
  for (let read = 0; ipv6Options.has(next) && read < IPV6_OPTIONS_MAX; read++) {
    next = byteAt(packet, at)
    at += (byteAt(packet, at + 1) + 1) * 8
  }
  if (next === UDP) return readUdpSegment(packet.subarray(at))
  if (next !== IPV6_FRAGMENT || packet[at] !== UDP) return other
  if (packet.length < end) return cut
  const offsetAndMore = u16(packet, at + 2)
  const name = `6 ${packet.subarray(8, 40).join('.')} ${u16(packet, at + 4)}.${u16(packet, at + 6)}`
  const bytes = packet.subarray(at + 8, end)
  const isLast = (offsetAndMore & 1) === 0
  const offset = offsetAndMore & 0xfff8
  return { kind: 'fragment', fragment: { packet: name, offset, isLast, bytes } }
}

function u16(bytes: Uint8Array, at: number): number {
  return (byteAt(bytes, at) << 8) | byteAt(bytes, at + 1)
}

/** Returns 0 beyond the end, because a capture may have stored only the beginning of a packet. */
function byteAt(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? 0
}
