import type { CompletePoints, SessionRole } from '@pitboard/contract/seasons/points-system'
import { systemOfEvent } from '@pitboard/contract/seasons/event-points'
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
import { type ScoredCar, scoreSession, type TierOf } from './score.ts'
import { adjustmentEffect } from './adjustment-rules.ts'
import { createFindEntry, type RosterTeam } from './roster-entries.ts'
import { sumStartingPoints } from './starting-points.ts'

/** A driver or a team has all this that gives points. */
export interface Competitor {
  readonly key: string
  readonly name: string
  readonly isHidden: boolean
  readonly results: readonly LedgerResult[]
  /** The season begins with these points, which are never dropped; null without any. */
  readonly startingPoints: number | null
  /** It is the team before the first result, or the team itself; undefined without a roster. */
  readonly rosterTeam: RosterTeam | undefined
  /** They are never dropped. */
  readonly adjustments: readonly PointAdjustment[]
}

export interface LedgerResult extends Omit<Result, 'points' | 'dropped' | 'tier'> {
  /** The result counts in this tier; empty if tiers do not compete, null for a driver without one. */
  readonly tier: string | null
  /** It is the index among the season's events. */
  readonly eventIndex: number
  readonly identity: DriverIdentity
  readonly teamColour: string
  readonly teamSource: 'roster' | 'game'
  readonly counts: boolean
  readonly isClassified: boolean
  readonly parts: ScoredCar['parts']
}

export interface Ledger {
  readonly system: CompletePoints
  readonly eventCount: number
  /** Points were at stake in the events with these indexes. */
  readonly driven: readonly number[]
  /** The race was driven in the events with these indexes. */
  readonly raced: readonly number[]
  readonly drivers: readonly Competitor[]
  readonly teams: readonly Competitor[]
}

export interface Ledgers {
  readonly overall: Ledger
  readonly tiers: readonly TierLedger[]
}

interface TierLedger {
  readonly tier: string
  readonly ledger: Ledger
}

/** Assigns every result to its driver and its team, over all tiers. */
export function openLedger(season: SeasonInput): Ledger {
  return openLedgers(season).overall
}

/** Returns the results of all tiers, and those of each tier that competes. */
export function openLedgers(season: SeasonInput): Ledgers {
  const { aliases } = season
  const resolveName = createResolveName(aliases)
  const findEntry = createFindEntry(season, resolveName)
  const found = {
    season,
    resolveName,
    findEntry,
    results: scoreEvents(season, resolveName, findEntry),
  }
  return {
    overall: toLedger(found, null),
    tiers: season.tiers.map((tier) => ({ tier, ledger: toLedger(found, tier) })),
  }
}

type FindEntry = ReturnType<typeof createFindEntry>

function scoreEvents(
  season: SeasonInput,
  resolveName: ResolveName,
  findEntry: FindEntry,
): LedgerResult[] {
  const { system, events, adjustments } = season
  const findTier = createFindTier(season, findEntry)
  return events.flatMap((event, eventIndex) => {
    const paid = systemOfEvent(system, event)
    const tierOf = (session: SessionInput) => {
      const identify = createDriverIdentifier(session, resolveName)
      return (car: CarResult) => findTier(session, identify(car), eventIndex)
    }
    const fastest = findFastestQualifiers(season, event, { resolveName, tierOf })
    return event.sessions.toSorted(bySession).flatMap((one) => {
      const session = { ...one, pointsFactor: one.pointsFactor * (event.points?.factor ?? 1) }
      const identify = createDriverIdentifier(session, resolveName)
      const tierOfCar = tierOf(session)
      const isFastest = (car: CarResult) => identify(car).key === fastest.get(tierOfCar(car))
      return scoreSession(paid, session, adjustments, isFastest, tierOfCar).map((scored) => {
        const identity = identify(scored.car)
        const team = identity.isHidden ? null : (findEntry(identity.key, eventIndex)?.team ?? null)
        return toSessionResult(session, scored, {
          eventId: event.id,
          eventIndex,
          identity,
          tier: tierOfCar(scored.car),
          team: team?.name ?? scored.car.team,
          teamColour: team?.colour ?? scored.car.teamColour,
          teamSource: team ? 'roster' : 'game',
        })
      })
    })
  })
}

