import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { test, type TestContext } from 'node:test'
import { createBoundedFetch, fetchBounded } from './bounded-fetch.ts'

async function listen(t: TestContext, answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  t.after(() => server.closeAllConnections())
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return `http://127.0.0.1:${address.port}/`
}

test('a redirect is not followed: an answer cannot lead into our network', async (t) => {
  let isAsked = false
  const inner = await listen(t, (_request, response) => {
    isAsked = true
    response.end('secret')
  })
  const outer = await listen(t, (_request, response) => {
    response.writeHead(302, { location: inner }).end()
  })
  const response = await fetchBounded(outer)
  assert.deepEqual([response.status, response.ok, isAsked], [302, false, false])
})

test('an answer without end is cut at a megabyte, one that never comes by time', async (t) => {
  const endless = await listen(t, (_request, response) => {
    const write = () => {
      while (response.write(Buffer.alloc(65_536)));
      response.once('drain', write)
    }
    write()
  })
  await assert.rejects(fetchBounded(endless), /too large/)
  const silent = await listen(t, () => undefined)
  await assert.rejects(fetchBounded(silent, {}, 100), { name: 'TimeoutError' })
})

test('what a provider names is asked on its own host, or elsewhere by name and TLS', async () => {
  const ask = createBoundedFetch(new URL('https://login.example'))
  for (const url of [
    'http://login.example/keys',
    'https://127.0.0.1/keys',
    'https://[::1]/keys',
    'https://10.0.0.1/keys',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/keys',
    'http://localhost/keys',
    'file:///etc/passwd',
  ]) {
    await assert.rejects(ask(url), /not an address to ask/, url)
  }
})
