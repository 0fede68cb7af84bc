import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import type { Standings, StandingsDriver } from '@pitboard/contract/seasons/standings'
import type { EventInput, RosterEntry, SeasonInput, SessionInput } from './input.ts'
import { aCar, anAdjustment, anEvent, aRace, aSeason, aSession, aSystem } from './season.fixture.ts'
import { previewAdjustments } from './preview-adjustments.ts'
import { explainDriver, standingsOf } from './standings.ts'

const TIERS = ['Pro', 'Club']
const POINTS = [25, 18, 15, 12, 10, 8, 6, 4, 2, 1]
const SYSTEM = aSystem({
  race: POINTS,
  pole: 2,
  fastestLap: {
    points: 1,
    withinPosition: 10,
    inSprints: false,
    minimumDistanceShare: 0,
    shared: 'first',
  },
  dropWorst: 1,
})

/** Each tier has ten drivers: P0 to P9 and C0 to C9. */
const PRO = names('P')
const CLUB = names('C')

function names(letter: string): string[] {
  return Array.from({ length: 10 }, (_, index) => `${letter}${index}`)
}

function turned<T>(list: readonly T[], by: number): T[] {
  return list.map((_, index) => list[(index * 7 + by) % list.length]).flatMap((one) => one ?? [])
}

interface Round {
  /** The drivers stand in finishing order, the winner first. */
  readonly finish: readonly string[]
  readonly grid: readonly string[]
  readonly fastest: string
  /** It is empty for a mixed grid. */
  readonly tier: string
}

/** The first and the fourth event have mixed grids, the others a race of each tier. */
const EVENTS: readonly (readonly Round[])[] = [0, 1, 2, 3, 4].map((event) => {
  const mixed = turned([...PRO, ...CLUB], event + 4)
  const race = (tier: string, all: readonly string[]): Round => ({
    tier,
    finish: turned(all, event),
    grid: turned(all, event + 2),
    fastest: all[(event * 7 + 3) % all.length] ?? '',
  })
  return event % 3 === 0
    ? [race('', mixed)]
    : [race('Pro', proAt(event)), race('Club', clubAt(event))]
})

/** C0 is promoted for the third event on. */
function proAt(event: number): string[] {
  return event < 2 ? PRO : [...PRO, 'C0']
}

function clubAt(event: number): string[] {
  return event < 2 ? CLUB : CLUB.slice(1)
}

function isOfTier(name: string, tier: string, event: number): boolean {
  return (tier === 'Pro' ? proAt(event) : clubAt(event)).includes(name)
}

/** Applies the rules again, as a league would count them by hand. */
function countByHand(tier: string): Map<string, number> {
  const scores = new Map<string, number[]>()
  EVENTS.forEach((rounds, event) => {
    for (const round of rounds) {
      if (round.tier !== '' && round.tier !== tier) continue
      const own = (list: readonly string[]) => list.filter((name) => isOfTier(name, tier, event))
      const finish = own(round.finish)
      const [pole = ''] = own(round.grid)
      const fastest = fastestOf(round, finish)
      finish.forEach((name, place) => {
        const list = scores.get(name) ?? Array.from(EVENTS, () => 0)
        const extra = (name === pole ? 2 : 0) + (name === fastest && place < 10 ? 1 : 0)
        list[event] = (POINTS[place] ?? 0) + extra
        scores.set(name, list)
      })
    }
  })
  return new Map(
    Array.from(scores, ([name, list]) => [
      name,
      list.reduce((sum, one) => sum + one, 0) - Math.min(...list),
    ]),
  )
}

/** Laps are the slower the later in this order. */
function lapOrder({ fastest, finish }: Round): string[] {
  return [fastest, ...finish.toReversed().filter((name) => name !== fastest)]
}

function fastestOf(round: Round, of: readonly string[]): string | undefined {
  return lapOrder(round).find((name) => of.includes(name))
}

