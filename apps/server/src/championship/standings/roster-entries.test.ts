import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RosterEntry } from './input.ts'
import { aRace, aSeason, anEvent } from './season.fixture.ts'
import { standingsOf } from './standings.ts'

const EVENTS = ['1', '2', '3'].map((id) => anEvent(id, aRace(`race ${id}`, ['A', 'B'])))

function anEntry(name: string, team: string | null, entry: Partial<RosterEntry> = {}): RosterEntry {
  return {
    name,
    team: team === null ? null : { name: team, colour: '#123456' },
    tier: '',
    fromEventId: null,
    toEventId: null,
    place: 0,
    ...entry,
  }
}

/** Returns the teams of driver A in the three events. */
function teamsOf(
  roster: readonly RosterEntry[],
  aliases: { name: string; aliases: string[] }[] = [],
) {
  const { drivers } = standingsOf(aSeason({ events: EVENTS, roster, aliases }))
  const driver = drivers.find(({ aliases: names }) => names.includes('A'))
  return driver?.results.map(({ team }) => team)
}

test('the roster replaces the team of the game, between its first and its last event', () => {
  assert.deepEqual(teamsOf([]), ['Team A', 'Team A', 'Team A'])
  assert.deepEqual(teamsOf([anEntry('A', 'Red')]), ['Red', 'Red', 'Red'])
  const middle = { fromEventId: '2', toEventId: '2' }
  assert.deepEqual(teamsOf([anEntry('A', 'Red', middle)]), ['Team A', 'Red', 'Team A'])
  assert.deepEqual(teamsOf([anEntry('B', 'Red')]), ['Team A', 'Team A', 'Team A'])
  assert.deepEqual(teamsOf([anEntry('A', null)]), ['Team A', 'Team A', 'Team A'])
})

test('of entries that overlap the one that begins last counts, then the later in the roster', () => {
  const later = anEntry('A', 'Blue', { fromEventId: '3' })
  const below = anEntry('A', 'Red', { place: 1 })
  assert.deepEqual(teamsOf([below, later]), ['Red', 'Red', 'Blue'])
  const second = anEntry('A', 'Blue', { place: 1 })
  assert.deepEqual(teamsOf([second, anEntry('A', 'Red')]), ['Blue', 'Blue', 'Blue'])
  assert.deepEqual(teamsOf([anEntry('A', 'Red'), second]), ['Blue', 'Blue', 'Blue'])
})

test('an entry by an alias counts, and a bound is open when its event has been removed', () => {
  const aliases = [{ name: 'Anna', aliases: ['A'] }]
  assert.deepEqual(teamsOf([anEntry('Anna', 'Red')], aliases), ['Red', 'Red', 'Red'])
  const open = { fromEventId: 'gone', toEventId: 'gone' }
  assert.deepEqual(teamsOf([anEntry('A', 'Red', open)]), ['Red', 'Red', 'Red'])
})
