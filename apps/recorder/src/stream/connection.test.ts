import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { suite, test, type TestContext } from 'node:test'
import {
  createFrameReader,
  encodeAcknowledgement,
  encodeFrame,
  encodeJsonFrame,
  readJsonPayload,
} from '@pitboard/contract/ingest/ingest-frames'
import {
  FrameType,
  INGEST_PROTOCOL_VERSION,
  PING_INTERVAL_MS,
} from '@pitboard/contract/ingest/ingest-protocol'
import type { TcpLease } from '@pitboard/contract/live/live'
import { session } from '../testing/ingest-server.ts'
import { freePort } from '../testing/free-port.ts'
import { type ConnectionEvents, openConnection, StreamRefused } from './connection.ts'
import { ServerUnavailable } from './lease.ts'
import { openStreamSocket } from './stream-socket.ts'

const STREAM = { streamId: '0190b3a4-0000-7000-8000-000000000003', firstNumber: 7 }
const HELLO = { token: 'token', ...STREAM }
const WELCOME = encodeJsonFrame(FrameType.Welcome, { resumeFrom: 9, settled: 4 })

function leaseOf(port: number): TcpLease {
  return {
    protocol: 'tcp',
    host: '127.0.0.1',
    port,
    token: 'token',
    expiresAt: '2026-01-01T00:00:00.000Z',
    liveUrl: 'http://localhost/live',
  }
}

/** Opens a connection to a server that this test plays. */
async function connectTo(t: TestContext) {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const events: (readonly [string, unknown])[] = []
  let wake: (() => void) | null = null
  const note = (name: string) => (value?: unknown) => {
    events.push([name, value])
    wake?.()
  }
  const on: ConnectionEvents = {
    acknowledged: note('acknowledged'),
    session: note('session'),
    done: note('done'),
    settled: note('settled'),
    changed: note('changed'),
  }
  const opening = openStreamSocket('http://localhost', leaseOf(port)).then((stream) =>
    openConnection(stream, HELLO, on),
  )
  // A test looks at how it ends when it is ready to.
  opening.catch(() => {})
  const [socket]: Socket[] = await once(server, 'connection')
  assert.ok(socket)
  socket.on('error', () => {})
  t.after(() => {
    socket.destroy()
    server.close()
  })
  const frames: { type: number; payload: Uint8Array }[] = []
  let read: (() => void) | null = null
  socket.on(
    'data',
    createFrameReader((frame) => {
      frames.push(frame)
      read?.()
    }),
  )
  return {
    opening,
    socket,
    events,
    port,
    async untilEvents(count: number) {
      while (events.length < count) await new Promise<void>((resolve) => (wake = resolve))
    },
    async nextFrame() {
      while (frames.length === 0) await new Promise<void>((resolve) => (read = resolve))
      const frame = frames.shift()
      assert.ok(frame)
      return frame
    },
    async welcome() {
      socket.write(WELCOME)
      return opening
    },
  }
}

suite('a connection', () => {
  test('says hello with its token and stream, and resolves with the server’s welcome', async (t) => {
    const world = await connectTo(t)
    const { type, payload } = await world.nextFrame()
    assert.equal(type, FrameType.Hello)
    const hello = { version: INGEST_PROTOCOL_VERSION, token: 'token', ...STREAM }
    assert.deepEqual(readJsonPayload(payload), hello)
    const connection = await world.welcome()
    const { resumeFrom, settled, lost, writable } = connection
    assert.deepEqual(
      { resumeFrom, settled, lost, writable },
      {
        resumeFrom: 9,
        settled: 4,
        lost: null,
        writable: true,
      },
    )
    assert.deepEqual(world.events, [])
    connection.close()
  })

  test('to a server that never settles has no settled number', async (t) => {
    const world = await connectTo(t)
    world.socket.write(encodeJsonFrame(FrameType.Welcome, { resumeFrom: 1 }))
    const connection = await world.opening
    assert.equal(connection.settled, null)
    connection.close()
  })

  test('reports each frame of the server by its type, and passes over one it does not know', async (t) => {
    const world = await connectTo(t)
    const connection = await world.welcome()
    const settled = { streamId: STREAM.streamId, number: 8 }
    const done = { acknowledged: 12, sessions: [session] }
    world.socket.write(encodeFrame(200))
    world.socket.write(encodeAcknowledgement(12))
    world.socket.write(encodeJsonFrame(FrameType.Session, session))
    world.socket.write(encodeJsonFrame(FrameType.Settled, settled))
    world.socket.write(encodeJsonFrame(FrameType.Done, done))
    await world.untilEvents(4)
    assert.deepEqual(world.events, [
      ['acknowledged', 12],
      ['session', session],
      ['settled', settled],
      ['done', done],
    ])
    assert.equal(connection.lost, null)
    connection.close()
  })

  test('that the server refuses is lost with its code, and frames behind the refusal do not count', async (t) => {
    const world = await connectTo(t)
    const refusal = { code: 'replaced', message: 'A newer recorder is sending' }
    world.socket.write(
      Buffer.concat([
        encodeJsonFrame(FrameType.Refusal, refusal),
        WELCOME,
        encodeAcknowledgement(3),
      ]),
    )
    await assert.rejects(
      world.opening,
      (error) =>
        error instanceof StreamRefused &&
        error.code === 'replaced' &&
        error.message === refusal.message,
    )
    assert.deepEqual(world.events, [['changed', undefined]])
  })
})