/**
 * Finds the tier in which a driver competes: that of the session, else that of the driver's entry; returns null without
 * one. Where tiers do not compete, all compete in one without a name.
 */
function createFindTier({ tiers }: SeasonInput, findEntry: FindEntry) {
  return ({ tier }: SessionInput, { key, isHidden }: DriverIdentity, eventIndex: number) => {
    if (tiers.length === 0) return ''
    if (tiers.includes(tier)) return tier
    const own = isHidden ? undefined : findEntry(key, eventIndex)?.tier
    return own !== undefined && tiers.includes(own) ? own : null
  }
}

interface Found {
  readonly season: SeasonInput
  readonly resolveName: ResolveName
  readonly findEntry: FindEntry
  /** The list has the results of all tiers. */
  readonly results: readonly LedgerResult[]
}

/** Collects everything that gives points, in one tier or, for null, in all of them. */
function toLedger(
  { season, resolveName, findEntry, results: all }: Found,
  tier: string | null,
): Ledger {
  const { system, events, adjustments, startingPoints } = season
  const results = tier === null ? all : all.filter((result) => result.tier === tier)
  const driven = findDriven(season, results)
  const homes = createHomes({ season, findEntry, results: all })
  const pointAdjustments = createPointAdjustments({ events, adjustments, driven, resolveName })
  const isHere = (home: string | null) => tier === null || home === tier
  const byDriver = Map.groupBy(results, ({ identity }) => identity.key)
  const byTeam = Map.groupBy(
    results.filter(({ team }) => team !== ''),
    ({ team }) => team,
  )
  const driverStarts = new Map(
    Array.from(sumStartingPoints(startingPoints.drivers, resolveName)).filter(([key]) =>
      isHere(homes.ofDriverAtStart(key)),
    ),
  )
  const drivers = Array.from(new Set([...byDriver.keys(), ...driverStarts.keys()]), (key) => {
    const own = byDriver.get(key) ?? []
    return {
      key,
      name: own[0]?.identity.name ?? key,
      isHidden: own[0]?.identity.isHidden ?? false,
      results: own,
      startingPoints: driverStarts.get(key) ?? null,
      rosterTeam: findEntry(key, 0)?.team ?? undefined,
      adjustments: pointAdjustments.ofDriver(key, own, isHere(homes.ofDriverNow(key))),
    }
  })
  const teamStarts = new Map(
    Array.from(sumStartingPoints(startingPoints.teams)).filter(([team]) =>
      isHere(homes.ofTeam(team)),
    ),
  )
  const teams = Array.from(new Set([...byTeam.keys(), ...teamStarts.keys()]), (team) => ({
    key: team,
    name: team,
    isHidden: false,
    results: byTeam.get(team) ?? [],
    startingPoints: teamStarts.get(team) ?? null,
    rosterTeam: season.roster.find((entry) => entry.team?.name === team)?.team ?? undefined,
    adjustments: isHere(homes.ofTeam(team)) ? pointAdjustments.ofTeam(team) : [],
  }))
  const races = results.filter(({ role }) => role === 'race')
  const raced = Array.from(new Set(races.map(({ eventIndex }) => eventIndex)))
  return { system, eventCount: events.length, driven, raced, drivers, teams }
}

