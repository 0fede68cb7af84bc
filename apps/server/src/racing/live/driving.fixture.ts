import { BLANK_SESSION } from '@pitboard/contract/sessions/blank-session'
import { BLANK_DRIVER } from '@pitboard/contract/sessions/blank-driver'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { LiveSession } from '@pitboard/contract/live/live'
import type { SessionEvent } from '@pitboard/contract/sessions/session-events'
import type { LiveSource } from './rooms/room.ts'

/** The session is for tests of the live part alone, with cars that the test moves. */
export interface Driving {
  readonly source: LiveSource
  step(dtMs: number, dice: number): void
}

export function createDriving(cars: number): Driving {
  let session = startingGrid(cars)
  return {
    source: {
      read: (published, viewers) =>
        published === session ? published : { ...session, viewers: Math.min(viewers, 3) },
    },
    step(dtMs, dice) {
      session = {
        ...session,
        sessionTimeMs: session.sessionTimeMs + dtMs,
        drivers: session.drivers.map((driver, place) => moved(driver, dtMs, dice + place)),
        events: dice % 5 === 0 ? withEvent(session) : session.events,
        weather: dice % 11 === 0 ? dice % 6 : session.weather,
      }
      if (dice % 97 === 0) session = { ...session, drivers: session.drivers.slice(0, -1) }
    },
  }
}

function moved(driver: Driver, dtMs: number, dice: number): Driver {
  const speed = 40 + (dice % 45)
  const metres = (speed * dtMs) / 1000
  const { livePosition, lapDistance } = driver
  return {
    ...driver,
    lapDistance: dice % 29 === 0 ? null : Math.round((lapDistance ?? 0) + metres) % 5_000,
    currentLapTimeMs: (driver.currentLapTimeMs ?? 0) + dtMs,
    position: dice % 7 === 0 ? (dice % 20) + 1 : driver.position,
    deltaToLeader: dice % 3 === 0 ? dice * 13 : driver.deltaToLeader,
    velocity: { x: speed, y: 0, z: (dice % 9) / 10 },
    livePosition:
      dice % 31 === 0
        ? null
        : { x: tenths((livePosition?.x ?? 0) + metres), y: 0.5, z: tenths(dice / 7) },
    lapTimes: dice % 13 === 0 ? [...driver.lapTimes, lap(dice)] : driver.lapTimes,
  }
}

function withEvent({ events, sessionTimeMs }: LiveSession): SessionEvent[] {
  const seq = (events.at(-1)?.seq ?? 0) + 1
  const event: SessionEvent = {
    seq,
    kind: 'overtake',
    timeMs: sessionTimeMs,
    lapNum: 1,
    driverIdx: 1,
    otherDriverIdx: 2,
    value: null,
    seconds: null,
  }
  return [...events, event].slice(-200)
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10
}

function lap(dice: number) {
  const lapTime = 80_000 + dice
  return { lapTime, sector1Time: null, sector2Time: null, sector3Time: null, invalidLap: false }
}

function startingGrid(cars: number): LiveSession {
  return {
    ...BLANK_SESSION,
    id: '01900000-0000-7000-8000-000000000001',
    internalSessionId: 1,
    sessionId: '17',
    userId: '01900000-0000-7000-8000-000000000002',
    userName: 'Ada',
    trackId: 7,
    trackName: 'Silverstone',
    numberOfLaps: 5,
    sessionStartTime: '2026-01-01T00:00:00.000Z',
    gameVersion: 2025,
    gameBuild: '1.18',
    packetFormat: 2025,
    startTrackTemp: 30,
    startAirTemp: 20,
    drivers: Array.from({ length: cars }, (_, idx) => driverAt(idx)),
    timeOfDay: 840,
    trackTemp: 30,
    airTemp: 20,
    trackLength: 5_891,
    classification: 'provisional',
    completeness: { ...BLANK_SESSION.completeness, classification: 'provisional' },
    version: 0,
    sessionTimeMs: 0,
    viewers: 0,
    receiving: true,
    recorderConnected: true,
    sectorStarts: null,
    flaggedZones: [],
    miniSectors: [],
    pitLane: [],
  }
}

function driverAt(driverIdx: number): Driver {
  return {
    ...BLANK_DRIVER,
    driverIdx,
    name: `Driver ${driverIdx}`,
    carNumber: driverIdx + 1,
    team: 'Team',
    teamId: driverIdx >> 1,
    teamColour: '#ff0000',
    tyres: [{ tyreCompound: 16, actualTyreCompound: 18, endLap: null }],
    position: driverIdx + 1,
    startingPosition: driverIdx + 1,
    currentLapTimeMs: 0,
    currentTyreCompound: 16,
    currentTyreAgeLaps: 0,
    livePosition: { x: 0, y: 0, z: 0 },
    velocity: { x: 0, y: 0, z: 0 },
    lapDistance: -20 * driverIdx,
  }
}
