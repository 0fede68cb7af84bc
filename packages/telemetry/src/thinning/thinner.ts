import { type Datagram, decodeDatagram, type HeaderRead, readHeader } from '../decode.ts'
import { frameOf } from '../formats/headers.ts'
import {
  bare,
  createCourse,
  keepCarStatus,
  keepLapData,
  keepMotion,
  keepSparse,
} from './thinner-state.ts'

export type { Datagram }

export interface Thinner {
  /**
   * Takes the next datagram of one game's stream and gives those that are to be kept: none, it,
   * or an earlier one as well. Keeps a reference to `bytes`; don't write into them afterwards.
   */
  push(bytes: Uint8Array, atMs: number): readonly Datagram[]
  /** The last datagrams that were held back, so that the end of the stream is exact. */
  flush(): readonly Datagram[]
  /** How many were no datagrams of a known year. */
  readonly dropped: number
}

const nothing: readonly Datagram[] = []

/**
 * Leaves out of a game's stream what a session's state does not need: rates go by the header's
 * session time and frame, so that a replay at any speed thins alike.
 */
export function createThinner(): Thinner {
  let course = createCourse(0n)
  let dropped = 0

  function push(bytes: Uint8Array, atMs: number): readonly Datagram[] {
    const read = readHeader(bytes)
    if (read.kind === 'rejected') {
      dropped++
      return nothing
    }
    const { header } = read
    const datagram = { atMs, bytes }
    const isOver = frameOf(header) === 0 || header.sessionUid !== course.uid
    const left = isOver ? flush() : nothing
    if (header.sessionUid !== course.uid) course = createCourse(header.sessionUid)
    const kept = keep(read, datagram)
    if (left.length === 0) return kept
    return [...left, ...kept]
  }

  function keep(read: HeaderRead, datagram: Datagram): readonly Datagram[] {
    const { header } = read
    switch (read.kind) {
      case 'lapData':
        return keepLapData(course, header, datagram)
      case 'motion':
        return keepMotion(course, header, datagram)
      case 'carStatus':
        return keepCarStatus(course, header, datagram)
      case 'event':
        return keepEvent(datagram)
      case 'session':
      case 'participants':
      case 'finalClassification':
        return [datagram]
      default:
        return keepSparse(course, read, datagram)
    }
  }

  function keepEvent(datagram: Datagram): readonly Datagram[] {
    const packet = decodeDatagram(datagram.bytes)
    if (packet.kind === 'event') return packet.code === 'BUTN' ? nothing : [datagram]
    dropped++
    return nothing
  }

  function flush(): readonly Datagram[] {
    const { motion, lapData, carStatus } = course
    const left = [motion, lapData, carStatus].filter((seen) => seen !== null && !seen.kept)
    course.motion = null
    course.lapData = null
    course.carStatus = null
    return left.flatMap((seen) => (seen === null ? [] : [bare(seen)]))
  }

  return {
    push,
    flush,
    get dropped() {
      return dropped
    },
  }
}
