import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINI_SECTORS } from '@pitboard/contract/live/mini-sectors'
import { play } from '../../testing/play.ts'
import { createGame, type ScriptedGame } from '../../testing/scripted-game.ts'
import { miniSectorsOf } from './document/mini-sectors.ts'

const TRACK_M = 5000
const MINI_SECTOR_M = TRACK_M / MINI_SECTORS
const STEP_SECONDS = 0.1
const none = '0'.repeat(MINI_SECTORS)

/** Creates a game in which cars are driven by metres. */
function createDrive(cars = 1) {
  const game = createGame({ cars })
  const metres = Array.from({ length: cars }, () => -20)
  game.session({ trackLength: TRACK_M })
  game.participants()
  timing(game, metres)

  /** Drives one car at a constant speed until it is there, the others stand. */
  function driveTo(car: number, toM: number, speed: number, changes: object = {}): void {
    for (let atM = metres[car] ?? 0; atM < toM;) {
      atM = Math.min(toM, atM + speed * STEP_SECONDS)
      metres[car] = atM
      game.wait(STEP_SECONDS)
      timing(game, metres, car, changes)
    }
  }

  return { game, metres, driveTo, statuses: () => statusesOf(game) }
}

function timing(
  game: ScriptedGame,
  metres: readonly number[],
  car = 0,
  changes: object = {},
): void {
  const timings = metres.map((atM, index) => ({
    currentLapNum: lapOf(atM),
    lapDistance: atM - (lapOf(atM) - 1) * TRACK_M,
    ...(index === car ? changes : {}),
  }))
  game.lapData(Object.fromEntries(timings.entries()))
}

function lapOf(metres: number): number {
  return Math.max(1, Math.floor(metres / TRACK_M) + 1)
}

/** Returns the statuses of each car as a text of digits. */
function statusesOf(game: ScriptedGame): string[] {
  const [session] = play(game.sent).opened
  return session ? miniSectorsOf(session).map((statuses) => statuses.join('')) : []
}

function starting(digits: string): string {
  return digits + none.slice(digits.length)
}

test('R28 the fastest time of a mini-sector is the session best, by one car alone', () => {
  const { driveTo, statuses } = createDrive(2)
  driveTo(0, 2.5 * MINI_SECTOR_M, 50)
  assert.deepEqual(statuses(), [starting('33'), none])
  driveTo(1, 1.5 * MINI_SECTOR_M, 60)
  assert.deepEqual(statuses(), [starting('23'), starting('3')])
  driveTo(1, 2.5 * MINI_SECTOR_M, 40)
  assert.deepEqual(statuses(), [starting('23'), starting('32')])
})

test('R28 statuses of the last lap remain until the car passes again', () => {
  const { driveTo, statuses } = createDrive()
  driveTo(0, TRACK_M, 60)
  assert.deepEqual(statuses(), ['3'.repeat(MINI_SECTORS)])
  driveTo(0, TRACK_M + 1.5 * MINI_SECTOR_M, 40)
  assert.deepEqual(statuses(), [`1${'3'.repeat(MINI_SECTORS - 1)}`])
})

test('R28 a gap of more than half a second makes a mini-sector unknown', () => {
  const { driveTo, statuses, metres, game } = createDrive()
  driveTo(0, 1.5 * MINI_SECTOR_M, 50)
  game.wait(0.4)
  metres[0] = 1.5 * MINI_SECTOR_M + 20
  driveTo(0, 2.5 * MINI_SECTOR_M, 50)
  assert.deepEqual(statuses(), [starting('33')])
  game.wait(0.6)
  metres[0] = 2.5 * MINI_SECTOR_M + 30
  driveTo(0, 4.5 * MINI_SECTOR_M, 50)
  assert.deepEqual(statuses(), [starting('3303')])
})

test('R28 a mini-sector with a part in the pit lane is unknown', () => {
  const { driveTo, statuses } = createDrive()
  driveTo(0, 1.5 * MINI_SECTOR_M, 50)
  driveTo(0, 2.2 * MINI_SECTOR_M, 20, { pitStatus: 1 })
  driveTo(0, 4.5 * MINI_SECTOR_M, 50, { pitStatus: 0 })
  assert.deepEqual(statuses(), [starting('3003')])
})

test('R28 times of a lap that becomes invalid are no bests', () => {
  const { driveTo, statuses } = createDrive(2)
  driveTo(0, 1.5 * MINI_SECTOR_M, 40)
  driveTo(1, 1.5 * MINI_SECTOR_M, 60)
  assert.deepEqual(statuses(), [starting('2'), starting('3')])
  driveTo(1, 2.5 * MINI_SECTOR_M, 60, { currentLapInvalid: 1 })
  assert.deepEqual(statuses(), [starting('3'), starting('11')])
})

test('R6 R28 a flashback restores the bests from before', () => {
  const { driveTo, statuses, metres, game } = createDrive()
  driveTo(0, TRACK_M + 0.5 * MINI_SECTOR_M, 40)
  const { seconds } = game.clock
  driveTo(0, TRACK_M + 2.5 * MINI_SECTOR_M, 60)
  assert.deepEqual(statuses(), ['3'.repeat(MINI_SECTORS)])
  game.flashback(seconds)
  metres[0] = TRACK_M + 0.5 * MINI_SECTOR_M
  driveTo(0, TRACK_M + 0.7 * MINI_SECTOR_M, 40)
  const rest = '3'.repeat(MINI_SECTORS - 2)
  assert.deepEqual(statuses(), [`00${rest}`])
  driveTo(0, TRACK_M + 2.5 * MINI_SECTOR_M, 41)
  assert.deepEqual(statuses(), [`03${rest}`])
})

test('R28 the pause of a game takes no time', () => {
  const { driveTo, statuses, game } = createDrive()
  driveTo(0, 1.5 * MINI_SECTOR_M, 50)
  game.clock.atMs += 60_000
  driveTo(0, 2.5 * MINI_SECTOR_M, 50)
  assert.deepEqual(statuses(), [starting('33')])
})

test('R28 at the flag the last mini-sector counts and the lap after it does not', () => {
  const { driveTo, statuses } = createDrive()
  driveTo(0, TRACK_M - 1, 60)
  driveTo(0, TRACK_M + 1, 60, { resultStatus: 3, currentLapNum: 1 })
  const allBest = '3'.repeat(MINI_SECTORS)
  assert.deepEqual(statuses(), [allBest])
  driveTo(0, TRACK_M + 2.5 * MINI_SECTOR_M, 30, { resultStatus: 3, currentLapNum: 1 })
  assert.deepEqual(statuses(), [allBest])
})
