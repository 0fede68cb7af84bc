import { viewOf } from '../layout/reader.ts'
import { type ByteReader, type CapturedFrame, damageAt, RECORD_BYTES_MAX } from './byte-reader.ts'

export const PCAPNG_MAGIC = 0x0a0d0d0a
const BYTE_ORDER_MAGIC = 0x1a2b3c4d
const Block = { Interface: 1, Packet: 2, SimplePacket: 3, EnhancedPacket: 6 } as const
const Option = { End: 0, TimeResolution: 9, TimeOffset: 14 } as const

interface Interface {
  readonly linkType: number
  readonly snapLength: number
  readonly unitsPerMs: number
  readonly offsetMs: number
}

/** Reads the packets of a pcapng file (draft-ietf-opsawg-pcapng); a cut or broken tail is noted. */
export async function* readPcapng(
  reader: ByteReader,
  onNote: (text: string) => void,
): AsyncGenerator<CapturedFrame> {
  let little = true
  let interfaces: Interface[] = []
  let lastAtMs = 0
  while (await reader.hasMore()) {
    const { offset } = reader
    const start = await reader.peek(12)
    if (start.length < 12) return onNote(damageAt(offset, 'the last block is cut'))
    const head = viewOf(start)
    if (head.getUint32(0, true) === PCAPNG_MAGIC) {
      // A new section restarts the numbers of interfaces and may have the other byte order.
      little = head.getUint32(8, true) === BYTE_ORDER_MAGIC
      interfaces = []
    }
    const length = head.getUint32(4, little)
    if (length < 12 || length % 4 !== 0 || length > RECORD_BYTES_MAX) {
      return onNote(damageAt(offset, `no block has a length of ${length}`))
    }
    const block = await reader.take(length)
    if (block === null) return onNote(damageAt(offset, 'the last block is cut'))
    const type = head.getUint32(0, little)
    const body = block.subarray(8, length - 4)
    if (type === Block.Interface) {
      const found = readInterface(body, little)
      if (found !== null) interfaces.push(found)
      continue
    }
    const frame = readPacket(type, body, { little, interfaces, lastAtMs })
    if (frame === null) continue
    lastAtMs = frame.atMs
    yield frame
  }
}

function readInterface(body: Uint8Array, little: boolean): Interface | null {
  if (body.length < 8) return null
  const view = viewOf(body)
  let unitsPerMs = 1e3
  let offsetMs = 0
  let at = 8
  while (at + 4 <= body.length) {
    const code = view.getUint16(at, little)
    const length = view.getUint16(at + 2, little)
    if (code === Option.End || at + 4 + length > body.length) break
    if (code === Option.TimeResolution && length === 1) {
      const value = view.getUint8(at + 4)
      unitsPerMs = (value & 0x80 ? 2 ** (value & 0x7f) : 10 ** value) / 1e3
    }
    if (code === Option.TimeOffset && length === 8) {
      offsetMs = Number(view.getBigInt64(at + 4, little)) * 1e3
    }
    at += 4 + Math.ceil(length / 4) * 4
  }
  const linkType = view.getUint16(0, little)
  return { linkType, snapLength: view.getUint32(4, little), unitsPerMs, offsetMs }
}

function readPacket(
  type: number,
  body: Uint8Array,
  section: { little: boolean; interfaces: readonly Interface[]; lastAtMs: number },
): CapturedFrame | null {
  const { little, interfaces, lastAtMs } = section
  const view = viewOf(body)
  if (type === Block.SimplePacket && body.length >= 4) {
    const on = interfaces[0]
    if (on === undefined) return null
    const limit = on.snapLength === 0 ? Infinity : on.snapLength
    const bytes = body.subarray(4, 4 + Math.min(view.getUint32(0, little), limit))
    // Simple packets have no time: they get the time of the packet before.
    return { atMs: lastAtMs, linkType: on.linkType, bytes }
  }
  if ((type !== Block.EnhancedPacket && type !== Block.Packet) || body.length < 20) return null
  const id = type === Block.Packet ? view.getUint16(0, little) : view.getUint32(0, little)
  const on = interfaces[id]
  if (on === undefined) return null
  const units = view.getUint32(4, little) * 2 ** 32 + view.getUint32(8, little)
  const bytes = body.subarray(20, 20 + view.getUint32(12, little))
  return { atMs: units / on.unitsPerMs + on.offsetMs, linkType: on.linkType, bytes }
}
