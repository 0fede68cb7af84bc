import type { Format } from '@pitboard/telemetry/formats/registry'
import { trackOf, type Track } from './tracks/track.ts'

export interface RaceOptions {
  /** Decides everything that is left to chance: the same seed gives the same datagrams. */
  readonly seed: number
  /** 2 to 22. */
  readonly cars?: number
  readonly laps?: number
  /** One of `trackIds`. */
  readonly trackId?: number
  readonly format?: Format
  /** The game's menu setting for Motion, LapData, CarTelemetry, CarStatus and MotionEx. */
  readonly rateHz?: 10 | 20 | 30 | 60
  /** How many of the humans restrict their telemetry. */
  readonly hidden?: number
}

export interface Setup {
  readonly seed: number
  readonly uid: bigint
  readonly cars: number
  readonly laps: number
  readonly track: Track
  readonly format: Format
  readonly rateHz: number
  readonly hidden: number
}

/** Throws a RangeError for a number of cars or laps that cannot be raced. */
export function setupOf(options: RaceOptions): Setup {
  const { seed, cars = 20, laps = 5, trackId = 7, format = 2025, rateHz = 60, hidden = 0 } = options
  if (!Number.isInteger(cars) || cars < 2 || cars > 22) throw new RangeError('2 to 22 cars')
  if (!Number.isInteger(laps) || laps < 1 || laps > 99) throw new RangeError('1 to 99 laps')
  const spread = BigInt.asUintN(64, BigInt(seed + 1) * 0x9e37_79b9_7f4a_7c15n)
  return {
    seed,
    uid: BigInt.asUintN(64, (spread ^ BigInt(laps * 64 + cars)) | (1n << 62n)),
    cars,
    laps,
    track: trackOf(trackId),
    format,
    rateHz,
    hidden,
  }
}
