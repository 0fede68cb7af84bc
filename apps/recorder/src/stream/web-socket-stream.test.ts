import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { WebSocket, WebSocketServer } from 'ws'
import { createJoiningStream, joinChunks } from './web-socket-stream.ts'

test('what is written while a message is on its way goes in one message, in its order', async (t) => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  t.after(() => server.close())
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const messages: Buffer[] = []
  server.on('connection', (ws) => ws.on('message', (data: Buffer) => messages.push(data)))
  const ws = new WebSocket(`ws://127.0.0.1:${port}`)
  await once(ws, 'open')
  const stream = createJoiningStream(ws).resume()
  for (let number = 0; number < 100; number++) stream.write(Buffer.alloc(1_000, number))
  const ended = once(stream, 'close')
  stream.end()
  await ended
  assert.ok(messages.length <= 4, `${messages.length} messages`)
  const bytes = Buffer.concat(messages)
  assert.equal(bytes.length, 100_000)
  assert.ok(Array.from({ length: 100 }, (_, at) => bytes[at * 1_000 + 999] === at).every(Boolean))
})

test('messages are as few as their limit allows, and what is longer stays alone', () => {
  const sizes: readonly (readonly [chunks: readonly number[], messages: readonly number[]])[] = [
    [[], []],
    [[1], [1]],
    [[4, 6], [10]],
    [
      [4, 7],
      [4, 7],
    ],
    [
      [4, 30, 5, 5, 1],
      [4, 30, 10, 1],
    ],
  ]
  for (const [chunks, messages] of sizes) {
    const joined = joinChunks(
      chunks.map((size) => Buffer.alloc(size)),
      10,
    )
    assert.deepEqual(
      joined.map(({ length }) => length),
      messages,
    )
  }
})
