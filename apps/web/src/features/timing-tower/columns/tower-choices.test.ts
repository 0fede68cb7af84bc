import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { nextLoad } from '../../../testing/browser-world.ts'
import { setGlobals } from '../../../testing/set-globals.ts'
import type * as GapChoices from './gap-choice.ts'
import type * as OrderChoices from './order-choice.ts'

/** Opens the tower after a reload, on a device that has stored this. */
async function open(t: TestContext, known: Readonly<Record<string, string>>) {
  const stored = new Map(Object.entries(known))
  const localStorage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  }
  setGlobals(t, { localStorage })
  const gap: typeof GapChoices = await import(`./gap-choice.ts${nextLoad()}`)
  const order: typeof OrderChoices = await import(`./order-choice.ts${nextLoad()}`)
  return { ...gap, ...order, read: (name: string) => stored.get(name) }
}

test('a tower shows intervals until somebody switches to gaps, which the device remembers', async (t) => {
  for (const stored of [{}, { 'pitboard.tower.gap': 'ahead' }, { 'pitboard.tower.gap': 'x' }]) {
    const { gapToLeader } = await open(t, stored)
    assert.equal(gapToLeader.get(), false)
  }
  const { gapToLeader, switchGap, read } = await open(t, {})
  switchGap()
  assert.deepEqual([gapToLeader.get(), read('pitboard.tower.gap')], [true, 'leader'])
  const reloaded = await open(t, { 'pitboard.tower.gap': 'leader' })
  assert.equal(reloaded.gapToLeader.get(), true)
  reloaded.switchGap()
  assert.deepEqual(
    [reloaded.gapToLeader.get(), reloaded.read('pitboard.tower.gap')],
    [false, 'ahead'],
  )
})

test('a tower is in the order of the positions until flying laps shall come first, which the device remembers', async (t) => {
  for (const stored of [{}, { 'pitboard.tower.order': 'x' }]) {
    const { flyingFirst } = await open(t, stored)
    assert.equal(flyingFirst.get(), false)
  }
  const { flyingFirst, switchOrder, chooseFlyingFirst, read } = await open(t, {})
  switchOrder()
  assert.deepEqual([flyingFirst.get(), read('pitboard.tower.order')], [true, 'flying'])
  switchOrder()
  assert.deepEqual([flyingFirst.get(), read('pitboard.tower.order')], [false, undefined])
  chooseFlyingFirst(true)
  assert.equal(flyingFirst.get(), true)
  assert.equal((await open(t, { 'pitboard.tower.order': 'flying' })).flyingFirst.get(), true)
})
