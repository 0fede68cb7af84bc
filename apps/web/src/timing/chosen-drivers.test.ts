import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowserWorld } from '../testing/browser-world.ts'
import { chosenDrivers, NO_DRIVERS, roleOf, toggleDriverRole } from './chosen-drivers.ts'
import { findNamesakes } from './namesakes.ts'

const ANN = { name: 'Ann', aliases: ['Ann', 'RST Ann', 'ann_racing'] }

test('a driver whom a season knows under several names keeps the role they got under one of them', () => {
  for (const chosen of ANN.aliases) {
    assert.equal(roleOf(ANN, { own: chosen, rivals: [] }), 'own')
    assert.equal(roleOf(ANN, { own: null, rivals: ['Bo', chosen] }), 'rival')
  }
  assert.equal(roleOf(ANN, { own: 'ANN', rivals: ['RST Anna'] }), null, 'another name')
  assert.equal(roleOf({ name: '' }, { own: '', rivals: [''] }), null, 'a hidden name')
})

test('taking a role away takes it from whichever name had it, and a driver is in the choice once', async (t) => {
  await openBrowserWorld(t)
  chosenDrivers.set({ own: 'ann_racing', rivals: ['Bo'] })
  toggleDriverRole(ANN, 'own')
  assert.deepEqual(chosenDrivers.get(), { own: null, rivals: ['Bo'] })
  chosenDrivers.set({ own: null, rivals: ['RST Ann', 'Bo'] })
  toggleDriverRole(ANN, 'own')
  assert.deepEqual(chosenDrivers.get(), { own: 'Ann', rivals: ['Bo'] })
  toggleDriverRole(ANN, 'rival')
  assert.deepEqual(chosenDrivers.get(), { own: null, rivals: ['Bo', 'Ann'] })
  chosenDrivers.set(NO_DRIVERS)
})

const CARS = ['Bo', 'Ann', '', 'Ann', ''].map((name, driverIdx) => ({ name, driverIdx }))
const NAMESAKES = findNamesakes(CARS)
const named = CARS.map((car) => ({ ...car, namesakes: NAMESAKES.get(car.driverIdx) }))

test('cars share a name, not a hidden one', () => {
  assert.deepEqual([...NAMESAKES.keys()], [1, 3])
})

for (const [rule, own, marked] of [
  ['the very car', 'Ann\t3', [3]],
  ['the first car, where the choice was made in another session', 'Ann', [1]],
  ['the first car, where the chosen one has another name here', 'Ann\t0', [1]],
  ['the only car of its name, whichever was chosen', 'Bo\t7', [0]],
] as const) {
  test(`of two drivers with one name only one is marked: ${rule}`, () => {
    const found = named.filter((driver) => roleOf(driver, { own, rivals: [] }) === 'own')
    assert.deepEqual(
      found.map(({ driverIdx }) => driverIdx),
      marked,
    )
  })
}

test('a role is given to one of two drivers with one name, and taken from that one', async (t) => {
  await openBrowserWorld(t)
  const [, first, , second] = named
  assert.ok(first && second)
  toggleDriverRole(second, 'own')
  toggleDriverRole(first, 'rival')
  assert.deepEqual(chosenDrivers.get(), { own: 'Ann\t3', rivals: ['Ann\t1'] })
  toggleDriverRole(second, 'own')
  assert.deepEqual(chosenDrivers.get(), { own: null, rivals: ['Ann\t1'] })
  chosenDrivers.set(NO_DRIVERS)
})
