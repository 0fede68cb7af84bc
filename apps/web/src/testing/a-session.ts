import { BLANK_SESSION } from '@pitboard/contract/sessions/blank-session'
import { BLANK_DRIVER } from '@pitboard/contract/sessions/blank-driver'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { LiveSession } from '@pitboard/contract/live/live'

/** Returns a car on its first lap, for tests; they name what matters to them. */
export function aDriver(known: Partial<Driver>): Driver {
  return {
    ...BLANK_DRIVER,
    name: 'Moreau',
    carNumber: 7,
    team: 'Ferrari',
    teamId: 1,
    teamColour: '#e80020',
    position: 1,
    startingPosition: 1,
    ...known,
  }
}

/** Returns a race at version 1, for tests. */
export function aSession(known: Partial<LiveSession>): LiveSession {
  return {
    ...BLANK_SESSION,
    id: '01890000-0000-7000-8000-000000000001',
    internalSessionId: 1,
    sessionId: '1',
    userId: '01890000-0000-7000-8000-000000000002',
    userName: 'jane',
    trackId: 7,
    trackName: 'Silverstone',
    numberOfLaps: 5,
    sessionStartTime: '2026-05-03T13:00:00.000Z',
    gameVersion: 2024,
    gameBuild: '1.18',
    packetFormat: 2024,
    startTrackTemp: 30,
    startAirTemp: 20,
    timeOfDay: 840,
    trackTemp: 30,
    airTemp: 20,
    trackLength: 5000,
    classification: 'provisional',
    completeness: { ...BLANK_SESSION.completeness, classification: 'provisional' },
    version: 1,
    sessionTimeMs: 0,
    viewers: 1,
    receiving: true,
    recorderConnected: true,
    sectorStarts: null,
    flaggedZones: [],
    miniSectors: [],
    pitLane: [],
    ...known,
  }
}
