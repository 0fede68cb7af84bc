import { findPreset } from '@pitboard/contract/seasons/points-presets'
import type { SessionRole } from '@pitboard/contract/seasons/points-system'
import type { EventSession, Season, SeasonEvent } from '@pitboard/contract/seasons/season'
import type { SeasonRaces } from '@pitboard/contract/seasons/season-races'
import type { Result, StandingsDriver, StandingsTeam } from '@pitboard/contract/seasons/standings'
import { TRACK_IDS } from '@pitboard/contract/sessions/track-names'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { aLinkedSession, aSeason, aStandingsDriver } from '../../src/testing/a-season.ts'

const NAMES = [
  'Almeida',
  'Petrenko',
  'Sorensen',
  'ApexFox',
  'Zielinski',
  'Moreau',
  'Van Daal',
  'Oyelaran',
  'Kerb Rider',
  'Castellano',
  'Tanaka',
  'LateBraker77',
  'Whitlock',
  'Kovacs',
  'Eklund',
  'Novotny',
  'slipstream_jo',
  'Varga',
  'Rasmussen',
  'Brandt',
  'Okafor',
  'Lindqvist',
  'Dubois',
  'Santos',
  'Keller',
  'Jansen',
  'Ferraro',
  'Mbeki',
  'Yilmaz',
  'Zhang',
]
const TEAMS = [
  ['McLaren', '#ff8000'],
  ['Red Bull Racing', '#3671c6'],
  ['Sauber', '#52e252'],
  ['Williams', '#64c4ff'],
  ['Ferrari', '#e80020'],
  ['Alpine', '#0093cc'],
  ['RB', '#6692ff'],
  ['Haas', '#b6babd'],
  ['Aston Martin', '#229971'],
  ['Mercedes', '#27f4d2'],
] as const
const FIRST_MS = Date.parse('2026-01-04T19:00:00Z')
const WEEK_MS = 7 * 24 * 3_600_000
const RACE_POINTS = [25, 18, 15, 12, 10, 8, 6, 4, 2, 1]
const SPRINT_POINTS = [8, 7, 6, 5, 4, 3, 2, 1]

interface SeasonSize {
  readonly rounds: number
  readonly driven: number
  readonly drivers: number
}

/** Returns a season with a sprint at every third round; each driver wins now and then. */
export function aLongSeason(size: SeasonSize, known: Partial<Season> = {}): Season {
  const events = Array.from({ length: size.rounds }, (_, round) => anEvent(round, size))
  const drivers = Array.from({ length: size.drivers }, (_, car) => aDriver(car, events, size))
    .toSorted((a, b) => b.points - a.points)
    .map((driver, place, all) => ({
      ...driver,
      position: place + 1,
      gapToLeader: (all[0]?.points ?? 0) - driver.points,
    }))
  const preset = findPreset('f1-2022')
  return aSeason({
    name: 'Winter Cup',
    events,
    standings: {
      drivers,
      teams: teamsOf(drivers),
      tracks: events.map(({ track }) => track),
    },
    ...(preset && { pointsSystem: preset }),
    ...known,
  })
}

/** Returns grids, times and best laps of its races. */
export function aLongSeasonsRaces({ events, standings }: Season): SeasonRaces {
  const races = events.flatMap(({ sessions }) => sessions).filter(({ role }) => role === 'race')
  return {
    races: races.map(({ session }, round) => ({
      sessionId: session.id,
      cars: standings.drivers.flatMap(({ results }) =>
        results
          .filter(({ sessionId }) => sessionId === session.id)
          .map(({ driverIdx, position }) => ({
            driverIdx,
            grid: 1 + (((position ?? 1) * 3 + round) % standings.drivers.length),
            timeMs: 5_400_000 + (position ?? 0) * (700 + round * 400),
            laps: 50,
            bestLapTimeMs: 88_000 + (((position ?? 0) * 137 + round * 11) % 1_500),
            penaltiesSeconds: (driverIdx + round) % 7 === 0 ? 5 : 0,
          })),
      ),
    })),
    records: [],
  }
}

function anEvent(round: number, { driven }: SeasonSize): SeasonEvent {
  const startsAt = new Date(FIRST_MS + round * WEEK_MS).toISOString()
  const roles: SessionRole[] = round % 3 === 2 ? ['sprint', 'race'] : ['race']
  return {
    id: `event-${round}`,
    track: TRACK_IDS[round % TRACK_IDS.length] ?? 0,
    name: '',
    startsAt,
    points: null,
    sessions: round < driven ? roles.map((role) => aSession(round, role, startsAt)) : [],
  }
}

function aSession(round: number, role: SessionRole, startsAt: string): EventSession {
  return aLinkedSession(`${role}-${round}`, startsAt, { role })
}

function aDriver(car: number, events: readonly SeasonEvent[], size: SeasonSize): StandingsDriver {
  const [team, teamColour] = TEAMS[car % TEAMS.length] ?? ['Alpine', '#0093cc']
  const byEvent = events.map((event, round) =>
    event.sessions.map(({ session, role }): Result => {
      const place =
        (car * 7 + round * (11 + (car % 3)) + (role === 'sprint' ? 5 : 0)) % size.drivers
      const isOut = (car + round) % 13 === 12
      const paid = role === 'sprint' ? SPRINT_POINTS : RACE_POINTS
      return {
        sessionId: session.id,
        eventId: event.id,
        role,
        driverIdx: car,
        team,
        position: place + 1,
        points: isOut ? 0 : (paid[place] ?? 0),
        dropped: false,
        resultStatus: isOut ? ResultStatus.Retired : ResultStatus.Finished,
        fastestLap: place === round % 5,
        pole: place === round % 3,
      }
    }),
  )
  const results = byEvent.flat()
  let points = 0
  const progression = byEvent.map((all) => (points += sumOf(all)))
  return aStandingsDriver(NAMES[car] ?? `Driver ${car}`, {
    team,
    teamColour,
    results,
    points,
    progression,
    positionsGained: (car % 5) - 2,
    wins: results.filter(({ position }) => position === 1).length,
    podiums: results.filter(({ position }) => (position ?? 9) <= 3).length,
    poles: results.filter(({ pole }) => pole).length,
    fastestLaps: results.filter(({ fastestLap }) => fastestLap).length,
  })
}

function teamsOf(drivers: readonly StandingsDriver[]): StandingsTeam[] {
  return TEAMS.map(([name, teamColour], index) => {
    const own = drivers.filter(({ team }) => team === name)
    const points = own.reduce((sum, driver) => sum + driver.points, 0)
    return {
      name,
      teamColour,
      points,
      position: index + 1,
      positionsGained: null,
      gapToLeader: 0,
      gapToAhead: 0,
      wins: 0,
      podiums: 0,
      poles: 0,
      fastestLaps: 0,
      progression: drivers[0]?.progression.map(() => 0) ?? [],
      drivers: own.map((driver) => driver.name),
    }
  })
}

function sumOf(results: readonly Result[]): number {
  return results.reduce((sum, { points }) => sum + points, 0)
}
