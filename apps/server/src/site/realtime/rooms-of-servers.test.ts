import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { createLog } from '../../platform/diagnostics/log.ts'
import type { Outgoing } from './frames.ts'
import { createNetwork } from './peers/network.fixture.ts'
import { encodePeerMessage } from './peers/peer-messages.ts'
import { subjectOf } from './peers/room-link.ts'
import { createRooms, type Member, type Rooms } from './rooms.ts'

const ROOM = 'public race'
const TOPIC = 'realtime:race'
const CONTENT = { kind: 'json', text: '{"lap":1}' } as const

interface TestMember extends Member {
  readonly received: string[]
}

let lastAddress = 0

function createMember(address = `198.51.${++lastAddress >> 8}.${lastAddress & 255}`): TestMember {
  const received: string[] = []
  return {
    topic: TOPIC,
    receivesPresence: true,
    sender: () => ({ address, userId: null }),
    send: (message: Outgoing) =>
      void received.push(message.frame('1.0.0')?.bytes.toString() ?? 'bytes'),
    received,
  }
}

function openRooms(t: TestContext, servers = 2) {
  const network = createNetwork()
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  let nowMs = 0
  t.mock.method(performance, 'now', () => nowMs)
  const all = Array.from({ length: servers }, () => {
    const rooms = createRooms({ fanOut: network.join(), log: createLog('silent') })
    rooms.start()
    return rooms
  })
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 1000) {
      nowMs += 1000
      t.mock.timers.tick(1000)
      await network.settled()
    }
  }
  const [one, other] = all
  assert.ok(one && other)
  return { network, all, one, other, pass }
}

function enter(rooms: Rooms, key: string | null = null, payload = {}): TestMember {
  const member = createMember()
  rooms.join(ROOM, member)
  if (key !== null) track(rooms, member, key, payload)
  return member
}

function track(rooms: Rooms, member: Member, key: string, payload = {}): boolean {
  const announce = rooms.track(ROOM, member, { key, payload })
  announce?.()
  return announce !== null
}

/** Returns the keys with their number of entries. */
function presentAt(rooms: Rooms): Record<string, number> {
  const text = rooms.presenceState(ROOM, TOPIC).frame('1.0.0')?.bytes.toString() ?? ''
  const { payload }: { payload: Record<string, { metas: unknown[] }> } = JSON.parse(text)
  return Object.fromEntries(Object.entries(payload).map(([key, { metas }]) => [key, metas.length]))
}

