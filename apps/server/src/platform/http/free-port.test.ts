import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { describeTakenPort, findFreePort } from './free-port.ts'

const HOST = '127.0.0.1'

test('a port that nobody has is the one that was asked for', async () => {
  const server = createServer().listen(0, HOST)
  await once(server, 'listening')
  const port = portOf(server.address())
  server.close()
  await once(server, 'close')
  assert.equal(await findFreePort('tcp', HOST, port), port)
})

test('of a port that a server has, a later one is found, and the message names it', async (t) => {
  const server = createServer().listen(0, HOST)
  t.after(() => server.close())
  await once(server, 'listening')
  const port = portOf(server.address())
  const free = await findFreePort('tcp', HOST, port)
  assert.ok(free !== null && free > port)
  const message = await describeTakenPort('PORT', HOST, port)
  assert.match(
    message,
    new RegExp(`^Port ${port} of ${HOST} is taken .* Choose a free one: PORT=\\d+\\.$`),
  )
})

test('of a port on which another program receives datagrams, a later one is found', async (t) => {
  const socket = createSocket('udp4').bind({ port: 0, address: HOST })
  t.after(() => socket.close())
  await once(socket, 'listening')
  const { port } = socket.address()
  const free = await findFreePort('udp', HOST, port)
  assert.ok(free !== null && free > port)
})

test('after the last port there is no free one', async (t) => {
  const server = createServer().listen(65_535, HOST)
  t.after(() => server.close())
  await once(server, 'listening')
  assert.equal(await findFreePort('tcp', HOST, 65_535), null)
  assert.equal(
    await describeTakenPort('PORT', HOST, 65_535),
    `Port 65535 of ${HOST} is taken by another program. Choose another one with PORT.`,
  )
})

function portOf(address: ReturnType<ReturnType<typeof createServer>['address']>): number {
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port')
  return address.port
}
