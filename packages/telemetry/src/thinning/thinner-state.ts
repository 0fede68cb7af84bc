import { frameFields } from '@pitboard/contract/sessions/car-fields'
import type { Datagram, HeaderRead } from '../decode.ts'
import { frameOf, framesGoBack } from '../formats/headers.ts'
import type { Header, PacketKind } from '../formats/model.ts'
import type { Fields } from '../layout/field.ts'
import { fieldOffsets } from '../layout/partial-tables.ts'
import { createPlayerCarFrames, type PlayerCarFrames } from './player-car-frames.ts'

interface Moment {
  readonly frame: number
  readonly sessionTime: number
}

interface SeenDatagram extends Datagram, Moment {
  readonly isStored: boolean
}

interface Ticks {
  /** Returns whether the packets of this frame are stored. */
  isTick(header: Header): boolean
  /** Returns the frame of the last tick. */
  frame(): number
}

/** The thinner remembers this of one session. */
export interface ThinnerState {
  readonly uid: bigint
  readonly ticks: Ticks
  lapData: SeenDatagram | null
  carStatus: SeenDatagram | null
  motion: SeenDatagram | null
  /** It has the newest moments of packets that are stored at the ticks alone. */
  readonly newest: Map<PacketKind, Moment>
  readonly playerCar: PlayerCarFrames
  /** It has the datagram that was stored last, by stream (packet kind, and the car where it has one). */
  readonly lastStored: Map<string, { readonly bytes: Uint8Array; readonly sessionTime: number }>
}

const nothing: readonly Datagram[] = []

/** A session time of 2022 that falls by more than this is a flashback and not a late datagram. */
const lateSecondsMax = 0.5
/** A frame that is farther behind than this is not late: the game may have been joined again. */
const lateFramesMax = 60
/** Six frames at 60 Hz or three at 30 Hz are a tenth of a second; the rest is room for rounding. */
const tickSeconds = 0.0917
/** The session time is 0 before the start, and only the frame number grows. */
const tickFramesAtStandstill = 30
/** Energy is interpolated over half a second at most; one packet may be lost. */
const carStatusSeconds = 0.4

/** This many seconds of session time lie between two stored packets of a kind. */
const periods: Partial<Record<PacketKind, number>> = {
  carDamage: 1,
  motionEx: 5,
  carSetups: 5,
}

/**
 * After this many seconds a packet is stored even if its content has not changed; other kinds are always
 * stored.
 */
const repeats: Partial<Record<PacketKind, number>> = {
  sessionHistory: 5,
  tyreSets: 30,
  lapPositions: 10,
  timeTrial: 10,
  lobbyInfo: 5,
}

/** Packets of all cars are stored in every frame (`full`) or ten times a second (`reduced`). */
export type ThinnerRate = 'full' | 'reduced'

/** Creates the state of a session that has stored nothing yet. */
export function createThinnerState(uid: bigint, rate: ThinnerRate): ThinnerState {
  return {
    uid,
    ticks: createTicks(rate === 'full' ? 0 : tickSeconds),
    lapData: null,
    carStatus: null,
    motion: null,
    newest: new Map(),
    playerCar: createPlayerCarFrames(),
    lastStored: new Map(),
  }
}

/** Stores timing at 10 Hz, and the frames before and after every change so that timers are exact. */
export function thinLapData(
  state: ThinnerState,
  read: HeaderRead,
  datagram: Datagram,
): readonly Datagram[] {
  const { header } = read
  const before = state.lapData
  if (!isLater(before, header)) return nothing
  const isChanged = before === null || carsChanged('lapData', before.bytes, datagram.bytes, read)
  const isStored = state.ticks.isTick(header) || isChanged || frameOf(header) === 0
  state.lapData = { ...datagram, ...momentOf(header), isStored }
  if (!isStored) return nothing
  const isBeforeMissing = isChanged && before !== null && !before.isStored
  return isBeforeMissing ? [datagramOf(before), datagram] : [datagram]
}

/** Stores positions at 10 Hz. */
export function thinMotion(
  state: ThinnerState,
  { header }: HeaderRead,
  datagram: Datagram,
): readonly Datagram[] {
  if (!isLater(state.motion, header)) return nothing
  const isStored = state.ticks.isTick(header) || frameOf(header) === 0
  state.motion = { ...datagram, ...momentOf(header), isStored }
  return isStored ? [datagram] : nothing
}

/** Stores speed, pedals and wings at 10 Hz. */
export function thinTelemetry(
  state: ThinnerState,
  { kind, header }: HeaderRead,
  datagram: Datagram,
): readonly Datagram[] {
  if (!isLater(state.newest.get(kind) ?? null, header)) return nothing
  state.newest.set(kind, momentOf(header))
  return state.ticks.isTick(header) || frameOf(header) === 0 ? [datagram] : nothing
}

/**
 * Returns the player's own car in every frame: a small datagram for each frame that is not stored as a whole.
 * It follows when the next frame begins.
 */
