import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anEvent } from '../../testing/a-season.ts'
import { en } from '../../testing/text.ts'
import { findRosterErrors, newDriver, rosterFieldPaths, toUpdate } from './roster-update.ts'

const EVENTS = { events: [anEvent(1), anEvent(2), anEvent(3)] }
const ANN = newDriver('Ann')
const team = (name: string) => ({ id: name, name, colour: '#ff0000' })
const errorsOf = (names: readonly string[], drivers = [ANN]) =>
  findRosterErrors({ teams: names.map(team), drivers }, EVENTS, en)

test('a new driver has a name and an id of its own', () => {
  const { id, ...driver } = ANN
  assert.deepEqual(driver, {
    name: 'Ann',
    carNumber: null,
    teamId: null,
    platformId: null,
    fromEventId: null,
    toEventId: null,
    isReserve: false,
    tier: '',
  })
  assert.notEqual(id, newDriver('Ann').id)
})

test('an update has neither pictures nor users', () => {
  const roster = {
    version: 3,
    teams: [{ ...team('Red'), pictureId: 'P' }],
    drivers: [{ ...ANN, userId: 'U' }],
  }
  assert.deepEqual(toUpdate(roster), { teams: [team('Red')], drivers: [ANN] })
})

for (const [names, errors] of [
  [['Red', 'Blue'], null],
  [[' '], { 'teams/0/name': 'Enter the name of the team.' }],
  [['Red', ' red '], { 'teams/1/name': 'Another team has this name.' }],
  [['Red', 'Blue', 'RED'], { 'teams/2/name': 'Another team has this name.' }],
] as const) {
  test(`teams ${JSON.stringify(names)} have these errors: ${JSON.stringify(errors)}`, () => {
    assert.deepEqual(errorsOf(names), errors)
  })
}

for (const [known, errors] of [
  [{ name: ' ' }, { 'drivers/1/name': 'Enter the name of the driver.' }],
  [{ fromEventId: 'event-2', toEventId: 'event-3' }, null],
  [{ fromEventId: 'event-2', toEventId: 'event-2' }, null],
  [
    { fromEventId: 'event-2', toEventId: 'event-1' },
    { 'drivers/1/toEventId': 'It comes before “From event”.' },
  ],
  [{ fromEventId: null, toEventId: 'event-1' }, null],
  [{ fromEventId: 'event-2', toEventId: null }, null],
  [{ fromEventId: 'event-2', toEventId: 'gone' }, null],
] as const) {
  test(`a driver with ${JSON.stringify(known)} has these errors: ${JSON.stringify(errors)}`, () => {
    assert.deepEqual(errorsOf([], [ANN, { ...ANN, ...known }]), errors)
  })
}

test('the server may refuse the names of teams and four fields of drivers', () => {
  assert.deepEqual(rosterFieldPaths({ teams: [team('Red'), team('Blue')], drivers: [ANN] }), [
    'teams/0/name',
    'teams/1/name',
    'drivers/0/name',
    'drivers/0/carNumber',
    'drivers/0/fromEventId',
    'drivers/0/toEventId',
  ])
})