test('who joins at one server gets those who are present at the others', async (t) => {
  const { network, one, other } = openRooms(t)
  enter(one, 'max')
  enter(one, 'lewis')
  await network.settled()
  const late = enter(other)
  await network.settled()
  assert.deepEqual(presentAt(other), { max: 1, lewis: 1 })
  assert.equal(late.received.length, 1)
  assert.match(late.received[0] ?? '', /presence_diff.*"joins":\{"max".*"lewis".*"leaves":\{\}/)
})

test('a user with a tab at each server is present until both are closed', async (t) => {
  const { network, one, other, pass } = openRooms(t)
  const watcher = enter(one)
  const [here, there] = [enter(one, 'max'), enter(other, 'max')]
  await network.settled()
  assert.deepEqual([presentAt(one), presentAt(other)], [{ max: 2 }, { max: 2 }])
  other.leave(ROOM, there)
  await pass(1000)
  assert.deepEqual(presentAt(one), { max: 1 })
  one.leave(ROOM, here)
  await pass(1000)
  assert.deepEqual(presentAt(one), {})
  const leaves = watcher.received.filter((text) => text.includes('"leaves":{"max"'))
  assert.equal(leaves.length, 2)
})

test('a server that is silent for 15 seconds is left out, and present again once it answers', async (t) => {
  const { network, one, other, pass } = openRooms(t)
  const watcher = enter(one)
  enter(other, 'max')
  await network.settled()
  await pass(60_000)
  assert.deepEqual(presentAt(one), { max: 1 }, 'it beats')
  network.lose = () => true
  await pass(10_000)
  assert.deepEqual(presentAt(one), { max: 1 })
  await pass(10_000)
  assert.deepEqual(presentAt(one), {})
  assert.match(watcher.received.at(-1) ?? '', /"joins":\{\},"leaves":\{"max"/)
  network.lose = () => false
  track(other, enter(other), 'lewis')
  await network.settled()
  assert.deepEqual(presentAt(one), { max: 1, lewis: 1 })
})

test('what was lost on its way is made up for within five seconds', async (t) => {
  const { network, one, other, pass } = openRooms(t)
  enter(one)
  const leaving = enter(other, 'max')
  await network.settled()
  network.lose = () => true
  enter(other, 'lewis')
  other.leave(ROOM, leaving)
  await pass(1000)
  network.lose = () => false
  assert.deepEqual(presentAt(one), { max: 1 })
  await pass(5_000)
  assert.deepEqual(presentAt(one), { lewis: 1 })
})

test('a room holds 500 who are present, and 512 kB of them, at all servers together', async (t) => {
  const { network, all, one, other, pass } = openRooms(t, 3)
  const third = all[2]
  assert.ok(third)
  const watchers = all.map((rooms) => enter(rooms))
  for (let n = 0; n < 500; n++) {
    const rooms = n % 2 === 0 ? one : other
    assert.ok(track(rooms, enter(rooms), `driver ${n}`))
    if (n % 20 === 0) await pass(2_000)
  }
  await network.settled()
  for (const [index, rooms] of all.entries()) {
    const [watcher] = [watchers[index]]
    assert.ok(watcher)
    assert.equal(track(rooms, watcher, 'one more'), false)
  }
  for (const rooms of all) assert.equal(Object.keys(presentAt(rooms)).length, 500)
})

test('the members of a large room are large together', async (t) => {
  const { network, one, other, pass } = openRooms(t)
  const payload = { text: 'é'.repeat(1_900) }
  let tracked = 0
  for (let n = 0; n < 200; n++) {
    const rooms = n % 2 === 0 ? one : other
    const member = createMember()
    rooms.join(ROOM, member)
    if (track(rooms, member, `driver ${n}`, payload)) tracked++
    await network.settled()
    if (n % 10 === 0) await pass(5_000)
  }
  assert.ok(tracked > 130 && tracked * 3_800 <= 512 * 1024, String(tracked))
})

test('a sender pays for the members at all servers', async (t) => {
  const { network, one, other } = openRooms(t)
  const sender = enter(one)
  const members = Array.from({ length: 99 }, () => enter(other))
  await network.settled()
  // The opening server has one member when it introduces itself; the rest it publishes later.
  track(other, enter(other), 'max')
  await network.settled()
  let sent = 0
  const broadcast = { topic: TOPIC, event: 'x', content: CONTENT, sender: sender.sender() }
  while (sent < 1_000 && one.broadcast(ROOM, { ...broadcast, except: sender })) sent++
  await network.settled()
  const received = members[0]?.received.filter((text) => text.includes('"broadcast"')).length
  assert.equal(sent, Math.ceil(15_000 / 101))
  assert.equal(received, sent)
})

test('a server limits senders at servers that do not know how many members it has', async (t) => {
  const { network, one, other } = openRooms(t)
  const members = Array.from({ length: 100 }, () => enter(other))
  const sender = { address: '203.0.113.9', userId: null }
  for (let n = 0; n < 1_000; n++) {
    one.broadcast(ROOM, { topic: TOPIC, event: 'x', content: CONTENT, sender })
  }
  await network.settled()
  assert.equal(members[0]?.received.length, 150)
})

test('public and private rooms of one name are separate at all servers', async (t) => {
  const { network, one, other } = openRooms(t)
  const member = enter(other)
  const { topic, content, sender } = {
    topic: TOPIC,
    content: CONTENT,
    sender: createMember().sender(),
  }
  one.broadcast('private race', { topic, event: 'secret', content, sender })
  one.broadcast(ROOM, { topic, event: 'open', content, sender })
  await network.settled()
  assert.deepEqual(
    member.received.map((text) => /"event":"(secret|open)"/.exec(text)?.[1]),
    ['open'],
  )
})

/** Encodes a message without a frame. */
function header(value: unknown): Buffer {
  const text = Buffer.from(JSON.stringify(value))
  return Buffer.concat([Buffer.from([0, 0, text.length >> 8, text.length & 255]), text])
}

test('an oversized or malformed message of another server is dropped', async (t) => {
  const { network, one } = openRooms(t)
  const member = enter(one, 'max')
  await network.settled()
  const before = member.received.length
  const broadcast = { kind: 'broadcast', address: '192.0.2.1', userId: null } as const
  const part = { kind: 'part', node: 'x', revision: 1, members: 1 }
  const payloads = [
    Buffer.alloc(0),
    Buffer.alloc(3),
    Buffer.from([255, 255, 255, 255, 1]),
    Buffer.alloc(1_100_000, 1),
    header(null),
    header({ kind: 'part' }),
    header({ ...part, present: [{ key: 'x', meta: 'text' }] }),
    header({ ...part, present: Array.from({ length: 501 }, () => ({})) }),
    header({ ...part, present: [{ key: 'k'.repeat(300), meta: { phx_ref: 'r' } }] }),
    header({ ...broadcast, address: 'x'.repeat(100) }),
    encodePeerMessage({ ...broadcast, frame: Buffer.of() }),
    encodePeerMessage({ ...broadcast, frame: Buffer.of(4, 200, 200, 0, 1, 120) }),
    encodePeerMessage({ ...broadcast, frame: Buffer.of(4, 1, 1, 0, 1, 120, 120, 123) }),
    encodePeerMessage({
      ...broadcast,
      frame: Buffer.concat([Buffer.of(4, 5, 1, 0, 1), Buffer.from('otherx{}')]),
    }),
  ]
  for (const payload of payloads) network.publish(subjectOf(ROOM), payload)
  await network.settled()
  assert.equal(member.received.length, before)
  assert.deepEqual(presentAt(one), { max: 1 })
  network.publish(
    subjectOf(ROOM),
    header({ ...part, present: [{ key: 'lewis', meta: { phx_ref: 'r' } }] }),
  )
  await network.settled()
  assert.deepEqual(presentAt(one), { max: 1, lewis: 1 })
})

test('a client that joins and leaves a large room makes the others send it a bounded number of times', async (t) => {
  const { network, one, other } = openRooms(t)
  for (let n = 0; n < 50; n++) enter(one, `driver ${n}`, { text: 'x'.repeat(3_900) })
  let bytes = 0
  network.lose = ({ payload }) => {
    bytes += payload.length
    return false
  }
  const member = createMember()
  for (let n = 0; n < 100; n++) {
    other.join(ROOM, member)
    await network.settled()
    other.leave(ROOM, member)
    await network.settled()
  }
  assert.ok(bytes < 1_000_000, String(bytes))
})
