import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LiveGapError } from '@pitboard/contract/live/live-apply'
import { encodeDelta } from '@pitboard/contract/live/live-delta'
import { createLiveReceiver } from '../live/live-receiver.ts'
import { createLiveStore } from './live-store.ts'
import { aDriver, aSession } from '../../testing/a-session.ts'

test('a delta turns the state into the one the server has', () => {
  const first = aSession({ drivers: [aDriver({ position: 1 })] })
  const next = { ...first, version: 2, drivers: [aDriver({ position: 2 })] }
  const store = createLiveStore()
  const { receive } = createLiveReceiver(store)
  receive({ t: 'snapshot', v: 1, at: 0, state: first })
  receive(encodeDelta(first, next, 100))
  assert.deepEqual(store.view().session, next)
  assert.equal(store.view().connection.kind, 'live')
})

test('what a tick leaves alone stays the same object, so that its readers do not repaint', () => {
  const drivers = [aDriver({ driverIdx: 0 }), aDriver({ driverIdx: 1, position: 2 })]
  const first = aSession({ drivers })
  const [still = aDriver({}), moving = aDriver({})] = drivers
  const next = { ...first, version: 2, drivers: [still, { ...moving, position: 3 }] }
  const store = createLiveStore()
  const { receive } = createLiveReceiver(store)
  receive({ t: 'snapshot', v: 1, at: 0, state: first })
  receive(encodeDelta(first, next, 100))
  assert.equal(store.view().session?.drivers[0], still)
  assert.equal(store.view().session?.events, first.events)
  assert.equal(store.view().session?.drivers[1]?.position, 3)
})

test('a message that does not follow throws and leaves what is shown', () => {
  const first = aSession({})
  const store = createLiveStore()
  const { receive } = createLiveReceiver(store)
  receive({ t: 'snapshot', v: 1, at: 0, state: first })
  assert.throws(() => receive({ t: 'delta', v: 5, at: 0, d: 100 }), LiveGapError)
  assert.equal(store.view().session, first)
})

test('the end of a session keeps its last picture and says where the recording is', () => {
  const store = createLiveStore()
  const { receive } = createLiveReceiver(store)
  receive({ t: 'snapshot', v: 1, at: 0, state: aSession({}) })
  receive({ t: 'ended', v: 1, recordedId: 'recorded' })
  receive({ t: 'heartbeat', v: 1, at: 0 })
  assert.deepEqual(store.view().connection, { kind: 'ended', recordedId: 'recorded' })
  assert.notEqual(store.view().session, null)
})

test('listeners are notified of changes alone, and not after they left', () => {
  const store = createLiveStore()
  const { receive } = createLiveReceiver(store)
  let notified = 0
  const leave = store.subscribe(() => notified++)
  receive({ t: 'snapshot', v: 1, at: 0, state: aSession({}) })
  receive({ t: 'heartbeat', v: 1, at: 0 })
  assert.equal(notified, 1)
  leave()
  store.setConnection({ kind: 'notFound' })
  assert.equal(notified, 1)
})
