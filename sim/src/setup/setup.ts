import { carSlotsOf, type Format } from '@pitboard/telemetry/formats/registry'
import type { SprintNumbering } from './session-types.ts'
import { isRaceKind, type SessionKind, type Situation } from './situations.ts'
import { trackOf, type Track } from '../tracks/track.ts'

export interface RaceOptions {
  /** Decides everything that is left to chance: the same seed gives the same datagrams. */
  readonly seed: number
  /** The same field gives the same drivers in the same cars, whatever the seed. Default: `seed` decides. */
  readonly fieldSeed?: number
  /** A race has from 2 cars to as many as the format has room for; a time trial has 1. */
  readonly cars?: number
  readonly laps?: number
  /** One of `trackIds`. */
  readonly trackId?: number
  readonly format?: Format
  /** The game's menu setting for Motion, LapData, CarTelemetry, CarStatus and MotionEx. */
  readonly rateHz?: 10 | 20 | 30 | 60
  /** How many of the humans restrict their telemetry. */
  readonly hidden?: number
  readonly kind?: SessionKind
  /** What is to happen; without a list it is a race with a bit of everything usual. */
  readonly situations?: readonly Situation[]
  /** Leaves out the packets that no session is made of (setups, telemetry, tyre sets). */
  readonly lean?: boolean
  readonly weekend?: Weekend
  /** Default true, in a time trial false. */
  readonly online?: boolean
}

/** The weekend that a session is part of. */
export interface Weekend {
  readonly link: number
  readonly sessionLink: number
  readonly kinds: readonly SessionKind[]
  readonly numbering: SprintNumbering
  /** Whether the recorder also received the sessions before this one. */
  readonly isFullyRecorded: boolean
}

/** The options with their defaults, and the values that follow from them. */
export interface Setup extends Omit<
  Required<RaceOptions>,
  'fieldSeed' | 'trackId' | 'situations' | 'weekend'
> {
  readonly fieldSeed: number | null
  readonly uid: bigint
  readonly track: Track
  readonly situations: ReadonlySet<Situation> | null
  readonly weekend: Weekend | null
}

/** Throws a RangeError for a number of cars or laps that cannot be raced. */
export function setupOf(options: RaceOptions): Setup {
  const { seed, cars = 20, laps = 5, trackId = 7, format = 2025, rateHz = 60, hidden = 0 } = options
  const { kind = 'race', situations, lean = false, weekend = null, fieldSeed = null } = options
  const { online = kind !== 'timeTrial' } = options
  const most = carSlotsOf(format)
  const least = isRaceKind(kind) ? 2 : 1
  if (!Number.isInteger(cars) || cars < least || cars > most) {
    throw new RangeError(`${least} to ${most} cars`)
  }
  if (!Number.isInteger(laps) || laps < 1 || laps > 99) throw new RangeError('1 to 99 laps')
  return {
    seed,
    fieldSeed,
    uid: uidOf(seed, laps * 64 + cars),
    cars,
    laps,
    track: trackOf(trackId),
    format,
    rateHz,
    hidden,
    kind,
    situations: situations ? new Set(situations) : null,
    lean,
    weekend,
    online,
  }
}

/** A session UID as the game draws one; `salt` distinguishes sessions of one seed. */
export function uidOf(seed: number, salt: number): bigint {
  const spread = BigInt.asUintN(64, BigInt(seed + 1) * 0x9e37_79b9_7f4a_7c15n)
  return BigInt.asUintN(64, (spread ^ BigInt(salt)) | (1n << 62n))
}

export function has({ situations }: Setup, situation: Situation): boolean {
  return situations?.has(situation) ?? false
}
