import type { LiveSession } from '@pitboard/contract/live/live'
import { MINI_SECTORS, MiniSector } from '@pitboard/contract/live/mini-sectors'
import type { Driver, Lap } from '@pitboard/contract/sessions/driver'
import type { SessionEvent, SessionEventKind } from '@pitboard/contract/sessions/session-events'
import { ErsMode, PenaltyType, TyreCompound } from '@pitboard/contract/wire/enumerations'
import { aDriver, aSession } from '../../src/testing/a-session.ts'

const NAMES = [
  'Moreau',
  'Castillo',
  'Haugen',
  'Brandt',
  'Okafor',
  'Silva',
  'Novak',
  'Tanaka',
  'Keller',
  'Rossi',
  'Laurent',
  'Virtanen',
  'Dubois',
  'Santos',
  'Walsh',
  'Petrov',
  'Lindqvist',
  'Ito',
  'Jansen',
  'Ferraro',
  'Mbeki',
  'Okonkwo',
  'Yilmaz',
  'Zhang',
]
const TEAMS = [
  '#e80020',
  '#27f4d2',
  '#3671c6',
  '#ff8000',
  '#229971',
  '#64c4ff',
  '#6692ff',
  '#b6babd',
  '#52e252',
  '#ff87bc',
  '#cccccc',
  '#8b6f47',
]
const LAP_MS = 90_000
const TRACK_POINTS = 200

/** Returns a race of that many cars after that many laps, a third of a lap after the leader crossed the line. */
export function aDrivenRace(cars: number, laps = 6, known: Partial<LiveSession> = {}): LiveSession {
  const drivers = Array.from({ length: cars }, (_, place) => drivenCar(place, cars, laps))
  return aSession({
    drivers,
    numberOfLaps: 20,
    sessionTimeMs: laps * LAP_MS + 30_000,
    sessionTimeLeft: 1500,
    trackOutline: OUTLINE,
    events: eventsOf(laps),
    miniSectors: drivers.map((_, place) => miniSectorsOf(place, cars)),
    ...known,
  })
}

/** Returns a part of qualifying, a practice or a time trial: the best lap ranks. */
export function aTimedSession(
  sessionType: number,
  cars: number,
  known: Partial<LiveSession> = {},
): LiveSession {
  const race = aDrivenRace(cars, 5, {
    sessionType,
    numberOfLaps: 0,
    sessionTimeLeft: 754,
    ...known,
  })
  const drivers = race.drivers.map((driver, place) => ({
    ...driver,
    startingPosition: null,
    deltaToLeader: null,
    deltaToCarAhead: null,
    driverStatus: place % 4,
    totalPenaltiesSeconds: 0,
    penalties: [],
    pitStops: [],
  }))
  return { ...race, drivers }
}

function drivenCar(place: number, cars: number, laps: number): Driver {
  const lapTimes = Array.from({ length: laps }, (_, index) => aLap(place, index))
  const best = Math.min(...lapTimes.map(({ lapTime }) => lapTime ?? LAP_MS))
  const gapMs = Math.round(place * 1400 + (place % 3) * 380)
  const hasStopped = place % 5 === 2
  const last = lapTimes.at(-1)
  const hasPenalty = place === 3
  return aDriver({
    driverIdx: place,
    name: NAMES[place] ?? `Driver ${place}`,
    carNumber: place * 3 + 1,
    team: `Team ${Math.floor(place / 2) + 1}`,
    teamColour: TEAMS[Math.floor(place / 2)] ?? '#ffffff',
    position: place + 1,
    startingPosition: ((place + 2) % cars) + 1,
    currentLapNumber: laps + 1,
    numberOfLaps: laps,
    lapTimes,
    lastLapTimeMs: last?.lapTime ?? null,
    lastSector1TimeMs: last?.sector1Time ?? null,
    lastSector2TimeMs: last?.sector2Time ?? null,
    lastSector3TimeMs: last?.sector3Time ?? null,
    bestLapTimeMs: best,
    bestSector1TimeMs: Math.min(...lapTimes.map(({ sector1Time }) => sector1Time ?? LAP_MS)),
    bestSector2TimeMs: Math.min(...lapTimes.map(({ sector2Time }) => sector2Time ?? LAP_MS)),
    bestSector3TimeMs: Math.min(...lapTimes.map(({ sector3Time }) => sector3Time ?? LAP_MS)),
    currentLapTimeMs: 30_000,
    currentSector1TimeMs: 29_400 + place * 35,
    deltaToLeader: place === 0 ? 0 : gapMs,
    deltaToCarAhead: place === 0 ? 0 : place % 3 === 0 ? 640 : 1780,
    currentTyreCompound: hasStopped ? TyreCompound.Hard : TyreCompound.Medium,
    currentTyreAgeLaps: hasStopped ? 2 : laps,
    tyres: hasStopped
      ? [aStint(TyreCompound.Soft, laps - 2), aStint(TyreCompound.Hard, null)]
      : [aStint(TyreCompound.Medium, null)],
    pitStops: hasStopped ? [{ lapNum: laps - 2, pitLaneTimeMs: 22_000, stopTimeMs: 2400 }] : [],
    totalPenaltiesSeconds: hasPenalty ? 5 : 0,
    penalties: hasPenalty ? [aPenalty(laps)] : [],
    totalWarnings: place % 4,
    driverStatus: 4,
    sector: 1,
    velocity: { x: 60 + place, y: 0, z: 12 },
    livePosition: pointAt((TRACK_POINTS - place * 5) % TRACK_POINTS),
    lapDistance: 1700 - place * 60,
    ...conditionOf(place, laps),
  })
}

