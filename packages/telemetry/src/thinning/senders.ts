import { formatOf } from '../capture/game-datagram.ts'
import { identifyDatagram, readHeader } from '../decode.ts'
import { bytesOfUid } from '../formats/headers.ts'
import { formats } from '../formats/registry.ts'

/**
 * A game that is silent for this long may continue from another port: its console or router has chosen one.
 */
const silentMs = 3_000
const sendersMax = 16
const uidsMax = 64
/** The number of a sender must fit into the byte of a mark. */
const numbersMax = 256

interface Sender {
  readonly address: string
  readonly port: number
}

/** Distinguishes the games that send to one port (R30). */
interface Senders {
  /**
   * Returns what stands for the datagram: the datagram itself; with several senders a mark before the first
   * one of a session; nothing where another sender sends the same session, as two consoles in one lobby do.
   */
  push(bytes: Uint8Array, sender: Sender, atMs: number): readonly Uint8Array[]
}

interface KnownSender {
  readonly address: string
  /** This is the number of the sender's game. */
  readonly number: number
  heardAtMs: number
}

/** Creates a filter of one port, which distinguishes the games that send to it (R30). */
export function createSenders(): Senders {
  const senders = new Map<string, KnownSender>()
  /** The keys are session UIDs, the values the senders of these sessions. */
  const holders = new Map<bigint, KnownSender>()
  /** The stream already has a mark for each of these sessions. */
  let marked = new Set<bigint>()
  let numbers = 0

  function findSender({ address, port }: Sender, atMs: number): KnownSender {
    const key = `${address} ${port}`
    const known = senders.get(key)
    if (known !== undefined) {
      known.heardAtMs = atMs
      return known
    }
    const before = [...senders.values()].findLast(
      (other) => other.address === address && isSilent(other, atMs),
    )
    const sender = { address, number: before?.number ?? numbers++ % numbersMax, heardAtMs: atMs }
    senders.set(key, sender)
    forgetOldest(senders, sendersMax)
    return sender
  }

  function hasSeveral(): boolean {
    return new Set(Array.from(senders.values(), ({ number }) => number)).size > 1
  }

  return {
    push(bytes, from, atMs) {
      const read = readHeader(bytes)
      const uid = read.kind === 'rejected' ? 0n : read.header.sessionUid
      if (uid === 0n || read.kind === 'rejected') return [bytes]
      const sender = findSender(from, atMs)
      const holder = holders.get(uid)
      if (holder === sender) return [bytes]
      if (holder !== undefined && !isSilent(holder, atMs)) return []
      holders.set(uid, sender)
      forgetOldest(holders, uidsMax)
      marked.delete(uid)
      if (!hasSeveral()) return [bytes]
      // When a second game appears, the sessions of the first one get their marks as well.
      const unmarked = [...holders].filter(([one]) => !marked.has(one))
      marked = new Set(holders.keys())
      return [...unmarked.flatMap(([one, { number }]) => createMark(bytes, one, number)), bytes]
    },
  }
}

function isSilent({ heardAtMs }: KnownSender, atMs: number): boolean {
  return Math.abs(atMs - heardAtMs) >= silentMs
}

function forgetOldest(map: Map<unknown, unknown>, most: number): void {
  const [oldest] = map.keys()
  if (map.size > most) map.delete(oldest)
}

/** The mark has the header of another datagram, whose UID it replaces. */
function createMark(datagram: Uint8Array, uid: bigint, number: number): Uint8Array[] {
  const identity = identifyDatagram(datagram)
  const table = Object.values(formats).find(({ format }) => format === formatOf(datagram))
  if (identity.kind === 'rejected' || table === undefined) return []
  const { headerSize, uidAt } = identity
  const { id, size } = table.packets.sender
  const mark = new Uint8Array(size)
  mark.set(datagram.subarray(0, headerSize))
  mark[table.packetIdAt] = id
  mark.set(bytesOfUid(uid), uidAt)
  mark[headerSize] = number
  return [mark]
}
