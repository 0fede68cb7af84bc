import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mapTables } from '@pitboard/contract/seasons/tiers'
import { Standings } from '@pitboard/contract/seasons/standings'
import { sampleOfRuns } from '@pitboard/contract/testing/sample'
import fc from 'fast-check'
import { Value } from 'typebox/value'
import { anySeason } from './any-season.fixture.ts'
import { createResolveName } from './identify-drivers.ts'
import type { SeasonInput } from './input.ts'
import { previewAliases } from './preview-aliases.ts'
import { anAdjustment, aRace } from './season.fixture.ts'
import { explainDriver, standingsOf } from './standings.ts'

const RUNS = sampleOfRuns(300, 40)

/** Returns the same season with everything that has no order of its own in another one. */
function shuffled(season: SeasonInput, seed: number): SeasonInput {
  const shuffle = <T>(list: readonly T[]): T[] =>
    list
      .map((item, index) => ({ item, at: ((index + 1) * (seed * 2 + 1) * 7919) % 104_729 }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ item }) => item)
  return {
    ...season,
    aliases: shuffle(season.aliases).map((one) => ({ ...one, aliases: shuffle(one.aliases) })),
    adjustments: shuffle(season.adjustments),
    roster: shuffle(season.roster),
    startingPoints: {
      drivers: shuffle(season.startingPoints.drivers),
      teams: shuffle(season.startingPoints.teams),
    },
    events: season.events.map((event) => ({
      ...event,
      sessions: shuffle(event.sessions).map((one) => ({ ...one, cars: shuffle(one.cars) })),
    })),
  }
}

function sumOf(rows: readonly { points: number }[]): number {
  return rows.reduce((total, { points }) => total + points, 0)
}

function everyRow(season: SeasonInput) {
  const { drivers, teams } = standingsOf(season)
  return [...drivers, ...teams]
}

test('the order in which sessions, cars, aliases and decisions were entered changes nothing', () => {
  fc.assert(
    fc.property(anySeason(), fc.nat(1000), (any, seed) => {
      const twice = [1, 2].map((points) => anAdjustment({ id: `${points}`, name: 'A', points }))
      const season = { ...any, adjustments: [...any.adjustments, ...twice] }
      const other = shuffled(season, seed)
      const { drivers, ...rest } = standingsOf(season)
      assert.deepEqual(standingsOf(other), { drivers, ...rest })
      for (const { key } of drivers) {
        assert.deepEqual(explainDriver(other, key), explainDriver(season, key))
      }
    }),
    RUNS,
  )
})

test('what is added and removed again leaves the table as it was, and nothing changes its input', () => {
  fc.assert(
    fc.property(anySeason(), fc.nat(5), (season, at) => {
      const entered = JSON.stringify(season)
      const before = standingsOf(season)
      const session = aRace('added', ['F', 'A', 'G'])
      const added = {
        ...season,
        aliases: [...season.aliases, { name: 'G', aliases: ['A', 'B'] }],
        adjustments: [anAdjustment({ id: 'added', name: 'A', points: 3 }), ...season.adjustments],
        events: season.events.map((event, index) =>
          index === at ? { ...event, sessions: [session, ...event.sessions] } : event,
        ),
      }
      standingsOf(added)
      const removed = {
        ...added,
        aliases: added.aliases.filter(({ name }) => name !== 'G'),
        adjustments: added.adjustments.filter(({ id }) => id !== 'added'),
        events: added.events.map((event) => ({
          ...event,
          sessions: event.sessions.filter(({ sessionId }) => sessionId !== 'added'),
        })),
      }
      assert.deepEqual(standingsOf(removed), before)
      assert.equal(JSON.stringify(season), entered)
    }),
    RUNS,
  )
})

