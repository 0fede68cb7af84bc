import type { PointsSystem, SessionRole } from '@pitboard/contract/seasons/points-system'
import type { Result } from '@pitboard/contract/seasons/standings'
import type { CarResult } from './session-result.ts'
import { classify, isRace } from './classify.ts'
import {
  createDriverIdentifier,
  createResolveName,
  type DriverIdentity,
  type ResolveName,
} from './identify-drivers.ts'
import type { AppliedAdjustment, EventInput, SeasonInput, SessionInput } from './input.ts'
import { type ScoredCar, scoreSession } from './score.ts'
import { adjustmentEffect } from './adjustment-rules.ts'
import { createRosterTeams, type RosterTeam } from './roster-teams.ts'
import { sumStartingPoints } from './starting-points.ts'

/** A driver or a team with everything that gives points. */
export interface Competitor {
  readonly key: string
  readonly name: string
  readonly isHidden: boolean
  readonly results: readonly LedgerResult[]
  /** Points that the season begins with, never dropped; null without any. */
  readonly startingPoints: number | null
  /** Its team before the first result, or the team itself; undefined without a roster. */
  readonly rosterTeam: RosterTeam | undefined
  /** Never dropped. */
  readonly adjustments: readonly PointAdjustment[]
}

export interface LedgerResult extends Omit<Result, 'points' | 'dropped'> {
  /** The index among the season's events. */
  readonly eventIndex: number
  readonly identity: DriverIdentity
  readonly teamColour: string
  readonly teamSource: 'roster' | 'game'
  readonly counts: boolean
  readonly isClassified: boolean
  readonly parts: ScoredCar['parts']
}

export interface Ledger {
  readonly system: PointsSystem
  readonly eventCount: number
  /** Indexes of the events in which points were at stake. */
  readonly driven: readonly number[]
  readonly drivers: readonly Competitor[]
  readonly teams: readonly Competitor[]
}

/** Assigns every result to its driver and its team. */
export function openLedger(season: SeasonInput): Ledger {
  const { system, events, aliases, adjustments } = season
  const resolveName = createResolveName(aliases)
  const rosterTeamOf = createRosterTeams(season, resolveName)
  const results = events.flatMap((event, eventIndex) => {
    const fastest = findFastestQualifier(event, adjustments, resolveName)
    return event.sessions.toSorted(bySession).flatMap((session) => {
      const identify = createDriverIdentifier(session, resolveName)
      const isFastest = (car: CarResult) => identify(car).key === fastest
      return scoreSession(system, session, adjustments, isFastest).map((scored) => {
        const identity = identify(scored.car)
        const team = identity.isHidden ? undefined : rosterTeamOf(identity.key, eventIndex)
        return toSessionResult(session, scored, {
          eventId: event.id,
          eventIndex,
          identity,
          team: team?.name ?? scored.car.team,
          teamColour: team?.colour ?? scored.car.teamColour,
          teamSource: team ? 'roster' : 'game',
        })
      })
    })
  })
  const driven = events.flatMap(({ sessions }, index) =>
    sessions.some((session) => isAtStake(system, session)) ? [index] : [],
  )
  const pointAdjustments = createPointAdjustments({ events, adjustments, driven, resolveName })
  const byDriver = Map.groupBy(results, ({ identity }) => identity.key)
  const byTeam = Map.groupBy(
    results.filter(({ team }) => team !== ''),
    ({ team }) => team,
  )
  const driverStarts = sumStartingPoints(season.startingPoints.drivers, resolveName)
  const drivers = Array.from(new Set([...byDriver.keys(), ...driverStarts.keys()]), (key) => {
    const own = byDriver.get(key) ?? []
    return {
      key,
      name: own[0]?.identity.name ?? key,
      isHidden: own[0]?.identity.isHidden ?? false,
      results: own,
      startingPoints: driverStarts.get(key) ?? null,
      rosterTeam: rosterTeamOf(key, 0),
      adjustments: pointAdjustments.ofDriver(key, own),
    }
  })
  const teamStarts = sumStartingPoints(season.startingPoints.teams)
  const teams = Array.from(new Set([...byTeam.keys(), ...teamStarts.keys()]), (team) => ({
    key: team,
    name: team,
    isHidden: false,
    results: byTeam.get(team) ?? [],
    startingPoints: teamStarts.get(team) ?? null,
    rosterTeam: season.roster.find((entry) => entry.team?.name === team)?.team ?? undefined,
    adjustments: pointAdjustments.ofTeam(team),
  }))
  return { system, eventCount: events.length, driven, drivers, teams }
}

