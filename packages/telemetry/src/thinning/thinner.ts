import { type Datagram, decodeDatagram, readHeader, type HeaderRead } from '../decode.ts'
import { frameOf } from '../formats/headers.ts'
import {
  addPlayerCar,
  createThinnerState,
  datagramOf,
  thinCarStatus,
  thinLapData,
  thinMotion,
  thinOtherPacket,
  thinTelemetry,
  type ThinnerRate,
  type ThinnerState,
} from './thinner-state.ts'

export type { Datagram }

interface Thinner {
  /**
   * Takes the next datagram of what is sent to one port and returns the datagrams to store: none, this one,
   * or an earlier one too. Retains a reference to `bytes`; do not write into them afterwards.
   */
  push(bytes: Uint8Array, atMs: number): readonly Datagram[]
  /** Returns the last datagrams that were held back, so that the end of the stream is exact. */
  flush(): readonly Datagram[]
  /** Counts what was not a datagram of a known year. */
  readonly dropped: number
}

const nothing: readonly Datagram[] = []
/** Several games and the lobby send to one port. */
const statesMax = 5

/**
 * Creates a thinner, which leaves out what a session's state does not need. Rates follow the session time and
 * the frame in the header, so that a replay at any speed is thinned in the same way. At the rate `full` only
 * packets that nothing is made of are left out.
 */
export function createThinner(rate: ThinnerRate = 'reduced'): Thinner {
  let state = createThinnerState(0n, rate)
  /**
   * The states are stored by UID, with the one that received a datagram last at the end: several games may send to one
   * port.
   */
  const states = new Map([[state.uid, state]])
  let dropped = 0

  function push(bytes: Uint8Array, atMs: number): readonly Datagram[] {
    const read = readHeader(bytes)
    if (read.kind === 'rejected') {
      dropped++
      return nothing
    }
    // R30: the packet belongs to no frame.
    if (read.kind === 'sender') return [{ atMs, bytes }]
    const { header } = read
    const { sessionUid } = header
    // A new session or the lobby ends what went before, unless that belongs to another game.
    const isNext = sessionUid !== state.uid && (sessionUid === 0n || !states.has(sessionUid))
    const heldBack = isNext
      ? flush()
      : frameOf(header) === 0
        ? flushState(findState(sessionUid))
        : nothing
    state = findState(sessionUid)
    const stored = thin(read, { atMs, bytes })
    const playerCar = addPlayerCar(state, read, { atMs, bytes })
    if (heldBack.length === 0 && playerCar.length === 0) return stored
    return [...heldBack, ...playerCar, ...stored]
  }

  function thin(read: HeaderRead, datagram: Datagram): readonly Datagram[] {
    switch (read.kind) {
      case 'lapData':
        return thinLapData(state, read, datagram)
      case 'motion':
        return thinMotion(state, read, datagram)
      case 'carTelemetry':
      case 'carTelemetry2':
        return thinTelemetry(state, read, datagram)
      case 'carStatus':
        return thinCarStatus(state, read, datagram)
      case 'event':
        return thinEvent(datagram)
      case 'session':
      case 'participants':
      case 'finalClassification':
        return [datagram]
      default:
        return thinOtherPacket(state, read, datagram)
    }
  }

  /** Stores every event but the player's button presses. */
  function thinEvent(datagram: Datagram): readonly Datagram[] {
    const packet = decodeDatagram(datagram.bytes)
    if (packet.kind === 'event') return packet.code === 'BUTN' ? nothing : [datagram]
    dropped++
    return nothing
  }

  function findState(uid: bigint): ThinnerState {
    if (uid === state.uid) return state
    const found = states.get(uid) ?? createThinnerState(uid, rate)
    states.delete(uid)
    states.set(uid, found)
    const [oldest] = states.keys()
    if (states.size > statesMax && oldest !== undefined) states.delete(oldest)
    return found
  }

  function flush(): readonly Datagram[] {
    return [...states.values()].flatMap(flushState)
  }

  return {
    push,
    flush,
    get dropped() {
      return dropped
    },
  }
}

function flushState(state: ThinnerState): readonly Datagram[] {
  const { motion, lapData, carStatus } = state
  const playerCar = state.playerCar.flush()
  state.motion = null
  state.lapData = null
  state.carStatus = null
  const last = [motion, lapData, carStatus].flatMap((seen) =>
    seen === null || seen.isStored ? [] : [datagramOf(seen)],
  )
  return playerCar === null ? last : [playerCar, ...last]
}
