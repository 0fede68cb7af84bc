import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { PenaltyType } from '@pitboard/contract/wire/enumerations'
import { openPage } from '../testing/browser.ts'
import { comesToBe, until } from '@pitboard/contract/testing/patience'
import type { SessionEvent } from '@pitboard/contract/sessions/session-events'
import { aDrivenRace } from './stub/driven-sessions.ts'
import { feedOf } from './stub/read-live.ts'
import { LAPTOP, type LiveWorld, testLiveRules, watchLive } from './stub/watch-live.ts'

testLiveRules('messages of race control on the live page', {
  'race control shows each message once, newest first, apart from timing notes': readFeed,
  'a new message of race control sounds and notifies, where this device wants it': raiseAlerts,
})

async function readFeed(t: TestContext, world: LiveWorld) {
  const race = aDrivenRace(20)
  const out = { lapNum: 7, driverIdx: 1, otherDriverIdx: null, seconds: null, timeMs: 570_000 }
  const page = await watchLive(t, world, {
    ...race,
    events: [
      ...race.events,
      { ...out, seq: 90, kind: 'retirement', value: null },
      { ...out, seq: 91, kind: 'penalty', value: PenaltyType.Retired },
      { ...out, seq: 92, kind: 'warning', value: 25, timeMs: 500_000, driverIdx: 2 },
      // The leader ends a lap every 90 s from 1:00 on.
      {
        ...out,
        seq: 93,
        kind: 'safetyCar',
        value: 10,
        timeMs: 450_000,
        lapNum: null,
        driverIdx: null,
      },
    ],
  })
  await comesToBe(
    () => feedOf(page),
    [
      '9:30 CAS is out',
      '8:20 Warning for Haugen: cutting a corner',
      '7:30 Safety car deployed',
      '6:00 Brandt: 5 s penalty',
      '4:00 Warning for Tanaka: cutting a corner',
      '1:00 Lights out',
      '0:00 Session started',
    ],
  )
  const safetyCar = page.getByRole('listitem').filter({ hasText: 'Safety car deployed' })
  await safetyCar.getByText('L5', { exact: true }).waitFor()
  const shown = page.getByRole('group', { name: 'Messages shown' })
  await shown.getByRole('button', { name: 'Timing' }).click()
  await comesToBe(async () => (await feedOf(page))[0], '7:00 OKA passes SIL')
  await page.reload()
  await comesToBe(async () => (await feedOf(page))[0], '7:00 OKA passes SIL')
  await shown.getByRole('button', { name: 'All' }).click()
  await comesToBe(async () => (await feedOf(page)).length, 11)
}

async function raiseAlerts(t: TestContext, world: LiveWorld) {
  const race = aDrivenRace(20)
  world.site.live.show(race)
  const page = await openPage(t, world.browser, LAPTOP)
  await page.addInitScript(NOTE_ALERTS)
  await page.goto(`${world.site.url}/live/${race.id}`)
  await page.getByRole('button', { name: 'Columns and panels' }).click()
  await page.getByRole('checkbox', { name: 'Sound' }).check()
  await page.getByRole('checkbox', { name: 'Browser notification' }).check()
  await comesToBe(async () => (await feedOf(page)).length, 4)
  const news: SessionEvent = {
    seq: 90,
    kind: 'redFlag',
    lapNum: 7,
    timeMs: 570_000,
    driverIdx: null,
    otherDriverIdx: null,
    value: null,
    seconds: null,
  }
  const alerts = () => page.evaluate<string[]>('window.alerts')
  const events = [...race.events]
  // Alerts are fetched after the page stands; they report what is new from then on.
  const add = (event: SessionEvent) => events.push({ ...event, seq: event.seq + events.length })
  await until(async () => {
    add(news)
    world.site.live.show({ ...race, events: [...events] })
    return (await alerts()).length > 0
  })
  add({ ...news, kind: 'overtake', driverIdx: 1, otherDriverIdx: 2 })
  world.site.live.show({ ...race, events, sessionTimeMs: 600_000 })
  await page.locator('.live-strip').getByText('10:00').waitFor()
  // Timing notes are in the feed alone.
  const different = [...new Set(await alerts())]
  assert.deepEqual(different, ['tone', 'Silverstone: Red flag: session stopped'])
}

const NOTE_ALERTS = `
  window.alerts = []
  window.Notification = class {
    static permission = 'granted'
    static requestPermission = async () => 'granted'
    constructor(title, { body }) { window.alerts.push(title + ': ' + body) }
  }
  const { start } = OscillatorNode.prototype
  OscillatorNode.prototype.start = function () {
    window.alerts.push('tone')
    return start.call(this)
  }
`
