import type { RacePace } from '@pitboard/contract/seasons/driver-home'
import type { EventSession, Season, SeasonEvent } from '@pitboard/contract/seasons/season'
import type { Result, StandingsDriver } from '@pitboard/contract/seasons/standings'
import { seasonOfTier } from '@pitboard/contract/seasons/tiers'
import { roleOf } from '../../timing/chosen-drivers.ts'
import { isLiveSession } from '@pitboard/contract/seasons/live-session'

/** It is a race of the reader that is over. */
interface OwnRace {
  readonly event: SeasonEvent
  readonly linked: EventSession
  readonly own: Result
  /** It is null if the rival did not take part. */
  readonly rival: Result | null
}

/** A season means this to one of its drivers. */
export interface OwnSeason {
  readonly own: StandingsDriver
  /** The table in which the reader is has this many drivers. */
  readonly drivers: number
  /** The reader is compared with this driver; null for the only one. */
  readonly rival: StandingsDriver | null
  /** It is the last race in which the reader took part; null before the first. */
  readonly last: OwnRace | null
  /** These are the points on the rival after each event with a race, of the latest ones; negative behind. */
  readonly pointsAhead: readonly number[]
  /** It is the best lap minus the rival's in the latest races, in ms; negative where the reader was faster. */
  readonly paceGapsMs: readonly number[]
}

/** A trend says less with more. */
const TREND_MAX = 6

/** Returns null before the reader has a result in the season. Where tiers compete, it is about the reader's. */
export function findOwnSeason(
  whole: Season,
  userId: string,
  rivals: readonly string[],
  paces: readonly RacePace[],
): OwnSeason | null {
  const season = seasonOfTier(whole, tierOf(whole, userId))
  const { drivers } = season.standings
  const own = drivers.find((driver) => driver.userId === userId)
  if (!own) return null
  const rival = findRival(drivers, own, rivals)
  return {
    own,
    drivers: drivers.length,
    rival,
    last: findLastRace(season, own, rival),
    pointsAhead: rival ? comparePoints(season, own, rival) : [],
    paceGapsMs: rival ? comparePace(own, rival, paces) : [],
  }
}

function tierOf({ standings }: Season, userId: string): string | null {
  const own = standings.tiers?.find(({ drivers }) =>
    drivers.some((driver) => driver.userId === userId),
  )
  return own?.tier ?? null
}

/** Finds the chosen rival nearest in the standings, else the driver ahead, or behind the leader. */
function findRival(
  drivers: readonly StandingsDriver[],
  own: StandingsDriver,
  rivals: readonly string[],
): StandingsDriver | null {
  const place = drivers.indexOf(own)
  const apart = (driver: StandingsDriver) => Math.abs(drivers.indexOf(driver) - place)
  const [chosen] = drivers
    .filter((driver) => driver !== own && roleOf(driver, { own: null, rivals }) === 'rival')
    .toSorted((a, b) => apart(a) - apart(b))
  return chosen ?? drivers[place === 0 ? 1 : place - 1] ?? null
}

function findLastRace(
  { events }: Season,
  own: StandingsDriver,
  rival: StandingsDriver | null,
): OwnRace | null {
  const races = events.flatMap((event) =>
    event.sessions
      .filter((linked) => linked.role === 'race' && !isLiveSession(linked))
      .map((linked) => ({ event, linked })),
  )
  const driven = races
    .toSorted((a, b) => startOf(a.linked).localeCompare(startOf(b.linked)))
    .findLast(({ linked }) => resultIn(own, linked.session.id) !== null)
  const result = driven && resultIn(own, driven.linked.session.id)
  if (!driven || !result) return null
  return { ...driven, own: result, rival: rival && resultIn(rival, driven.linked.session.id) }
}

function startOf({ session }: EventSession): string {
  return session.sessionStartTime
}

function resultIn({ results }: StandingsDriver, sessionId: string): Result | null {
  return results.find((result) => result.sessionId === sessionId) ?? null
}

/** The progression has a value for each event, also for those to come. */
function comparePoints({ events }: Season, own: StandingsDriver, rival: StandingsDriver): number[] {
  return events
    .flatMap(({ sessions }, index) => {
      if (!sessions.some(({ role }) => role === 'race')) return []
      return [(own.progression[index] ?? own.points) - (rival.progression[index] ?? rival.points)]
    })
    .slice(-TREND_MAX)
}

function comparePace(
  own: StandingsDriver,
  rival: StandingsDriver,
  paces: readonly RacePace[],
): number[] {
  return paces.flatMap(({ sessionId, bestLaps }) => {
    const lapOf = (driver: StandingsDriver) => {
      const idx = resultIn(driver, sessionId)?.driverIdx
      return bestLaps.find(({ driverIdx }) => driverIdx === idx)?.lapTimeMs ?? null
    }
    const [ownMs, rivalMs] = [lapOf(own), lapOf(rival)]
    return ownMs === null || rivalMs === null ? [] : [ownMs - rivalMs]
  })
}

export type Trend = 'closing' | 'dropping' | 'steady'

/**
 * Returns the trend: whether the reader gains on the rival; `values` are better the higher they are. It is null before
 * the third value.
 */
export function trendOf(values: readonly number[], noise: number): Trend | null {
  if (values.length < 3) return null
  const half = Math.floor(values.length / 2)
  const change = mean(values.slice(-half)) - mean(values.slice(0, half))
  if (Math.abs(change) <= noise) return 'steady'
  return change > 0 ? 'closing' : 'dropping'
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
