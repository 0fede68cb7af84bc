import type { AdjustmentCreate } from '@pitboard/contract/seasons/season-management'
import type { RaceOptions } from '@pitboard/sim/setup/setup'
import type { SessionKind } from '@pitboard/sim/setup/situations'
import { Track } from '@pitboard/contract/wire/enumerations'

/** The seed draws the drivers and cars of all rounds and of the live race: points move between them. */
export const FIELD_SEED = 7

/** The round has been driven. Its sessions start an hour after each other. */
export interface PastRound {
  readonly trackId: number
  readonly weeksFromNow: number
  readonly sessions: readonly RaceOptions[]
}

// The seed lies beyond those that `demo.ts` draws for live races, because a seed gives a session its UID.
const SEED = 200_000
// Twenty samples a second are enough to compare laps, and are simulated in a second.
const SESSION = { fieldSeed: FIELD_SEED, cars: 20, rateHz: 20 } as const

export const PAST_ROUNDS: readonly PastRound[] = [
  raceWeekend({ trackId: Track.Zandvoort, weeksFromNow: -3, seed: SEED + 10 }),
  sprintWeekend({ trackId: Track.Silverstone, weeksFromNow: -2, seed: SEED + 20 }),
  raceWeekend({ trackId: Track.Spa, weeksFromNow: -1, seed: SEED + 30 }),
]
/** The best comes first. Each team has a car in both. */
export const TIERS = ['Gold', 'Silver'] as const

/** The live race is driven there. */
export const CURRENT_TRACK_ID = Track.Monza
export const NEXT_TRACK_ID = Track.Suzuka

interface Weekend {
  readonly trackId: number
  readonly weeksFromNow: number
  readonly seed: number
}

function raceWeekend(weekend: Weekend): PastRound {
  return pastRound(weekend, ['shortQualifying', 'race'])
}

function sprintWeekend(weekend: Weekend): PastRound {
  return pastRound(weekend, ['sprint', 'race'])
}

function pastRound({ seed, ...round }: Weekend, kinds: readonly SessionKind[]): PastRound {
  const { trackId } = round
  const numbering = kinds.includes('sprint') ? 'sprintIsRace' : 'raceIsRace'
  const weekend = { link: seed, kinds, numbering, isFullyRecorded: true } as const
  return {
    ...round,
    sessions: kinds.map((kind, index) => ({
      ...SESSION,
      seed: seed + index,
      trackId,
      kind,
      laps: kind === 'race' ? 5 : 3,
      weekend: { ...weekend, sessionLink: seed + kinds.length + index },
    })),
  }
}

/** The decision is about the car that finished a session in `position`. */
export interface Decision extends Pick<AdjustmentCreate, 'kind' | 'seconds' | 'points' | 'reason'> {
  readonly trackId: number
  readonly role: 'race' | 'sprint'
  readonly position: number
  /** It is null for a decision that applies. */
  readonly revokedReason: string | null
}

export const DECISIONS: readonly Decision[] = [
  {
    trackId: Track.Zandvoort,
    role: 'race',
    position: 2,
    kind: 'timePenalty',
    seconds: 5,
    reason: 'Left the track in turn 3 on lap 4 and gained a lasting advantage.',
    revokedReason: null,
  },
  {
    trackId: Track.Silverstone,
    role: 'sprint',
    position: 3,
    kind: 'disqualification',
    reason: 'Drove with a driving aid that the regulations of the league forbid.',
    revokedReason: null,
  },
  {
    trackId: Track.Silverstone,
    role: 'race',
    position: 6,
    kind: 'points',
    points: -3,
    reason: 'Missed the drivers’ briefing for the second time.',
    revokedReason: null,
  },
  {
    trackId: Track.Spa,
    role: 'race',
    position: 1,
    kind: 'timePenalty',
    seconds: 10,
    reason: 'Caused a collision in turn 5 on lap 2.',
    revokedReason: 'The replay shows that both drivers left each other room: a racing incident.',
  },
]
