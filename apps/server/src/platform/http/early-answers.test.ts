import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let owner: TestAccount
before(async () => {
  server = await openTestServer()
  owner = await openAccount(server.context, { username: 'Ann' })
})
after(() => server.close())

test('a client sees the 413 and the 401 of a body that is too large, every time', async () => {
  const body = JSON.stringify({ name: 'x'.repeat(9_000_000) })
  for (const [token, status] of [
    [owner.accessToken, 413],
    [null, 401],
  ] as const) {
    for (let time = 0; time < 5; time++) {
      const answer = await fetch(`${server.url}/api/League`, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          ...(token !== null && { authorization: `Bearer ${token}` }),
        },
      })
      assert.equal(answer.status, status)
      assert.equal(JSON.parse(await answer.text()).status, status)
    }
  }
})

test('what follows a refusal is read to a limit: then the connection ends', async () => {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  // A reset is as good an end as any.
  socket.on('error', () => {})
  const length = 2_000_000_000
  socket.write(
    `POST /api/League HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`,
  )
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()))
  const [answer] = await once(socket, 'data')
  assert.match(String(answer), /^HTTP\/1\.1 401 /)
  const chunk = Buffer.alloc(1_000_000, 'x')
  let sent = 0
  while (!socket.destroyed && sent < length) {
    sent += chunk.length
    await new Promise<void>((resolve) => void socket.write(chunk, () => resolve()))
  }
  await closed
  assert.ok(sent < length, `${sent} bytes`)
})
