import { encodeEvent, encodePacket } from '../src/encode.ts'
import type { f1_2025 } from '../src/formats/f1-2025.ts'
import type { Format } from '../src/formats/registry.ts'
import type { Header } from '../src/formats/model.ts'
import type { Partly } from '../src/layout/writer.ts'
import type { LapCar } from '../src/session/state.ts'

export interface Sent {
  readonly bytes: Uint8Array
  readonly atMs: number
}

type SessionBody = Parameters<typeof encodePacket<Format, 'session'>>[3]
type Participants = Parameters<typeof encodePacket<2025, 'participants'>>[3]
type Participant = NonNullable<Participants['cars']>[number]
type History = Parameters<typeof encodePacket<Format, 'sessionHistory'>>[3]
type Classification = Parameters<typeof encodePacket<2025, 'finalClassification'>>[3]
type EventCode = Parameters<typeof encodeEvent<2025, keyof (typeof f1_2025)['event']['codes']>>[1]
type Details<C extends EventCode> = Parameters<typeof encodeEvent<2025, C>>[3]
type Status = Parameters<typeof encodePacket<Format, 'carStatus'>>[3]

interface GameOptions {
  readonly format?: Format
  readonly uid?: bigint
  readonly cars?: number
  readonly atMs?: number
}

/** A game whose every packet the test decides: it keeps frames, times and the cars' timing. */
export function createGame(options: GameOptions = {}) {
  const format = options.format ?? 2025
  const sent: Sent[] = []
  const count = options.cars ?? 3
  const cars: Partly<LapCar>[] = Array.from({ length: count }, (_, i) => ({
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
    sessionType: 15,
    trackId: 7,
    sessionLinkIdentifier: 5,
    weekendLinkIdentifier: 4,
    seasonLinkIdentifier: 3,
  }

  function header(): Partly<Header> {
    return {
      gameMajorVersion: 1,
      gameMinorVersion: 18,
      sessionUid: uid,
      sessionTime: clock.seconds,
      frameIdentifier: clock.frame,
      overallFrameIdentifier: clock.overall,
      playerCarIndex: 0,
    }
  }

  function push(bytes: Uint8Array): void {
    sent.push({ bytes, atMs: clock.atMs })
  }

  return {
    sent,
    clock,
    cars,
    /** Lets time pass, in seconds. */
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
    /** The game's clock after the end: the time stands, the frames are 0. */
    over() {
      Object.assign(clock, { frame: 0, overall: 0 })
    },
    session(changes: SessionBody = {}) {
      info = { ...info, ...changes }
      push(encodePacket(format, 'session', header(), info))
    },
    participants(changes: Record<number, Participant> = {}) {
      const rows = cars.map((_, i) => ({
        aiControlled: i === 0 ? 0 : 1,
        teamId: i,
        raceNumber: 10 + i,
        name: `DRIVER ${i}`,
        yourTelemetry: 1,
        platform: i === 0 ? 1 : 255,
        ...changes[i],
      }))
      const empty = { teamId: 255, driverId: 255, networkId: 255 }
      const slots = [...rows, ...Array.from({ length: 22 - count }, () => empty)]
      push(encodePacket(format, 'participants', header(), { numActiveCars: count, cars: slots }))
    },
    /** Changes the timing of some cars and sends that of all. */
    lapData(changes: Record<number, Partly<LapCar>> = {}) {
      for (const [i, change] of Object.entries(changes))
        Object.assign(cars[Number(i)] ?? {}, change)
      push(encodePacket(format, 'lapData', header(), { cars }))
    },
    motion(positions: readonly (readonly [number, number])[]) {
      const moved = positions.map(([x, z]) => ({ worldPositionX: x, worldPositionZ: z }))
      push(encodePacket(format, 'motion', header(), { cars: moved }))
    },
    carStatus(rows: NonNullable<Status['cars']>) {
      push(encodePacket(format, 'carStatus', header(), { cars: rows }))
    },
    history(carIdx: number, body: History) {
      push(encodePacket(format, 'sessionHistory', header(), { carIdx, ...body }))
    },
    classification(rows: NonNullable<Classification['cars']>) {
      const body = { numCars: rows.length, cars: rows }
      push(encodePacket(format, 'finalClassification', header(), body))
    },
    event<C extends EventCode>(code: C, details: Details<C>) {
      push(encodeEvent(format, code, header(), details))
    },
  }
}

export type ScriptedGame = ReturnType<typeof createGame>
