import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { nextLoad, openBrowserWorld } from '../../testing/browser-world.ts'
import { ENGINEER_TOPICS } from './engineer-call.ts'
import type * as EngineerChoices from './engineer-choice.ts'
import type * as EngineerSwitch from './engineer-switch.ts'

/** Loads the page again. */
async function load() {
  const choices: typeof EngineerChoices = await import(`./engineer-choice.ts${nextLoad()}`)
  return choices
}

async function loadSwitch() {
  const loaded: typeof EngineerSwitch = await import(`./engineer-switch.ts${nextLoad()}`)
  return loaded
}

/** Opens a page on a device that has stored this. */
async function openDevice(t: TestContext, stored: Readonly<Record<string, string>> = {}) {
  const { localStorage } = await openBrowserWorld(t)
  for (const [name, value] of Object.entries(stored)) {
    localStorage.setItem(`pitboard.engineer.${name}`, value)
  }
  return { localStorage, ...(await load()) }
}

const USUAL: EngineerChoices.EngineerChoice = {
  driverName: null,
  topics: ENGINEER_TOPICS,
  gapsEvery: 'lap',
  rate: 1,
  voiceUri: null,
  isSilentInBackground: false,
}
const [FIRST, SECOND] = ENGINEER_TOPICS
const LONGEST = 'x'.repeat(200)

for (const [rule, stored, choice] of [
  ['nothing is stored', {}, {}],
  ['it is silent by another word', { silent: 'yes' }, {}],
  ['it is silent in the background', { silent: 'true' }, { isSilentInBackground: true }],
  ['gaps come each sector', { gaps: 'sector' }, { gapsEvery: 'sector' }],
  ['gaps are unknown', { gaps: 'minute' }, {}],
  ['topics are chosen', { topics: `${SECOND},${FIRST},other` }, { topics: [FIRST, SECOND] }],
  ['no topic is chosen', { topics: '' }, { topics: [] }],
  ['the voice is slow', { rate: '0.7' }, { rate: 0.7 }],
  ['the voice is fast', { rate: '2' }, { rate: 2 }],
  ['the voice is too slow', { rate: '0.6' }, {}],
  ['the voice is too fast', { rate: '2.1' }, {}],
  ['the speed is no number', { rate: 'fast' }, {}],
  [
    'a driver and a voice are chosen',
    { driver: 'Ann', voice: LONGEST },
    { driverName: 'Ann', voiceUri: LONGEST },
  ],
  ['texts are too long or empty', { driver: `${LONGEST}x`, voice: '' }, {}],
] as const) {
  test(`a device has its choice of the engineer where ${rule}`, async (t) => {
    const { getEngineerChoice } = await openDevice(t, stored)
    assert.deepEqual(getEngineerChoice(), { ...USUAL, ...choice })
  })
}

test('what is changed of the engineer is there after a reload, and nothing else', async (t) => {
  const { localStorage, getEngineerChoice, changeEngineer } = await openDevice(t)
  const change: Partial<EngineerChoices.EngineerChoice> = {
    driverName: 'Ann',
    topics: [FIRST],
    gapsEvery: 'sector',
    rate: 1.5,
    voiceUri: 'voice',
    isSilentInBackground: true,
  }
  changeEngineer(change)
  assert.deepEqual(getEngineerChoice(), change)
  assert.deepEqual((await load()).getEngineerChoice(), change)
  changeEngineer({ driverName: null, voiceUri: null, isSilentInBackground: false })
  for (const name of ['driver', 'voice', 'silent']) {
    assert.equal(localStorage.getItem(`pitboard.engineer.${name}`), null)
  }
  assert.equal(localStorage.getItem('pitboard.engineer.rate'), '1.5')
})

test('an engineer who is switched on speaks after a reload as well, until they are switched off', async (t) => {
  const { localStorage } = await openBrowserWorld(t)
  const first = await loadSwitch()
  assert.equal(first.engineerSwitch.get(), false)
  first.switchEngineer()
  const second = await loadSwitch()
  assert.equal(second.engineerSwitch.get(), true)
  second.switchEngineer()
  assert.equal(localStorage.getItem('pitboard.engineer.on'), null)
  assert.equal((await loadSwitch()).engineerSwitch.get(), false)
})
