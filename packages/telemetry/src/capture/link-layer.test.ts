import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readUdpPayload, readUdpSegment } from './link-layer.ts'

const PAYLOAD = [1, 2, 3, 4]
const SEGMENT = [0x10, 0, 0x4e, 0x20, 0, 12, 0, 0, ...PAYLOAD]

function ipv4({ protocol = 17, words = 5, offset = 0, length = 0, rest = SEGMENT } = {}): number[] {
  const header = Array.from({ length: words * 4 }, () => 0)
  header[0] = 0x40 | words
  header[2] = length >> 8
  header[3] = length & 0xff
  header[4] = 0x12
  header[5] = 0x34
  header[6] = offset >> 8
  header[7] = offset & 0xff
  header[9] = protocol
  header.splice(12, 8, 10, 0, 0, 1, 10, 0, 0, 2)
  return [...header, ...rest]
}

function ipv6({ next = 17, extension = [] as number[], rest = SEGMENT } = {}): number[] {
  const header = Array.from({ length: 40 }, () => 0)
  const length = extension.length + rest.length
  header[0] = 0x60
  header[4] = length >> 8
  header[5] = length & 0xff
  header[6] = next
  header[23] = 7
  header[39] = 8
  return [...header, ...extension, ...rest]
}

function read(linkType: number, ...parts: readonly (readonly number[])[]): unknown {
  const found = readUdpPayload(linkType, Uint8Array.from(parts.flat()))
  if (found.kind === 'udp') return [...found.payload]
  if (found.kind === 'fragment') return { ...found.fragment, bytes: [...found.fragment.bytes] }
  return found.kind
}

function zeros(count: number): number[] {
  return Array.from({ length: count }, () => 0)
}

function option(next: number, length = 0): number[] {
  return [next, length, ...zeros(6 + length * 8)]
}

function options(count: number): number[] {
  const others = Array.from({ length: count - 1 }, () => option(60))
  return [...others.flat(), ...option(17)]
}

function fragment(more: number): number[] {
  return [17, 0, 0, 16 | more, 0x12, 0x34, 0x56, 0x78]
}

function kindOf(bytes: readonly number[]): string {
  return readUdpSegment(Uint8Array.from(bytes)).kind
}

describe('the payload in a frame', () => {
  for (const [title, linkType, before] of [
    ['Ethernet', 1, [...zeros(12), 8, 0]],
    ['Ethernet with a VLAN tag', 1, [...zeros(12), 0x81, 0, 0, 5, 8, 0]],
    ['Ethernet with two VLAN tags', 1, [...zeros(12), 0x88, 0xa8, 0, 5, 0x81, 0, 0, 6, 8, 0]],
    ['Ethernet with an old VLAN tag', 1, [...zeros(12), 0x91, 0, 0, 5, 8, 0]],
    ['Linux cooked', 113, [...zeros(14), 8, 0]],
    ['Linux cooked 2', 276, [8, 0, ...zeros(18)]],
    ['BSD loopback', 0, [2, 0, 0, 0]],
    ['OpenBSD loopback', 108, [0, 0, 0, 2]],
    ['raw IP', 12, []],
    ['raw IP of OpenBSD', 14, []],
    ['raw IP of pcap', 101, []],
    ['IPv4', 228, []],
    ['IPv6', 229, []],
  ] as const) {
    test(`${title} (${linkType}) is that of its IP packet`, () => {
      assert.deepEqual(read(linkType, before, ipv4()), PAYLOAD)
    })
  }

  test('Ethernet carries IPv6 as well, and nothing else of interest', () => {
    assert.deepEqual(read(1, zeros(12), [0x86, 0xdd], ipv6()), PAYLOAD)
    assert.equal(read(1, zeros(12), [8, 6], ipv4()), 'other')
    assert.equal(read(147, ipv4()), 'other')
    assert.equal(read(101, []), 'other')
    assert.equal(read(101, [0x50, ...ipv4().slice(1)]), 'other')
  })
})

