import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detailOf, driverIn, play } from '../../testing/play.ts'
import { createGame, type ScriptedGame } from '../../testing/scripted-game.ts'

const human = { aiControlled: 0, networkId: 7, name: 'ANNA' }

function startedGame(rows: Parameters<ScriptedGame['participants']>[0] = { 1: human }) {
  const game = createGame()
  game.session({ networkGame: 1 })
  game.participants(rows)
  game.lapData()
  game.wait(30)
  return game
}

function drivenBy(game: ScriptedGame, idx: number): [name: string, isHuman: boolean] {
  const driver = driverIn(detailOf(play(game.sent).opened[0]), idx)
  return [driver.name, driver.isHuman]
}

function completeLap(game: ScriptedGame): void {
  game.wait(60)
  game.lapData({ 1: { currentLapNum: 2, lastLapTimeMs: 90_000 } })
}

test('R13 the AI takes over and the human comes back: the row stays the human’s', () => {
  const game = startedGame()
  game.participants({ 1: { aiControlled: 1, networkId: 255, name: 'AI DRIVER' } })
  assert.deepEqual(drivenBy(game, 1), ['ANNA', true])
  completeLap(game)
  game.participants({ 1: { ...human, networkId: 12 } })
  assert.deepEqual(drivenBy(game, 1), ['ANNA', true])
})

test('R13 early lists may take AI for humans; what they say later holds', () => {
  const game = createGame()
  game.session()
  game.participants({ 1: { aiControlled: 0, platform: 1 } })
  game.wait(5)
  game.participants()
  game.lapData()
  assert.deepEqual(drivenBy(game, 1), ['DRIVER 1', false])
})

test('R13 a late list that takes an AI for a human under the same name is stale', () => {
  const game = startedGame({})
  game.participants({ 1: { aiControlled: 0 } })
  assert.deepEqual(drivenBy(game, 1), ['DRIVER 1', false])
})

test('R13 a list that comes after the end is of the lobby and changes nothing', () => {
  const game = startedGame()
  game.event('SEND', {})
  game.over()
  game.participants({ 1: { ...human, networkId: 9, name: 'BEN' } })
  assert.deepEqual(drivenBy(game, 1), ['ANNA', true])
})

test('R13 a slot that another human takes becomes theirs only if no lap was completed in it', () => {
  const ben = { ...human, networkId: 9, name: 'BEN' }
  const game = startedGame()
  game.participants({ 1: ben })
  assert.deepEqual(drivenBy(game, 1), ['BEN', true])
  completeLap(game)
  game.participants({ 1: human })
  assert.deepEqual(drivenBy(game, 1), ['BEN', true])
})

test('R13 after a lap a row stays its driver’s, also if another one gets the network id or hides the name', () => {
  const hidden = { ...human, name: 'Player', raceNumber: 9 }
  const next = { networkId: 8, raceNumber: 12 }
  for (const [first, second] of [
    [human, { ...human, ...next, name: 'BEN', networkId: human.networkId }],
    [hidden, { ...hidden, ...next }],
  ] as const) {
    const game = startedGame({ 1: first })
    completeLap(game)
    game.participants({ 1: second })
    const { name, carNumber } = driverIn(detailOf(play(game.sent).opened[0]), 1)
    assert.equal(name, first.name)
    assert.notEqual(carNumber, 12)
  }
})

test('R13 a human who comes back in an AI’s slot has that row too', () => {
  const game = startedGame({})
  game.participants({ 2: { ...human } })
  assert.deepEqual(drivenBy(game, 2), ['ANNA', true])
})

test('R13 names that are shown only later replace the hidden one', () => {
  const game = startedGame({ 1: { ...human, name: 'Player' } })
  completeLap(game)
  game.participants({ 1: human })
  assert.deepEqual(drivenBy(game, 1), ['ANNA', true])
})

test('R13 a hidden name never replaces the shown one of the same driver, only that of another', () => {
  for (const name of ['Player', '']) {
    const hidden = { ...human, name, raceNumber: 9 }
    const game = startedGame()
    game.participants({ 1: hidden })
    assert.deepEqual(drivenBy(game, 1), ['ANNA', true])
    completeLap(game)
    game.participants({ 1: { ...hidden, raceNumber: 12 } })
    assert.deepEqual(drivenBy(game, 1), ['ANNA', true])
    const { carNumber } = driverIn(detailOf(play(game.sent).opened[0]), 1)
    assert.equal(carNumber, 12, 'what else the list says applies')
    const other = startedGame()
    other.participants({ 1: { ...hidden, name: 'Player', networkId: 9 } })
    assert.deepEqual(drivenBy(other, 1), ['Player', true])
  }
})