function toSession(round: Round, event: number): SessionInput {
  const laps = lapOrder(round)
  return aSession({
    sessionId: `${event} ${round.tier}`,
    tier: round.tier,
    cars: round.finish.map((name, index) =>
      aCar({
        name,
        driverIdx: index,
        position: index + 1,
        team: `Team ${name.slice(1)}`,
        startingPosition: round.grid.indexOf(name) + 1,
        bestLapTimeMs: 80_000 + laps.indexOf(name),
        totalRaceTimeMs: 6e6 + index * 1000,
      }),
    ),
  })
}

function anEntry(name: string, tier: string, more: Partial<RosterEntry> = {}): RosterEntry {
  return { name, tier, team: null, fromEventId: null, toEventId: null, place: 0, ...more }
}

const SEASON = aSeason({
  system: SYSTEM,
  tiers: TIERS,
  roster: [
    ...PRO.map((name) => anEntry(name, 'Pro')),
    ...CLUB.map((name) => anEntry(name, 'Club', name === 'C0' ? { toEventId: '1' } : {})),
    anEntry('C0', 'Pro', { fromEventId: '2' }),
  ],
  events: EVENTS.map((rounds, event) =>
    anEvent(String(event), ...rounds.map((round) => toSession(round, event))),
  ),
})

function driversOf(standings: Standings, tier: string): readonly StandingsDriver[] {
  return standings.tiers?.find((one) => one.tier === tier)?.drivers ?? []
}

function pointsOf(season: SeasonInput, tier: string): Record<string, number> {
  const drivers = driversOf(standingsOf(season), tier)
  return Object.fromEntries(drivers.map(({ name, points }) => [name, points]))
}

for (const tier of TIERS) {
  test(`${tier} counts as by hand: mixed grids, own races, a promotion, a dropped event, bonuses`, () => {
    const expected = countByHand(tier)
    const drivers = driversOf(standingsOf(SEASON), tier)
    assert.equal(drivers.length, tier === 'Pro' ? 11 : 10)
    assert.deepEqual(
      new Map(drivers.map(({ name, points }) => [name, points])),
      new Map(drivers.map(({ name }) => [name, expected.get(name)])),
    )
    for (const { key, points } of drivers) {
      const { contributions = [] } = explainDriver(SEASON, key, tier) ?? {}
      const counted = contributions.filter(({ dropped }) => !dropped)
      assert.equal(
        counted.reduce((sum, one) => sum + one.points, 0),
        points,
      )
    }
  })
}

test('teams add up their drivers of both tiers, or have a table in each', () => {
  const together = standingsOf(SEASON)
  assert.equal(
    together.tiers?.some(({ teams }) => teams),
    false,
  )
  const apart = standingsOf({ ...SEASON, teamsPerTier: true })
  assert.deepEqual(apart.teams, together.teams)
  const sums = new Map<string, number>()
  for (const { teams = [] } of apart.tiers ?? []) {
    for (const { name, points } of teams) sums.set(name, (sums.get(name) ?? 0) + points)
  }
  assert.deepEqual(sums, new Map(together.teams.map(({ name, points }) => [name, points])))
})

test('a team scores with its best cars of each tier, also in one race of both', () => {
  const race = aRace('race', ['P', 'C', 'Q', 'D'])
  const cars = race.cars.map((car) => ({ ...car, team: 'Red' }))
  const roster = ['P', 'Q', 'C', 'D'].map((name, index) =>
    anEntry(name, index < 2 ? 'Pro' : 'Club'),
  )
  const system = { ...aSystem({ race: POINTS }), teams: { ...aSystem().teams, carsPerSession: 1 } }
  const events = [anEvent('1', { ...race, cars })]
  const { teams } = standingsOf(aSeason({ system, tiers: TIERS, roster, events }))
  assert.deepEqual(
    teams.map(({ name, points }) => [name, points]),
    [['Red', 50]],
  )
})

