import { SessionType } from '@pitboard/contract/wire/enumerations'
import { NO_POINTS } from '@pitboard/contract/seasons/points-presets'
import {
  type EventSession,
  type Season,
  type SeasonEvent,
  SeasonFields,
} from '@pitboard/contract/seasons/season'
import type { SessionSummary } from '@pitboard/contract/sessions/session'
import type { Result, StandingsDriver } from '@pitboard/contract/seasons/standings'
import { Type } from 'typebox'
import { Create } from 'typebox/value'
import { aSession } from './a-session.ts'

const USER = '01890000-0000-7000-8000-000000000002'

/** Returns a recorded race that counts in an event, for tests; `startsAt` is when it was driven. */
export function aLinkedSession(
  id: string,
  startsAt: string,
  known: Partial<Omit<EventSession, 'session'>> & {
    readonly session?: Partial<SessionSummary>
  } = {},
): EventSession {
  const { session, ...link } = known
  const { completeness, ...summary } = aSession({ sessionType: SessionType.Race })
  const times = { sessionStartTime: startsAt, sessionEndTime: startsAt }
  return {
    session: { ...summary, completeness, id, ...times, ...session },
    driverNames: [],
    role: 'race',
    pointsFactor: 1,
    pointsByDistance: true,
    tier: '',
    ...link,
  }
}

export function anEvent(track: number, known: Partial<SeasonEvent> = {}): SeasonEvent {
  return {
    id: `event-${track}`,
    track,
    name: '',
    startsAt: null,
    points: null,
    sessions: [],
    ...known,
  }
}

export function aStandingsDriver(
  name: string,
  known: Partial<StandingsDriver> = {},
): StandingsDriver {
  return {
    key: name,
    name,
    position: 1,
    positionsGained: null,
    points: 0,
    gapToLeader: 0,
    gapToAhead: 0,
    wins: 0,
    podiums: 0,
    poles: 0,
    fastestLaps: 0,
    progression: [],
    team: 'Ferrari',
    teamColour: '#e80020',
    results: [],
    aliases: [],
    isHidden: false,
    ...known,
  }
}

/** Returns the driver's place in one session. */
export function aResult(sessionId: string, position: number, driverIdx = 0): Result {
  return {
    sessionId,
    eventId: '',
    role: 'race',
    driverIdx,
    position,
    points: 0,
    resultStatus: 3,
    fastestLap: false,
    pole: false,
    dropped: false,
    team: 'Ferrari',
  }
}

const { name: _name, pointsSystem: _pointsSystem, ...OTHER_FIELDS } = SeasonFields.properties

export function aSeason(known: Partial<Season>): Season {
  return {
    ...Create(Type.Object(OTHER_FIELDS)),
    id: 'season',
    name: 'Winter Cup',
    ownerId: USER,
    ownerName: 'jane',
    leagueIds: [],
    visibility: 'link',
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
    version: 1,
    events: [],
    standings: { drivers: [], teams: [], tracks: [] },
    pointsSystem: NO_POINTS,
    aliases: [],
    adjustments: [],
    publication: null,
    isLive: false,
    ...known,
  }
}
