import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { LiveMessage } from '@pitboard/contract/live/live-protocol'
import { createDriving } from '../driving.fixture.ts'
import { createRoomDirectory } from './room-directory.ts'
import type { Viewer } from './audience.ts'
import type { LiveSource } from './room.ts'

const BROKEN_ID = '01900000-0000-7000-8000-000000000001'
const WORKING_ID = '01900000-0000-7000-8000-000000000002'

function openHub(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval'] })
  let nowMs = 0
  const failures: string[] = []
  const roomDirectory = createRoomDirectory(() => nowMs, {
    onFailure: (sessionId) => failures.push(sessionId),
  })
  t.after(() => roomDirectory.drain())
  const tick = (times = 1) => {
    for (let time = 0; time < times; time++) {
      nowMs += 100
      t.mock.timers.tick(100)
    }
  }
  return { roomDirectory, failures, tick }
}

function createViewer() {
  const messages: LiveMessage[] = []
  const closes: (number | string | undefined)[] = []
  const viewer: Viewer = {
    send(frame) {
      const bytes = frame.plain()
      messages.push(JSON.parse(bytes.subarray(bytes.indexOf('{')).toString()))
    },
    backlogBytes: () => 0,
    close: (code, reason) => closes.push(code, reason),
  }
  return { viewer, messages, closes }
}

/** Creates a source that works until `fail` is called. */
function createFailingSource(driving = createDriving(3)) {
  let isBroken = false
  const source: LiveSource = {
    read(...asked) {
      if (isBroken) throw new Error('made to fail')
      return driving.source.read(...asked)
    },
  }
  return { source, fail: () => (isBroken = true) }
}

test('a room that fails is closed with a reason and counted; the others go on', (t) => {
  const { roomDirectory, failures, tick } = openHub(t)
  const broken = createFailingSource()
  const driving = createDriving(3)
  roomDirectory.open(BROKEN_ID, 'one', broken.source)
  roomDirectory.open(WORKING_ID, 'two', driving.source)
  const [first, follower, second] = [createViewer(), createViewer(), createViewer()]
  roomDirectory.watch(BROKEN_ID, first.viewer)
  roomDirectory.follow('one', follower.viewer)
  roomDirectory.watch(WORKING_ID, second.viewer)
  broken.fail()
  for (let step = 0; step < 5; step++) {
    driving.step(100, step)
    tick()
  }
  assert.deepEqual(first.closes, [1011, 'this session can not be shown live'])
  assert.deepEqual(follower.closes, first.closes)
  assert.deepEqual(failures, [BROKEN_ID])
  assert.equal(roomDirectory.failures(), 1)
  assert.equal(roomDirectory.viewers(), 1)
  assert.deepEqual(second.closes, [])
  assert.ok(second.messages.filter(({ t: kind }) => kind === 'delta').length >= 5)
})

test('a failed room counts as live, has its last state and is no longer listed', async (t) => {
  const { roomDirectory, tick } = openHub(t)
  const broken = createFailingSource()
  roomDirectory.open(BROKEN_ID, 'one', broken.source)
  tick()
  broken.fail()
  tick(2)
  assert.equal(roomDirectory.room(BROKEN_ID)?.state(1_000).drivers.length, 3)
  assert.deepEqual(roomDirectory.rooms(), [])
  const late = createViewer()
  roomDirectory.watch(BROKEN_ID, late.viewer)
  assert.equal(late.closes[0], 1011)
  await roomDirectory.close(BROKEN_ID, null)
  assert.equal(roomDirectory.room(BROKEN_ID), null)
  assert.equal(roomDirectory.viewers(), 0)
})

test('a session without a room that opens is not shown, and nothing is thrown', (t) => {
  const { roomDirectory, failures, tick } = openHub(t)
  const broken = createFailingSource()
  broken.fail()
  assert.equal(roomDirectory.open(BROKEN_ID, 'one', broken.source), null)
  assert.equal(roomDirectory.open(BROKEN_ID, 'one', broken.source), null)
  tick()
  assert.deepEqual(failures, [BROKEN_ID])
})
