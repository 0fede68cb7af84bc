import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createTokenBuckets } from '../../../platform/limits/token-buckets.ts'
import { type AuthServer, call, openAuthServer, shareAuthServer } from '../testing/auth.fixture.ts'

const ON = { AUTH_RATE_LIMITS: 'true' }
const openLimitedServer = shareAuthServer(ON)

async function recover(server: AuthServer, from: string) {
  const { status, json } = await call(server, 'POST', '/recover', {
    headers: { 'x-forwarded-for': from },
  })
  return status === 429 ? json['code'] : status
}

suite('limits per address', () => {
  test('thirty calls at once, then one every ten seconds: 429 over_request_rate_limit', async () => {
    const server = await openLimitedServer()
    for (let n = 0; n < 30; n++) assert.equal(await recover(server, ''), 400)
    assert.equal(await recover(server, ''), 'over_request_rate_limit')
    assert.equal((await call(server, 'POST', '/verify')).status, 400, 'each endpoint its own')
    server.clock.pass(10)
    assert.equal(await recover(server, ''), 400)
    assert.equal(await recover(server, ''), 'over_request_rate_limit')
  })

  test('without a proxy nobody can choose their address', async () => {
    const server = await openLimitedServer()
    for (let n = 0; n < 30; n++) await recover(server, `192.0.2.${n}`)
    assert.equal(await recover(server, '192.0.2.99'), 'over_request_rate_limit')
  })

  test('behind a proxy it is the address that the proxy saw, not what the caller says', async (t) => {
    for (const TRUST_PROXY of ['1', 'loopback', '10.0.0.0/8,127.0.0.1']) {
      const server = await openAuthServer(t, { ...ON, TRUST_PROXY })
      for (let n = 0; n < 30; n++) await recover(server, `192.0.2.${n}, 203.0.113.7`)
      const code = 'over_request_rate_limit'
      assert.equal(await recover(server, '192.0.2.200, 203.0.113.7'), code, TRUST_PROXY)
      assert.equal(await recover(server, '203.0.113.8'), 400, TRUST_PROXY)
    }
  })

  test('a client that is refused knows it by its code', async () => {
    const server = await openLimitedServer()
    for (let n = 0; n < 30; n++) await recover(server, '')
    const { json } = await call(server, 'POST', '/recover')
    assert.equal(json['message'], 'Request rate limit reached')
  })
})

suite('token buckets', () => {
  test('fill with time, up to the burst', () => {
    let nowMs = 0
    const buckets = createTokenBuckets({ calls: 60, seconds: 60, burst: 2 }, () => nowMs)
    const take = () => buckets.take('a')
    assert.deepEqual([take(), take(), take()], [true, true, false])
    nowMs = 1000
    assert.deepEqual([take(), take()], [true, false])
    nowMs = 60_000
    assert.deepEqual([take(), take(), take()], [true, true, false])
    assert.equal(buckets.take('b'), true)
  })

  test('a clock that goes back gives nothing and takes nothing', () => {
    let nowMs = 10_000
    const buckets = createTokenBuckets({ calls: 1, seconds: 1, burst: 1 }, () => nowMs)
    buckets.take('a')
    nowMs = 0
    assert.equal(buckets.take('a'), false)
    nowMs = 1000
    assert.equal(buckets.take('a'), true)
  })
})
