import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { test, type TestContext } from 'node:test'
import {
  ForbiddenAddressError,
  isPublicAddress,
  type ResolveHost,
  resolveOutside,
} from './outside-address.ts'
import { PostError, postOutside } from './post-outside.ts'

const v4 = (address: string) => ({ address, family: 4 as const })
const answering =
  (...addresses: string[]): ResolveHost =>
  async () =>
    addresses.map(v4)

test('addresses of private, local, shared and special networks are not public', () => {
  const closed = [
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '127.0.0.1',
    '0.0.0.0',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '192.0.2.1',
    '198.18.0.1',
    '240.0.0.1',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    'fd12::1',
    'ff02::1',
    '2001:db8::1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::10.0.0.1',
    '2002:a00:1::',
    // A host that translates would connect these with addresses of IPv4, or nobody has them.
    '::127.0.0.1',
    '::a9fe:a9fe',
    '::169.254.169.254',
    '::2',
    '4000::1',
    '8000::1',
    'e000::1',
    'x',
  ]
  for (const address of closed) assert.equal(isPublicAddress(address), false, address)
  for (const address of [
    '1.1.1.1',
    '8.8.8.8',
    '2606:4700::1111',
    '2a00:1450::1',
    '::ffff:8.8.8.8',
  ]) {
    assert.equal(isPublicAddress(address), true, address)
  }
})

test('a name with one private address among public ones is refused', async () => {
  const url = new URL('https://club.example/hook')
  await assert.rejects(
    resolveOutside(url, [], answering('1.1.1.1', '10.0.0.7')),
    ForbiddenAddressError,
  )
  assert.deepEqual(await resolveOutside(url, [], answering('1.1.1.1')), [v4('1.1.1.1')])
  await assert.rejects(resolveOutside(url, [], answering()), ForbiddenAddressError)
})

async function listen(t: TestContext, server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return address.port
}

const post = { headers: {}, body: '{}' }

function failsWith(failure: string) {
  return (error: unknown) => error instanceof PostError && error.failure === failure
}

test('it connects to the address that was checked and does not resolve the name again', async (t) => {
  let connections = 0
  const port = await listen(
    t,
    createServer((socket) => {
      connections += 1
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')
    }),
  )
  let questions = 0
  const resolve: ResolveHost = async () => {
    questions += 1
    return [v4('127.0.0.1')]
  }
  const options = { allowedHosts: ['bot.club.example'], resolve }
  const answer = await postOutside({ url: `http://bot.club.example:${port}/`, ...post }, options)
  assert.partialDeepStrictEqual(answer, { status: 200, text: 'ok' })
  assert.deepEqual([questions, connections], [1, 1])
  // A host that the operator does not allow gets the same answer: no connection.
  const url = `https://rebinding.example:${port}/`
  await assert.rejects(postOutside({ url, ...post }, options), failsWith('address'))
  assert.equal(connections, 1)
})

test('it reads no more than 4 kB, and gives up on garbage and silence', async (t) => {
  const endless = await listen(
    t,
    createServer((socket) => {
      socket.on('error', () => {})
      socket.write('HTTP/1.1 500 No\r\n\r\n')
      const more = () => {
        while (!socket.destroyed && socket.write('x'.repeat(1024)));
      }
      socket.on('drain', more)
      more()
    }),
  )
  const garbage = await listen(
    t,
    createServer((socket) => socket.end('not http at all\r\n\r\n')),
  )
  const silent = await listen(
    t,
    createServer((socket) => socket.on('error', () => {}).unref()),
  )
  const options = { allowedHosts: ['127.0.0.1'], withinMs: 2000 }
  const send = (port: number, withinMs = 2000) =>
    postOutside({ url: `http://127.0.0.1:${port}/`, ...post }, { ...options, withinMs })
  assert.equal((await send(endless)).text.length, 4096)
  await assert.rejects(send(garbage), failsWith('connection'))
  await assert.rejects(send(silent, 100), failsWith('timeout'))
})
