import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createConnection, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { until } from '@pitboard/contract/testing/patience'
import { createLog } from '../diagnostics/log.ts'
import { openRunFolder } from '../files/run-folder.ts'
import { settle } from './carriers.fixture.ts'
import { type MeasuredFanOut, NoAnswer } from './fan-out.ts'
import { createSocketFanOut } from './socket-fan-out.ts'
import { createFrame, FrameType } from './socket-frames.ts'
import { createFanOutHub, type FanOutHub } from './socket-hub.ts'

const log = createLog('silent')
const MEGABYTE = new Uint8Array(1_000_000)
const bytes = (words: string) => Buffer.from(words)

let folder: string
let path: string
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pitboard-hub-'))
  path = join((await openRunFolder(folder)).path, 'hub.sock')
})
after(() => rmSync(folder, { recursive: true }))

/** The frame has another length than it says. */
function withLength(length: number): Buffer {
  const frame = createFrame(FrameType.message, 'a', bytes('b'))
  frame.writeUInt32BE(length)
  return frame
}

function withSubjectLength(length: number): Buffer {
  const frame = createFrame(FrameType.message, 'a', bytes('b'))
  frame.writeUInt16BE(length, 13)
  return frame
}

/** Opens the socket without being a server of ours. */
async function openRaw(): Promise<Socket> {
  const socket = createConnection(path)
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

describe('the hub of a Unix socket', () => {
  let hub: FanOutHub
  let a: MeasuredFanOut
  let b: MeasuredFanOut
  beforeEach(async () => {
    hub = await createFanOutHub({ path, log })
    a = createSocketFanOut({ path, log })
    b = createSocketFanOut({ path, log })
    await until(() => a.isConnected() && b.isConnected())
  })
  afterEach(async () => {
    await Promise.all([a.close(), b.close()])
    await hub.close()
  })

  async function passesMessages(): Promise<void> {
    const end = b.respond('alive', (payload) => payload)
    await settle(b)
    assert.equal((await a.request('alive', bytes('yes'))).length, 3)
    end()
    await settle(b)
  }

  test('closes the connection of what does not send frames, and goes on for the others', async () => {
    const garbage = [
      randomBytes(70_000),
      bytes('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'),
      withLength(0),
      withLength(3),
      withLength(2 ** 32 - 1),
      withLength(1_100_000),
      withSubjectLength(500),
      createFrame(0, 'a'),
      createFrame(99, 'a'),
      createFrame(FrameType.message, 'a b', bytes('c')),
      createFrame(FrameType.message, 'a.*', bytes('c')),
      createFrame(FrameType.subscribe, 'a.>'),
      createFrame(FrameType.subscribe, ''),
      createFrame(FrameType.respond, 'a.*'),
      createFrame(FrameType.request, 'x'.repeat(300)),
    ]
    for (const [place, bytesSent] of garbage.entries()) {
      const socket = await openRaw()
      const closed = new Promise((resolve) => socket.once('close', resolve))
      socket.resume().write(bytesSent)
      await closed
      assert.equal(hub.stats.broken, place + 1, `garbage ${place}`)
    }
    // These are frames, of nobody.
    const socket = await openRaw()
    socket.write(createFrame(FrameType.answer, '', bytes('x'), { client: 77, id: 1 }))
    socket.write(createFrame(FrameType.failure, '', bytes('x'), { client: 1, id: 77 }))
    socket.write(createFrame(FrameType.unsubscribe, 'never'))
    socket.write(createFrame(FrameType.endRespond, 'never'))
    await passesMessages()
    socket.destroy()
    await until(() => hub.stats.members === 2)
  })

  test('reads frames however the stream is cut', async () => {
    const seen: string[] = []
    b.subscribe('cut', ({ payload }) => seen.push(Buffer.from(payload).toString()))
    await settle(b)
    const words = Array.from({ length: 40 }, (_, place) => 'word'.repeat(place))
    const stream = Buffer.concat(
      words.map((word) => createFrame(FrameType.message, 'cut', bytes(word))),
    )
    for (const step of [1, 2, 3, 5, 19, 64, 500]) {
      seen.length = 0
      const socket = await openRaw()
      socket.setNoDelay(true)
      for (let at = 0; at < stream.length; at += step) {
        if (!socket.write(stream.subarray(at, at + step))) await once(socket, 'drain')
        // Lets the hub read what there is so far.
        if (at % 7 === 0) await new Promise((resolve) => setImmediate(resolve))
      }
      await until(() => seen.length === words.length)
      assert.deepEqual(seen, words)
      socket.destroy()
    }
  })

  test('closes the connection of a server that does not read, and passes messages to the others', async () => {
    const slow = await openRaw()
    slow.pause()
    slow.write(createFrame(FrameType.subscribe, 'flood'))
    let received = 0
    b.subscribe('flood', () => received++)
    await settle(b)
    await until(() => hub.stats.members === 3)
    // They come one after another, because the hub's memory may hold 16 of them.
    for (let n = 1; n <= 30; n++) {
      a.publish('flood', MEGABYTE)
      await until(() => received === n)
    }
    await until(() => hub.stats.members === 2)
    assert.equal(hub.stats.slow, 1)
    await passesMessages()
    slow.destroy()
  })

  test('an answer that is due after its server has lost the connection reaches nobody', async () => {
    const answer = Promise.withResolvers<Uint8Array>()
    b.respond('slow', () => answer.promise)
    await settle(b)
    const asked = a.request('slow', bytes(''), 60_000)
    const failed = assert.rejects(asked, NoAnswer)
    await settle(a)
    await hub.close()
    await failed
    hub = await createFanOutHub({ path, log })
    await until(() => a.isConnected() && b.isConnected())
    answer.resolve(bytes('late'))
    await passesMessages()
  })

  test('only our account can open the socket', () => {
    assert.equal(statSync(path).mode & 0o777, 0o600)
    assert.equal(statSync(dirname(path)).mode & 0o777, 0o700)
  })
})

test('a hub starts where one that was killed has left its socket', async () => {
  writeFileSync(path, '')
  const hub = await createFanOutHub({ path, log })
  const fanOut = createSocketFanOut({ path, log })
  await until(() => fanOut.isConnected())
  await fanOut.close()
  await hub.close()
})

test('a DATA_DIR that is too long for the address of a socket gets a private folder elsewhere', async () => {
  const long = join(folder, 'x'.repeat(60), 'ä'.repeat(30))
  mkdirSync(long, { recursive: true })
  const chosen = await openRunFolder(long)
  assert.ok(!chosen.path.startsWith(folder))
  assert.equal(statSync(chosen.path).mode & 0o777, 0o700)
  const path = join(chosen.path, 'hub.sock')
  const hub = await createFanOutHub({ path, log })
  const fanOut = createSocketFanOut({ path, log })
  await until(() => fanOut.isConnected())
  await fanOut.close()
  await hub.close()
  await chosen.remove()
  assert.throws(() => statSync(chosen.path))
})

test('a hub that does not read gets no more than a limit; one that sends garbage is connected again', async () => {
  const connections: Socket[] = []
  const server = createServer((socket) => {
    socket.on('error', () => {})
    connections.push(socket.pause())
  }).listen(path)
  await once(server, 'listening')
  const fanOut = createSocketFanOut({ path, log })
  await until(() => fanOut.isConnected())
  for (let n = 0; n < 100; n++) fanOut.publish('flood', MEGABYTE)
  const { sent, dropped } = fanOut.traffic
  assert.equal(sent.messages + dropped.full, 100)
  assert.ok(sent.bytes < 20_000_000, `${sent.bytes} bytes wait`)
  connections[0]?.write(withLength(2 ** 31))
  await until(() => connections.length === 2)
  await until(() => fanOut.isConnected())
  fanOut.publish('flood', bytes('!'))
  assert.equal(sent.messages + dropped.full, 101)
  // Its last words are not waited for.
  await fanOut.close()
  for (const socket of connections) socket.destroy()
  server.close()
})

test('a server that waits for its hub can be closed', async () => {
  const fanOut = createSocketFanOut({ path: join(folder, 'nobody.sock'), log })
  await fanOut.close()
  const other = createSocketFanOut({ path: join(folder, 'nobody.sock'), log })
  await settle(other)
  assert.equal(other.isConnected(), false)
  await other.close()
})
