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
} from './thinner-state.ts'

export type { Datagram }

interface Thinner {
  /**
   * Takes the next datagram of one game's stream and returns the datagrams to store: none, this one,
   * or an earlier one too. Retains a reference to `bytes`; do not write into them afterwards.
   */
  push(bytes: Uint8Array, atMs: number): readonly Datagram[]
  /** Returns the last datagrams that were held back, so that the end of the stream is exact. */
  flush(): readonly Datagram[]
  /** How many were not datagrams of a known year. */
  readonly dropped: number
}

const nothing: readonly Datagram[] = []

/**
 * Leaves out what a session's state does not need. Rates go by the session time and the frame in the
 * header, so that a replay at any speed is thinned in the same way. At the rate `full` only packets that
 * nothing is made of are left out.
 */
export function createThinner(rate: ThinnerRate = 'reduced'): Thinner {
  let state = createThinnerState(0n, rate)
  let dropped = 0

  function push(bytes: Uint8Array, atMs: number): readonly Datagram[] {
    const read = readHeader(bytes)
    if (read.kind === 'rejected') {
      dropped++
      return nothing
    }
    const { header } = read
    const isOver = frameOf(header) === 0 || header.sessionUid !== state.uid
    const heldBack = isOver ? flush() : nothing
    if (header.sessionUid !== state.uid) state = createThinnerState(header.sessionUid, rate)
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

  function flush(): readonly Datagram[] {
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

  return {
    push,
    flush,
    get dropped() {
      return dropped
    },
  }
}
