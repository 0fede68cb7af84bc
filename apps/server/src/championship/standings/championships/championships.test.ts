import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHAMPIONSHIP_1988, DRIVERS_1988, TEAMS_1988 } from './1988.fixture.ts'
import { CHAMPIONSHIP_2014, DRIVERS_2014, TEAMS_2014 } from './2014.fixture.ts'
import { CHAMPIONSHIP_2021, DRIVERS_2021, TEAMS_2021 } from './2021.fixture.ts'
import { CHAMPIONSHIP_2022, DRIVERS_2022, TEAMS_2022 } from './2022.fixture.ts'
import { CHAMPIONSHIP_2023, DRIVERS_2023, TEAMS_2023 } from './2023.fixture.ts'
import { tablesOf } from './championship.fixture.ts'

test('1988 comes out as published: the best eleven results of drivers, all of constructors', () => {
  const { drivers, teams } = tablesOf(CHAMPIONSHIP_1988)
  assert.deepEqual(
    drivers.filter(([, points]) => points > 0),
    DRIVERS_1988,
  )
  assert.deepEqual(
    teams.filter(([, points]) => points > 0),
    TEAMS_1988,
  )
})

test('1988 with every result counting has the other champion', () => {
  const { system, ...season } = CHAMPIONSHIP_1988
  const { drivers } = tablesOf({ ...season, system: { ...system, countBest: null } })
  assert.deepEqual(drivers.slice(0, 2), [
    [1, 105, 'PRO'],
    [2, 94, 'SEN'],
  ])
})

test('2014 comes out as published: double points at the last race, a second place disqualified', () => {
  const { drivers, teams } = tablesOf(CHAMPIONSHIP_2014)
  assert.deepEqual(drivers, DRIVERS_2014)
  assert.deepEqual(teams, TEAMS_2014)
})

test('2021 comes out as published: half points, sprints, places without points by countback', () => {
  const { drivers, teams } = tablesOf(CHAMPIONSHIP_2021)
  assert.deepEqual(drivers, DRIVERS_2021)
  assert.deepEqual(teams, TEAMS_2021)
})

test('2022 comes out as published: fastest laps outside the first ten pay nobody, ties to the last place', () => {
  const { drivers, teams } = tablesOf(CHAMPIONSHIP_2022)
  assert.deepEqual(drivers, DRIVERS_2022)
  assert.deepEqual(teams, TEAMS_2022)
})

test('2023 comes out as published: sprints to eighth place, fourth and fifth by countback', () => {
  const { drivers, teams } = tablesOf(CHAMPIONSHIP_2023)
  assert.deepEqual(drivers, DRIVERS_2023)
  assert.deepEqual(teams, TEAMS_2023)
})
