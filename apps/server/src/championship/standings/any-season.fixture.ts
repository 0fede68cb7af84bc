import { ADJUSTMENT_KINDS } from '@pitboard/contract/seasons/adjustment'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import type {
  CompletePoints,
  EventPoints,
  SessionRole,
} from '@pitboard/contract/seasons/points-system'
import fc from 'fast-check'
import type { CarResult } from './session-result.ts'
import type {
  AppliedAdjustment,
  EventInput,
  RosterEntry,
  SeasonInput,
  SessionInput,
} from './input.ts'
import { aCar, anAdjustment } from './season.fixture.ts'

const NAMES = ['A', 'B', 'C', 'D', 'E', 'F', 'Player']
const TEAMS = ['One', 'Two', 'Three']
const ROSTER_TEAMS = [
  { name: 'One', colour: '#ffffff' },
  { name: 'Four', colour: '#00ff00' },
]
const TIERS = ['Pro', 'Club']
const ROLES = ['race', 'sprint', 'qualifying', 'sprintQualifying', 'practice'] as const

/** Creates seasons as they come: hidden and shared names, retirements, aliases, stewards, every rule. */
export function anySeason(): fc.Arbitrary<SeasonInput> {
  return fc
    .record({
      system: anySystem(),
      roles: fc.array(fc.array(fc.constantFrom<SessionRole>(...ROLES), { maxLength: 3 }), {
        minLength: 1,
        maxLength: 6,
      }),
      aliases: fc.uniqueArray(
        fc.record({
          name: fc.constantFrom(...NAMES),
          aliases: fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 2 }),
        }),
        { maxLength: 3, selector: ({ name }) => name },
      ),
    })
    .chain(({ system, roles, aliases }) => {
      const events = fc.tuple(...roles.map((of, index) => anyEvent(index, of)))
      const ids = roles.flatMap((of, event) => of.map((_, session) => `${event}-${session}`))
      return fc.record({
        system: fc.constant(system),
        events,
        aliases: fc.constant(aliases),
        adjustments: anyAdjustments(ids),
        roster: anyRoster(),
        tiers: fc.constantFrom([], TIERS),
        teamsPerTier: fc.boolean(),
        startingPoints: fc.record({
          drivers: anyStart([...NAMES, 'G', 'H']),
          teams: anyStart(['One', 'Five']),
        }),
        claims: fc.constant([]),
      })
    })
}

/** Generates starting points with fractions, deducted points and names that drive no race. */
function anyStart(names: readonly string[]) {
  const points = fc.integer({ min: -20, max: 200 }).map((halves) => halves / 2)
  const entry = fc.record({ name: fc.constantFrom(...names), points })
  return fc.uniqueArray(entry, { maxLength: 4, selector: ({ name }) => name })
}

/** Generates drivers who change teams, entries that overlap or end before they begin, and removed events. */
function anyRoster(): fc.Arbitrary<RosterEntry[]> {
  const event = fc.constantFrom(null, 'event 0', 'event 1', 'event 2', 'removed')
  const entry = fc.record({
    name: fc.constantFrom(...NAMES),
    team: fc.constantFrom(null, ...ROSTER_TEAMS),
    tier: fc.constantFrom('', ...TIERS, 'removed'),
    fromEventId: event,
    toEventId: event,
  })
  return fc
    .array(entry, { maxLength: 8 })
    .map((entries) => entries.map((each, place) => ({ ...each, place })))
}

function anyEvent(index: number, roles: readonly SessionRole[]): fc.Arbitrary<EventInput> {
  return fc
    .tuple(anyEventPoints(), ...roles.map((role, place) => anySession(`${index}-${place}`, role)))
    .map(([points, ...sessions]) => ({ id: `event ${index}`, track: index, points, sessions }))
}

function anyEventPoints(): fc.Arbitrary<EventPoints | null> {
  const list = fc.array(fc.integer({ min: -2, max: 50 }), { maxLength: 8 })
  const points = fc.record(
    { factor: fc.constantFrom(1, 0, 0.5, 2), race: list, sprint: list, qualifying: list },
    { requiredKeys: ['factor'] },
  )
  return fc.option(points, { freq: 1 })
}