/**
 * Finds it for an event with one qualifying and one race: with more it is unclear which race it belongs to.
 */
function findFastestQualifier(
  { sessions }: EventInput,
  adjustments: readonly AppliedAdjustment[],
  resolveName: ResolveName,
): string | undefined {
  const [qualifying, another] = sessions.filter(({ role }) => role === 'qualifying')
  const races = sessions.filter(({ role }) => role === 'race')
  if (!qualifying || another || races.length !== 1) return undefined
  const first = classify(qualifying, adjustments).find(({ position }) => position === 1)
  return first && createDriverIdentifier(qualifying, resolveName)(first.car).key
}

function toSessionResult(
  { sessionId, role }: SessionInput,
  { car, hasFastestLap, hasPole, ...scored }: ScoredCar,
  found: Pick<
    LedgerResult,
    'eventId' | 'eventIndex' | 'identity' | 'team' | 'teamColour' | 'teamSource'
  >,
): LedgerResult {
  return {
    ...found,
    ...scored,
    sessionId,
    role,
    driverIdx: car.driverIdx,
    fastestLap: hasFastestLap,
    pole: hasPole,
  }
}

/** Practice never gives points; qualifying only where the points system says so. */
function isAtStake(system: PointsSystem, { role, cars }: SessionInput): boolean {
  if (cars.length === 0 || role === 'practice') return false
  return isRace(role) || system[role].length > 0
}

/** The order of a weekend, independent of the order in which sessions were linked. */
const ORDER: readonly SessionRole[] = [
  'practice',
  'sprintQualifying',
  'sprint',
  'qualifying',
  'race',
]

function bySession(a: SessionInput, b: SessionInput): number {
  return ORDER.indexOf(a.role) - ORDER.indexOf(b.role) || (a.sessionId < b.sessionId ? -1 : 1)
}

/** Points that the stewards add to a driver or a team, or deduct. */
interface PointAdjustment {
  readonly adjustmentId: string
  readonly sessionId: string | null
  /** The event after which the points count. */
  readonly eventIndex: number
  readonly points: number
}

/** Where the season has only its starting points. */
const BEFORE_EVENTS = -1

interface Season {
  readonly events: readonly EventInput[]
  readonly adjustments: readonly AppliedAdjustment[]
  readonly driven: readonly number[]
  readonly resolveName: ResolveName
}

/** Finds the point adjustments of a driver and of a team. */
function createPointAdjustments({ events, adjustments, driven, resolveName }: Season) {
  const eventOf = new Map(
    events.flatMap(({ sessions }, index) =>
      sessions.map(({ sessionId }) => [sessionId, index] as const),
    ),
  )
  const effects = adjustments
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((adjustment) => ({ ...adjustmentEffect(adjustment), adjustmentId: adjustment.id }))

  function pointAdjustment(adjustmentId: string, points: number, sessionId: string | null) {
    const at = sessionId === null ? undefined : eventOf.get(sessionId)
    const from = at === undefined ? undefined : driven.find((index) => index >= at)
    // Points of the season as a whole count from now on, not from its start.
    return { adjustmentId, sessionId, eventIndex: from ?? driven.at(-1) ?? BEFORE_EVENTS, points }
  }

  return {
    ofDriver: (key: string, results: readonly LedgerResult[]): PointAdjustment[] =>
      effects.flatMap((effect) => {
        if (effect.target !== 'driver') return []
        const { adjustmentId, sessionId, driverIdx, name, points } = effect
        const isOwn =
          sessionId === null
            ? name !== null && resolveName(name) === key
            : results.some((one) => one.sessionId === sessionId && one.driverIdx === driverIdx)
        return isOwn ? [pointAdjustment(adjustmentId, points, sessionId)] : []
      }),
    ofTeam: (team: string): PointAdjustment[] =>
      effects.flatMap((effect) =>
        effect.target === 'team' && effect.name === team
          ? [pointAdjustment(effect.adjustmentId, effect.points, null)]
          : [],
      ),
  }
}
