import assert from 'node:assert/strict'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { test } from 'node:test'
import { driveRace } from './drive.ts'
import { createRace } from './race.ts'

const race = createRace({ seed: 3, laps: 1, cars: 4, rateHz: 10, trackId: 26 })

test('at full speed every datagram of the race arrives, in order', async () => {
  const receiver = await listen()
  const received: string[] = []
  receiver.on('message', (bytes) => received.push(bytes.toString('latin1')))
  const expected = [...race.datagrams()].map(({ bytes }) => Buffer.from(bytes).toString('latin1'))
  const { sent } = await driveRace(race, { port: receiver.address().port, speed: 'max' })
  assert.equal(sent, expected.length)
  while (received.length < sent) await once(receiver, 'message')
  receiver.close()
  assert.deepEqual(received, expected)
})

test('loss leaves out a share of the datagrams, the same ones for the same seed', async () => {
  const receiver = await listen()
  const options = { port: receiver.address().port, speed: 'max', loss: 0.05, lossSeed: 4 } as const
  const first = await driveRace(race, options)
  const second = await driveRace(race, options)
  receiver.close()
  const share = first.lost / (first.lost + first.sent)
  assert.ok(share > 0.03 && share < 0.07, `${share} lost`)
  assert.deepEqual(second, first)
})

test('a race takes its time divided by the speed, and stops at the signal', async () => {
  const receiver = await listen()
  const stop = new AbortController()
  receiver.on('message', (bytes) => {
    if (bytes.readUInt32LE(19) > 10 * 60) stop.abort()
  })
  const startedAt = performance.now()
  const options = { port: receiver.address().port, speed: 20, signal: stop.signal }
  const { sent } = await driveRace(race, options)
  receiver.close()
  assert.ok(sent > 100)
  assert.ok(performance.now() - startedAt >= 450, 'ten seconds at 20 times real time')
})

test('nobody listening is no error', async () => {
  const receiver = await listen()
  const { port } = receiver.address()
  receiver.close()
  const { sent } = await driveRace(race, { port, speed: 'max' })
  assert.ok(sent > 0)
})

async function listen(): Promise<Socket> {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return socket
}