/** The tenth car restricts its telemetry; every fourth one is damaged. */
function conditionOf(place: number, laps: number): Partial<Driver> {
  if (place === 9) return { isHuman: true, telemetryPublic: false, drsStatus: 0 }
  const wear = laps * 7 - place
  const isDamaged = place % 4 === 1
  return {
    fuelRemainingLaps: (12 - place) / 10,
    ersStorePercent: 95 - place * 4,
    ersDeployedPercent: 20 + place,
    ersDeployMode: place % 3 === 2 ? ErsMode.Overtake : ErsMode.Medium,
    drsStatus: place % 3,
    tyreWear: { frontLeft: wear, frontRight: wear + 3, rearLeft: wear + 8, rearRight: wear + 35 },
    damage: {
      frontLeftWing: isDamaged ? 24 : 0,
      frontRightWing: 0,
      rearWing: 0,
      floor: 0,
      diffuser: 0,
      sidepod: 0,
      gearbox: 0,
      engine: isDamaged ? 7 : 0,
      drsFault: false,
      ersFault: isDamaged,
    },
  }
}

function aLap(place: number, index: number): Lap {
  const sector1Time = 29_500 + place * 40 + ((index * 7 + place) % 5) * 90
  const sector2Time = 31_200 + place * 30 + ((index * 5 + place) % 4) * 80
  const sector3Time = 28_700 + place * 20 + ((index * 3 + place) % 6) * 60
  const lapTime = sector1Time + sector2Time + sector3Time
  return { lapTime, sector1Time, sector2Time, sector3Time, invalidLap: false }
}

/** Returns the session best of each by one car, some personal bests, and one unknown. */
function miniSectorsOf(place: number, cars: number): MiniSector[] {
  return Array.from({ length: MINI_SECTORS }, (_, index) => {
    if (index % cars === place) return MiniSector.SessionBest
    if (index === 2) return MiniSector.Unknown
    return (index + place) % 3 === 0 ? MiniSector.PersonalBest : MiniSector.Slower
  })
}

function aStint(tyreCompound: number, endLap: number | null) {
  return { tyreCompound, actualTyreCompound: null, endLap }
}

function aPenalty(lapNum: number) {
  return {
    penaltyType: PenaltyType.TimePenalty,
    penaltyTime: 5,
    infringementType: 7,
    otherVehicleIdx: null,
    lapNum,
    penaltyIssuedTime: lapNum * LAP_MS,
  }
}

function pointAt(point: number) {
  const angle = (point / TRACK_POINTS) * 2 * Math.PI
  return {
    x: Math.cos(angle) * 420 + Math.cos(3 * angle) * 90,
    y: 0,
    z: Math.sin(angle) * 260 + Math.sin(2 * angle) * 70,
  }
}

const OUTLINE = Array.from({ length: TRACK_POINTS }, (_, point): [number, number] => {
  const { x, z } = pointAt(point)
  return [x, z]
})

function eventsOf(laps: number): SessionEvent[] {
  const kinds: readonly Partial<SessionEvent & { kind: SessionEventKind }>[] = [
    { kind: 'sessionStarted', lapNum: null },
    { kind: 'lightsOut', lapNum: 1 },
    { kind: 'overtake', lapNum: 2, driverIdx: 1, otherDriverIdx: 2 },
    { kind: 'fastestLap', lapNum: 3, driverIdx: 0, value: 89_512 },
    { kind: 'warning', lapNum: 3, driverIdx: 7, value: 25 },
    { kind: 'pitStop', lapNum: laps - 2, driverIdx: 2, value: 2400 },
    { kind: 'penalty', lapNum: laps, driverIdx: 3, value: PenaltyType.TimePenalty, seconds: 5 },
    { kind: 'overtake', lapNum: laps, driverIdx: 4, otherDriverIdx: 5 },
  ]
  return kinds.map((event, index) => ({
    seq: index + 1,
    kind: 'overtake',
    timeMs: index * 60_000,
    lapNum: null,
    driverIdx: null,
    otherDriverIdx: null,
    value: null,
    seconds: null,
    ...event,
  }))
}