test('a decision and its opposite cancel each other', () => {
  fc.assert(
    fc.property(anySeason(), fc.integer({ min: 1, max: 50 }), (season, points) => {
      const both = [
        anAdjustment({ id: 'up', name: 'A', points }),
        anAdjustment({ id: 'down', name: 'A', points: -points }),
      ]
      const changed = { ...season, adjustments: [...season.adjustments, ...both] }
      assert.deepEqual(standingsOf(changed), standingsOf(season))
    }),
    RUNS,
  )
})

test('the contributions that count add up to the total, for every driver', () => {
  fc.assert(
    fc.property(anySeason(), (season) => {
      const { drivers: overall, tiers = [] } = standingsOf(season)
      const rows = tiers.flatMap(({ tier, drivers }) => drivers.map((row) => ({ ...row, tier })))
      for (const { key, points, tier } of [
        ...rows,
        ...overall.map((row) => ({ ...row, tier: undefined })),
      ]) {
        const contributions = explainDriver(season, key, tier)?.contributions ?? []
        const counted = contributions.filter(({ dropped }) => !dropped)
        const sum = sumOf(counted)
        assert.ok(Math.abs(sum - points) < 1e-5, `${key}: ${sum} is not ${points}`)
      }
    }),
    RUNS,
  )
})

test('teams have what their drivers won, where nothing is dropped and every car scores', () => {
  fc.assert(
    fc.property(anySeason(), (season) => {
      const all = { dropWorst: 0, countBest: null }
      const system = { ...season.system, ...all, teams: { ...all, carsPerSession: null } }
      const startingPoints = { drivers: [], teams: [] }
      const { drivers, teams } = standingsOf({ ...season, system, startingPoints, adjustments: [] })
      assert.ok(Math.abs(sumOf(drivers) - sumOf(teams)) < 1e-4)
    }),
    RUNS,
  )
})

const isBelow = (row: object) => 'missingStarts' in row

test('places follow points, every number is one, and the last of the progression is the total', () => {
  fc.assert(
    fc.property(anySeason(), (season) => {
      const { drivers, teams, tiers = [] } = standingsOf(season)
      const ofTiers = tiers.flatMap((one) => [one.drivers, one.teams ?? []])
      for (const table of [drivers, teams, ...ofTiers]) {
        for (const [index, row] of table.entries()) {
          const { position, points, gapToAhead, gapToLeader, progression } = row
          const numbers = [position, points, gapToAhead, gapToLeader, ...progression]
          assert.ok(numbers.every(Number.isFinite))
          assert.equal(progression.at(-1), points)
          const ahead = table[index - 1]
          assert.ok(!ahead || !isBelow(ahead) || isBelow(row))
          const isSeparate = ahead && isBelow(ahead) !== isBelow(row)
          assert.ok(gapToAhead >= 0 && gapToLeader >= 0)
          assert.ok(ahead ? isSeparate || ahead.points >= points : position === 1)
          assert.ok(!isSeparate || position === index + 1)
          assert.ok(!ahead || position === index + 1 || position === ahead.position)
        }
      }
    }),
    RUNS,
  )
})

test('starting points add to the total and to each step of the progression, whatever is dropped', () => {
  fc.assert(
    fc.property(anySeason(), (season) => {
      const without = standingsOf({ ...season, startingPoints: { drivers: [], teams: [] } })
      const resolveName = createResolveName(season.aliases)
      const drivers = new Map(without.drivers.map((row) => [row.key, row]))
      const teams = new Map(without.teams.map((row) => [row.name, row]))
      const standings = standingsOf(season)
      const pairs = [
        ...standings.drivers.map((row) => {
          const isOwn = ({ name }: { name: string }) => resolveName(name) === row.key
          const start = sumOf(season.startingPoints.drivers.filter(isOwn))
          return { row, start, before: drivers.get(row.key) }
        }),
        ...standings.teams.map((row) => {
          const start = sumOf(season.startingPoints.teams.filter(({ name }) => name === row.name))
          return { row, start, before: teams.get(row.name) }
        }),
      ]
      for (const { row, start, before } of pairs) {
        for (const [index, points] of (before?.progression ?? []).entries()) {
          const added = (row.progression[index] ?? Number.NaN) - points
          assert.ok(Math.abs(added - start) < 1e-5, `${row.name}: ${added} is not ${start}`)
        }
      }
      for (const { name } of season.startingPoints.drivers) {
        assert.ok(standings.drivers.some(({ key }) => key === resolveName(name)))
      }
    }),
    RUNS,
  )
})

