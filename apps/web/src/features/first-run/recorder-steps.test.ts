import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { RecorderStatus } from '@pitboard/contract/ingest/recorder-status'
import { findDoneSteps, STEPS } from './recorder-status-query.ts'

const NEW: RecorderStatus = {
  isPaired: false,
  report: null,
  liveSessionId: null,
  hasRecorded: false,
}
const report = (packetsPerSecond: number) => ({
  problem: null,
  listenPort: 20_777,
  foundPort: null,
  format: null,
  packetsPerSecond,
})

function doneOf(t: TestContext, known: Partial<RecorderStatus>, downloaded: string | null = null) {
  const storage = {
    getItem: (name: string) => (name === 'pitboard.downloaded' ? downloaded : null),
  }
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true })
  t.after(() => Reflect.deleteProperty(globalThis, 'localStorage'))
  return [...findDoneSteps({ ...NEW, ...known })]
}

for (const [rule, known, steps] of [
  ['nothing', {}, []],
  ['a pairing', { isPaired: true }, ['download', 'pair']],
  ['a silent recorder', { report: report(0) }, []],
  ['packets', { report: report(1) }, ['download', 'pair', 'packets']],
  ['a live session', { liveSessionId: 'L' }, ['download', 'pair', 'packets', 'live']],
  ['a recorded session', { hasRecorded: true }, STEPS],
] as const) {
  test(`${rule} shows that these steps are done: ${steps.join(', ')}`, (t) => {
    assert.deepEqual(doneOf(t, known), steps)
  })
}

test('a download is remembered by the browser', (t) => {
  assert.deepEqual(doneOf(t, {}, 'yes'), ['download'])
})

test('the steps are in the order in which they are taken', () => {
  assert.deepEqual(STEPS, ['download', 'pair', 'packets', 'live', 'session'])
})
