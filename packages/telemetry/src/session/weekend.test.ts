import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detailOf, play } from '../../testing/play.ts'
import { createGame } from '../../testing/scripted-game.ts'

const P1 = 1
const Shootout = 13
const Q1 = 5
const Race = 15
const Race2 = 16

/** Returns the kinds of the races of a weekend, in the order driven. */
function kindsOf(structure: readonly number[], driven: readonly number[]) {
  const game = createGame()
  for (const [i, sessionType] of driven.entries()) {
    game.newUid(BigInt(100 + i), 0)
    game.session({
      sessionType,
      numSessionsInWeekend: structure.length,
      weekendStructure: structure,
    })
    game.participants()
    game.lapData({ 0: { resultStatus: 2 } })
    game.wait(100)
    game.lapData({ 0: { resultStatus: 3 } })
    game.event('CHQF', {})
    game.event('SEND', {})
  }
  return play(game.sent).opened.map((session) => detailOf(session).raceKind)
}

test('R23 with two ids the weekend’s order says which race is the sprint, whatever the ids', () => {
  assert.deepEqual(kindsOf([P1, Race, Q1, Race2], [Race, Race2]), ['sprint', 'main'])
  assert.deepEqual(kindsOf([P1, Race2, Q1, Race], [Race2, Race]), ['sprint', 'main'])
})

test('R23 with one id for both races, what the weekend had before says it', () => {
  const structure = [P1, Shootout, Race, Q1, Race]
  assert.deepEqual(kindsOf(structure, [Shootout, Race, Q1, Race]), [null, 'sprint', null, 'main'])
  assert.deepEqual(kindsOf(structure, [Q1, Race]), [null, 'main'])
})

test('R23 where nothing says which race it is, it stays open', () => {
  assert.deepEqual(kindsOf([P1, Shootout, Race, Q1, Race], [Race]), [null])
  assert.deepEqual(kindsOf([], [Race]), [null])
})

test('R23 the only race of a weekend is the main one; a qualifying is not a race', () => {
  assert.deepEqual(kindsOf([P1, Q1, Race], [P1, Q1, Race]), [null, null, 'main'])
})
