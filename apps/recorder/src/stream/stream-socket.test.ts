import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { test, type TestContext } from 'node:test'
import type { TcpLease } from '@pitboard/contract/live/live'
import { WebSocketServer } from 'ws'
import { freePort } from '../testing/free-port.ts'
import { ServerUnavailable } from './lease.ts'
import { openStreamSocket } from './stream-socket.ts'

const PATH = '/api/ingest'

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return address.port
}

async function listen(t: TestContext, server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return portOf(server)
}

/** Opens a site, and a TCP port that notes who connects. */
async function openWorld(t: TestContext, takesWebSockets: boolean) {
  const http = createHttpServer((_, response) => response.writeHead(404).end())
  if (takesWebSockets) {
    const endpoint = new WebSocketServer({ server: http, path: PATH })
    endpoint.on('connection', (ws) =>
      ws.on('message', (data, isBinary) => ws.send(data, { binary: isBinary })),
    )
    t.after(() => endpoint.close())
  }
  const tcp = createServer((socket) => {
    connections++
    socket.on('error', () => {})
    socket.pipe(socket)
  })
  let connections = 0
  const site = `http://127.0.0.1:${await listen(t, http)}`
  const port = await listen(t, tcp)
  const lease = leaseOf(port)
  return { site, lease, connections: () => connections, port }
}

function leaseOf(port: number): TcpLease {
  return {
    protocol: 'tcp',
    host: '127.0.0.1',
    port,
    token: 'token',
    webSocketPath: PATH,
    expiresAt: '2026-01-01T00:00:00.000Z',
    liveUrl: 'http://localhost/live',
  }
}

test('a stream goes over WebSocket, as bytes in both directions', async (t) => {
  const { site, lease, connections } = await openWorld(t, true)
  const { socket, address } = await openStreamSocket(site, lease)
  assert.equal(`http://${address}`, site)
  socket.write(Buffer.from([1, 2, 3]))
  const [echo] = await once(socket, 'data')
  assert.deepEqual(echo, Buffer.from([1, 2, 3]))
  assert.equal(connections(), 0)
  socket.destroy()
})

test('the server has no mask to take off: the bytes stand on the wire as they are written', async (t) => {
  const http = createHttpServer()
  const endpoint = new WebSocketServer({ server: http, path: PATH })
  t.after(() => endpoint.close())
  const arrived = new Promise<Buffer>((resolve) => {
    http.on('upgrade', (_, socket) => socket.once('data', resolve))
  })
  const site = `http://127.0.0.1:${await listen(t, http)}`
  const { socket } = await openStreamSocket(site, leaseOf(1))
  const written = Buffer.from('what is written')
  socket.write(written)
  const frame = await arrived
  assert.equal(frame.at(1), 0x80 | written.length, 'it has a mask, as the protocol asks for')
  assert.deepEqual(frame.subarray(2), Buffer.concat([Buffer.alloc(4), written]))
  socket.destroy()
})

test('where nothing on the way passes a WebSocket it goes over TCP', async (t) => {
  const { site, lease, port } = await openWorld(t, false)
  const { socket, address } = await openStreamSocket(site, lease)
  assert.equal(address, `127.0.0.1:${port}`)
  socket.destroy()
})

test('a server of an earlier version is asked for no WebSocket', async (t) => {
  const { site, lease, port } = await openWorld(t, true)
  const { webSocketPath: _, ...earlier } = lease
  const { socket, address } = await openStreamSocket(site, earlier)
  assert.equal(address, `127.0.0.1:${port}`)
  socket.destroy()
})

test('where neither works, the address of the site is named', async (t) => {
  const { site } = await openWorld(t, false)
  const lease = leaseOf(await freePort())
  await assert.rejects(openStreamSocket(site, lease), (error) => {
    assert.ok(error instanceof ServerUnavailable)
    return error.message.startsWith(`${site.slice('http://'.length)} takes no stream (`)
  })
})
