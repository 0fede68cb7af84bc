const EtherType = { IPv4: 0x0800, IPv6: 0x86dd } as const
const vlanTags = new Set([0x8100, 0x88a8, 0x9100])
const UDP = 17

export type Found =
  | { readonly kind: 'udp'; readonly payload: Uint8Array }
  | { readonly kind: 'fragment' | 'cut' | 'other' }

const other: Found = { kind: 'other' }

/**
 * The UDP payload in a frame of a LINKTYPE (tcpdump.org/linktypes): Ethernet, Linux cooked, BSD
 * loopback, raw IP. Fragments are not put together: the game's datagrams fit one packet.
 */
export function readUdpPayload(linkType: number, frame: Uint8Array): Found {
  switch (linkType) {
    case 1:
      return readEthernet(frame)
    case 113:
      return readByEtherType(frame, 14)
    case 276:
      return readByEtherType(frame, 0, 20)
    // 0 is in the byte order of the machine that captured, 108 in the network's: the address
    // family isn't needed, the IP header says its version.
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

function readEthernet(frame: Uint8Array): Found {
  let at = 12
  while (vlanTags.has(u16(frame, at))) at += 4
  return readByEtherType(frame, at)
}

function readByEtherType(frame: Uint8Array, typeAt: number, ipAt = typeAt + 2): Found {
  const type = u16(frame, typeAt)
  if (type !== EtherType.IPv4 && type !== EtherType.IPv6) return other
  return readIp(frame.subarray(ipAt))
}

function readIp(packet: Uint8Array): Found {
  const version = (packet[0] ?? 0) >> 4
  if (version === 4) return readIpv4(packet)
  if (version === 6 && packet.length >= 40 && packet[6] === UDP) return readUdp(packet.subarray(40))
  return other
}

function readIpv4(packet: Uint8Array): Found {
  const headerBytes = ((packet[0] ?? 0) & 0x0f) * 4
  if (headerBytes < 20 || packet.length < headerBytes || packet[9] !== UDP) return other
  const moreOrOffset = u16(packet, 6) & 0x3fff
  if (moreOrOffset !== 0) return { kind: 'fragment' }
  return readUdp(packet.subarray(headerBytes))
}

function readUdp(segment: Uint8Array): Found {
  const length = u16(segment, 4)
  if (length < 8) return other
  if (segment.length < length) return { kind: 'cut' }
  return { kind: 'udp', payload: segment.subarray(8, length) }
}

function u16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
}
