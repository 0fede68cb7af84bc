import { encodeEvent, encodePacket } from '../src/encode.ts'
import type { Body, EventCode, EventDetails, Header } from '../src/formats/model.ts'
import type { Format } from '../src/formats/registry.ts'
import type { DeepPartial } from '../src/layout/writer.ts'
import type { LapCar } from '../src/session/state/state.ts'

export interface Sent {
  readonly bytes: Uint8Array
  readonly atMs: number
}

type SessionBody = DeepPartial<Body<'session'>>
type Participant = NonNullable<DeepPartial<Body<'participants'>>['cars']>[number]
type Status = NonNullable<DeepPartial<Body<'carStatus'>>['cars']>
type Damage = NonNullable<DeepPartial<Body<'carDamage'>>['cars']>
type Wings = NonNullable<DeepPartial<Body<'carTelemetry'>>['cars']>
type Modes = NonNullable<DeepPartial<Body<'carTelemetry2'>>['cars']>
type Results = NonNullable<DeepPartial<Body<'finalClassification'>>['cars']>

interface GameOptions {
  readonly format?: Format
  readonly uid?: bigint
  readonly cars?: number
  readonly atMs?: number
  /** It is the index of the second player's car on a split screen. */
  readonly secondPlayer?: number
}

/**
 * Creates a game that sends exactly the packets of a test; it counts frames and times, and stores the cars'
 * timing.
 */
export function createGame(options: GameOptions = {}) {
  const format = options.format ?? 2025
  const race = format < 2024 ? 10 : 15
  const sent: Sent[] = []
  const count = options.cars ?? 3
  const cars: DeepPartial<LapCar>[] = Array.from({ length: count }, (_, i) => ({
    carPosition: i + 1,
    gridPosition: i + 1,
    currentLapNum: 1,
    resultStatus: 2,
    driverStatus: 4,
  }))
  const clock = { frame: 1, overall: 1, seconds: 0, atMs: options.atMs ?? 1_700_000_000_000 }
  let uid = options.uid ?? 77n
  let info: SessionBody = {
    weather: 1,
    trackTemperature: 30,
    airTemperature: 22,
    totalLaps: 5,
    trackLength: 5000,
    sessionType: race,
    trackId: 7,
    sessionLinkIdentifier: 5,
    weekendLinkIdentifier: 4,
    seasonLinkIdentifier: 3,
  }

  function header(): DeepPartial<Header> {
    return {
      gameMajorVersion: 1,
      gameMinorVersion: 18,
      sessionUid: uid,
      sessionTime: clock.seconds,
      frameIdentifier: clock.frame,
      overallFrameIdentifier: clock.overall,
      playerCarIndex: 0,
      secondaryPlayerCarIndex: options.secondPlayer ?? 255,
    }
  }

  function push(bytes: Uint8Array): void {
    sent.push({ bytes, atMs: clock.atMs })
  }

  return {
    sent,
    clock,
    cars,
    /** Lets time pass; the unit is seconds. */
    wait(seconds: number) {
      clock.frame += Math.max(1, Math.round(seconds * 60))
      clock.overall += Math.max(1, Math.round(seconds * 60))
      clock.seconds += seconds
      clock.atMs += Math.round(seconds * 1000)
    },
    newUid(next: bigint, seconds: number) {
      uid = next
      Object.assign(clock, { frame: 1, overall: 1, seconds })
    },
    /** Sets the game's clock after the end: the time stands, the frames are 0. */
    over() {
      Object.assign(clock, { frame: 0, overall: 0 })
      if (format === 2022) clock.seconds = 0
    },
    /** Sends what the lobby sends, without session and frame. */
    inLobby(send: () => void) {
      const before = { uid, ...clock }
      uid = 0n
      Object.assign(clock, { frame: 0, overall: 0 })
      send()
      uid = before.uid
      Object.assign(clock, { frame: before.frame, overall: before.overall })
    },
    /** Jumps back to `seconds`, with the event of a flashback or without. */
    flashback(seconds: number, isAnnounced = true) {
      const frame = clock.frame - Math.round((clock.seconds - seconds) * 60)
      const target = { flashbackFrameIdentifier: frame, flashbackSessionTime: seconds }
      if (isAnnounced) push(encodeEvent(format, 'FLBK', header(), target))
      Object.assign(clock, { frame, seconds, overall: clock.overall + 1 })
    },
    session(changes: SessionBody = {}) {
      info = { ...info, ...changes }
      push(encodePacket(format, 'session', header(), info))
    },
    participants(changes: Record<number, Participant> = {}, numActiveCars: number = count) {
      const rows = cars.map((_, i) => ({
        aiControlled: i === 0 ? 0 : 1,
        teamId: i,
        raceNumber: 10 + i,
        name: `DRIVER ${i}`,
        yourTelemetry: 1,
        networkId: i === 0 ? 0 : 255,
        platform: i === 0 ? 1 : 255,
        ...changes[i],
      }))
      const empty = { teamId: 255, driverId: 255, networkId: 255 }
      const slots = [...rows, ...Array.from({ length: slotsOf(format) - count }, () => empty)]
      push(encodePacket(format, 'participants', header(), { numActiveCars, cars: slots }))
    },
    /** Changes the timing of some cars and sends that of all. */
    lapData(changes: Record<number, DeepPartial<LapCar>> = {}) {
      for (const [i, change] of Object.entries(changes))
        Object.assign(cars[Number(i)] ?? {}, change)
      // Cars that move never send the same bytes again, as in the game; this holds after a flashback, too.
      const rows = cars.map((car) => ({ safetyCarDeltaSeconds: sent.length, ...car }))
      push(encodePacket(format, 'lapData', header(), { cars: rows }))
    },
    motion(places: readonly (readonly [x: number, z: number, speed?: number])[]) {
      const moved = places.map(([x, z, speed = 0]) => ({
        worldPositionX: x,
        worldPositionZ: z,
        worldVelocityX: speed,
      }))
      push(encodePacket(format, 'motion', header(), { cars: moved }))
    },
    carStatus(rows: Status) {
      push(encodePacket(format, 'carStatus', header(), { cars: rows }))
    },
    carDamage(rows: Damage) {
      push(encodePacket(format, 'carDamage', header(), { cars: rows }))
    },
    carTelemetry(rows: Wings) {
      push(encodePacket(format, 'carTelemetry', header(), { cars: rows }))
    },
    carTelemetry2(rows: Modes) {
      push(encodePacket(format, 'carTelemetry2', header(), { cars: rows }))
    },
    history(carIdx: number, body: DeepPartial<Body<'sessionHistory'>>) {
      push(encodePacket(format, 'sessionHistory', header(), { carIdx, ...body }))
    },
    classification(rows: Results) {
      const body = { numCars: rows.length, cars: rows }
      push(encodePacket(format, 'finalClassification', header(), body))
    },
    event<C extends EventCode>(code: C, details: DeepPartial<EventDetails<C>>) {
      push(encodeEvent(format, code, header(), details))
    },
  }
}

export type ScriptedGame = ReturnType<typeof createGame>

function slotsOf(format: Format): number {
  return format === 2026 ? 24 : 22
}
