import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowserWorld } from '../testing/browser-world.ts'
import { chosenDrivers, NO_DRIVERS, roleOf, toggleDriverRole } from './chosen-drivers.ts'

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
