import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from '../../platform/diagnostics/log.ts'
import { createLoneFanOut } from '../../platform/fan-out/fan-out.ts'
import type { Outgoing } from './frames.ts'
import { createRooms, type Member, type Rooms } from './rooms.ts'

const ROOM = 'public race'
const ALONE = { fanOut: createLoneFanOut(), log: createLog('silent') }

interface TestMember extends Member {
  readonly received: string[]
}

/** Adds a member of the room that is present, under an address of its own. */
function enter(rooms: Rooms, number: number): TestMember {
  const received: string[] = []
  const sender = { address: `198.51.${number >> 8}.${number & 255}`, userId: null }
  const member = {
    topic: 'realtime:race',
    receivesPresence: true,
    sender: () => sender,
    send: (message: Outgoing) => void received.push(textOf(message)),
    received,
  }
  rooms.join(ROOM, member)
  assert.ok(rooms.track(ROOM, member, { key: `driver ${number}`, payload: {} }))
  return member
}

function textOf(message: Outgoing): string {
  return message.frame('2.0.0')?.bytes.toString() ?? ''
}

test('those who leave at once are announced together, before anybody who comes back', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const rooms = createRooms(ALONE)
  const members = Array.from({ length: 100 }, (_, number) => enter(rooms, number))
  const [last, back, ...others] = members
  assert.ok(last && back)
  for (const member of others) rooms.leave(ROOM, member)
  t.mock.timers.tick(1000)
  assert.equal(last.received.length, 1)
  for (const number of others.keys()) {
    assert.match(last.received[0] ?? '', new RegExp(`"driver ${number + 2}"`))
  }

  rooms.untrack(ROOM, back)
  rooms.track(ROOM, back, { key: 'driver 1', payload: {} })?.()
  t.mock.timers.tick(1000)
  const [, left, joined, ...more] = last.received
  assert.match(left ?? '', /"joins":\{\},"leaves":\{"driver 1"/)
  assert.match(joined ?? '', /"joins":\{"driver 1".*"leaves":\{\}/)
  assert.deepEqual(more, [])
})

test('thousands of addresses together are delivered no more than twice the server’s share', (t) => {
  t.mock.method(performance, 'now', () => 0)
  const rooms = createRooms(ALONE)
  const member = (topic: string): Member => ({
    topic,
    receivesPresence: false,
    sender: () => ({ address: '203.0.113.1', userId: null }),
    send: () => void (delivered += 1),
  })
  let delivered = 0
  for (let room = 0; room < 50; room++) {
    for (let n = 0; n < 100; n++) rooms.join(`public ${room}`, member(`realtime:${room}`))
  }
  const content = { kind: 'json', text: '"x"' } as const
  for (let n = 0; n < 5_000; n++) {
    const sender = { address: `2001:db8:0:${n.toString(16)}::1`, userId: null }
    const topic = `realtime:${n % 50}`
    rooms.broadcast(`public ${n % 50}`, { topic, event: 'x', content, sender })
  }
  assert.ok(delivered >= 20_000 && delivered <= 41_000, String(delivered))
})
