import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AidStatus, ErsMode } from '@pitboard/contract/wire/enumerations'
import { dumps, lengthPrefixed, withoutCaptures } from '../../testing/captures.ts'
import { detailOf, driverIn, play } from '../../testing/play.ts'
import { createGame, type ScriptedGame } from '../../testing/scripted-game.ts'
import { decodeDatagram } from '../decode.ts'
import { FORMATS } from '../formats/registry.ts'

const status = {
  fuelCapacity: 110,
  fuelRemainingLaps: 1.27,
  ersStoreEnergy: 2_500_000,
  ersDeployedThisLap: 1_010_000,
  ersDeployMode: ErsMode.Overtake,
  drsAllowed: 1,
}
const damage = {
  tyresWear: [31.4, 33.5, 20.2, 24.8],
  frontLeftWingDamage: 20,
  floorDamage: 3,
  engineDamage: 12,
  ersFault: 1,
}

function startRace(game: ScriptedGame): void {
  game.session()
  game.participants()
  game.lapData()
}

function driverOf(game: ScriptedGame, idx = 1) {
  return driverIn(detailOf(play(game.sent).opened[0]), idx)
}

for (const format of FORMATS) {
  test(`R29 ${format}: fuel, ERS, wear and damage are those of the newest packets`, () => {
    const game = createGame({ format })
    startRace(game)
    game.carStatus([status, { ...status, fuelRemainingLaps: -3 }])
    game.carDamage([{}, {}])
    game.wait(1)
    game.carStatus([status, status])
    game.carDamage([{}, damage])
    const driver = driverOf(game)
    assert.equal(driver.fuelRemainingLaps, 1.3)
    assert.equal(driver.ersStorePercent, 63)
    assert.equal(driver.ersDeployedPercent, 25)
    assert.equal(driver.ersDeployMode, ErsMode.Overtake)
    assert.deepEqual(driver.tyreWear, {
      frontLeft: 20,
      frontRight: 25,
      rearLeft: 31,
      rearRight: 34,
    })
    assert.deepEqual(driver.damage, {
      frontLeftWing: 20,
      frontRightWing: 0,
      rearWing: 0,
      floor: 3,
      diffuser: 0,
      sidepod: 0,
      gearbox: 0,
      engine: 12,
      drsFault: false,
      ersFault: true,
    })
  })

  test(`R29 ${format}: zeros of restricted telemetry are unknown, those of an intact car are zero`, () => {
    const game = createGame({ format })
    game.session()
    game.participants({ 1: { aiControlled: 0, yourTelemetry: 0 } })
    game.lapData()
    game.carStatus([status, { drsAllowed: 1 }, { ...status, fuelRemainingLaps: 0 }])
    game.carDamage([damage, {}, {}])
    const restricted = driverOf(game)
    assert.equal(restricted.fuelRemainingLaps, null)
    assert.equal(restricted.ersStorePercent, null)
    assert.equal(restricted.ersDeployMode, null)
    assert.equal(restricted.tyreWear, null)
    assert.equal(restricted.damage, null)
    assert.equal(restricted.drsStatus, AidStatus.Available)
    const intact = driverOf(game, 2)
    assert.equal(intact.fuelRemainingLaps, 0)
    assert.equal(intact.tyreWear?.frontLeft, 0)
    assert.equal(intact.damage?.floor, 0)
  })

  test(`R29 ${format}: DRS until 2025, active aerodynamics and overtake mode from 2026`, () => {
    const game = createGame({ format })
    startRace(game)
    game.carStatus([{ drsAllowed: 1 }, { drsAllowed: 1 }, {}])
    game.carTelemetry([{ drs: 1 }, {}, {}])
    const modes = { has2026Regulations: 1, activeAeroMode: 1, overtakeAvailable: 1 }
    if (format === 2026) game.carTelemetry2([modes, modes, {}])
    const drivers = [0, 1, 2].map((idx) => driverOf(game, idx))
    const old = { activeAeroStatus: null, overtakeStatus: null }
    const none = { drsStatus: AidStatus.Unavailable, ...old }
    const fromNow = { activeAeroStatus: AidStatus.Active, overtakeStatus: AidStatus.Available }
    assert.deepEqual(
      drivers.map(({ drsStatus, activeAeroStatus, overtakeStatus }) => ({
        drsStatus,
        activeAeroStatus,
        overtakeStatus,
      })),
      format === 2026
        ? [{ drsStatus: null, ...fromNow }, { drsStatus: null, ...fromNow }, none]
        : [
            { drsStatus: AidStatus.Active, ...old },
            { drsStatus: AidStatus.Available, ...old },
            none,
          ],
    )
  })

  test(`R6 ${format}: what was sent before a flashback is unknown until the game sends it again`, () => {
    const game = createGame({ format })
    startRace(game)
    game.wait(20)
    game.lapData()
    game.carStatus([status, status])
    game.carDamage([damage, damage])
    game.flashback(10)
    game.lapData()
    assert.equal(driverOf(game).tyreWear, null)
    assert.equal(driverOf(game).fuelRemainingLaps, null)
    game.carDamage([damage, {}])
    assert.equal(driverOf(game).tyreWear?.frontLeft, 0)
  })
}

test('R29 a car without ERS has no store, and numbers that are not finite are unknown', () => {
  const game = createGame()
  game.session({ formula: 2 })
  game.participants()
  game.lapData()
  game.carStatus([status, { ...status, fuelRemainingLaps: Number.NaN }])
  game.carDamage([damage, { tyresWear: [Number.POSITIVE_INFINITY, 1, 1, 1] }])
  const driver = driverOf(game)
  assert.equal(driver.ersStorePercent, null)
  assert.equal(driver.ersDeployMode, null)
  assert.equal(driver.fuelRemainingLaps, null)
  assert.equal(driver.tyreWear, null)
})

test(
  'real lobbies send nothing of those who restrict their telemetry',
  { skip: withoutCaptures },
  () => {
    const opening = ['session', 'participants']
    let [restricted, open] = [0, 0]
    for (const dump of dumps) {
      const sent = lengthPrefixed(dump)
        .toSorted((a, b) => placeOf(a) - placeOf(b))
        .map((bytes, i) => ({ bytes, atMs: i * 100 }))
      for (const driver of detailOf(play(sent).opened[0]).drivers) {
        const {
          telemetryPublic,
          fuelRemainingLaps,
          ersStorePercent,
          tyreWear,
          damage: parts,
        } = driver
        const known = [fuelRemainingLaps, ersStorePercent, tyreWear, parts]
        if (telemetryPublic) open += known.every((value) => value !== null) ? 1 : 0
        else restricted++
        if (!telemetryPublic) assert.deepEqual(known, [null, null, null, null], dump)
      }
    }
    assert.ok(restricted >= 4, `${restricted} restricted drivers`)
    assert.ok(open >= 40, `${open} drivers with everything`)

    function placeOf(bytes: Uint8Array): number {
      const place = opening.indexOf(decodeDatagram(bytes).kind)
      return place < 0 ? opening.length : place
    }
  },
)
