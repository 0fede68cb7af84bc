import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { nextLoad, openBrowserWorld } from '../../testing/browser-world.ts'
import type * as AlertChoices from './alert-choice.ts'

const STORED = 'pitboard.live.alerts'

async function openAlerts(t: TestContext, stored: string | null, permission: string | null) {
  const world = await openBrowserWorld(t)
  if (stored !== null) world.localStorage.setItem(STORED, stored)
  let asked = 0
  const requestPermission = async () => asked++
  if (permission === null) Reflect.deleteProperty(globalThis, 'Notification')
  else Object.assign(globalThis, { Notification: { permission, requestPermission } })
  t.after(() => Reflect.deleteProperty(globalThis, 'Notification'))
  const alerts: typeof AlertChoices = await import(`./alert-choice.ts${nextLoad()}`)
  return { alerts, asked: () => asked, stored: () => world.localStorage.getItem(STORED) }
}

for (const [before, permission, after] of [
  [null, 'granted', ''],
  ['', 'granted', ''],
  ['sound', 'granted', ''],
  ['notification', 'granted', 'notification'],
  ['sound,notification', 'granted', 'notification'],
  ['sound,notification', 'denied', ''],
  ['sound,notification', null, ''],
] as const) {
  test(`without sound, a device with "${before}" and the permission ${permission} has "${after}"`, async (t) => {
    const { alerts, stored } = await openAlerts(t, before, permission)
    alerts.chooseSound(false)
    assert.equal(stored(), after)
  })
}

test('a sound that was chosen before stays', async (t) => {
  const { alerts, stored } = await openAlerts(t, 'sound', 'granted')
  await alerts.chooseNotification(false)
  assert.equal(stored(), 'sound')
})

test('what is chosen is remembered', async (t) => {
  const { alerts, stored, asked } = await openAlerts(t, null, 'granted')
  alerts.chooseSound(true)
  assert.equal(stored(), 'sound')
  await alerts.chooseNotification(true)
  assert.deepEqual([stored(), asked()], ['sound,notification', 1])
  alerts.chooseSound(false)
  assert.equal(stored(), 'notification')
  await alerts.chooseNotification(false)
  assert.deepEqual([stored(), asked()], ['', 1])
})

for (const permission of ['denied', null]) {
  test(`without the permission (${permission}) notifications stay off`, async (t) => {
    const { alerts, stored } = await openAlerts(t, 'sound', permission)
    await alerts.chooseNotification(true)
    assert.equal(stored(), 'sound')
  })
}