suite('a connection is lost', () => {
  test('once: what comes afterwards neither reports it again nor changes the reason', async (t) => {
    const world = await connectTo(t)
    const connection = await world.welcome()
    connection.close()
    const { lost } = connection
    assert.ok(lost instanceof ServerUnavailable)
    assert.equal(lost.message, 'closed')
    connection.close()
    await once(world.socket, 'close')
    // Its own socket reports its end as well, a turn later.
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal(connection.lost, lost)
    assert.deepEqual(world.events, [['changed', undefined]])
  })

  test('and writes nothing more', async (t) => {
    const world = await connectTo(t)
    const connection = await world.welcome()
    const { writable } = connection
    connection.close()
    connection.send(new Uint8Array(1_000_000))
    assert.equal(connection.writable, writable)
  })

  test('when the server closes it', async (t) => {
    const world = await connectTo(t)
    const connection = await world.welcome()
    world.socket.end()
    await world.untilEvents(1)
    assert.ok(connection.lost instanceof ServerUnavailable)
    assert.equal(connection.lost.message, `127.0.0.1:${world.port} closed the connection`)
  })

  test('when it breaks off', async (t) => {
    const world = await connectTo(t)
    const connection = await world.welcome()
    world.socket.resetAndDestroy()
    await world.untilEvents(1)
    assert.ok(connection.lost instanceof ServerUnavailable)
    assert.equal(connection.lost.message, `127.0.0.1:${world.port} broke off (ECONNRESET)`)
  })

  test('when nobody listens', async () => {
    const port = await freePort()
    await assert.rejects(openStreamSocket('http://localhost', leaseOf(port)), {
      message: `127.0.0.1:${port} broke off (ECONNREFUSED)`,
    })
  })

  test('when the server sends what is no frame', async (t) => {
    const world = await connectTo(t)
    const connection = await world.welcome()
    world.socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')
    await world.untilEvents(1)
    const { lost } = connection
    assert.ok(lost instanceof ServerUnavailable)
    assert.match(lost.message, /^127.0.0.1:\d+ sent data that no Pitboard server sends \(.+\)$/)
  })

  test('when a frame does not have the fields of its type', async (t) => {
    const world = await connectTo(t)
    world.socket.write(encodeJsonFrame(FrameType.Welcome, { resumeFrom: 'the start' }))
    await assert.rejects(world.opening, /sent data that no Pitboard server sends/)
  })
})

suite('a server that says nothing', () => {
  const apis = ['setTimeout', 'setInterval', 'Date'] as const

  test('is given up after ten seconds without a welcome', async (t) => {
    t.mock.timers.enable({ apis: [...apis] })
    const world = await connectTo(t)
    await world.nextFrame()
    t.mock.timers.tick(9_999)
    assert.deepEqual(world.events, [])
    t.mock.timers.tick(1)
    await assert.rejects(world.opening, {
      message: `127.0.0.1:${world.port} does not answer`,
    })
  })

  test('gets a ping after each interval in which nothing was sent, and is lost after three', async (t) => {
    t.mock.timers.enable({ apis: [...apis] })
    const world = await connectTo(t)
    await world.nextFrame()
    const connection = await world.welcome()
    t.mock.timers.tick(PING_INTERVAL_MS - 1)
    connection.send(encodeFrame(200))
    assert.equal((await world.nextFrame()).type, 200)
    t.mock.timers.tick(PING_INTERVAL_MS - 1)
    // This would be the second ping if the frame in between had not come.
    t.mock.timers.tick(PING_INTERVAL_MS / 5)
    assert.equal((await world.nextFrame()).type, FrameType.Ping)
    assert.deepEqual(world.events, [])
    t.mock.timers.tick(PING_INTERVAL_MS)
    const { lost } = connection
    assert.ok(lost instanceof ServerUnavailable)
    assert.equal(lost.message, `127.0.0.1:${world.port} has fallen silent`)
  })

  test('is not lost while it sends anything', async (t) => {
    t.mock.timers.enable({ apis: [...apis] })
    const world = await connectTo(t)
    const connection = await world.welcome()
    for (let count = 1; count <= 4; count++) {
      t.mock.timers.tick(2 * PING_INTERVAL_MS)
      world.socket.write(encodeAcknowledgement(count))
      await world.untilEvents(count)
    }
    assert.equal(connection.lost, null)
    connection.close()
  })

  test('is not asked again once the connection is lost', async (t) => {
    t.mock.timers.enable({ apis: [...apis] })
    const world = await connectTo(t)
    const connection = await world.welcome()
    connection.close()
    t.mock.timers.tick(10 * PING_INTERVAL_MS)
    assert.deepEqual(world.events, [['changed', undefined]])
  })
})

test('more than the network takes makes it unwritable, until it has drained', async (t) => {
  const world = await connectTo(t)
  const connection = await world.welcome()
  world.socket.pause()
  const bytes = encodeFrame(200, new Uint8Array(8_000))
  while (connection.writable) connection.send(bytes)
  assert.equal(connection.writable, false)
  world.socket.resume()
  await world.untilEvents(1)
  assert.equal(connection.writable, true)
  assert.deepEqual(world.events, [['changed', undefined]])
  connection.close()
})
