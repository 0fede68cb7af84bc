import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { suite, test, type TestContext } from 'node:test'
import { Failure } from '../failure.ts'
import { freePort } from '../testing/free-port.ts'
import { registerTcp, registerUdp, ServerUnavailable } from './lease.ts'

const USER = '0190b3a4-0000-7000-8000-000000000001'
const COMMON = {
  host: '127.0.0.1',
  port: 5_000,
  expiresAt: '2026-01-01T00:00:00.000Z',
  liveUrl: 'http://localhost/live',
}
const TCP = { ...COMMON, protocol: 'tcp', token: 't' }
const UDP = { ...COMMON, protocol: 'udp', token: null }

/** Starts a server with one answer for every request. */
async function answerWith(t: TestContext, status: number, body: string) {
  const urls: string[] = []
  const server = createServer((request, response) => {
    urls.push(request.url ?? '')
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close' })
    response.end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { target: { server: `http://127.0.0.1:${port}`, user: USER, key: 'a key' }, urls }
}

suite('a lease', () => {
  test('of a stream is asked for with the user and the key', async (t) => {
    const { target, urls } = await answerWith(t, 200, JSON.stringify(TCP))
    assert.deepEqual(await registerTcp(target), TCP)
    const url = new URL(urls[0] ?? '', target.server)
    assert.equal(url.pathname, `/api/LiveSession/register/${USER}`)
    assert.deepEqual(Object.fromEntries(url.searchParams), { key: 'a key', useTcp: 'true' })
  })

  test('of a port is asked for without a stream', async (t) => {
    const { target, urls } = await answerWith(t, 200, JSON.stringify(UDP))
    assert.deepEqual(await registerUdp(target), UDP)
    const url = new URL(urls[0] ?? '', target.server)
    assert.equal(url.searchParams.get('useTcp'), 'false')
  })
})

suite('what answers otherwise is no Pitboard server', () => {
  for (const [what, status, body] of [
    ['a page', 200, '<html>'],
    ['another object', 200, '{}'],
    ['nothing at that address', 404, '{}'],
    ['another method at that address', 405, '{}'],
  ] as const) {
    test(what, async (t) => {
      const { target } = await answerWith(t, status, body)
      for (const register of [registerTcp, registerUdp]) {
        await assert.rejects(register(target), (error) => {
          assert.ok(error instanceof Failure)
          assert.equal(error.message, `${target.server} does not answer as a Pitboard server`)
          assert.match(error.remedy, /^Check --server: the address you open Pitboard at/)
          return true
        })
      }
    })
  }

  test('a lease of the other protocol', async (t) => {
    const tcp = await answerWith(t, 200, JSON.stringify(TCP))
    await assert.rejects(registerUdp(tcp.target), /does not answer as a Pitboard server/)
    const udp = await answerWith(t, 200, JSON.stringify(UDP))
    await assert.rejects(registerTcp(udp.target), /does not answer as a Pitboard server/)
  })
})

suite('a refusal', () => {
  test('of the user or the key is a failure with what to do', async (t) => {
    for (const status of [401, 403]) {
      const { target } = await answerWith(t, status, JSON.stringify({ title: 'No', status }))
      await assert.rejects(registerTcp(target), (error) => {
        assert.ok(error instanceof Failure)
        assert.equal(error.message, `${target.server} does not accept this user and key`)
        assert.match(
          error.remedy,
          /^Copy --user and --key from .*; a revoked key needs a new one\.$/,
        )
        return true
      })
    }
  })

  test('for now is worth another try', async (t) => {
    for (const [status, body, said] of [
      [429, { title: 'Later', status: 429 }, 'Later'],
      [500, { title: 'A fault', status: 500 }, 'A fault'],
      [599, {}, 'status 599'],
    ] as const) {
      const { target } = await answerWith(t, status, JSON.stringify(body))
      await assert.rejects(registerTcp(target), (error) => {
        assert.ok(error instanceof ServerUnavailable)
        assert.equal(error.message, `${target.server} is busy: ${said}`)
        return true
      })
    }
  })

  test('for another reason is a failure with the detail, else the title, else the status', async (t) => {
    const reason = { title: 'Bad request', status: 400 }
    for (const [body, said] of [
      [JSON.stringify({ ...reason, detail: 'The id is wrong' }), 'The id is wrong'],
      [JSON.stringify(reason), 'Bad request'],
      ['{}', 'status 400'],
    ] as const) {
      const { target } = await answerWith(t, 400, body)
      await assert.rejects(registerTcp(target), (error) => {
        assert.ok(error instanceof Failure)
        assert.equal(error.message, `${target.server} refused to register: ${said}`)
        assert.equal(error.remedy, 'Check --server, --user and --key.')
        return true
      })
    }
  })

  test('of the network names the server and the reason', async () => {
    const server = `http://127.0.0.1:${await freePort()}`
    await assert.rejects(registerTcp({ server, user: USER, key: 'k' }), (error) => {
      assert.ok(error instanceof ServerUnavailable)
      assert.equal(error.message, `${server} cannot be reached (ECONNREFUSED)`)
      return true
    })
  })
})