function anySession(sessionId: string, role: SessionRole): fc.Arbitrary<SessionInput> {
  return fc.record({
    sessionId: fc.constant(sessionId),
    role: fc.constant(role),
    tier: fc.constantFrom('', '', ...TIERS, 'removed'),
    pointsFactor: fc.constantFrom(1, 0.5, 2),
    pointsByDistance: fc.boolean(),
    isLive: fc.boolean(),
    plannedLaps: fc.constantFrom(0, 40, 50),
    driverNames: fc.array(fc.option(fc.constantFrom(...NAMES), { freq: 1 }), { maxLength: 3 }),
    cars: anyCars(),
    votes: fc.uniqueArray(
      fc.record({ driverIdx: fc.nat(6), votes: fc.integer({ min: 1, max: 3 }) }),
      { maxLength: 4, selector: ({ driverIdx }) => driverIdx },
    ),
  })
}

function anyCars(): fc.Arbitrary<CarResult[]> {
  const car = fc.record({
    name: fc.constantFrom(...NAMES),
    team: fc.constantFrom(...TEAMS),
    resultStatus: fc.constantFrom(...Object.values(ResultStatus)),
    isPlaced: fc.integer({ min: 0, max: 9 }).map((number) => number > 0),
    numberOfLaps: fc.integer({ min: 38, max: 40 }),
    totalRaceTimeMs: fc.option(fc.integer({ min: 6_000_000, max: 6_060_000 })),
    totalPenaltiesSeconds: fc.constantFrom(0, 0, 5),
    bestLapTimeMs: fc.option(fc.integer({ min: 60_000, max: 60_003 })),
    startingPosition: fc.option(fc.integer({ min: 1, max: 8 })),
  })
  return fc.array(car, { maxLength: 8 }).map((cars) =>
    cars.map(({ isPlaced, ...found }, index) =>
      aCar({
        ...found,
        driverIdx: index,
        isHidden: found.name === 'Player',
        position: isPlaced ? index + 1 : null,
      }),
    ),
  )
}

/** Generates adjustments of cars and names that the season has and that it does not have. */
function anyAdjustments(sessionIds: readonly string[]): fc.Arbitrary<AppliedAdjustment[]> {
  const adjustment = fc.record({
    id: fc.uuid(),
    kind: fc.constantFrom(...ADJUSTMENT_KINDS),
    isOfCar: fc.boolean(),
    sessionId: fc.constantFrom(...sessionIds, 'gone'),
    driverIdx: fc.nat(8),
    name: fc.constantFrom(...NAMES, ...TEAMS),
    seconds: anyAmount(100).map((tenths) => tenths / 10),
    points: anyAmount(50).map((halves) => halves / 2),
    places: fc.integer({ min: 1, max: 5 }),
  })
  return fc
    .uniqueArray(adjustment, { maxLength: 4, selector: ({ id }) => id })
    .map((adjustments) =>
      adjustments.map(({ isOfCar, ...fields }) =>
        anAdjustment(
          fields.kind === 'points' && !isOfCar ? { ...fields, sessionId: null } : fields,
        ),
      ),
    )
}

/** Generates every amount except 0: the server refuses an adjustment of 0. */
function anyAmount(max: number): fc.Arbitrary<number> {
  return fc.integer({ min: -max, max }).filter((amount) => amount !== 0)
}

function anySystem(): fc.Arbitrary<CompletePoints> {
  const table = fc.array(fc.integer({ min: -2, max: 25 }), { maxLength: 8 })
  const counting = {
    dropWorst: fc.nat(3),
    countBest: fc.option(fc.integer({ min: 1, max: 5 })),
  }
  return fc.record({
    preset: fc.constant(null),
    race: table,
    sprint: table,
    qualifying: table,
    sprintQualifying: table,
    pole: fc.constantFrom(0, 1, 2.5),
    fastestLap: fc.option(
      fc.record({
        points: fc.constantFrom(1, 0.5),
        withinPosition: fc.option(fc.integer({ min: 1, max: 8 })),
        inSprints: fc.boolean(),
        minimumDistanceShare: fc.constantFrom(0, 0.5, 1),
        shared: fc.constantFrom('split', 'all', 'first'),
      }),
    ),
    onlyClassified: fc.boolean(),
    cleanRace: fc.constantFrom(0, 2),
    placesGained: fc.constantFrom(0, 3),
    participation: fc.constantFrom(0, 0.5),
    driverOfTheDay: fc.constantFrom(0, 4),
    keepDisqualified: fc.boolean(),
    minimumStarts: fc.constantFrom(0, 0, 1, 3),
    minimumDistanceShare: fc.constantFrom(0, 0.9, 1),
    shortenedRaces: fc.array(fc.record({ belowShare: fc.constantFrom(0.5, 0.9), race: table }), {
      maxLength: 1,
    }),
    ...counting,
    teams: fc.record({ carsPerSession: fc.option(fc.integer({ min: 1, max: 3 })), ...counting }),
  })
}
