import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test, type TestContext } from 'node:test'
import { Failure } from '../failure.ts'
import { freePort } from '../testing/free-port.ts'
import { registerTcp, ServerUnavailable } from './lease.ts'
import { describeProxy, findProxy } from './proxy.ts'

const NAMES = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY', 'NO_PROXY']

/** Sets variables for this test alone. */
function setVariables(t: TestContext, variables: Readonly<Record<string, string>>): void {
  const all = NAMES.flatMap((name) => [name, name.toLowerCase()])
  const before = all.map((name) => [name, process.env[name]] as const)
  for (const name of all) delete process.env[name]
  Object.assign(process.env, variables)
  t.after(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  })
}

test('each kind of server has its proxy, in the variables that other programs read', (t) => {
  setVariables(t, { HTTPS_PROXY: 'http://secure:3128', http_proxy: 'http://plain:8080' })
  assert.equal(findProxy('https://pitboard.example')?.address, 'http://secure:3128')
  assert.equal(findProxy('http://pitboard.example')?.address, 'http://plain:8080')
  setVariables(t, { ALL_PROXY: 'https://any:3128', NO_PROXY: 'pitboard.example,.local' })
  assert.equal(findProxy('https://other.example')?.address, 'https://any:3128')
  assert.equal(findProxy('https://pitboard.example'), null)
  assert.equal(findProxy('https://games.local'), null)
})

test('a server on this machine is reached without a proxy', (t) => {
  setVariables(t, { ALL_PROXY: 'http://proxy:3128' })
  for (const host of ['localhost', 'pitboard.localhost', '127.0.0.1', '127.8.0.11', '[::1]']) {
    assert.equal(findProxy(`http://${host}:8080`), null, host)
  }
  assert.ok(findProxy('http://localhost.example'))
})

test('name and password go to the proxy and into no message', (t) => {
  setVariables(t, { HTTPS_PROXY: 'http://driver:p%40ddock@proxy.example:3128/' })
  const proxy = findProxy('https://pitboard.example')
  const [kind, token = ''] = proxy?.authorization?.split(' ') ?? []
  assert.equal(kind, 'Basic')
  assert.equal(Buffer.from(token, 'base64').toString(), 'driver:p@ddock')
  assert.equal(
    describeProxy('https://pitboard.example'),
    ' through the proxy http://proxy.example:3128',
  )
})

test('a proxy that cannot be used is a failure with a remedy, and does not show its password', (t) => {
  for (const named of [
    'socks5://driver:paddock@proxy',
    'http://driver:paddock%zz@proxy',
    '://paddock',
  ]) {
    setVariables(t, { HTTPS_PROXY: named })
    assert.throws(
      () => findProxy('https://pitboard.example'),
      (error) =>
        error instanceof Failure &&
        error.remedy.startsWith('Its address is such as http://proxy.example:3128') &&
        !error.message.includes('paddock'),
      named,
    )
  }
})

const target = { server: 'https://pitboard.example', user: 'user', key: 'key' }

test('a proxy that refuses is named with its answer, and one that is away with the reason', async (t) => {
  const refusing = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'))
  })
  refusing.listen(0, '127.0.0.1')
  await once(refusing, 'listening')
  t.after(() => refusing.close())
  const address = refusing.address()
  const port = typeof address === 'object' ? address?.port : 0
  setVariables(t, { HTTPS_PROXY: `http://driver:paddock@127.0.0.1:${port}` })
  await assert.rejects(registerTcp(target), (error) => {
    assert.ok(error instanceof ServerUnavailable)
    assert.ok(error.message.includes(` through the proxy http://127.0.0.1:${port} (`))
    assert.match(error.message, /407/)
    return !error.message.includes('paddock')
  })
  setVariables(t, { HTTPS_PROXY: `http://driver:paddock@127.0.0.1:${await freePort()}` })
  await assert.rejects(registerTcp(target), (error) => {
    assert.ok(error instanceof ServerUnavailable)
    assert.match(error.message, /ECONNREFUSED/)
    return !error.message.includes('paddock')
  })
})

test('a site behind a proxy that speaks no TLS is told by a code', async (t) => {
  const tunnel = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    })
  })
  tunnel.listen(0, '127.0.0.1')
  await once(tunnel, 'listening')
  t.after(() => tunnel.close())
  const address = tunnel.address()
  const port = typeof address === 'object' ? address?.port : 0
  setVariables(t, { HTTPS_PROXY: `http://127.0.0.1:${port}` })
  await assert.rejects(registerTcp(target), (error) => {
    assert.ok(error instanceof ServerUnavailable)
    return /\(ERR_SSL_\w+\)$/.test(error.message)
  })
})
