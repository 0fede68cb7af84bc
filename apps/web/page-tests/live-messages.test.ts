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
  'a moment of the race is shown once to who watches it, and hides no timing': showMoments,
  'the race engineer speaks for one driver with a voice of the device, and writes what it says':
    reportByVoice,
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

async function showMoments(t: TestContext, world: LiveWorld) {
  const race = aDrivenRace(20)
  const page = await watchLive(t, world, race)
  await page.evaluate(NOTE_MOMENTS)
  const moments = () => page.evaluate<string[]>('[...new Set(window.moments)]')
  const events = [...race.events]
  const happen = (kind: SessionEvent['kind']) =>
    until(async () => {
      // What shows a moment is fetched after the page stands.
      events.push({ ...NOTHING, seq: 90 + events.length, kind })
      world.site.live.show({ ...race, events: [...events] })
      return (await moments()).includes(kind)
    })
  assert.deepEqual(await moments(), [], 'nothing has happened yet')
  for (const kind of ['lightsOut', 'fastestLap', 'chequeredFlag'] as const) await happen(kind)
  assert.equal(await page.evaluate('window.covered'), 0)
  await comesToBe(() => page.locator('.race-moment').count(), 0)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  events.push({ ...NOTHING, seq: 500, kind: 'fastestLap' })
  world.site.live.show({ ...race, events })
  await comesToBe(() => page.locator('.race-moment').count(), 0)
}

const NOTHING = {
  lapNum: 7,
  timeMs: 570_000,
  driverIdx: null,
  otherDriverIdx: null,
  value: null,
  seconds: null,
}

/** Counts in how many frames a moment lies over the tower. */
const NOTE_MOMENTS = `
  window.moments = []
  window.covered = 0
  new MutationObserver(() => {
    const shown = document.querySelector('.race-moment')
    if (!shown) return
    window.moments.push(shown.dataset.moment)
    const below = document.querySelector('.live-tower').getBoundingClientRect().top
    if (shown.getBoundingClientRect().bottom > below) window.covered += 1
  }).observe(document.querySelector('.live-strip'), { childList: true, subtree: true })
`

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

async function reportByVoice(t: TestContext, world: LiveWorld) {
  const race = aDrivenRace(20)
  const page = await watchLive(t, world, race, { ...LAPTOP, script: STUB_VOICES })
  const panel = page.getByRole('region', { name: 'Race engineer' })
  await panel.getByRole('button', { name: 'Start speaking' }).click()
  await panel.getByRole('combobox', { name: 'Driver' }).selectOption('Brandt')
  const reports = panel.getByRole('list', { name: 'Reports' })
  let sessionTimeMs = race.sessionTimeMs
  let isInPit = false
  // The voice is fetched after its button was pressed; a stop ends with the gaps behind it.
  const step = () => {
    isInPit = !isInPit
    sessionTimeMs += 100
    const drivers = race.drivers.map((driver) =>
      driver.name === 'Brandt' ? { ...driver, pitStatus: isInPit ? 1 : 0 } : driver,
    )
    world.site.live.show({ ...race, drivers, sessionTimeMs })
  }
  await until(async () => {
    step()
    return (await reports.count()) > 0
  })
  const sentence = 'P4. Haugen ahead, 0.6. Okafor behind, 1.7.'
  await reports.getByText(sentence).first().waitFor()
  const spoken = () => page.evaluate<string[]>('window.spoken')
  assert.deepEqual([...new Set(await spoken())], [`Local, 1: ${sentence}`])
  assert.equal(await page.evaluate('window.spokenAtOnce'), 1)

  await page.reload()
  await panel.getByRole('button', { name: 'Stop speaking' }).waitFor()
  assert.equal(await panel.getByRole('combobox', { name: 'Driver' }).inputValue(), 'Brandt')
  await page.evaluate(
    'window.voices = []; speechSynthesis.dispatchEvent(new Event("voiceschanged"))',
  )
  await panel.getByText('has no voice of its own').waitFor()
  await until(async () => {
    step()
    return (await reports.count()) > 0
  })
  assert.deepEqual(await spoken(), [], 'it only writes')
}

/** One voice is of the device, and one sends what it says to a service; the words go to `window.spoken`. */
const STUB_VOICES = `
  window.spoken = []
  window.spokenAtOnce = 0
  let speaking = 0
  const aVoice = (name, localService) => ({ name, voiceURI: name, lang: 'en-GB', localService })
  window.voices = [aVoice('Remote', false), aVoice('Local', true)]
  window.SpeechSynthesisUtterance = class extends EventTarget {
    constructor(text) { super(); this.text = text }
  }
  speechSynthesis.getVoices = () => window.voices
  speechSynthesis.speak = (utterance) => {
    window.spokenAtOnce = Math.max(window.spokenAtOnce, ++speaking)
    window.spoken.push(utterance.voice.name + ', ' + utterance.rate + ': ' + utterance.text)
    setTimeout(() => { speaking--; utterance.dispatchEvent(new Event('end')) }, 50)
  }
`
