import type { Career, CareerRace } from '@pitboard/contract/drivers/career'
import type { HeadToHead, SharedSession } from '@pitboard/contract/drivers/head-to-head'
import { trackName } from '@pitboard/contract/sessions/track-names'
import { ResultStatus, SessionType } from '@pitboard/contract/wire/enumerations'
import { idOf } from './lap-records.ts'

const DAY_MS = 86_400_000
const TRACKS = [10, 11, 7, 3, 26]
const SEASON = { id: idOf(34), name: 'Winter Cup' }

/** Returns a career of that many races, every ninth of which ended early; opponents have these names. */
export function aCareer(count: number, names: readonly string[] = ['Castillo', 'Haugen']): Career {
  const races = Array.from({ length: count }, (_, index) => aRace(index))
  const tracks = TRACKS.slice(0, count).map((trackId, index) => ({
    trackId,
    trackName: trackName(trackId),
    races: Math.ceil(count / TRACKS.length),
    wins: index === 0 ? 3 : 0,
    podiums: Math.max(0, 5 - index),
    averagePosition: 2.4 + index,
    averagePacePercent: index / 4 - 0.6,
  }))
  return {
    races,
    tracks,
    streaks: [
      { kind: 'wins', current: 0, longest: Math.min(2, count) },
      { kind: 'podiums', current: Math.min(3, count), longest: Math.min(5, count) },
      { kind: 'finishes', current: Math.min(8, count), longest: Math.min(8, count) },
    ],
    opponents:
      count === 0
        ? []
        : names.map((name, index) => ({
            name,
            userId: null,
            races: count,
            ahead: count - index,
            behind: index,
          })),
  }
}

function aRace(index: number): CareerRace {
  const isOut = index % 9 === 8
  return {
    ...aSessionOf(index, SessionType.Race),
    position: isOut ? null : 1 + ((index * 7) % 16),
    resultStatus: isOut ? ResultStatus.DidNotFinish : ResultStatus.Finished,
    numberOfDrivers: 20,
    pacePercent: isOut ? null : Math.sin(index / 3) * 0.8,
  }
}

function aSessionOf(index: number, sessionType: number) {
  const trackId = TRACKS[index % TRACKS.length] ?? 10
  return {
    sessionId: idOf(1000 + index),
    trackId,
    trackName: trackName(trackId),
    sessionType,
    raceKind: null,
    drivenAt: new Date(Date.UTC(2025, 0, 1) + index * 3 * DAY_MS).toISOString(),
    season: index % 2 === 0 ? SEASON : null,
  }
}

/** Returns two drivers in that many sessions, every third of which is a qualifying. */
export function aHeadToHead(count: number, first = 'Moreau', second = 'Castillo'): HeadToHead {
  const sessions = Array.from({ length: count }, (_, index): SharedSession => {
    const kind = index % 3 === 2 ? 'qualifying' : 'race'
    const isAhead = index % 4 !== 1
    return {
      ...aSessionOf(index, kind === 'race' ? SessionType.Race : SessionType.Q3),
      kind,
      first: { position: isAhead ? 2 : 7, resultStatus: ResultStatus.Finished },
      second: { position: 4, resultStatus: ResultStatus.Finished },
      ahead: isAhead ? 'first' : 'second',
      gapMs: isAhead ? 1234 + index : -12_345,
    }
  })
  const scoreOf = (kind: SharedSession['kind'], averageGapMs: number) => {
    const own = sessions.filter((session) => session.kind === kind)
    return {
      first: own.filter(({ ahead }) => ahead === 'first').length,
      second: own.filter(({ ahead }) => ahead === 'second').length,
      averageGapMs: own.length === 0 ? null : averageGapMs,
      gaps: own.length,
    }
  }
  return {
    first: { name: first, userId: null },
    second: { name: second, userId: null },
    races: scoreOf('race', 4321),
    qualifying: scoreOf('qualifying', -87),
    sessions,
  }
}
