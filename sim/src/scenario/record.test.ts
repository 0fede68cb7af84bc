import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawScenario } from './draw.ts'
import { findFaults, liveMomentsOf, record } from './record.ts'
import { createScenario } from './scenario.ts'

const scenario = createScenario(drawScenario(4))
const recorded = record(scenario.datagrams())

test('a recording that differs from the truth in one field is wrong, whichever field it is', () => {
  const [expected] = scenario.sessions
  const [session] = recorded.sessions
  assert.ok(expected && session)
  assert.deepEqual(findFaults(scenario, recorded), [])
  for (const key of Object.keys(expected.detail)) {
    const broken = { ...recorded, sessions: [{ ...session, [key]: 'other' }] }
    assert.ok(findFaults(scenario, broken).length > 0, key)
  }
  for (const key of Object.keys(expected.detail.drivers[0] ?? {})) {
    const drivers = session.drivers.map((driver) => ({ ...driver, [key]: 'other' }))
    const broken = { ...recorded, sessions: [{ ...session, drivers }] }
    assert.ok(findFaults(scenario, broken).length > 0, `drivers.${key}`)
  }
})

test('a live document that differs from the moment is wrong, whichever value it is', () => {
  const moments = liveMomentsOf(scenario)
  const [moment] = moments.slice(moments.length / 2)
  const driver = moment?.drivers[0]
  assert.ok(moment && driver && driver.lapTimesMs.length > 0)
  const faultsOf = (changed: Partial<typeof driver>): readonly string[] =>
    record(scenario.datagrams(), [{ ...moment, drivers: [{ ...driver, ...changed }] }]).liveFaults
  assert.deepEqual(faultsOf({}), [])
  const timing = Object.fromEntries(Object.keys(driver.timing).map((key) => [key, -1]))
  const wrong = faultsOf({ timing: { ...driver.timing, ...timing, driverIdx: 0 }, lapTimesMs: [1] })
  assert.equal(wrong.length, Object.keys(timing).length)
})

test('a session that is missing, or one too many, is wrong', () => {
  assert.ok(findFaults(scenario, { ...recorded, sessions: [] }).length > 0)
  const twice = [...recorded.sessions, ...recorded.sessions]
  assert.ok(findFaults(scenario, { ...recorded, sessions: twice }).length > 0)
})