test('tiers are labels where they do not compete: a season counts as without them', () => {
  const none = { ...SEASON, tiers: [] }
  const events = none.events.map((event): EventInput => ({
    ...event,
    sessions: event.sessions.map((session) => ({ ...session, tier: '' })),
  }))
  const roster = none.roster.map((entry) => ({ ...entry, tier: '' }))
  assert.deepEqual(standingsOf(none), standingsOf({ ...none, events, roster }))
  assert.equal('tiers' in standingsOf(none), false)
})

describe('a mixed grid', () => {
  const roster = [
    anEntry('P', 'Pro'),
    anEntry('Q', 'Pro'),
    anEntry('C', 'Club'),
    anEntry('D', 'Club'),
  ]
  const season = (race: SessionInput, more: Partial<SeasonInput> = {}) =>
    aSeason({
      system: aSystem({ race: POINTS }),
      tiers: TIERS,
      roster,
      events: [anEvent('one', race)],
      ...more,
    })

  test('gives no place, and no points, to a driver without a tier', () => {
    const standings = standingsOf(season(aRace('race', ['Guest', 'P', 'C', 'Q', 'D'])))
    assert.deepEqual(
      standings.drivers.map(({ name, points, results }) => [
        name,
        points,
        results[0]?.position,
        results[0]?.tier,
      ]),
      [
        ['C', 25, 1, 'Club'],
        ['P', 25, 1, 'Pro'],
        ['D', 18, 2, 'Club'],
        ['Q', 18, 2, 'Pro'],
        ['Guest', 0, null, ''],
      ],
    )
  })

  test('keeps its order, and moves it after a penalty, before places are numbered by tier', () => {
    const adjustments = [
      anAdjustment({ kind: 'timePenalty', sessionId: 'race', driverIdx: 0, seconds: 2.5 }),
    ]
    const moved = season(aRace('race', ['P', 'C', 'Q', 'D']), { adjustments })
    assert.deepEqual(pointsOf(moved, 'Pro'), { Q: 25, P: 18 })
    assert.deepEqual(pointsOf(moved, 'Club'), { C: 25, D: 18 })
  })

  test('is previewed by tier: a penalty moves the driver within their own', () => {
    const mixed = season(aRace('race', ['P', 'C', 'Q', 'D']))
    const penalty = { kind: 'timePenalty', sessionId: 'race', driverIdx: 0, seconds: 2.5 } as const
    const { drivers } = previewAdjustments(mixed, [anAdjustment(penalty)], 'race')
    assert.deepEqual(
      drivers.map(({ name, tier, positionBefore, positionAfter, pointsAfter }) => {
        return [tier, name, positionBefore, positionAfter, pointsAfter]
      }),
      [
        ['Pro', 'Q', 2, 1, 25],
        ['Pro', 'P', 1, 2, 18],
      ],
    )
  })

  test('measures a driver by the winner of their own tier', () => {
    const race = aRace('race', ['P', 'C', 'D'])
    const laps = [50, 40, 36]
    const cars = race.cars.map((car, index) => ({ ...car, numberOfLaps: laps[index] ?? 0 }))
    const system = aSystem({ race: POINTS, minimumDistanceShare: 0.9 })
    assert.deepEqual(pointsOf(season({ ...race, cars }, { system }), 'Club'), { C: 25, D: 18 })
  })
})

test('a session of a tier counts for it whoever drives, also for a name without an entry', () => {
  const race = { ...aRace('race', ['Guest', 'C']), tier: 'Pro' }
  const roster = [anEntry('C', 'Club')]
  const season = aSeason({
    system: aSystem({ race: POINTS }),
    tiers: TIERS,
    roster,
    events: [anEvent('1', race)],
  })
  assert.deepEqual(pointsOf(season, 'Pro'), { Guest: 25, C: 18 })
  assert.deepEqual(pointsOf(season, 'Club'), {})
})