test('R15 hidden and equal names, numbers and teams are still drivers of their own', () => {
  const same = { aiControlled: 0, name: 'Player', raceNumber: 3, teamId: 41, yourTelemetry: 0 }
  const game = startedGame({ 0: { ...same, networkId: 0 }, 1: { ...same, networkId: 1 }, 2: same })
  game.wait(1)
  game.lapData({ 1: { penaltiesSeconds: 5 } })
  const detail = detailOf(play(game.sent).opened[0])
  assert.deepEqual(
    detail.drivers.map(({ name, carNumber, totalPenaltiesSeconds }) => [
      name,
      carNumber,
      totalPenaltiesSeconds,
    ]),
    [
      ['Player', 3, 0],
      ['Player', 3, 5],
      ['Player', 3, 0],
    ],
  )
  assert.equal(detail.completeness.hiddenNames, 3)
  assert.equal(detail.completeness.restrictedDrivers, 2)
})

test('R15 names pass as the game writes them, cut, localised or after control bytes', () => {
  const game = startedGame({
    0: { name: 'AVeryLongNameThatIsCutHere…', aiControlled: 0 },
    1: { name: '周冠宇' },
    2: { name: '\u0001\u0002NORRIS' },
  })
  const { drivers } = detailOf(play(game.sent).opened[0])
  assert.deepEqual(
    drivers.map(({ name }) => name),
    ['AVeryLongNameThatIsCutHere…', '周冠宇', 'NORRIS'],
  )
})

test('R15 the ghosts of a time trial are no drivers', () => {
  const game = createGame({ cars: 4 })
  game.session({ sessionType: 18, weekendLinkIdentifier: 0 })
  const ghost = { aiControlled: 0, networkId: 3 }
  game.participants({
    1: { ...ghost, name: 'Personal Best' },
    2: { ...ghost, name: 'Default Ghost' },
    3: { ...ghost, name: 'DRIVER 0' },
  })
  const shown = { resultStatus: 0, carPosition: 1, driverStatus: 1 }
  game.lapData({ 1: shown, 2: shown, 3: shown })
  game.history(1, { numLaps: 1, laps: [{ lapTimeMs: 80_000, lapValidBitFlags: 15 }] })
  const { drivers } = detailOf(play(game.sent).opened[0])
  assert.deepEqual(
    drivers.map(({ driverIdx }) => driverIdx),
    [0],
  )
})

test('R13 a spectator’s car index is nobody’s: that driver’s telemetry may be restricted', () => {
  const restricted = { aiControlled: 0, yourTelemetry: 0 }
  for (const isSpectating of [0, 1]) {
    const game = createGame()
    game.session({ isSpectating, spectatorCarIndex: 1 })
    game.participants({ 0: restricted })
    game.lapData()
    game.carStatus([{ visualTyreCompound: 0, tyresAgeLaps: 0 }])
    const detail = detailOf(play(game.sent).opened[0])
    const [driver] = detail.drivers
    assert.equal(driver?.telemetryPublic, isSpectating === 0)
    assert.equal(driver?.currentTyreCompound, null)
    assert.equal(driver?.currentTyreAgeLaps, null)
    assert.equal(detail.recorderDriverIdx, isSpectating === 0 ? 0 : null)
  }
})

test('R15 more cars than the lists count are read, and places of 0 are nobody’s', () => {
  const game = createGame({ format: 2026, cars: 24 })
  game.session()
  game.participants()
  game.lapData({ 23: { carPosition: 0 } })
  assert.equal(detailOf(play(game.sent).opened[0]).drivers.length, 23)
})

test('R15 an entry beyond the cars that the lists count that never drives is not a driver', () => {
  const game = createGame({ cars: 4 })
  game.session()
  game.participants({}, 2)
  game.lapData()
  const listed = (): number[] =>
    detailOf(play(game.sent).opened[0]).drivers.map(({ driverIdx }) => driverIdx)
  assert.deepEqual(listed(), [0, 1, 2, 3])
  game.wait(90)
  const second = { currentLapNum: 2, lastLapTimeMs: 90_000 }
  game.lapData({ 0: second, 2: second })
  assert.deepEqual(listed(), [0, 1, 2])
  game.lapData({ 3: { resultStatus: 4 } })
  assert.deepEqual(listed(), [0, 1, 2, 3])
})

test('R13 the second player of a split screen hides nothing from this game either', () => {
  const game = createGame({ secondPlayer: 1 })
  const restricted = { aiControlled: 0, yourTelemetry: 0 }
  game.session()
  game.participants({ 0: restricted, 1: restricted, 2: restricted })
  game.lapData()
  const { drivers, completeness } = detailOf(play(game.sent).opened[0])
  assert.deepEqual(
    drivers.map(({ telemetryPublic }) => telemetryPublic),
    [true, true, false],
  )
  assert.equal(completeness.restrictedDrivers, 1)
})
