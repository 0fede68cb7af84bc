import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import type { CompletePoints } from '@pitboard/contract/seasons/points-system'
import type { CarResult } from '../session-result.ts'
import type { EventInput, SessionInput } from '../input.ts'
import { standingsOf } from '../standings.ts'

/** The championship was driven and published: results are facts, and the tables are the official ones. */
export interface Championship {
  readonly system: CompletePoints
  /** The drivers of each team stand by the three letters that the results use. */
  readonly teams: Readonly<Record<string, string>>
  readonly rounds: readonly Round[]
}

export interface Round {
  readonly name: string
  /**
   * The classified drivers come in order; the retired follow after `|`, the disqualified after `!`. A star marks the
   * fastest lap.
   */
  readonly race: string
  readonly sprint?: string
  /** This many laps counted, of a planned hundred; all where it is left out. */
  readonly percent?: number
  /** Its points were multiplied with this. */
  readonly factor?: number
  /** It was stopped early and paid in full all the same. */
  readonly paidInFull?: true
}

export type OfficialTable = readonly (readonly [place: number, points: number, name: string])[]

export function tablesOf({ system, teams, rounds }: Championship) {
  const teamOf = new Map(
    Object.entries(teams).flatMap(([team, drivers]) =>
      drivers.split(' ').map((driver) => [driver, team] as const),
    ),
  )
  const events: EventInput[] = rounds.map(
    ({ name, race, sprint, percent, factor = 1, paidInFull }) => ({
      id: name,
      track: 0,
      points: null,
      sessions: [
        {
          ...sessionOf('race', name, race, teamOf, percent),
          pointsFactor: factor,
          pointsByDistance: !paidInFull,
        },
        ...(sprint === undefined ? [] : [sessionOf('sprint', name, sprint, teamOf)]),
      ],
    }),
  )
  const { drivers, teams: table } = standingsOf({
    system,
    events,
    aliases: [],
    adjustments: [],
    roster: [],
    tiers: [],
    teamsPerTier: false,
    startingPoints: { drivers: [], teams: [] },
    claims: [],
  })
  return { drivers: drivers.map(toRow), teams: table.map(toRow) }
}

function toRow({ position, points, name }: { position: number; points: number; name: string }) {
  return [position, points, name] as const
}

function sessionOf(
  role: 'race' | 'sprint',
  round: string,
  result: string,
  teamOf: ReadonlyMap<string, string>,
  percent = 100,
): SessionInput {
  const [finished, retired, disqualified] = partsOf(result)
  const statuses = [
    [finished, ResultStatus.Finished],
    [retired, ResultStatus.Retired],
    [disqualified, ResultStatus.Disqualified],
  ] as const
  const cars = statuses.flatMap(([names, resultStatus]) =>
    names
      .split(' ')
      .filter((name) => name !== '')
      .map((name) => ({ name, resultStatus })),
  )
  return {
    sessionId: `${round} ${role}`,
    role,
    tier: '',
    pointsFactor: 1,
    pointsByDistance: true,
    isLive: false,
    plannedLaps: 100,
    driverNames: [],
    votes: [],
    cars: cars.map((car, index): CarResult => {
      const name = car.name.replace('*', '')
      const team = teamOf.get(name)
      if (team === undefined) throw new Error(`${name} of ${round} drives for nobody`)
      return {
        driverIdx: index,
        name,
        isHidden: false,
        isHuman: true,
        carNumber: null,
        team,
        teamColour: '',
        position: index + 1,
        resultStatus: car.resultStatus,
        numberOfLaps: percent,
        totalRaceTimeMs: null,
        totalPenaltiesSeconds: 0,
        bestLapTimeMs: car.name.endsWith('*') ? 60_000 : null,
        startingPosition: null,
      }
    }),
  }
}

function partsOf(result: string): [finished: string, retired: string, disqualified: string] {
  const [placed = '', disqualified = ''] = result.split('!')
  const [finished = '', retired = ''] = placed.split('|')
  return [finished, retired, disqualified]
}
