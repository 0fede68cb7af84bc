import { decodeDatagram, readHeader, type HeaderRead } from './decode.ts'
import type { Header, Packet, PacketKind } from './formats/model.ts'
import { sameBody, timingChanged, tyresChanged } from './thinning/changes.ts'
import { createTicks } from './thinning/ticks.ts'

/** A datagram and when it was received (ms since 1970). */
export interface Datagram {
  readonly atMs: number
  readonly bytes: Uint8Array
}

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

type Of<K> = Extract<Packet, { kind: K }>

interface Seen<K> extends Datagram {
  readonly frame: number
  readonly kept: boolean
  readonly packet: Of<K>
}

/** What is kept of one session. */
interface Course {
  readonly uid: bigint
  readonly isTick: (header: Header) => boolean
  lapData: Seen<'lapData'> | null
  carStatus: Seen<'carStatus'> | null
  motion: (Datagram & { readonly frame: number; readonly kept: boolean }) | null
  /** By stream (kind, and the car where there is one): what was kept last, and when. */
  readonly last: Map<string, { readonly bytes: Uint8Array; readonly sessionTime: number }>
}

const nothing: readonly Datagram[] = []

/** Seconds of session time between two of a kind. */
const periods: Partial<Record<PacketKind, number>> = {
  carTelemetry: 0.5,
  carDamage: 1,
  motionEx: 5,
  carSetups: 5,
}

/** Seconds after which a packet is kept although it says the same as before. */
const repeats: Partial<Record<PacketKind, number>> = {
  sessionHistory: 5,
  tyreSets: 30,
  lapPositions: 10,
  timeTrial: 10,
  lobbyInfo: 5,
}

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
    const isOver = header.overallFrameIdentifier === 0 || header.sessionUid !== course.uid
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

function createCourse(uid: bigint): Course {
  return {
    uid,
    isTick: createTicks(),
    lapData: null,
    carStatus: null,
    motion: null,
    last: new Map(),
  }
}

/** At 10 Hz, and on both sides of every change, so that final timers are exact. */
function keepLapData(course: Course, header: Header, datagram: Datagram): readonly Datagram[] {
  const frame = header.overallFrameIdentifier
  const before = course.lapData
  if (before !== null && frame !== 0 && frame <= before.frame) return nothing
  const packet = decodeDatagram(datagram.bytes)
  if (packet.kind !== 'lapData') return nothing
  const changed = before === null || timingChanged(before.packet.cars, packet.cars)
  const kept = course.isTick(header) || changed || frame === 0
  course.lapData = { ...datagram, frame, kept, packet }
  if (!kept) return nothing
  return changed && before !== null && !before.kept ? [bare(before), datagram] : [datagram]
}

function keepMotion(course: Course, header: Header, datagram: Datagram): readonly Datagram[] {
  const frame = header.overallFrameIdentifier
  if (course.motion !== null && frame !== 0 && frame <= course.motion.frame) return nothing
  const kept = course.isTick(header) || frame === 0
  course.motion = { ...datagram, frame, kept }
  return kept ? [datagram] : nothing
}

/** At 2 Hz, and whenever a car's tyres change. */
function keepCarStatus(course: Course, header: Header, datagram: Datagram): readonly Datagram[] {
  const frame = header.overallFrameIdentifier
  const before = course.carStatus
  if (before !== null && frame !== 0 && frame <= before.frame) return nothing
  const packet = decodeDatagram(datagram.bytes)
  if (packet.kind !== 'carStatus') return nothing
  const changed = before === null || tyresChanged(before.packet.cars, packet.cars)
  const kept = isDue(course, 'carStatus', header, 0.5) || changed || frame === 0
  course.carStatus = { ...datagram, frame, kept, packet }
  if (!kept) return nothing
  note(course, 'carStatus', header, datagram)
  return [datagram]
}

function keepSparse(
  course: Course,
  { kind, header, headerSize }: HeaderRead,
  datagram: Datagram,
): readonly Datagram[] {
  const isOver = header.overallFrameIdentifier === 0 && kind === 'sessionHistory'
  const perCar = kind === 'sessionHistory' || kind === 'tyreSets'
  const stream = perCar ? `${kind} ${datagram.bytes[headerSize]}` : kind
  const period = periods[kind]
  const due =
    period === undefined
      ? isDue(course, stream, header, repeats[kind] ?? 0) ||
        saysMore(course, stream, datagram, headerSize)
      : isDue(course, stream, header, period)
  if (!due && !isOver) return nothing
  note(course, stream, header, datagram)
  return [datagram]
}

function isDue(course: Course, stream: string, header: Header, period: number): boolean {
  const last = course.last.get(stream)
  if (last === undefined) return true
  const passed = header.sessionTime - last.sessionTime
  return passed < 0 || passed >= period - 0.01
}

function saysMore(course: Course, stream: string, datagram: Datagram, headerSize: number): boolean {
  const last = course.last.get(stream)
  return last === undefined || !sameBody(last.bytes, datagram.bytes, headerSize)
}

function note(course: Course, stream: string, header: Header, datagram: Datagram): void {
  course.last.set(stream, { bytes: datagram.bytes, sessionTime: header.sessionTime })
}

function bare({ atMs, bytes }: Datagram): Datagram {
  return { atMs, bytes }
}
