import { POINTS_PRESETS } from '@pitboard/contract/seasons/points-presets'
import type { SeasonInput, SessionInput } from '@pitboard/server/championship/standings/input'
import { previewAliases } from '@pitboard/server/championship/standings/preview-aliases'
import { explainDriver, standingsOf } from '@pitboard/server/championship/standings/standings'
import { suggestMerges } from '@pitboard/server/championship/standings/suggest-merges'
import { measureInTurn } from './reference.ts'
import { printTable, type Row } from './report.ts'

const EVENTS = 24
const DRIVERS = 30
const ROLES = ['qualifying', 'sprint', 'race'] as const
const ROUNDS = 9
/** Each round has this many. */
const RUNS = 20

/** Counts a whole season again from its results, as after every change of an organiser. */
export default async function measureStandings(): Promise<void> {
  const season = aLongSeason()
  const aliases = [{ name: 'Driver 1', aliases: ['Driver 2'] }]
  printTable(`a season of ${EVENTS} events, ${DRIVERS} drivers, ${ROLES.length} sessions each`, [
    await costRow(season, 'standings', 10, () => standingsOf(season)),
    await costRow(season, 'why one number is what it is', 6, () =>
      explainDriver(season, 'Driver 7'),
    ),
    await costRow(season, 'what a merge would move', 20, () => previewAliases(season, aliases)),
    await costRow(season, 'names that are likely one driver', 1, () => suggestMerges(season)),
  ])
}

/** The reference is reading the season's input from JSON, which is less than reading it from the database. */
async function costRow(
  season: SeasonInput,
  what: string,
  atMost: number,
  run: () => unknown,
): Promise<Row> {
  const stored = JSON.stringify(season)
  const times = (work: () => unknown) => () => {
    for (let n = 0; n < RUNS; n++) work()
  }
  const measured = await measureInTurn(
    ROUNDS,
    times(run),
    times(() => JSON.parse(stored)),
  )
  return {
    what,
    value: measured.ratio,
    unit: 'times reading the season from JSON',
    limit: { atMost },
    details: `${(measured.oursMs / RUNS).toFixed(1)} ms`,
  }
}

/** Drops, stewards and aliases included, so that every rule has work. */
function aLongSeason(): SeasonInput {
  return {
    system: { ...POINTS_PRESETS['f1-2022'], dropWorst: 3 },
    events: Array.from({ length: EVENTS }, (_, event) => ({
      id: `event ${event}`,
      track: event,
      points: null,
      sessions: ROLES.map((role, place) => aSession(`${event} ${place}`, role, event + place)),
    })),
    aliases: [{ name: 'Driver 3', aliases: ['Driver 4', 'Somebody'] }],
    adjustments: Array.from({ length: EVENTS }, (_, event) => ({
      id: `${event}`,
      sessionId: `${event} 2`,
      driverIdx: event,
      name: null,
      places: null,
      ...(event % 2 === 0
        ? { kind: 'timePenalty', seconds: 5, points: null }
        : { kind: 'points', seconds: null, points: -1 }),
    })),
    roster: [],
    tiers: [],
    teamsPerTier: false,
    startingPoints: { drivers: [], teams: [] },
    claims: [],
  }
}

function aSession(sessionId: string, role: SessionInput['role'], turn: number): SessionInput {
  return {
    sessionId,
    role,
    tier: '',
    pointsFactor: 1,
    pointsByDistance: true,
    isLive: false,
    plannedLaps: 50,
    driverNames: [],
    votes: [],
    cars: Array.from({ length: DRIVERS }, (_, driverIdx) => {
      const position = ((driverIdx * 7 + turn * 11) % DRIVERS) + 1
      return {
        driverIdx,
        name: `Driver ${driverIdx}`,
        isHidden: false,
        isHuman: true,
        carNumber: driverIdx + 1,
        team: `Team ${driverIdx % 10}`,
        teamColour: '#ffffff',
        position,
        resultStatus: position > 27 ? 7 : 3,
        numberOfLaps: 50,
        totalRaceTimeMs: 6_000_000 + position * 1000,
        totalPenaltiesSeconds: 0,
        bestLapTimeMs: 80_000 + ((position * 13) % 31) * 10,
        startingPosition: ((position + 3) % DRIVERS) + 1,
      }
    }),
  }
}
