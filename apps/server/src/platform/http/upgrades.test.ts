import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { openTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
before(async () => {
  server = await openTestServer()
})
after(() => server.close())

test('a request that offers HTTP/2 is answered over HTTP/1.1', async () => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.write(
    'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\n' +
      'Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n',
  )
  const [answer] = await once(socket, 'data')
  socket.destroy()
  assert.match(String(answer), /^HTTP\/1\.1 200 OK/)
})

function request(address: string): string {
  return (
    `GET ${address} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n'
  )
}

/** Asks for a WebSocket at an address as it stands; returns the line that answers. */
async function upgrade(address: string): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.write(request(address))
  let answer = ''
  socket.on('data', (bytes) => (answer += bytes.toString('latin1')))
  await once(socket, 'close')
  return answer.split('\r\n', 1)[0] ?? ''
}

test('400: a WebSocket at an address that no one can read is refused, and the server lives', async () => {
  for (const address of ['//', '//[', 'http://', 'http://a:99999/', 'http://%zz/']) {
    assert.equal(await upgrade(address), 'HTTP/1.1 400 Bad Request', address)
  }
})

test('404: a WebSocket at an address that has none is refused', async () => {
  for (const address of ['/', '/api/Sessions', '/live', '*']) {
    assert.equal(await upgrade(address), 'HTTP/1.1 404 Not Found', address)
  }
})

test('a client that asks for a WebSocket and is gone at once does not end the server', async (t) => {
  const failures: Error[] = []
  const note = (error: Error) => failures.push(error)
  process.on('uncaughtExceptionMonitor', note)
  t.after(() => process.off('uncaughtExceptionMonitor', note))
  for (let time = 0; time < 50; time++) {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    await once(socket, 'connect')
    await new Promise((resolve) => socket.write(request('/nowhere'), resolve))
    socket.resetAndDestroy()
  }
  assert.equal(await upgrade('/'), 'HTTP/1.1 404 Not Found')
  assert.deepEqual(failures, [])
})
