import type { ListedSession, PodiumDriver } from '@pitboard/contract/sessions/listed-session'
import { ResultStatus, SessionType } from '@pitboard/contract/wire/enumerations'

const PODIUM: readonly PodiumDriver[] = [
  aPodiumDriver('Moreau', '#e80020', 1_930_512),
  aPodiumDriver('Castillo', '#27f4d2', 1_933_201),
  aPodiumDriver('Haugen', '#3671c6', 1_941_870),
]

function aPodiumDriver(name: string, teamColour: string, timeMs: number): PodiumDriver {
  return { name, carNumber: 7, team: 'Team', teamColour, isHuman: true, timeMs }
}

/** Returns a race at Spa that Marisol recorded and finished in the third place. */
export function aListedSession(over: Partial<ListedSession> = {}): ListedSession {
  return {
    id: '01900000-0000-7000-8000-0000000000a1',
    internalSessionId: 1,
    sessionId: '1',
    userName: 'Marisol',
    userId: '01900000-0000-7000-8000-00000000000a',
    trackId: 10,
    trackName: 'Spa',
    sessionType: SessionType.Race,
    numberOfLaps: 22,
    sessionStartTime: '2026-11-20T19:00:00.000Z',
    sessionEndTime: '2026-11-20T19:41:00.000Z',
    gameVersion: 2025,
    gameBuild: '1.20',
    packetFormat: 2025,
    isMultiplayer: true,
    seasonLinkIdentifier: 1,
    weekendLinkIdentifier: 2,
    sessionLinkIdentifier: 3,
    startTrackTemp: 30,
    startAirTemp: 22,
    startWeather: 0,
    completeness: null,
    highlights: {
      raceKind: null,
      numberOfDrivers: 20,
      podium: [...PODIUM],
      recorderResult: {
        position: 3,
        resultStatus: ResultStatus.Finished,
        points: 15,
        gridPosition: 4,
        hasFastestLap: false,
        team: 'Team',
        teamColour: '#3671c6',
      },
    },
    seasons: [{ id: '01900000-0000-7000-8000-0000000000b1', name: 'Winter Cup' }],
    ...over,
  }
}
