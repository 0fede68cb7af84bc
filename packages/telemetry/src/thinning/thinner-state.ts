import { type Datagram, decodeDatagram, type HeaderRead } from '../decode.ts'
import { frameOf, framesGoBack } from '../formats/headers.ts'
import type { Header, Packet, PacketKind } from '../formats/model.ts'
import { sameBody, timingChanged, tyresChanged } from './changes.ts'

type Of<K> = Extract<Packet, { kind: K }>

interface Moment {
  readonly frame: number
  readonly sessionTime: number
}

interface Seen<K> extends Datagram, Moment {
  readonly kept: boolean
  readonly packet: Of<K>
}

/** What is kept of one session. */
export interface Course {
  readonly uid: bigint
  readonly isTick: (header: Header) => boolean
  lapData: Seen<'lapData'> | null
  carStatus: Seen<'carStatus'> | null
  motion: (Datagram & Moment & { readonly kept: boolean }) | null
  /** By stream (kind, and the car where there is one): what was kept last, and when. */
  readonly last: Map<string, { readonly bytes: Uint8Array; readonly sessionTime: number }>
}

const nothing: readonly Datagram[] = []

/** Where frames go back, only a flashback takes time back by more than this. */
const mostReorderedSeconds = 0.5
/** Farther behind, a datagram is hardly late: frames may have begun anew. The session decides. */
const mostReorderedFrames = 60

/** Seconds of session time between two of a kind. */
const periods: Partial<Record<PacketKind, number>> = {
  carTelemetry: 0.5,
  carTelemetry2: 5,
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

/** What thinning remembers of one session. */
export function createCourse(uid: bigint): Course {
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
export function keepLapData(
  course: Course,
  header: Header,
  datagram: Datagram,
): readonly Datagram[] {
  const before = course.lapData
  if (!isLater(before, header)) return nothing
  const { frame, sessionTime } = momentOf(header)
  const packet = decodeDatagram(datagram.bytes)
  if (packet.kind !== 'lapData') return nothing
  const changed = before === null || timingChanged(before.packet.cars, packet.cars)
  const kept = course.isTick(header) || changed || frame === 0
  course.lapData = { ...datagram, frame, sessionTime, kept, packet }
  if (!kept) return nothing
  return changed && before !== null && !before.kept ? [bare(before), datagram] : [datagram]
}

/** At 10 Hz. */
export function keepMotion(
  course: Course,
  header: Header,
  datagram: Datagram,
): readonly Datagram[] {
  if (!isLater(course.motion, header)) return nothing
  const { frame, sessionTime } = momentOf(header)
  const kept = course.isTick(header) || frame === 0
  course.motion = { ...datagram, frame, sessionTime, kept }
  return kept ? [datagram] : nothing
}

/** At 2 Hz, and whenever a car's tyres change. */
export function keepCarStatus(
  course: Course,
  header: Header,
  datagram: Datagram,
): readonly Datagram[] {
  const before = course.carStatus
  if (!isLater(before, header)) return nothing
  const { frame, sessionTime } = momentOf(header)
  const packet = decodeDatagram(datagram.bytes)
  if (packet.kind !== 'carStatus') return nothing
  const changed = before === null || tyresChanged(before.packet.cars, packet.cars)
  const kept = isDue(course, 'carStatus', header, 0.5) || changed || frame === 0
  course.carStatus = { ...datagram, frame, sessionTime, kept, packet }
  if (!kept) return nothing
  note(course, 'carStatus', header, datagram)
  return [datagram]
}

function momentOf(header: Header): Moment {
  return { frame: frameOf(header), sessionTime: header.sessionTime }
}

/** Whether a datagram is no repeat of, and not from before, the last one of its kind. */
function isLater(before: Moment | null, header: Header): boolean {
  const frame = frameOf(header)
  if (before === null || frame === 0 || frame > before.frame) return true
  if (frame < before.frame - mostReorderedFrames) return true
  return framesGoBack(header) && header.sessionTime < before.sessionTime - mostReorderedSeconds
}

/** Of the other kinds: by their period, or where they say something new. */
export function keepSparse(
  course: Course,
  { kind, header, headerSize }: HeaderRead,
  datagram: Datagram,
): readonly Datagram[] {
  const isOver = frameOf(header) === 0 && kind === 'sessionHistory'
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

/** The datagram alone, without what thinning notes of it. */
export function bare({ atMs, bytes }: Datagram): Datagram {
  return { atMs, bytes }
}

/** Six frames at 60 Hz, three at 30: a tenth of a second with room for rounding. */
const tickSeconds = 0.0917
/** Before the lights the session time stands still and only the frames go on. */
const standingFrames = 30

/**
 * Chooses the frames that are kept at 10 Hz. Packets of one frame stay together, so that
 * positions and distances can be paired.
 */
export function createTicks(): (header: Header) => boolean {
  let tickFrame = -1
  let tickTime = -Infinity
  return (header) => {
    const frame = frameOf(header)
    const { sessionTime } = header
    if (frame === tickFrame) return true
    const due =
      frame < tickFrame ||
      sessionTime < tickTime ||
      sessionTime - tickTime >= tickSeconds ||
      (sessionTime === tickTime && frame - tickFrame >= standingFrames)
    if (!due) return false
    tickFrame = frame
    tickTime = sessionTime
    return true
  }
}