test('an event that a tier has not driven yet is not one that its drivers have missed', () => {
  const events = [
    anEvent('1', { ...aRace('1p', ['P']), tier: 'Pro' }, { ...aRace('1c', ['C']), tier: 'Club' }),
    anEvent('2', { ...aRace('2p', ['P']), tier: 'Pro' }),
  ]
  const system = aSystem({ race: POINTS, dropWorst: 1 })
  const season = aSeason({ system, tiers: TIERS, events })
  assert.deepEqual([pointsOf(season, 'Pro'), pointsOf(season, 'Club')], [{ P: 25 }, { C: 25 }])
  const [club] = driversOf(standingsOf(season), 'Club')
  assert.deepEqual(
    club?.results.map(({ dropped }) => dropped),
    [false],
  )
})

function aQualifying(sessionId: string, tier: string, order: readonly string[]): SessionInput {
  return { ...aRace(sessionId, order), role: 'qualifying', tier }
}

test('each tier has a pole from its own qualifying where the grid is unknown', () => {
  const events = [
    anEvent(
      '1',
      aQualifying('qp', 'Pro', ['Q', 'P']),
      { ...aRace('rp', ['P', 'Q']), tier: 'Pro' },
      aQualifying('qc', 'Club', ['D', 'C']),
      { ...aRace('rc', ['C', 'D']), tier: 'Club' },
    ),
  ]
  const system = aSystem({ race: POINTS, pole: 2, qualifying: [] })
  const season = aSeason({ system, tiers: TIERS, events })
  assert.deepEqual(pointsOf(season, 'Pro'), { P: 25, Q: 20 })
  assert.deepEqual(pointsOf(season, 'Club'), { C: 25, D: 20 })
})

test('points of before stay in the first tier of a driver, those of the stewards go to the present one', () => {
  const season = {
    ...SEASON,
    startingPoints: {
      drivers: [{ name: 'C0', points: 100 }],
      teams: [{ name: 'Team 3', points: 7 }],
    },
    adjustments: [
      anAdjustment({ id: 'a', name: 'C0', points: -1000 }),
      anAdjustment({ id: 'b', kind: 'teamPoints', name: 'Team 3', points: -50 }),
    ],
    teamsPerTier: true,
  }
  const [pro, club] = TIERS.map((tier) => pointsOf(season, tier))
  const [proBefore, clubBefore] = TIERS.map((tier) => pointsOf(SEASON, tier))
  assert.equal((pro?.['C0'] ?? 0) - (proBefore?.['C0'] ?? 0), -1000)
  assert.equal((club?.['C0'] ?? 0) - (clubBefore?.['C0'] ?? 0), 100)
  const before = standingsOf({ ...SEASON, teamsPerTier: true }).tiers ?? []
  const differences = standingsOf(season).tiers?.map(({ teams = [] }, tier) => {
    const [now, was] = [teams, before[tier]?.teams ?? []].map(
      (list) => list.find(({ name }) => name === 'Team 3')?.points ?? 0,
    )
    return (now ?? 0) - (was ?? 0)
  })
  assert.deepEqual(differences, [-43, 0], 'of a team in several tiers: in the best of them')
})

test('a car that retired or was disqualified has no place in its tier', () => {
  const race = aRace('race', ['P', 'C', 'D'])
  const cars = race.cars.map((car) =>
    car.name === 'C' ? { ...car, resultStatus: ResultStatus.Disqualified } : car,
  )
  const roster = [anEntry('P', 'Pro'), anEntry('C', 'Club'), anEntry('D', 'Club')]
  const system = aSystem({ race: POINTS })
  const season = aSeason({
    system,
    tiers: TIERS,
    roster,
    events: [anEvent('1', { ...race, cars })],
  })
  assert.deepEqual(pointsOf(season, 'Club'), { D: 25, C: 0 })
})