/** Finds the tiers in which points count that no session gives: those of earlier points, and those of the stewards. */
function createHomes({
  season: { tiers, events, roster },
  findEntry,
  results,
}: Pick<Found, 'season' | 'findEntry' | 'results'>) {
  const known = (tier: string | null | undefined) =>
    tier !== null && tier !== undefined && tiers.includes(tier) ? tier : undefined
  const ofEntries = (key: string, indexes: readonly number[]) =>
    indexes.map((index) => known(findEntry(key, index)?.tier)).find((tier) => tier !== undefined)
  const forwards = events.length === 0 ? [0] : Array.from(events.keys())
  const last = results.at(-1)?.eventIndex ?? 0
  return {
    ofDriverAtStart(key: string): string | null {
      const first = results.find(({ identity, tier }) => identity.key === key && known(tier))
      return ofEntries(key, forwards) ?? first?.tier ?? null
    },
    /** Returns the driver's tier at the event that was driven last. */
    ofDriverNow(key: string): string | null {
      const newest = results.findLast(({ identity, tier }) => identity.key === key && known(tier))
      return ofEntries(key, [last]) ?? newest?.tier ?? ofEntries(key, forwards.toReversed()) ?? null
    },
    /** A team of several tiers has them in the best of these. */
    ofTeam(team: string): string | null {
      const driven = new Set(results.flatMap((one) => (one.team === team ? one.tier : [])))
      const entered = new Set(roster.flatMap((one) => (one.team?.name === team ? one.tier : [])))
      return (
        tiers.find((tier) => driven.has(tier)) ?? tiers.find((tier) => entered.has(tier)) ?? null
      )
    },
  }
}

interface TiersOfEvent {
  readonly resolveName: ResolveName
  readonly tierOf: (session: SessionInput) => TierOf
}

/**
 * Finds them by tier, for an event in which the tier has one qualifying and one race: with more it is
 * unclear which race a qualifying belongs to.
 */
function findFastestQualifiers(
  { tiers, adjustments }: SeasonInput,
  { sessions }: EventInput,
  { resolveName, tierOf }: TiersOfEvent,
): Map<string | null, string> {
  const fastest = new Map<string | null, string>()
  for (const tier of tiers.length === 0 ? [''] : tiers) {
    const own = sessions.filter((session) => !tiers.includes(session.tier) || session.tier === tier)
    const [qualifying, another] = own.filter(({ role }) => role === 'qualifying')
    const races = own.filter(({ role }) => role === 'race')
    if (!qualifying || another || races.length !== 1) continue
    const tierOfCar = tierOf(qualifying)
    const first = classify(qualifying, adjustments).find(
      ({ car, position }) => position !== null && tierOfCar(car) === tier,
    )
    if (first) fastest.set(tier, createDriverIdentifier(qualifying, resolveName)(first.car).key)
  }
  return fastest
}

function toSessionResult(
  { sessionId, role }: SessionInput,
  { car, hasFastestLap, hasPole, isDriverOfTheDay, ...scored }: ScoredCar,
  found: Pick<
    LedgerResult,
    'eventId' | 'eventIndex' | 'identity' | 'tier' | 'team' | 'teamColour' | 'teamSource'
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
    driverOfTheDay: isDriverOfTheDay,
  }
}

/** Practice never gives points; qualifying does only where the points system says so. */
function findDriven(
  { system, events }: Pick<SeasonInput, 'system' | 'events'>,
  results: readonly LedgerResult[],
): number[] {
  const systems = events.map((event) => systemOfEvent(system, event))
  const atStake = results.filter(
    ({ role, eventIndex }) =>
      role !== 'practice' && (isRace(role) || (systems[eventIndex] ?? system)[role].length > 0),
  )
  return Array.from(new Set(atStake.map(({ eventIndex }) => eventIndex)))
}

/** A weekend has this order, whatever the order in which sessions were linked. */
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

/** The stewards add these points to a driver or a team, or deduct them. */
interface PointAdjustment {
  readonly adjustmentId: string
  readonly sessionId: string | null
  /** The points count after this event. */
  readonly eventIndex: number
  readonly points: number
}

/** The season has only its starting points there. */
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
    /** An adjustment of the season as a whole counts only for a driver who is `here`. */
    ofDriver: (key: string, results: readonly LedgerResult[], isHere: boolean): PointAdjustment[] =>
      effects.flatMap((effect) => {
        if (effect.target !== 'driver') return []
        const { adjustmentId, sessionId, driverIdx, name, points } = effect
        const isOwn =
          sessionId === null
            ? isHere && name !== null && resolveName(name) === key
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