test('tied drivers stand as their explanation says', () => {
  fc.assert(
    fc.property(anySeason(), (season) => {
      const { drivers } = standingsOf(season)
      const positionOf = Map.groupBy(drivers, ({ name }) => name)
      for (const { key, position } of drivers) {
        for (const { against, own, theirs } of explainDriver(season, key)?.tieBreaks ?? []) {
          const rivals = positionOf.get(against) ?? []
          if (rivals.length > 1) continue
          const rival = rivals[0]?.position ?? Number.NaN
          assert.equal(Math.sign(rival - position), Math.sign(own - theirs))
        }
      }
    }),
    RUNS,
  )
})

test('dropping leaves the best: no choice of as many events has more points', () => {
  fc.assert(
    fc.property(anySeason(), (season) => {
      const one = {
        ...season.system,
        countBest: null,
        dropWorst: 1,
        keepDisqualified: false,
      }
      const drivers = standingsOf({ ...season, system: one }).drivers
      for (const { key, points } of drivers) {
        const lines = explainDriver({ ...season, system: one }, key)?.contributions ?? []
        const total = sumOf(lines)
        const events = Map.groupBy(
          lines.filter(({ eventId }) => eventId !== null),
          ({ eventId }) => eventId,
        )
        for (const [, left] of events) {
          const without = total - sumOf(left)
          assert.ok(points >= without - 1e-5 || lines.every(({ dropped }) => !dropped))
        }
      }
    }),
    RUNS,
  )
})

/** Returns the drivers of a tier by their keys; a season without tiers has one table of all drivers. */
function driversIn({ drivers, tiers }: Standings, tier: string | undefined) {
  const own = tiers?.find((one) => one.tier === tier)?.drivers ?? drivers
  return new Map(own.map((driver) => [driver.key, driver]))
}

test('a preview of aliases says the places and points that the table has afterwards', () => {
  fc.assert(
    fc.property(anySeason(), (season) => {
      const aliases = [{ name: 'A', aliases: ['B', 'C'] }]
      const { drivers } = previewAliases(season, aliases)
      const [before, after] = [standingsOf(season), standingsOf({ ...season, aliases })]
      for (const tier of season.tiers.length > 0 ? season.tiers : [undefined]) {
        const [was, is] = [before, after].map((all) => driversIn(all, tier))
        const changes = drivers.filter((one) => one.tier === tier)
        for (const { key, positionAfter, pointsAfter } of changes) {
          const row = is?.get(key)
          assert.deepEqual(
            [row?.position ?? null, row?.points ?? null],
            [positionAfter, pointsAfter],
          )
        }
        for (const [key, { position, points }] of was ?? []) {
          if (changes.some((one) => one.key === key)) continue
          const row = is?.get(key)
          assert.deepEqual([row?.position, row?.points], [position, points])
        }
      }
    }),
    RUNS,
  )
})

test('every row is what the contract says', () => {
  fc.assert(
    fc.property(anySeason(), (season) => {
      const uuid = '0198c5f0-0000-7000-8000-000000000000'
      const named = mapTables(standingsOf(season), ({ drivers, teams }) => ({
        teams,
        drivers: drivers.map((driver) => ({
          ...driver,
          results: driver.results.map((result) => ({ ...result, sessionId: uuid, eventId: uuid })),
        })),
      }))
      assert.ok(Value.Check(Standings, named))
      assert.ok(everyRow(season).every(({ wins, podiums }) => wins <= podiums))
    }),
    RUNS,
  )
})
