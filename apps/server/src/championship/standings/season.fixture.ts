import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { POINTS_PRESETS } from '@pitboard/contract/seasons/points-presets'
import type { CompletePoints } from '@pitboard/contract/seasons/points-system'
import type { CarResult } from './session-result.ts'
import { type AdjustmentFields, parseAdjustment } from './adjustment-rules.ts'
import type { AppliedAdjustment, EventInput, SeasonInput, SessionInput } from './input.ts'

/** Tests write parts of seasons; what a test doesn't name plays no role in it. */
export function aSeason(season: Partial<SeasonInput> = {}): SeasonInput {
  return {
    system: aSystem(),
    events: [],
    aliases: [],
    adjustments: [],
    roster: [],
    tiers: [],
    teamsPerTier: false,
    startingPoints: { drivers: [], teams: [] },
    claims: [],
    ...season,
  }
}

export function aSystem(system: Partial<CompletePoints> = {}): CompletePoints {
  return { ...POINTS_PRESETS['f1-2010'], shortenedRaces: [], ...system }
}

export function anEvent(id: string, ...sessions: SessionInput[]): EventInput {
  return { id, track: 0, points: null, sessions }
}

export function aSession(session: Partial<SessionInput> = {}): SessionInput {
  return {
    sessionId: 'session',
    role: 'race',
    tier: '',
    pointsFactor: 1,
    pointsByDistance: true,
    isLive: false,
    plannedLaps: 50,
    driverNames: [],
    cars: [],
    votes: [],
    ...session,
  }
}

/** Returns a race that ended in the order of these names, a second apart; each drives for their own team. */
export function aRace(sessionId: string, names: readonly string[]): SessionInput {
  const cars = names.map((name, index) =>
    aCar({ name, driverIdx: index, position: index + 1, totalRaceTimeMs: 6e6 + index * 1000 }),
  )
  return aSession({ sessionId, cars })
}

export function aCar(car: Partial<CarResult> = {}): CarResult {
  const name = car.name ?? 'A'
  return {
    driverIdx: 0,
    name,
    isHidden: false,
    isHuman: true,
    carNumber: null,
    team: `Team ${name}`,
    teamColour: '#ffffff',
    position: 1,
    resultStatus: ResultStatus.Finished,
    numberOfLaps: 50,
    totalRaceTimeMs: 6e6,
    totalPenaltiesSeconds: 0,
    bestLapTimeMs: null,
    startingPosition: null,
    ...car,
  }
}

/** Builds an adjustment; only the fields that its kind needs stay. */
export function anAdjustment({
  id = 'adjustment',
  ...fields
}: Partial<AdjustmentFields> & { readonly id?: string } = {}): AppliedAdjustment {
  const none = { sessionId: null, driverIdx: null, name: null }
  const amounts = { seconds: null, points: null, places: null }
  return { id, ...parseAdjustment({ kind: 'points', ...none, ...amounts, ...fields }) }
}
