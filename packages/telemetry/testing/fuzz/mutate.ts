import { formats } from '../../src/formats/registry.ts'
import type { Random } from './random.ts'

export type Mutation = (random: Random, bytes: Uint8Array) => Uint8Array

const extremes: readonly [number, ...number[]] = [
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  -0,
  -1,
  3.4e38,
  -3.4e38,
  1e-45,
  2 ** 31,
  2 ** 53,
  1e10,
]

const boundaries: readonly [number, ...number[]] = [
  0, 1, 21, 22, 23, 24, 25, 99, 100, 101, 127, 128, 254, 255,
]

const sizes: readonly [number, ...number[]] = [
  0,
  ...Object.values(formats).flatMap((table) => [
    table.header.size,
    table.header.size + 4 + table.event.payloadSize,
    ...Object.values(table.packets).map(({ size }) => size),
  ]),
]

/** Events that end a session or turn it back are left out: the session would never grow. */
const codes = [
  ...new Set(Object.values(formats).flatMap(({ event }) => Object.keys(event.codes))),
].filter((code) => code !== 'SEND' && code !== 'FLBK')

const headerBytes = 29

/** This damage leaves the header as it is, so that the body is read. */
export const bodyMutations: readonly [Mutation, ...Mutation[]] = [
  behindHeader(flipBits),
  behindHeader(writeExtremes),
  behindHeader(fillRun),
  behindHeader(fillAny),
  behindHeader(fillStart),
  noiseBehindHeader,
  otherEvent,
]

/** These are all other damages, including those that an attacker would make. */
export const mutations: readonly [Mutation, ...Mutation[]] = [
  flipBits,
  (random, bytes) => bytes.subarray(0, random.below(bytes.length + 1)),
  (random, bytes) => resized(bytes, random.pick(sizes)),
  (random) => noise(random, random.below(2100)),
  writeExtremes,
  fillRun,
  (random, bytes) => {
    bytes[random.below(8)] = random.below(256)
    return bytes
  },
]

function behindHeader(mutation: Mutation): Mutation {
  return (random, bytes) => {
    if (bytes.length <= headerBytes) return bytes
    mutation(random, bytes.subarray(headerBytes))
    return bytes
  }
}

function flipBits(random: Random, bytes: Uint8Array): Uint8Array {
  for (let flips = 1 + random.below(24); flips > 0; flips--) {
    const at = random.below(bytes.length)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8))
  }
  return bytes
}

function writeExtremes(random: Random, bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let count = 1 + random.below(40); count > 0 && bytes.length >= 8; count--) {
    view.setFloat32(random.below(bytes.length - 3), random.pick(extremes), true)
  }
  return bytes
}

function fillRun(random: Random, bytes: Uint8Array): Uint8Array {
  const from = random.below(bytes.length)
  return bytes.fill(random.pick([0, 1, 127, 128, 255]), from, from + random.below(200))
}

function fillAny(random: Random, bytes: Uint8Array): Uint8Array {
  for (let count = 1 + random.below(30); count > 0; count--) {
    bytes[random.below(bytes.length)] = random.pick(boundaries)
  }
  return bytes
}

/** Counts and indexes lie where the body begins. */
function fillStart(random: Random, bytes: Uint8Array): Uint8Array {
  for (let count = 1 + random.below(4); count > 0; count--) {
    bytes[random.below(12)] = random.pick(boundaries)
  }
  return bytes
}

function noiseBehindHeader(random: Random, bytes: Uint8Array): Uint8Array {
  for (let i = headerBytes; i < bytes.length; i++) bytes[i] = random.below(256)
  return bytes
}

function otherEvent(random: Random, bytes: Uint8Array): Uint8Array {
  const table = random.pick([formats[2022], ...Object.values(formats)])
  const event = resized(bytes, table.header.size + 4 + table.event.payloadSize)
  if (bytes.length < 29) return event
  event[0] = table.format & 255
  event[1] = table.format >> 8
  event[table.packetIdAt] = table.event.id
  const code = codes[random.below(codes.length)] ?? ''
  for (let i = 0; i < 4; i++) event[table.header.size + i] = code.charCodeAt(i)
  for (let i = table.header.size + 4; i < event.length; i++) {
    event[i] = random.chance(0.5) ? random.below(24) : random.below(256)
  }
  return event
}

function noise(random: Random, size: number): Uint8Array {
  return Uint8Array.from({ length: size }, () => random.below(256))
}

function resized(bytes: Uint8Array, size: number): Uint8Array {
  const copy = new Uint8Array(size)
  copy.set(bytes.subarray(0, size))
  return copy
}