describe('an IPv4 packet', () => {
  test('has a header of 20 bytes at least, which is whole, and UDP in it', () => {
    assert.deepEqual(read(101, ipv4({ words: 7 })), PAYLOAD)
    assert.equal(read(101, ipv4({ words: 4 })), 'other')
    assert.equal(read(101, ipv4().slice(0, 19)), 'other')
    assert.equal(read(101, ipv4({ rest: [] })), 'other')
    assert.equal(read(101, ipv4({ protocol: 6 })), 'other')
    assert.deepEqual(read(101, ipv4({ offset: 0x4000 })), PAYLOAD, 'it must not be fragmented')
  })

  test('is a fragment if it has an offset or more follow', () => {
    const packet = '4 10.0.0.1.10.0.0.2 4660'
    const first = { packet, offset: 0, isLast: false, bytes: SEGMENT }
    assert.deepEqual(read(101, ipv4({ offset: 0x2000 })), first)
    const last = { packet, offset: 16, isLast: true, bytes: SEGMENT }
    assert.deepEqual(read(101, ipv4({ offset: 2 })), last)
    assert.deepEqual(read(101, ipv4({ offset: 0x3fff })), { ...first, offset: 0x1fff * 8 })
  })

  test('as a fragment ends with its length, and is cut if it is shorter', () => {
    const padded = ipv4({ offset: 2, length: 24 })
    assert.deepEqual(read(101, padded), {
      packet: '4 10.0.0.1.10.0.0.2 4660',
      offset: 16,
      isLast: true,
      bytes: SEGMENT.slice(0, 4),
    })
    assert.equal(read(101, ipv4({ offset: 2, length: 33 })), 'cut')
    assert.notEqual(read(101, ipv4({ offset: 2, length: 32 })), 'cut')
  })
})

describe('an IPv6 packet', () => {
  test('has a header of 40 bytes, and up to eight options before UDP', () => {
    assert.deepEqual(read(101, ipv6()), PAYLOAD)
    assert.equal(read(101, ipv6().slice(0, 39)), 'other')
    assert.equal(read(101, ipv6({ next: 6 })), 'other')
    for (const next of [0, 43, 60]) {
      assert.deepEqual(read(101, ipv6({ next, extension: option(17, 2) })), PAYLOAD)
    }
    assert.deepEqual(read(101, ipv6({ next: 60, extension: options(8) })), PAYLOAD)
    assert.equal(read(101, ipv6({ next: 60, extension: options(9) })), 'other')
  })

  test('is a fragment by its extension', () => {
    const packet = `6 ${[...zeros(15), 7, ...zeros(15), 8].join('.')} 4660.22136`
    const known = { packet, offset: 16, bytes: SEGMENT }
    assert.deepEqual(read(101, ipv6({ next: 44, extension: fragment(1) })), {
      ...known,
      isLast: false,
    })
    assert.deepEqual(read(101, ipv6({ next: 44, extension: fragment(0) })), {
      ...known,
      isLast: true,
    })
    const cut = ipv6({ next: 44, extension: fragment(0) }).slice(0, -1)
    assert.equal(read(101, cut), 'cut')
    const padded = [...ipv6({ next: 44, extension: fragment(0) }), 9, 9]
    assert.deepEqual(read(101, padded), { ...known, isLast: true })
    const tcp = [6, ...fragment(0).slice(1)]
    assert.equal(read(101, ipv6({ next: 44, extension: tcp })), 'other')
  })
})

test('a UDP segment has its length, is cut if it is shorter, and padded if it is longer', () => {
  assert.equal(kindOf(SEGMENT), 'udp')
  assert.equal(kindOf(SEGMENT.slice(0, -1)), 'cut')
  assert.deepEqual(read(101, ipv4({ rest: [...SEGMENT, 7, 7] })), PAYLOAD)
  assert.equal(kindOf([0, 0, 0, 0, 0, 8, 0, 0]), 'udp')
  assert.equal(kindOf([0, 0, 0, 0, 0, 7, 0, 0]), 'other')
})