export function addPlayerCar(
  state: ThinnerState,
  read: HeaderRead,
  datagram: Datagram,
): readonly Datagram[] {
  const frame = frameOf(read.header)
  if (read.kind === 'playerCar') state.playerCar.pass(frame)
  if (frame === 0 || frame < state.ticks.frame()) return nothing
  const ended = state.playerCar.add(read, datagram)
  state.playerCar.drop(state.ticks.frame())
  return ended === null ? nothing : [ended]
}

/** Stores car status at 2.5 Hz, and whenever the tyres of a car change. */
export function thinCarStatus(
  state: ThinnerState,
  read: HeaderRead,
  datagram: Datagram,
): readonly Datagram[] {
  const { header } = read
  const before = state.carStatus
  if (!isLater(before, header)) return nothing
  const isChanged = before === null || carsChanged('carStatus', before.bytes, datagram.bytes, read)
  const isStored =
    isDue(state, 'carStatus', header, carStatusSeconds) || isChanged || frameOf(header) === 0
  state.carStatus = { ...datagram, ...momentOf(header), isStored }
  if (!isStored) return nothing
  rememberStored(state, 'carStatus', header, datagram)
  return [datagram]
}

/** Stores a packet of any other kind by its period, or when its content changes. */
export function thinOtherPacket(
  state: ThinnerState,
  { kind, header, headerSize }: HeaderRead,
  datagram: Datagram,
): readonly Datagram[] {
  const isFinalHistory = frameOf(header) === 0 && kind === 'sessionHistory'
  const hasCar = kind === 'sessionHistory' || kind === 'tyreSets'
  const stream = hasCar ? `${kind} ${datagram.bytes[headerSize]}` : kind
  const period = periods[kind]
  const shouldStore =
    period === undefined
      ? isDue(state, stream, header, repeats[kind] ?? 0) ||
        hasNewBody(state, stream, datagram, headerSize)
      : isDue(state, stream, header, period)
  if (!shouldStore && !isFinalHistory) return nothing
  rememberStored(state, stream, header, datagram)
  return [datagram]
}

/** Returns the datagram without what the thinner knows about it. */
export function datagramOf({ atMs, bytes }: Datagram): Datagram {
  return { atMs, bytes }
}

/**
 * Chooses the frames that are stored, at 10 Hz by default. All packets of a frame are stored together, so that
 * positions and distances can be paired.
 */
function createTicks(leastSeconds: number): Ticks {
  let tickFrame = -1
  let tickTime = -Infinity

  function isTick(header: Header): boolean {
    const frame = frameOf(header)
    const { sessionTime } = header
    if (frame === tickFrame) return true
    // A late frame does not move the ticks.
    if (frame < tickFrame && frame >= tickFrame - lateFramesMax) return true
    const isTick =
      frame < tickFrame ||
      sessionTime < tickTime ||
      (sessionTime > tickTime && sessionTime - tickTime >= leastSeconds) ||
      (sessionTime === tickTime && frame - tickFrame >= tickFramesAtStandstill)
    if (!isTick) return false
    tickFrame = frame
    tickTime = sessionTime
    return true
  }

  return { isTick, frame: () => tickFrame }
}

const changeOffsets = { lapData: new WeakMap(), carStatus: new WeakMap() } satisfies Record<
  string,
  WeakMap<Fields, Uint16Array>
>

/** Returns whether a field of `CAR_FIELDS`' column `onChange` differs for any car. */
function carsChanged(
  kind: keyof typeof changeOffsets,
  before: Uint8Array,
  after: Uint8Array,
  { body, headerSize }: HeaderRead,
): boolean {
  if (before.length !== after.length) return true
  const known: WeakMap<Fields, Uint16Array> = changeOffsets[kind]
  const offsets = known.get(body) ?? fieldOffsets(body, 'cars', frameFields(kind, 'onChange'))
  known.set(body, offsets)
  for (let i = 0; i < offsets.length; i++) {
    const offset = offsets[i]
    if (offset === undefined || before[headerSize + offset] !== after[headerSize + offset]) {
      return true
    }
  }
  return false
}

function momentOf(header: Header): Moment {
  return { frame: frameOf(header), sessionTime: header.sessionTime }
}

/** Returns whether a datagram is newer than the last one of its kind. */
function isLater(before: Moment | null, header: Header): boolean {
  const frame = frameOf(header)
  if (before === null || frame === 0 || frame > before.frame) return true
  if (frame < before.frame - lateFramesMax) return true
  return framesGoBack(header) && header.sessionTime < before.sessionTime - lateSecondsMax
}

function isDue(state: ThinnerState, stream: string, header: Header, period: number): boolean {
  const last = state.lastStored.get(stream)
  if (last === undefined) return true
  const passed = header.sessionTime - last.sessionTime
  return passed < 0 || passed >= period - 0.01
}

function hasNewBody(
  state: ThinnerState,
  stream: string,
  { bytes }: Datagram,
  headerSize: number,
): boolean {
  const last = state.lastStored.get(stream)?.bytes
  if (last?.length !== bytes.length) return true
  for (let i = headerSize; i < bytes.length; i++) if (bytes[i] !== last[i]) return true
  return false
}

function rememberStored(
  state: ThinnerState,
  stream: string,
  header: Header,
  { bytes }: Datagram,
): void {
  state.lastStored.set(stream, { bytes, sessionTime: header.sessionTime })
}
